import { type MemberActor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { findFieldMistakes } from '../../lib/fields/field.ts'
import { notFound, type Refusal, refuseField, refuseFields } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import { Variant } from '../product.ts'
import { checkPrice } from '../set-price.ts'
import { type VariantValues, variantFields } from '../variant-fields.ts'

/** Changes of the described fields; unset ones stay unchanged. */
type DescribedChange = { [Property in keyof VariantValues]?: VariantValues[Property] | undefined }

export interface VariantChange extends DescribedChange {
  variantId: string
  name: string
  /** The price in whole rupiah. */
  price: number
  isActive: boolean
}

const nameMax = 100

/** Refuses `invalid_request` with all problems of a change; only the single variant of a product has no name. */
export function checkVariantChange({ name, price, ...values }: VariantChange, isOnly: boolean): void {
  refuseTogether(
    () => {
      if (!isOnly && name === '') throw refuseNameless()
      if (name.length > nameMax)
        throw refuseField('name', `has ${nameMax} characters at most`, { code: 'too_long', max: nameMax })
    },
    () => checkPrice(price),
    () => {
      const wrong = variantFields.flatMap(field => findFieldMistakes(field, values[field.property]))
      if (wrong.length > 0) throw refuseFields(wrong)
    },
  )
}

function refuseNameless(): Refusal {
  return refuseField('name', 'tells it from the other variants', 'missing')
}

/**
 * Writes the name, price and visibility of a variant, after `checkVariantChange`; existing orders are unaffected.
 * Refuses `not_found`, and `invalid_request` for a missing name.
 */
export async function writeVariant(
  app: Needs<'now'>,
  tx: Tx,
  actor: MemberActor,
  { variantId, name, price, isActive, ...values }: VariantChange,
): Promise<void> {
  const variant = await tx.em.findOne(Variant, { publicId: variantId })
  if (!variant) throw notFound('variant')
  if (name === '' && (await tx.em.count(Variant, { product: variant.product.id })) > 1) throw refuseNameless()
  const described = variantFields.filter(({ property }) => values[property] !== undefined)
  const told = Object.fromEntries(described.map(({ property }) => [property, values[property]]))
  await tx.em.nativeUpdate(Variant, { id: variant.id }, { name, price, isActive, ...told })
  const detail = { name, price, is_active: isActive }
  await recordAct(app, tx, { ...actor, act: 'variant.changed', subject: `variant ${variantId}`, detail })
}
