import { LockMode } from '@mikro-orm/core'
import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Product } from '../product.ts'

/**
 * Sorts products in the listed order, for all categories at once. A product that is not listed, such as one that was
 * just added, keeps its place. Refuses `not_found` if a product does not exist.
 */
export async function orderProducts(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  productIds: readonly string[],
): Promise<void> {
  const wanted = [...new Set(productIds)]
  await app.transaction({ accountId: actor.accountId }, async tx => {
    // Locked in the order of their ids, as in moves of a single product, to avoid deadlocks.
    const locked = await tx.em.find(
      Product,
      { publicId: { $in: wanted } },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    )
    const places = new Map(wanted.map((id, at) => [id, at]))
    if (locked.length < places.size) throw notFound('product')
    for (const product of locked) product.position = places.get(product.publicId)!
    const detail = { count: locked.length }
    await recordAct(app, tx, { ...actor, act: 'product.moved', subject: `account ${actor.accountId}`, detail })
  })
}
