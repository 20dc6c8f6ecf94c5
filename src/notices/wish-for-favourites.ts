import { Stock } from '../catalog/product.ts'
import { type Mode, modes } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import { Favourite } from '../orders/customers/favourite.ts'
import { RestockWish } from '../orders/customers/restock-wish.ts'
import { Bot } from './bot.ts'

/**
 * The reaction to `stock.changed`: once a product is sold out, whoever has it among their favourites wishes to be told
 * when it is back, as if they had pressed the button. An alert that they asked for themselves stays as it is.
 */
export async function wishForFavourites(tx: Tx, events: Event<'stock.changed'>[]): Promise<void> {
  for (const mode of modes) {
    const ofMode = events.filter(({ payload }) => payload.mode === mode)
    if (ofMode.length > 0) await wishOfMode(tx, ofMode, mode)
  }
}

async function wishOfMode({ em }: Tx, events: Event<'stock.changed'>[], mode: Mode): Promise<void> {
  const [{ accountId, createdAt }] = events as [Event<'stock.changed'>, ...unknown[]]
  // Apart from the entities of the change, which may hold their stock as it was.
  const ended = await em.find(
    Stock,
    { variant: events.map(({ payload }) => payload.variantId), mode, orderable: { $lte: 0 } },
    { populate: ['variant.product.variants.stocks.orderable'], disableIdentityMap: true },
  )
  const products = new Map(
    ended.map(({ variant: { product } }) => [product.id, product] as const).filter(([, one]) => one.isSoldOut()),
  )
  if (products.size === 0) return
  const bots = await em.find(Bot, { account: accountId, mode }, { fields: ['id'] })
  const favourites = await em.find(Favourite, {
    product: [...products.keys()],
    customer: { botId: bots.map(({ id }) => id), blockedAt: null },
  })
  const wishes = favourites.flatMap(({ customer, product }) =>
    [...products.get(product.id)!.variants].map(variant => ({
      customer: customer.id,
      variant: variant.id,
      account: accountId,
      mode,
      askedAt: createdAt,
    })),
  )
  if (wishes.length > 0) await em.upsertMany(RestockWish, wishes, { onConflictAction: 'ignore' })
}
