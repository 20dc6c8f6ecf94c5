import type { Loaded } from '@mikro-orm/core'
import { makeChoiceKey } from '../../src/catalog/options/read-making.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { type CartChange, fillCart } from '../../src/orders/cart/fill-cart.ts'
import { groupShares } from '../../src/orders/making-lines.ts'
import { OrderItem } from '../../src/orders/order.ts'
import type { ShopContext } from '../context.ts'
import { showCart } from './cart.ts'
import { findOwnOrderOrReply } from './find-own-order.ts'
import type { ShopScreen } from './screen.ts'

/** The screen that adds the goods of an earlier order to the cart, at current prices. */
export const orderAgainScreen: ShopScreen = {
  presses: { again: orderAgain },
}

async function orderAgain(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  const { app, store, customer } = ctx
  const em = app.em(store)
  const items = await em.find(
    OrderItem,
    { order: order.id },
    { populate: ['variant', 'makings'], orderBy: { position: 'asc' } },
  )
  for (const { variantId, quantity, choices } of items.flatMap(madeAgain)) {
    try {
      await fillCart(app, store, customer.id, { variantId, quantity, choices })
    } catch (error) {
      // An item has been withdrawn from sale, or the cart is full: the cart shows what it contains.
      if (!(error instanceof Refusal)) throw error
    }
  }
  await showCart(ctx)
}

// The options are not checked here: the cart asks for missing ones.
function madeAgain(item: Loaded<OrderItem, 'variant' | 'makings'>): CartChange[] {
  const { publicId: variantId } = item.variant
  return groupShares(item).map(({ making, quantity }) => ({
    variantId,
    quantity,
    choices: making?.choices.map(({ group, option }) => makeChoiceKey(group, option)),
  }))
}
