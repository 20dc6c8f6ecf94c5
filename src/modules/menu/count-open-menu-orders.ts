import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'

/** Counts the orders of guests whose payment is open: without the menu page they could no longer look at them. */
export async function countOpenMenuOrders(app: Needs<'em'>): Promise<Record<string, number>> {
  const open = { door: 'menu' as const, status: 'waiting_payment' as const }
  return { 'menu orders that wait for money': await app.em('installation').count(Order, open) }
}
