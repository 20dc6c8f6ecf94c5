import type { MemberActor } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, Refusal } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import { type Product, Variant } from '../product.ts'
import { writeShown } from '../show-product.ts'
import { type VariantField, variantFields } from '../variant-fields.ts'
import { checkChange, type ProductChange, writeProduct } from './write-product.ts'
import { checkVariantChange, type VariantChange, writeVariant } from './write-variant.ts'

export interface ProductSave extends ProductChange {
  /** Whether customers see it. */
  isActive: boolean
  /** The variants that the form contained. Variants that were added in the meantime stay unchanged. */
  variants: readonly VariantChange[]
}

/**
 * Saves a product with its variants, all or nothing; unchanged rows are not written. Refuses `not_found`, and
 * `invalid_request` naming every wrong field, those of a variant as `variants.<its id>.price`.
 */
export async function saveProduct(
  app: Needs<'transaction' | 'now'>,
  actor: MemberActor,
  productId: string,
  { isActive, variants, ...change }: ProductSave,
): Promise<void> {
  const isOnly = variants.length === 1
  refuseTogether(
    () => checkChange(change),
    ...variants.map(one => () => nameVariant(one.variantId, () => checkVariantChange(one, isOnly))),
  )
  await app.transaction({ accountId: actor.accountId }, async tx => {
    const product = await writeProduct(app, tx, actor, { productId, change })
    for (const one of await filterChanged(tx, product, variants)) {
      await writeVariant(app, tx, actor, one)
    }
    if (product.isActive !== isActive) await writeShown(app, tx, actor, { productId, isActive })
  })
}

/** Adds the variant to the field names of a refusal. */
function nameVariant(variantId: string, check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    const fields = error.fields.map(wrong => ({ ...wrong, path: `variants.${variantId}.${wrong.path}` }))
    throw new Refusal(error.details, error.message, { fields })
  }
}

async function filterChanged(
  { em }: Tx,
  { id }: Product,
  variants: readonly VariantChange[],
): Promise<VariantChange[]> {
  const known = new Map((await em.find(Variant, { product: id })).map(one => [one.publicId, one]))
  return variants.filter(({ variantId, name, price, isActive, ...values }) => {
    const before = known.get(variantId)
    if (!before) throw notFound('variant')
    const isSame = before.name === name && before.price === price && before.isActive === isActive
    const isOther = ({ property }: VariantField) =>
      values[property] !== undefined && values[property] !== before[property]
    return !isSame || variantFields.some(isOther)
  })
}
