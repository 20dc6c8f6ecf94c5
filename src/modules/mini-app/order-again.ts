import { choiceKey } from '../../catalog/options/make-of.ts'
import type { Mode } from '../../database/scope.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { fillCart } from '../../orders/cart/fill-cart.ts'
import { sharesOf } from '../../orders/making-lines.ts'
import { OrderItem } from '../../orders/order.ts'

/** Puts the goods of an order into its customer's cart once more, as far as the shop still sells them. */
export async function orderAgain(
  app: Needs<'em' | 'transaction' | 'now'>,
  scope: { accountId: number; mode: Mode },
  { orderId, customerId }: { orderId: number; customerId: number },
): Promise<void> {
  const populate = ['variant', 'makings'] as const
  const items = await app.em(scope).find(OrderItem, { order: orderId }, { populate, orderBy: { position: 'asc' } })
  for (const item of items) {
    for (const { making, quantity } of sharesOf(item)) {
      const choices = making?.choices.map(({ group, option }) => choiceKey(group, option))
      try {
        await fillCart(app, scope, customerId, { variantId: item.variant.publicId, quantity, choices })
      } catch (error) {
        // The cart shows what it has.
        if (!(error instanceof Refusal)) throw error
      }
    }
  }
}
