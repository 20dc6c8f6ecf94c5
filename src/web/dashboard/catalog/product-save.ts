import { z } from 'zod'
import { handovers } from '../../../catalog/delivery-zones.ts'
import { pickProductValues, productFields } from '../../../catalog/product-fields.ts'
import { productKinds, requiredDetailNames } from '../../../catalog/product-kinds.ts'
import type { ProductSave } from '../../../catalog/saving/save-product.ts'
import { pickVariantValues } from '../../../catalog/variant-fields.ts'
import { parseTyped } from '../../../lib/fields/field.ts'
import type { ShownError } from '../../parts/forms.ts'
import { PublicId } from '../../parts/inputs.ts'
import { lenientRupiahSchema } from '../../parts/typed-rupiah.ts'

/** The id of the page's only form, whose fields are in several cards. */
export const saveForm = 'product'

/** The product's own fields; `variant` names each of its variants, whose fields end with its id. */
export const SaveFields = z
  .object({
    name: z.string().trim().max(400),
    ...Object.fromEntries(productFields.map(({ name }) => [name, z.string().trim().max(10_000).default('')])),
    kind: z.enum(productKinds),
    category: z.string().trim().max(400),
    asks: z.union([z.array(z.enum(requiredDetailNames)), z.enum(requiredDetailNames)]).optional(),
    handovers: z.union([z.array(z.enum(handovers)), z.enum(handovers)]).optional(),
    hands: z.literal('1').optional(),
    on_sale: z.literal('on').optional(),
    variant: z.preprocess(value => [value ?? []].flat(), z.array(PublicId).max(100)),
  })
  .catchall(z.union([z.string().max(400), z.array(z.string().max(400))]))
type SaveFields = z.infer<typeof SaveFields>

/** Reads the form. An invalid price becomes NaN, which is refused together with all other mistakes. */
export function readProductForm({
  asks,
  handovers: ways,
  hands,
  on_sale,
  variant: ids,
  ...typed
}: SaveFields): ProductSave {
  const values = typed as Record<string, unknown>
  const { name, kind, category } = typed
  return {
    name,
    ...pickProductValues(field => parseTyped(field, String(values[field.name] ?? ''))),
    kind,
    category,
    asks: [asks ?? []].flat(),
    handovers: hands ? [ways ?? []].flat() : undefined,
    isActive: on_sale === 'on',
    variants: ids.map(variantId => ({
      variantId,
      name: String(values[makeVariantFieldName('name', variantId)] ?? '').trim(),
      price: lenientRupiahSchema.parse(String(values[makeVariantFieldName('price', variantId)] ?? '')),
      isActive: values[makeVariantFieldName('shown', variantId)] === 'on',
      ...pickVariantValues(field => {
        const text = values[makeVariantFieldName(field.name, variantId)]
        return typeof text === 'string' ? parseTyped(field, text) : undefined
      }),
    })),
  }
}

export function makeVariantFieldName(name: string, variantId: string): string {
  return `${name}_${variantId}`
}

/** Returns the mistakes by the fields of the form. */
export function toFormErrors(errors: readonly ShownError[]): ShownError[] {
  return errors.map(wrong => ({ ...wrong, path: wrong.path.replace(/^variants\.([\w-]{22})\.(\w+)$/, '$2_$1') }))
}
