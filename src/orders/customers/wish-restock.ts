import { Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { RestockWish } from './restock-wish.ts'

/**
 * Notes that the customer wants to be told when there is some of a variant again, once however often they ask. Refuses
 * `not_found`.
 */
export async function wishRestock(
  app: Needs<'em' | 'now'>,
  { accountId, mode, customerId }: Required<AccountScope> & { customerId: number },
  variantId: string,
): Promise<void> {
  const em = app.em({ accountId, mode })
  const variant = await em.findOne(Variant, { publicId: variantId, isActive: true, product: { isActive: true } })
  if (!variant) throw notFound('product')
  await em.upsert(
    RestockWish,
    { customer: customerId, variant: variant.id, account: accountId, mode, askedAt: app.now() },
    { onConflictExcludeFields: ['askedAt'] },
  )
}
