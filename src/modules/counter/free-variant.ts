import { LockMode } from '@mikro-orm/core'
import { makeFreeKey } from '../../catalog/add-variant.ts'
import { Product, Variant } from '../../catalog/product.ts'
import type { Tx } from '../../database/transaction.ts'
import { randomToken } from '../../lib/ids.ts'
import { CounterRules } from './counter-rules.ts'

const name = 'Penjualan bebas'

/**
 * Returns the public id of the variant for a sale of an amount alone, created at its first use. An order has lines, and
 * statistics, books and receipts read them. It is hidden, so it is sold in no other way.
 */
export async function freeVariant({ em }: Tx, accountId: number, now: Date): Promise<string> {
  const found = await em.findOne(CounterRules, { account: accountId }, { populate: ['freeVariant'] })
  if (found?.freeVariant) return found.freeVariant.publicId
  await em.qb(CounterRules).insert({ account: accountId, discountMaxPercent: 0 }).onConflict().ignore().execute()
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, populate: ['freeVariant'] } as const
  const rules = await em.findOneOrFail(CounterRules, { account: accountId }, locked)
  if (rules.freeVariant) return rules.freeVariant.publicId
  const product = em.create(Product, {
    account: accountId,
    publicId: randomToken(),
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
  const variant = em.create(Variant, {
    account: accountId,
    publicId: randomToken(),
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
  await em.flush()
  await em.nativeUpdate(CounterRules, { account: accountId }, { freeVariant: variant.id })
  return variant.publicId
}
