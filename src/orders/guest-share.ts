import type { EntityManager } from '@mikro-orm/postgresql'
import { countedStockModes, Stock } from '../catalog/product.ts'
import { StockUnit } from '../catalog/stock/stock-unit.ts'
import type { Tx } from '../database/transaction.ts'
import { createLanesPerPlace } from '../lib/fair-lanes.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { type Order, OrderItem } from './order.ts'
import { readItems } from './order-goods.ts'

/**
 * Returns how many of a number of tables, or units in stock, one address may hold unpaid: a third. Anyone can open a
 * public page, and clear its cookies, any number of times.
 */
export function computeGuestShare(number: number): number {
  return Math.ceil(number / 3)
}

/**
 * The queue for creating orders and payments of a public page, which needs a lock of the page. Addresses take turns,
 * and an address's first order overtakes its repeated ones. At most two reach the lock at once, so that a crowd does
 * not occupy the database's connections.
 */
export const guestTurns = createLanesPerPlace({ width: 1, perKeyMax: 1, waitingPerKeyMax: 60, waitingMax: 1_000 })

const retryAfterS = 120

/** Other unpaid orders that reserve goods. */
export interface OtherHolds {
  /** The ids of orders of the same address, without the replaced ones. */
  fromHere: readonly number[]
  /** The ids of the orders that this one replaces. */
  replaced?: readonly number[]
}

/**
 * Limits what public pages may reserve unpaid, for an order that was just placed. Refuses `invalid_request` for the
 * field `quantity`, or `rate_limited`, if the order's address now reserves more than a third of an item's unsold stock.
 * The last third is kept for addresses without any, so each may reserve one unit of it. Also refuses if all public
 * pages together would reserve the last tenth, which is kept for the chat and the counter.
 */
export async function refuseLargeShare(tx: Tx, order: Order, { fromHere, replaced = [] }: OtherHolds): Promise<void> {
  const items = await readItems(tx, [order])
  const held = await tx.em.find(OrderItem, { order: [...fromHere], stockState: 'held' })
  for (const item of items) {
    const unsold = await countUnsold(tx.em, item)
    if (unsold === null) continue
    const heldBefore = sumQuantities(held.filter(({ variant }) => variant.id === item.variant.id))
    // One unit each of the last third; beyond it as many as there are, up to the share.
    const beyond = unsold.free + item.quantity - Math.floor(unsold.all / 3)
    const room = Math.min(computeGuestShare(unsold.all) - heldBefore, beyond)
    const share = heldBefore === 0 ? Math.max(1, room) : room
    const max = Math.min(share, await roomInPublic(tx.em, item, { unsold, without: [order.id, ...replaced] }))
    if (item.quantity <= max) continue
    if (max < 1) throw new Refusal('rate_limited', `Too many of ${item.name()} wait for their money`, { retryAfterS })
    throw refuseField('quantity', `of ${item.name()} is at most ${max} until it is paid`, {
      code: 'out_of_range',
      min: 1,
      max,
    })
  }
}

/** A stock below this is always considered scarce. */
const littleStock = 10

/**
 * Returns whether an item of an order is nearly sold out: fewer than ten, or only a third of its unsold stock, is
 * available.
 */
export async function isScarce(em: EntityManager, items: readonly OrderItem[]): Promise<boolean> {
  for (const item of items) {
    const unsold = await countUnsold(em, item)
    if (unsold !== null && (unsold.all < littleStock || unsold.free < unsold.all / 3)) return true
  }
  return false
}

function sumQuantities(items: readonly OrderItem[]): number {
  return items.reduce((sum, { quantity }) => sum + quantity, 0)
}

/**
 * Returns how many more units of an item unpaid public orders may reserve. The last single unit is open to everyone.
 */
async function roomInPublic(
  em: EntityManager,
  { mode, variant, quantity }: OrderItem,
  { unsold: { free, all }, without }: { unsold: Unsold; without: readonly number[] },
): Promise<number> {
  const kept = all < 2 ? 0 : Math.ceil(all / 10)
  if (free >= kept) return quantity
  const order = { id: { $nin: [...without] }, mode, door: { $in: ['menu' as const, 'bill' as const] } }
  const held = await em.find(OrderItem, { variant: variant.id, stockState: 'held', order })
  return all - kept - sumQuantities(held)
}

interface Unsold {
  free: number
  /** The sum of available and reserved units. */
  all: number
}

/** Counts unsold units; null if the number is unknown. */
async function countUnsold(em: EntityManager, { mode, variant: { id }, stockMode }: OrderItem): Promise<Unsold | null> {
  if (stockMode === 'serial') {
    const free = await em.count(StockUnit, { variant: id, mode, state: 'available' })
    return { free, all: free + (await em.count(StockUnit, { variant: id, mode, state: 'held' })) }
  }
  if (!countedStockModes.has(stockMode)) return null
  const stock = await em.findOneOrFail(Stock, { variant: id, mode }, { refresh: true })
  return stock.available === null ? null : { free: stock.available, all: stock.available + stock.reserved }
}
