import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'

/** Counts guests' orders with an open payment, which they could not view if the menu page is disabled. */
export async function countOpenMenuOrders(app: Needs<'em'>): Promise<Record<string, number>> {
  const open = { door: 'menu' as const, status: 'waiting_payment' as const }
  return { 'menu orders that wait for money': await app.em('installation').count(Order, open) }
}
