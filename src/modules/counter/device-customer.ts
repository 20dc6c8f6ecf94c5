import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import { chatless } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Device } from './device.ts'

/**
 * The customer in whose name a device sells, made with its first sale: an order has one, and whoever stands at the
 * counter says no name. Nobody can write to it.
 */
export async function deviceCustomer(tx: Tx, deviceId: number, now: Date): Promise<number> {
  const device = await tx.em.findOneOrFail(Device, deviceId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (device.customer) return device.customer.id
  const customer = tx.em.create(Customer, {
    ...chatless(now),
    account: device.accountId,
    name: device.name,
  })
  await tx.em.flush()
  await tx.em.nativeUpdate(Device, { id: deviceId }, { customer: customer.id })
  return customer.id
}
