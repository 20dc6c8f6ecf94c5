import { randomBytes } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../database/transaction.ts'
import { randomToken } from '../lib/ids.ts'
import { Customer } from '../orders/customers/customer.ts'
import { Device } from './device.ts'

/** No bot of Telegram has this id; the trigger `notice_nobody` drops what would be written through it. */
const noBot = 0

/**
 * The customer in whose name a device sells, made with its first sale: an order has one, and whoever stands at the
 * counter says no name. Nobody can write to it.
 */
export async function deviceCustomer(tx: Tx, deviceId: number, now: Date): Promise<number> {
  const device = await tx.em.findOneOrFail(Device, deviceId, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true })
  if (device.customer) return device.customer.id
  // Below every id that Telegram gives to a person, and the same of no other installation.
  const nobody = -1 - randomBytes(6).readUIntBE(0, 6)
  const customer = tx.em.create(Customer, {
    ...{ account: device.accountId, botId: noBot, telegramUserId: nobody, chatId: nobody, name: device.name },
    ...{ phone: null, address: null, language: null, blockedAt: now, promoStoppedAt: now },
    ...{ token: randomToken(), createdAt: now },
  })
  await tx.em.flush()
  await tx.em.nativeUpdate(Device, { id: deviceId }, { customer: customer.id })
  return customer.id
}
