import type { Loaded } from '@mikro-orm/core'
import { Stock } from '../catalog/stock.ts'
import { StockUnit } from '../catalog/stock-unit.ts'
import type { Tx } from '../database/transaction.ts'
import type { Needs } from '../needs.ts'
import { RestockWish } from '../orders/restock-wish.ts'
import { type CustomerNotice, planCustomerNotices } from './plan-notices.ts'

type Wish = Loaded<RestockWish, 'variant.product'>

const variantsMax = 500
const wishesMax = 500

/**
 * Tells the customers who wished for it that there is some of a variant again; the wish goes with the telling, so each is
 * told once. Returns how many.
 */
export async function tellRestocks(app: Needs<'transaction' | 'now' | 'wake'>): Promise<number> {
  const now = app.now()
  const told = await app.transaction('installation', async tx => {
    const { em } = tx
    const back = await findBack(tx)
    if (back.length === 0) return 0
    const wishes = await em.find(
      RestockWish,
      { variant: { id: back, isActive: true, product: { isActive: true } } },
      { populate: ['variant.product'], orderBy: { askedAt: 'asc' }, limit: wishesMax },
    )
    const taken: Wish[] = []
    for (const wish of wishes) if (await take(tx, wish)) taken.push(wish)
    await planCustomerNotices(tx, now, taken.map(noticeOf))
    return taken.length
  })
  if (told > 0) app.wake.notify('notices')
  return told
}

// Two processes may look at once: the one that deletes the wish plans the notice.
async function take({ em }: Tx, { customer, variant }: Wish): Promise<boolean> {
  return (await em.nativeDelete(RestockWish, { customer: customer.id, variant: variant.id })) === 1
}

async function findBack({ em }: Tx): Promise<number[]> {
  const wished = await em
    .qb(RestockWish)
    .select('variant')
    .distinct()
    .limit(variantsMax)
    .execute<{ variant: number }[]>()
  const ids = wished.map(({ variant }) => Number(variant))
  if (ids.length === 0) return []
  const counted = await em.find(Stock, { variant: ids, available: { $gt: 0 } })
  const units = await em
    .qb(StockUnit)
    .select('variant')
    .distinct()
    .where({ variant: ids, state: 'available' })
    .execute<{ variant: number }[]>()
  return [...counted.map(({ variant }) => variant.id), ...units.map(({ variant }) => Number(variant))]
}

function noticeOf({ account, customer, variant, askedAt }: Wish): CustomerNotice {
  const { name, product } = variant
  return {
    kind: 'customer.restocked',
    accountId: account.id,
    customerId: customer.id,
    key: `${variant.id} ${askedAt.toISOString()}`,
    data: { productId: product.publicId, name: name === '' ? product.name : `${product.name} (${name})` },
  }
}
