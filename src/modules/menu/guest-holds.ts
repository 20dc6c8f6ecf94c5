import { LockMode } from '@mikro-orm/core'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { isScarce, refuseLargeShare } from '../../orders/guest-share.ts'
import { Order, pendingPeriodS } from '../../orders/order.ts'
import { readItems } from '../../orders/order-goods.ts'
import { MenuGuest } from './menu-guest.ts'
import { MenuPage } from './menu-page.ts'

/** How long a payment reserves goods with little stock, in seconds. */
export const scarcePaymentS = 300
const repeatedWithinS = 3600

/** Locks the page, so that its orders are counted one after another. Refuses `not_found` for a closed one. */
export async function lockMenuPage({ em }: Tx, { accountId, mode }: Pick<Order, 'accountId' | 'mode'>): Promise<void> {
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE }
  if (await em.findOne(MenuPage, { account: accountId, mode, isOn: true }, locked)) return
  throw new Refusal('not_found', 'The menu is closed')
}

/** Returns the orders of the page that reserve goods or wait for money. */
export function findOpenOrders({ em }: Tx, now: Date): Promise<Order[]> {
  const isOpen = [{ status: 'waiting_payment' as const }, { status: 'pending' as const, heldUntil: { $gt: now } }]
  const since = new Date(now.getTime() - pendingPeriodS * 1000)
  return em.find(Order, { door: 'menu', createdAt: { $gt: since }, $or: isOpen })
}

/** Returns the orders that were placed from an address. */
export async function selectOrdersAtAddress({ em }: Tx, orders: Order[], address: Buffer): Promise<Order[]> {
  const guests = orders.map(({ customer }) => customer.id)
  const near = await em.find(MenuGuest, { customer: { $in: guests }, address })
  const nearby = new Set(near.map(({ customer }) => customer.id))
  return orders.filter(({ customer }) => nearby.has(customer.id))
}

/**
 * Refuses goods that an order of the page has just reserved, as `refuseLargeShare` does. Also refuses `rate_limited` if
 * few are left and this address reserved some of them within the last hour without paying.
 */
export async function refuseGuestHold(
  app: Needs<'now'>,
  tx: Tx,
  order: Order,
  { address, fromHere, replaced }: { address: Buffer; fromHere: Order[]; replaced: Order[] },
): Promise<void> {
  const idsOf = (orders: Order[]) => orders.map(({ id }) => id)
  await refuseLargeShare(tx, order, { fromHere: idsOf(fromHere), replaced: idsOf(replaced) })
  const items = await readItems(tx, [order])
  const now = app.now().getTime()
  for (const item of items) {
    if (!(await isScarce(tx.em, [item]))) continue
    const kept = await tx.em.find(Order, {
      door: 'menu',
      paidAt: null,
      createdAt: { $gt: new Date(now - repeatedWithinS * 1000), $lte: new Date(now - scarcePaymentS * 1000) },
      items: { variant: item.variant.id },
    })
    const here = await selectOrdersAtAddress(tx, kept, address)
    if (here.length === 0) continue
    const endsMs = Math.max(...here.map(({ createdAt }) => createdAt.getTime())) + repeatedWithinS * 1000
    const retryAfterS = Math.ceil((endsMs - now) / 1000)
    throw new Refusal('rate_limited', `Little is left of ${item.name()}: it was kept from here before`, { retryAfterS })
  }
}
