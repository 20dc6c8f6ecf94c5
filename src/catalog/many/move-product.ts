import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Product } from '../product.ts'

/**
 * Moves a product by one place within its category, in the order that customers see. Does nothing at the end. Refuses
 * `not_found`.
 */
export async function moveProduct(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  productId: string,
  direction: 'up' | 'down',
): Promise<void> {
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const product = await tx.em.findOne(Product, { publicId: productId })
    if (!product) throw notFound('product')
    // Locked in the order of their ids, so that two concurrent moves do not deadlock.
    const locked = await tx.em.find(
      Product,
      { category: product.category },
      { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true, orderBy: { id: 'asc' } },
    )
    const shown = locked.toSorted((one, other) => one.position - other.position || one.id - other.id)
    const from = shown.indexOf(product)
    const to = direction === 'up' ? from - 1 : from + 1
    const other = shown[to]
    if (!other) return
    shown[to] = product
    shown[from] = other
    // Several products may share a place: now each gets its own.
    for (const [position, one] of shown.entries()) one.position = position
    const detail = { direction }
    await recordAct(app, tx, { ...actor, act: 'product.moved', subject: `product ${productId}`, detail })
  })
}
