import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Variant } from './product.ts'

const thresholdMax = 1_000_000

/**
 * From how many on the seller is told that a variant runs low; 0 for never. Refuses `not_found`, and `invalid_request`
 * for a threshold, or a variant without end.
 */
export async function setLowStock(
  app: Needs<'em'>,
  accountId: number,
  variantId: string,
  threshold: number,
): Promise<void> {
  if (!Number.isInteger(threshold) || threshold < 0 || threshold > thresholdMax) {
    throw refuseField('threshold', `is a whole number from 0 to ${thresholdMax}`)
  }
  const em = app.em({ accountId })
  const variant = await em.findOne(Variant, { publicId: variantId })
  if (!variant) throw new Refusal('not_found', 'There is no such variant')
  if (variant.stockMode !== 'counter' && variant.stockMode !== 'serial') throw refuseField('variant', 'is without end')
  // Told anew for a new threshold.
  const changes = { lowStockAt: threshold === 0 ? null : threshold, lowStockToldAt: null }
  await em.nativeUpdate(Variant, { id: variant.id }, changes)
}
