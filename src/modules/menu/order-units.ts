import { makeChoiceKey } from '../../catalog/options/read-making.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Needs } from '../../needs.ts'
import type { UnitsRequest } from '../../orders/cart/replace-cart.ts'
import { groupShares } from '../../orders/making-lines.ts'
import { OrderItem } from '../../orders/order.ts'

/** Returns the goods of an order as a cart contains them, with units of different choices separate. */
export async function readOrderUnits(
  app: Needs<'em'>,
  scope: Required<AccountScope>,
  orderId: number,
): Promise<UnitsRequest[]> {
  const populate = ['variant', 'makings'] as const
  const items = await app.em(scope).find(OrderItem, { order: orderId }, { populate, orderBy: { position: 'asc' } })
  return items.flatMap(item =>
    groupShares(item).map(({ making, quantity }) => ({
      variantId: item.variant.publicId,
      quantity,
      choices: making?.choices.map(({ group, option }) => makeChoiceKey(group, option)) ?? [],
    })),
  )
}
