import { LockMode } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../../accounts/audit.ts'
import type { Tx } from '../../../database/transaction.ts'
import { notFound, Refusal } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { Order } from '../../../orders/order.ts'
import { lockCustomer } from '../../../orders/place-order.ts'
import { findOrCreateDeviceCustomer } from '../device-customer.ts'
import { makeSaleOnceKey } from '../sell.ts'
import { Shift } from '../shift.ts'
import { bookOfflineSale } from './book-offline-sale.ts'
import { OfflineSale } from './offline-sale.ts'

type DecideNeeds = Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>

/**
 * Books a held sale at the price that the customer paid, in the shift in which it was made. If that shift was already
 * counted, its expected cash grows, because the money was in the drawer. Goods that cannot be priced are booked as a
 * typed amount. A second call changes nothing. Refuses `not_found`, and `refused_transition` for a sale that was
 * rejected, or whose shift does not exist while none is open on the device.
 */
export async function acceptOfflineSale(app: DecideNeeds, id: number, by: ModeActor): Promise<void> {
  await app.transaction({ accountId: by.accountId, mode: by.mode }, async tx => {
    const { sale, customerId } = await lockSale(app, tx, id)
    if (sale.state === 'booked') return
    if (sale.state === 'rejected') throw new Refusal('refused_transition', 'The sale was rejected')
    await bookHeld(app, tx, sale, customerId)
    await recordDecision(app, tx, sale, { by, act: 'counter.offline_accepted' })
  })
}

/**
 * Excludes a held sale from the books permanently. A second call changes nothing. Refuses `not_found`, and
 * `refused_transition` for a booked sale.
 */
export async function rejectOfflineSale(app: DecideNeeds, id: number, by: ModeActor): Promise<void> {
  await app.transaction({ accountId: by.accountId, mode: by.mode }, async tx => {
    const { sale } = await lockSale(app, tx, id)
    if (sale.state === 'rejected') return
    if (sale.state === 'booked') throw new Refusal('refused_transition', 'The sale is in the books')
    sale.state = 'rejected'
    await recordDecision(app, tx, sale, { by, act: 'counter.offline_rejected' })
  })
}

/**
 * Records that the owner has seen how a booked sale differs. Refuses `not_found`, and `refused_transition` if it is
 * held.
 */
export async function acknowledgeOfflineSale(app: DecideNeeds, id: number, by: ModeActor): Promise<void> {
  await app.transaction({ accountId: by.accountId, mode: by.mode }, async tx => {
    const { sale } = await lockSale(app, tx, id)
    if (sale.state === 'held') throw new Refusal('refused_transition', 'The sale waits for a decision')
    if (sale.seenAt === null) await recordDecision(app, tx, sale, { by, act: 'counter.offline_seen' })
  })
}

async function lockSale(app: Needs<'now'>, tx: Tx, id: number): Promise<{ sale: OfflineSale; customerId: number }> {
  const found = await tx.em.findOne(OfflineSale, { id })
  if (!found) throw notFound('sale')
  // Locks the device first, as every sale does.
  const customerId = await findOrCreateDeviceCustomer(tx, found.device.id, app.now())
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  return { sale: await tx.em.findOneOrFail(OfflineSale, { id }, lock), customerId }
}

async function bookHeld(app: DecideNeeds, tx: Tx, sale: OfflineSale, customerId: number): Promise<void> {
  const { em } = tx
  const standing = { accountId: sale.account.id, mode: sale.mode }
  const customer = await lockCustomer(tx, standing.accountId, customerId)
  const online = await em.findOne(Order, { customer: customerId, once: makeSaleOnceKey(sale.key) })
  if (!online) {
    const shift = await shiftFor(tx, sale)
    const isAmountOnly = sale.reasons.includes('goods') || sale.reasons.includes('sum')
    const { key, sold, total } = sale
    const booking = { standing, deviceId: sale.device.id, customer, shift, key, sold, isAmountOnly }
    const { order, noted } = await bookOfflineSale(app, tx, booking)
    if (shift.closedAt !== null) shift.expectedCash! += total
    if (noted.length > 0) sale.reasons = [...sale.reasons, ...noted]
    await em.flush()
    await em.nativeUpdate(OfflineSale, { id: sale.id }, { order: order.id, state: 'booked' })
  } else await em.nativeUpdate(OfflineSale, { id: sale.id }, { order: online.id, state: 'booked' })
  await em.refresh(sale)
}

async function shiftFor({ em }: Tx, sale: OfflineSale): Promise<Shift> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const
  const which = sale.shift ? { id: sale.shift.id } : { device: sale.device.id, closedAt: null }
  const shift = await em.findOne(Shift, which, lock)
  if (!shift) throw new Refusal('refused_transition', 'The sale names no shift of this shop: open one on the device')
  return shift
}

interface Decision {
  by: ModeActor
  act: 'counter.offline_accepted' | 'counter.offline_rejected' | 'counter.offline_seen'
}

async function recordDecision(app: Needs<'now'>, tx: Tx, sale: OfflineSale, { by, act }: Decision): Promise<void> {
  const { accountId, actor, address = null } = by
  sale.seenAt = app.now()
  sale.seenBy = actor.slice(0, 100)
  await tx.em.flush()
  const detail = { amount: sale.total, number: sale.number }
  await recordAct(app, tx, { accountId, actor, address, act, subject: `device ${sale.device.id}`, detail })
}
