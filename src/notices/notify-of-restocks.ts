import type { Loaded } from '@mikro-orm/core'
import { Stock } from '../catalog/product.ts'
import { forkScoped, type Mode, modes } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import type { Event } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { Favourite } from '../orders/customers/favourite.ts'
import { RestockWish } from '../orders/customers/restock-wish.ts'
import { Bot } from './bot.ts'
import { type CustomerNotice, planCustomerNotices } from './plan-notices.ts'

type Wish = Loaded<RestockWish, 'variant.product'>

const variantsMax = 500
const wishesMax = 500

/**
 * Notifies customers who requested it that a variant is back in stock, in the mode of their shop. The request is
 * deleted with the notice, so each is sent once. Returns the number of customers.
 */
export async function notifyOfRestocks(app: Needs<'transaction' | 'now'>): Promise<number> {
  const now = app.now()
  return app.transaction('installation', async tx => {
    const { em } = tx
    const back = await findBack(tx)
    if (back.length === 0) return 0
    const wishes = await em.find(
      RestockWish,
      {
        variant: { isActive: true, product: { isActive: true } },
        $or: modes.map(mode => ({
          mode,
          variant: back.filter(of => of.mode === mode).map(({ variant }) => variant.id),
        })),
      },
      { populate: ['variant.product'], orderBy: { askedAt: 'asc' }, limit: wishesMax },
    )
    const taken: Wish[] = []
    for (const wish of wishes) if (await takeWish(tx, wish)) taken.push(wish)
    await planCustomerNotices(tx, now, taken.map(makeRestockNotice))
    return taken.length
  })
}

// Two processes may run at once: the one that deletes the request plans the notice.
async function takeWish({ em }: Tx, { customer, variant }: Wish): Promise<boolean> {
  return (await em.nativeDelete(RestockWish, { customer: customer.id, variant: variant.id })) === 1
}

// Returns stock of either mode that is available again.
async function findBack({ em }: Tx): Promise<Stock[]> {
  const wished = await em
    .qb(RestockWish)
    .select('variant')
    .distinct()
    .limit(variantsMax)
    .execute<{ variant: number }[]>()
  const ids = wished.map(({ variant }) => Number(variant))
  return ids.length === 0 ? [] : em.find(Stock, { variant: ids, orderable: { $gt: 0 } })
}

function makeRestockNotice({ account, customer, variant, askedAt }: Wish): CustomerNotice {
  const { name, product } = variant
  return {
    kind: 'customer.restocked',
    accountId: account.id,
    customerId: customer.id,
    key: `${variant.id} ${askedAt.toISOString()}`,
    data: { productId: product.publicId, name: name === '' ? product.name : `${product.name} (${name})` },
  }
}

/**
 * The reaction to `stock.changed`. When a product sells out, the customers who have it among their favourites get a
 * restock alert, as if they had pressed the button. An alert that they requested themselves stays unchanged.
 */
export async function createFavouriteWishes(tx: Tx, events: Event<'stock.changed'>[]): Promise<void> {
  for (const [accountId, ofAccount] of Map.groupBy(events, event => event.accountId)) {
    for (const [mode, ofMode] of Map.groupBy(ofAccount, ({ payload }) => payload.mode)) {
      await wishOfMode(tx, ofMode, { accountId, mode })
    }
  }
}

async function wishOfMode(
  tx: Tx,
  events: Event<'stock.changed'>[],
  { accountId, mode }: { accountId: number; mode: Mode },
): Promise<void> {
  // A change of goods affects both modes, and a variant may be sold out in one of them.
  const em = forkScoped(tx, { accountId, mode })
  // In a separate fork, because the entities of the change may contain the previous stock.
  const ended = await em.find(
    Stock,
    { variant: events.map(({ payload }) => payload.variantId), orderable: { $lte: 0 } },
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
      askedAt: events[0]!.createdAt,
    })),
  )
  if (wishes.length > 0) await em.upsertMany(RestockWish, wishes, { onConflictAction: 'ignore' })
}
