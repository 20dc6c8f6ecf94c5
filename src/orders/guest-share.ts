import { keptByNumber, Stock } from '../catalog/product.ts'
import { StockUnit } from '../catalog/stock-unit.ts'
import type { Tx } from '../database/transaction.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { type Order, OrderItem } from './order.ts'
import { itemsOf } from './order-goods.ts'

/**
 * Returns the share of a number of places, or of a stock, that one address may hold unpaid: a third, since anybody can
 * open a public page, and forget its cookies, as often as they like.
 */
export function shareOf(number: number): number {
  return Math.ceil(number / 3)
}

const retryAfterS = 120

/**
 * Refuses an order that was just placed, `invalid_request` by the field `quantity` or `rate_limited`, when its address
 * then holds more than a third of what is not sold of something, or more than one of the last third: that is kept for
 * those who hold none.
 *
 * @param others ids of the unpaid orders of the same address, without those that this one replaces
 */
export async function refuseLargeShare(tx: Tx, order: Order, others: readonly number[]): Promise<void> {
  const items = await itemsOf(tx, [order])
  const held = await tx.em.find(OrderItem, { order: [...others], stockState: 'held' })
  for (const item of items) {
    const unsold = await countUnsold(tx, item)
    if (unsold === null) continue
    const before = held.filter(({ variant }) => variant.id === item.variant.id)
    const heldBefore = before.reduce((sum, { quantity }) => sum + quantity, 0)
    // One each of the last third; as many as there are beyond it, up to the share.
    const beyond = unsold.free + item.quantity - Math.floor(unsold.all / 3)
    const room = Math.min(shareOf(unsold.all) - heldBefore, beyond)
    const max = heldBefore === 0 ? Math.max(1, room) : room
    if (item.quantity <= max) continue
    if (max < 1) throw new Refusal('rate_limited', `Too many of ${item.name()} wait for their money`, { retryAfterS })
    throw refuseField('quantity', `of ${item.name()} is at most ${max} until it is paid`, {
      code: 'out_of_range',
      min: 1,
      max,
    })
  }
}

/** Counts what is free, and what is free or held; null when no number is known. */
async function countUnsold(
  { em }: Tx,
  { mode, variant: { id }, stockMode }: OrderItem,
): Promise<{ free: number; all: number } | null> {
  if (stockMode === 'serial') {
    const free = await em.count(StockUnit, { variant: id, mode, state: 'available' })
    return { free, all: free + (await em.count(StockUnit, { variant: id, mode, state: 'held' })) }
  }
  if (!keptByNumber.has(stockMode)) return null
  const stock = await em.findOneOrFail(Stock, { variant: id, mode }, { refresh: true })
  return stock.available === null ? null : { free: stock.available, all: stock.available + stock.reserved }
}
