import type { Order } from '../order.ts'

/** Returns whether the customer of an order gets it at the shop, by pickup or at a table. */
export function isHandedOverHere({ receiving }: Pick<Order, 'receiving'>): boolean {
  return receiving === 'pickup' || receiving === 'dine_in'
}
