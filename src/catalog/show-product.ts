import { type MemberActor, recordAct } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** Shows a product to customers, or hides it from them. Refuses `not_found`. */
export async function showProduct(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  productId: string,
  isActive: boolean,
): Promise<void> {
  await app.transaction({ accountId: actor.accountId }, tx => writeShown(app, tx, actor, { productId, isActive }))
}

/** Shows or hides a product in the caller's transaction. */
export async function writeShown(
  app: Needs<'now'>,
  tx: Tx,
  actor: MemberActor,
  { productId, isActive }: { productId: string; isActive: boolean },
): Promise<void> {
  const changed = await tx.em.nativeUpdate(Product, { publicId: productId }, { isActive })
  if (changed === 0) throw notFound('product')
  const act = isActive ? 'product.shown' : 'product.hidden'
  await recordAct(app, tx, { ...actor, act, subject: `product ${productId}` })
}
