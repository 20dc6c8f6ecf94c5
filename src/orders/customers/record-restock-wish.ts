import { Variant } from '../../catalog/product.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { RestockWish } from './restock-wish.ts'

/**
 * Records that the customer wants a message when a variant is back in stock; repeated requests count once. Refuses
 * `not_found`.
 */
export async function recordRestockWish(
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
