import { LockMode } from '@mikro-orm/core'
import { makeFreeKey } from '../../catalog/add-variant.ts'
import { Product, Variant } from '../../catalog/product.ts'
import type { Tx } from '../../database/transaction.ts'
import { generateToken } from '../../lib/ids.ts'
import { CounterRules } from './counter-rules.ts'

const name = 'Penjualan bebas'

/**
 * Returns the public id of the variant for sales of a typed amount, created on first use. An order needs lines, which
 * statistics, books and receipts read. It is hidden, so it cannot be sold in any other way.
 */
export async function findOrCreateFreeVariant({ em }: Tx, accountId: number, now: Date): Promise<string> {
  // Both reads bypass the identity map, because a sale reads the rules before and after it is created.
  const read = { populate: ['freeVariant'], disableIdentityMap: true } as const
  const found = await em.findOne(CounterRules, { account: accountId }, read)
  if (found?.freeVariant) return found.freeVariant.publicId
  await em.qb(CounterRules).insert({ account: accountId, discountMaxPercent: 0 }).onConflict().ignore().execute()
  const locked = { ...read, lockMode: LockMode.PESSIMISTIC_WRITE } as const
  const rules = await em.findOneOrFail(CounterRules, { account: accountId }, locked)
  if (rules.freeVariant) return rules.freeVariant.publicId
  const product = await em.insert(Product, {
    account: accountId,
    publicId: generateToken(),
    key: makeFreeKey(name),
    category: null,
    kind: 'physical',
    name,
    description: '',
    image: null,
    asks: [],
    position: await em.count(Product, {}),
    isActive: false,
    createdAt: now,
  })
  const publicId = generateToken()
  const variant = await em.insert(Variant, {
    account: accountId,
    publicId,
    product,
    key: makeFreeKey(name),
    name: '',
    price: 1,
    stockMode: 'unlimited',
    file: null,
    content: null,
    stockUrl: null,
    lowStockAt: null,
    position: 0,
    createdAt: now,
  })
  await em.nativeUpdate(CounterRules, { account: accountId }, { freeVariant: variant })
  return publicId
}
