import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import { makeChatlessColumns } from '../../orders/customers/chatless.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { Device } from './device.ts'

/**
 * Returns the customer who owns a device's sales, created with its first sale. An order needs a customer, and people at
 * a counter give no name. Messages to this customer are impossible.
 */
export async function findOrCreateDeviceCustomer(tx: Tx, deviceId: number, now: Date): Promise<number> {
  const device = await tx.em.findOneOrFail(Device, deviceId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (device.customer) return device.customer.id
  const customer = tx.em.create(Customer, {
    ...makeChatlessColumns(now),
    account: device.accountId,
    name: device.name,
  })
  await tx.em.flush()
  await tx.em.nativeUpdate(Device, { id: deviceId }, { customer: customer.id })
  return customer.id
}
