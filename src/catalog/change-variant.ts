import { audit, type MemberActing } from '../accounts/audit.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { barcodePattern, Variant } from './product.ts'
import { checkPrice } from './set-price.ts'

export interface VariantChange {
  variantId: string
  name: string
  /** Whole rupiah. */
  price: number
  isActive: boolean
  /** In grams; null where it does not count. Unset: as it was. */
  weightG?: number | null | undefined
  /** Null for none. Unset: as it was. */
  barcode?: string | null | undefined
}

const weightMax = 1_000_000

const nameMax = 100

/**
 * Changes what a variant is called, what it costs from now on, and whether customers see it; orders that were placed
 * keep theirs. Refuses `not_found`, and `invalid_request` naming `name`, `price`, `weight` or `barcode`.
 */
export async function changeVariant(
  app: Needs<'transaction' | 'now'>,
  acting: MemberActing,
  { variantId, name, price, isActive, weightG, barcode }: VariantChange,
): Promise<void> {
  checkPrice(price)
  if (typeof weightG === 'number' && !(Number.isInteger(weightG) && weightG >= 1 && weightG <= weightMax)) {
    const range = { code: 'out_of_range', min: 1, max: weightMax } as const
    throw refuseField('weight', `is a whole number of grams from 1 to ${weightMax}`, range)
  }
  if (typeof barcode === 'string' && !barcodePattern.test(barcode))
    throw refuseField('barcode', 'has 3 to 48 letters, digits, dashes and dots', 'malformed')
  if (name.length > nameMax)
    throw refuseField('name', `has ${nameMax} characters at most`, { code: 'too_long', max: nameMax })
  await app.transaction({ accountId: acting.accountId }, async tx => {
    const variant = await tx.em.findOne(Variant, { publicId: variantId })
    if (!variant) throw new Refusal('not_found', 'There is no such variant')
    if (name === '' && (await tx.em.count(Variant, { product: variant.product.id })) > 1) {
      throw refuseField('name', 'tells it from the other variants', 'missing')
    }
    const told = { ...(weightG === undefined ? {} : { weightG }), ...(barcode === undefined ? {} : { barcode }) }
    await tx.em.nativeUpdate(Variant, { id: variant.id }, { name, price, isActive, ...told })
    const detail = { name, price, is_active: isActive }
    await audit(app, tx, { ...acting, act: 'variant.changed', subject: `variant ${variantId}`, detail })
  })
}
