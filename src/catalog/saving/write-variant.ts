import { audit, type MemberActing } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, type Refusal, refuseField } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import { checkNumber } from '../check-number.ts'
import { barcodePattern, Variant } from '../product.ts'
import { checkPrice } from '../set-price.ts'

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

/** Refuses `invalid_request` for all that is wrong with a change; only the one variant of a product has no name. */
export function checkVariantChange({ name, price, weightG, barcode }: VariantChange, isOnly: boolean): void {
  refuseTogether(
    () => {
      if (!isOnly && name === '') throw nameless()
      if (name.length > nameMax)
        throw refuseField('name', `has ${nameMax} characters at most`, { code: 'too_long', max: nameMax })
    },
    () => checkPrice(price),
    () => typeof weightG === 'number' && checkNumber('weight', weightG, { from: 1, to: weightMax }),
    () => {
      if (typeof barcode === 'string' && !barcodePattern.test(barcode))
        throw refuseField('barcode', 'has 3 to 48 letters, digits, dashes and dots', 'malformed')
    },
  )
}

function nameless(): Refusal {
  return refuseField('name', 'tells it from the other variants', 'missing')
}

/**
 * Writes what a variant is called, what it costs from now on, and whether customers see it, after `checkVariantChange`;
 * orders that were placed keep theirs. Refuses `not_found`, and `invalid_request` for a name that is missing.
 */
export async function writeVariant(
  app: Needs<'now'>,
  tx: Tx,
  acting: MemberActing,
  { variantId, name, price, isActive, weightG, barcode }: VariantChange,
): Promise<void> {
  const variant = await tx.em.findOne(Variant, { publicId: variantId })
  if (!variant) throw notFound('variant')
  if (name === '' && (await tx.em.count(Variant, { product: variant.product.id })) > 1) throw nameless()
  const told = { ...(weightG === undefined ? {} : { weightG }), ...(barcode === undefined ? {} : { barcode }) }
  await tx.em.nativeUpdate(Variant, { id: variant.id }, { name, price, isActive, ...told })
  const detail = { name, price, is_active: isActive }
  await audit(app, tx, { ...acting, act: 'variant.changed', subject: `variant ${variantId}`, detail })
}
