import { type MemberActor, recordAct } from '../accounts/audit.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkNumber } from './check-number.ts'
import { limitedStockModes, Stock, Variant } from './product.ts'

const thresholdMax = 1_000_000

/**
 * Sets the stock at which the seller is warned that a variant is running low, in both modes; 0 for never. Refuses
 * `not_found`, and `invalid_request` for an invalid threshold or an unlimited variant.
 */
export async function setLowStock(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  variantId: string,
  threshold: number,
): Promise<void> {
  checkNumber('threshold', threshold, { from: 0, to: thresholdMax })
  await app.transaction({ accountId: actor.accountId, mode: 'both' }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId })
    if (!variant) throw notFound('variant')
    if (!limitedStockModes.has(variant.stockMode)) throw refuseField('variant', 'is without end', 'not_allowed')
    // A new threshold triggers a new warning.
    await tx.em.nativeUpdate(Variant, { id: variant.id }, { lowStockAt: threshold === 0 ? null : threshold })
    await tx.em.nativeUpdate(Stock, { variant: variant.id }, { lowToldAt: null })
    const subject = `variant ${variantId}`
    await recordAct(app, tx, { ...actor, act: 'stock.threshold', subject, detail: { threshold } })
  })
}
