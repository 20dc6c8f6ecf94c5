import type { Mode } from '../../database/scope.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { fillCart } from '../../orders/cart/fill-cart.ts'
import { readOrderUnits } from '../menu/order-units.ts'

/** Adds the goods of an order to its customer's cart again, as far as the shop still sells them. */
export async function orderAgain(
  app: Needs<'em' | 'transaction' | 'now'>,
  scope: { accountId: number; mode: Mode },
  { orderId, customerId }: { orderId: number; customerId: number },
): Promise<void> {
  for (const units of await readOrderUnits(app, scope, orderId)) {
    try {
      await fillCart(app, scope, customerId, units)
    } catch (error) {
      // The cart shows what it contains.
      if (!(error instanceof Refusal)) throw error
    }
  }
}
