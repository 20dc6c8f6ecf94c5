import type { Mode } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import { Order } from '../../orders/order.ts'

const shownMax = 3
const shownMs = 7 * 86_400_000

/** Returns the newest orders of a customer, for following or repeating them. */
export async function listAppOrders(
  app: Needs<'em' | 'now'>,
  scope: { accountId: number; mode: Mode },
  customerId: number,
): Promise<Order[]> {
  const since = new Date(app.now().getTime() - shownMs)
  const where = { customer: customerId, status: { $ne: 'cancelled' as const }, createdAt: { $gt: since } }
  return app.em(scope).find(Order, where, { orderBy: { createdAt: 'desc', id: 'desc' }, limit: shownMax })
}
