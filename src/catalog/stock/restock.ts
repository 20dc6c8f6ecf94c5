import { LockMode, raw } from '@mikro-orm/core'
import { type ModeActor, recordAct } from '../../accounts/audit.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Stock, Variant } from '../product.ts'
import { announceStock } from './announce-stock.ts'
import { StockChange } from './stock-change.ts'

const deltaMax = 1_000_000

/**
 * Adds to a counted variant in one mode, or removes from its available stock, and returns the available quantity.
 * Repeating the same `once` changes it only once. Refuses `not_found`, and `invalid_request` for a variant that is not
 * counted or a removal beyond the stock.
 */
export async function restockVariant(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions'>,
  actor: ModeActor,
  { variantId, delta, once = null }: { variantId: string; delta: number; once?: string | null },
): Promise<number> {
  if (!Number.isInteger(delta) || delta === 0 || Math.abs(delta) > deltaMax) {
    throw refuseField('delta', `is a whole number, not 0, of ${deltaMax} at most`, {
      code: 'out_of_range',
      min: -deltaMax,
      max: deltaMax,
    })
  }
  const { accountId, mode } = actor
  return app.transaction({ accountId, mode }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId })
    if (!variant) throw notFound('variant')
    if (variant.stockMode !== 'counter') throw refuseField('variant', 'is not counted', 'not_allowed')
    // Locked, so that of two calls with the same `once` the second finds the result of the first.
    const which = { variant: variant.id, mode }
    const stock = await tx.em.findOne(Stock, which, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (once !== null && (await tx.em.count(StockChange, { once })) > 0) return stock!.available!
    const change = { accountId, mode, variantId: variant.id, delta, once }
    const now = app.now()
    const available = await changeStock(tx, change, now)
    if (available === null) throw refuseField('delta', 'takes away more than is available', 'conflicting')
    await announceStock(app, tx, { accountId, mode, variantIds: [variant.id], cause: 'restock', now })
    await recordAct(app, tx, {
      ...actor,
      act: 'stock.changed',
      subject: `variant ${variantId}`,
      detail: { delta, mode },
    })
    return available
  })
}

interface Change extends Required<AccountScope> {
  variantId: number
  delta: number
  once: string | null
}

/** Changes the available stock and records the change; returns null if there is too little to remove. */
async function changeStock(tx: Tx, change: Change, now: Date): Promise<number | null> {
  const { accountId, mode, variantId, delta, once } = change
  const [changed] = await tx.em
    .qb(Stock)
    .update({ available: raw('available + ?', [delta]) })
    .where({ variant: variantId, mode, account: accountId, available: { $gte: -delta } })
    .returning('available')
    .execute('all')
  if (!changed) return null
  const of = { variant: variantId, mode, account: accountId }
  tx.em.create(StockChange, { ...of, delta, reason: 'restock', once, createdAt: now })
  return Number(changed.available)
}
