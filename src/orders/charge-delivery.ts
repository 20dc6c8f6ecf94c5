import { ShopRules } from '../catalog/shop-rules.ts'
import type { Tx } from '../database/transaction.ts'
import type { Event, Reaction } from '../events/announce.ts'
import { Order, OrderItem } from './order.ts'

/** The reaction to `order.placed`: adds the shop's fee for shipping. */
export const chargeDelivery: Reaction<'order.placed'> = async (tx, events) => {
  for (const event of events) await charge(tx, event)
}

async function charge({ em }: Tx, { accountId, payload }: Event<'order.placed'>): Promise<void> {
  const rules = await em.findOne(ShopRules, { account: accountId })
  if (!rules) return
  const order = await em.findOneOrFail(Order, { orderNumber: payload.orderNumber })
  if ((await em.count(OrderItem, { order: order.id, kind: 'physical' })) === 0) return
  const deliveryFee = feeFor(rules, order.total)
  const change = { receiving: 'delivery' as const, deliveryFee, total: order.total + deliveryFee }
  await em.nativeUpdate(Order, { id: order.id }, change)
  Object.assign(order, change)
}

/** The shop's fee for shipping goods of this total. */
export function feeFor({ deliveryFee, freeDeliveryFrom }: ShopRules, goods: number): number {
  return freeDeliveryFrom !== null && goods >= freeDeliveryFrom ? 0 : deliveryFee
}
