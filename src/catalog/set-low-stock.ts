import { audit, type MemberActing } from '../accounts/audit.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { checkNumber } from './check-number.ts'
import { keptByNumber, Variant } from './product.ts'

const thresholdMax = 1_000_000

/**
 * Sets from how many on the seller is told that a variant runs low; 0 for never. Refuses `not_found`, and `invalid_request` for a threshold, or a
 * variant without end.
 */
export async function setLowStock(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActing,
  variantId: string,
  threshold: number,
): Promise<void> {
  checkNumber('threshold', threshold, { from: 0, to: thresholdMax })
  await app.transaction({ accountId: acting.accountId }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId })
    if (!variant) throw new Refusal('not_found', 'There is no such variant')
    if (variant.stockMode !== 'serial' && !keptByNumber.has(variant.stockMode)) {
      throw refuseField('variant', 'is without end')
    }
    // A new threshold is announced anew.
    const changes = { lowStockAt: threshold === 0 ? null : threshold, lowStockToldAt: null }
    await tx.em.nativeUpdate(Variant, { id: variant.id }, changes)
    const subject = `variant ${variantId}`
    await audit(app, tx, { ...acting, act: 'stock.threshold', subject, detail: { threshold } })
  })
}
