import { LockMode, raw } from '@mikro-orm/core'
import type { Tx } from '../../../database/transaction.ts'
import { Refusal } from '../../../lib/refusal.ts'
import type { Needs } from '../../../needs.ts'
import { Order } from '../../../orders/order.ts'
import { lockCustomer } from '../../../orders/place-order.ts'
import { CounterRules } from '../counter-rules.ts'
import { Device } from '../device.ts'
import { findOrCreateDeviceCustomer } from '../device-customer.ts'
import { makeSaleOnceKey } from '../sell.ts'
import { Shift } from '../shift.ts'
import { bookOfflineSale } from './book-offline-sale.ts'
import { judgeOfflineSale } from './judge-offline-sale.ts'
import { OfflineSale } from './offline-sale.ts'
import type { ArrivedSale, OfflineUse } from './sold-offline.ts'

export interface AcceptedSale {
  sale: OfflineSale
  /** All offline sales of the device in this shift. */
  used: OfflineUse
  next: number
}

type TakeNeeds = Needs<'sql' | 'transaction' | 'now' | 'calendar' | 'reactions'>

/** The maximum number of a device's held sales, so that a stolen device cannot flood the list. */
const heldMax = 500

/**
 * Accepts a cash sale that a device made while offline. It is booked at the price that the customer paid; if the
 * owner's rules do not cover it, it is held for the owner. If the device was revoked, all its sales are held. A
 * repeated sale is recognised, including one that was also sent as an ordinary sale.
 *
 * Refuses `idempotency_conflict` if another sale of this device has the number, and `rate_limited` if too many wait for
 * the owner.
 */
export async function receiveOfflineSale(
  app: TakeNeeds,
  device: Pick<Device, 'id' | 'accountId' | 'mode'>,
  arrivedSale: ArrivedSale,
): Promise<AcceptedSale> {
  const { accountId, mode } = device
  return app.transaction({ accountId, mode }, async tx => {
    // Locks the device, so that its sales are handled one at a time.
    const customerId = await findOrCreateDeviceCustomer(tx, device.id, app.now())
    const earlier = await tx.em.findOne(OfflineSale, { device: device.id, key: arrivedSale.key })
    const sale = earlier ?? (await takeFirst(app, tx, { deviceId: device.id, customerId, arrived: arrivedSale }))
    const used = await sumOfflineUse(tx, device.id, sale.shiftNumber)
    return { sale, used, next: await findNextNumber(tx, device.id) }
  })
}

interface Arrival {
  deviceId: number
  customerId: number
  arrived: ArrivedSale
}

async function takeFirst(app: TakeNeeds, tx: Tx, { deviceId, customerId, arrived }: Arrival): Promise<OfflineSale> {
  const { em } = tx
  if ((await em.count(OfflineSale, { device: deviceId, number: arrived.number })) > 0)
    throw new Refusal('idempotency_conflict', 'Another sale of this device has this number')
  const device = await em.findOneOrFail(Device, deviceId, { refresh: true })
  const customer = await lockCustomer(tx, device.accountId, customerId)
  const online = await em.findOne(Order, { customer: customerId, once: makeSaleOnceKey(arrived.key) })
  if (online)
    return addSale(app, tx, { device, arrived, order: online, judged: { reasons: [], shopTotal: online.total } })
  const shift = await em.findOne(
    Shift,
    { id: arrived.shift, device: deviceId },
    { lockMode: LockMode.PESSIMISTIC_READ },
  )
  const rules = await em.findOne(CounterRules, { account: device.accountId })
  const used = await sumOfflineUse(tx, deviceId, arrived.shift)
  const judged = await judgeOfflineSale(app, tx, { arrived, device, customerId, shift, rules, used })
  if (judged.isHeld) {
    await refuseTooManyHeld(tx, deviceId)
    return addSale(app, tx, { device, arrived, shift, judged })
  }
  const { order, noted } = await bookOfflineSale(app, tx, {
    standing: { accountId: device.accountId, mode: device.mode },
    deviceId,
    customer,
    shift: shift!,
    key: arrived.key,
    sold: arrived.sold,
  })
  judged.reasons.push(...noted)
  return addSale(app, tx, { device, arrived, shift, judged, order })
}

interface Added {
  device: Device
  arrived: ArrivedSale
  shift?: Shift | null
  judged: Pick<OfflineSale, 'reasons' | 'shopTotal'>
  order?: Order
}

async function addSale(app: Needs<'now'>, { em }: Tx, { device, arrived, shift, judged, order }: Added) {
  const now = app.now()
  const { reasons, shopTotal } = judged
  const sale = em.create(OfflineSale, {
    account: device.accountId,
    mode: device.mode,
    device: device.id,
    number: arrived.number,
    key: arrived.key,
    shiftNumber: arrived.shift,
    shift: shift ?? null,
    sold: arrived.sold,
    total: arrived.sold.total,
    shopTotal,
    reasons,
    state: order ? 'booked' : 'held',
    order: order ?? null,
    soldAt: arrived.soldAt,
    receivedAt: now,
    seenAt: reasons.length === 0 ? now : null,
    seenBy: null,
  })
  await em.flush()
  return sale
}

/** Sums up a device's offline sales in one shift that have arrived, including held and rejected ones. */
export async function sumOfflineUse({ em }: Pick<Tx, 'em'>, device: number, shiftNumber: number): Promise<OfflineUse> {
  const [use] = await em
    .qb(OfflineSale)
    .select(raw('count(*)::int as sales, coalesce(sum(total), 0)::float8 as amount'))
    .where({ device, shiftNumber })
    .execute<OfflineUse[]>()
  return use!
}

/** Returns the number after those of all sales that have arrived from a device. */
export async function findNextNumber({ em }: Pick<Tx, 'em'>, device: number): Promise<number> {
  const [last] = await em.find(OfflineSale, { device }, { orderBy: { number: 'desc' }, limit: 1 })
  return (last?.number ?? 0) + 1
}

async function refuseTooManyHeld({ em }: Tx, device: number): Promise<void> {
  if ((await em.count(OfflineSale, { device, state: 'held' })) < heldMax) return
  throw new Refusal('rate_limited', 'Too many sales of this device wait for the owner', { retryAfterS: 3600 })
}
