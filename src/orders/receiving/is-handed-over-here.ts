import type { Order } from '../order.ts'

/** Whether the customer of an order gets it at the shop: picks it up, or sits at a table. */
export function isHandedOverHere({ receiving }: Pick<Order, 'receiving'>): boolean {
  return receiving === 'pickup' || receiving === 'dine_in'
}
