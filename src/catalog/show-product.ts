import { type MemberActing, recordAct } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { notFound } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Product } from './product.ts'

/** Shows a product to customers, or hides it from them. Refuses `not_found`. */
export async function showProduct(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActing,
  productId: string,
  isActive: boolean,
): Promise<void> {
  await app.transaction({ accountId: acting.accountId }, tx => writeShown(app, tx, acting, { productId, isActive }))
}

/** Shows or hides a product in the caller's transaction. */
export async function writeShown(
  app: Needs<'now'>,
  tx: Tx,
  acting: MemberActing,
  { productId, isActive }: { productId: string; isActive: boolean },
): Promise<void> {
  const changed = await tx.em.nativeUpdate(Product, { publicId: productId }, { isActive })
  if (changed === 0) throw notFound('product')
  const act = isActive ? 'product.shown' : 'product.hidden'
  await recordAct(app, tx, { ...acting, act, subject: `product ${productId}` })
}
