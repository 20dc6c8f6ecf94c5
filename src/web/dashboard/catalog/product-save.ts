import { z } from 'zod'
import { handovers } from '../../../catalog/delivery-zones.ts'
import { productFields, productValues } from '../../../catalog/product-fields.ts'
import { askedFields, productKinds } from '../../../catalog/product-kinds.ts'
import type { ProductSave } from '../../../catalog/saving/save-product.ts'
import { variantValues } from '../../../catalog/variant-fields.ts'
import { readTyped } from '../../../lib/fields/field.ts'
import type { ShownError } from '../../parts/forms.ts'
import { PublicId } from '../../parts/inputs.ts'
import { toldRupiah } from '../../parts/typed-rupiah.ts'

/** The id of the page's only form, whose fields are in several cards. */
export const saveForm = 'product'

/** The product's own fields; `variant` names each of its variants, whose fields end with its id. */
export const SaveFields = z
  .object({
    name: z.string().trim().max(400),
    ...Object.fromEntries(productFields.map(({ name }) => [name, z.string().trim().max(10_000).default('')])),
    kind: z.enum(productKinds),
    category: z.string().trim().max(400),
    asks: z.union([z.array(z.enum(askedFields)), z.enum(askedFields)]).optional(),
    handovers: z.union([z.array(z.enum(handovers)), z.enum(handovers)]).optional(),
    hands: z.literal('1').optional(),
    on_sale: z.literal('on').optional(),
    variant: z.preprocess(value => [value ?? []].flat(), z.array(PublicId).max(100)),
  })
  .catchall(z.union([z.string().max(400), z.array(z.string().max(400))]))
type SaveFields = z.infer<typeof SaveFields>

/** Reads the form. An invalid price becomes NaN, which is refused together with all other mistakes. */
export function readSave({ asks, handovers: ways, hands, on_sale, variant: ids, ...typed }: SaveFields): ProductSave {
  const values = typed as Record<string, unknown>
  const { name, kind, category } = typed
  return {
    name,
    ...productValues(field => readTyped(field, String(values[field.name] ?? ''))),
    kind,
    category,
    asks: [asks ?? []].flat(),
    handovers: hands ? [ways ?? []].flat() : undefined,
    isActive: on_sale === 'on',
    variants: ids.map(variantId => ({
      variantId,
      name: String(values[variantField('name', variantId)] ?? '').trim(),
      price: toldRupiah.parse(String(values[variantField('price', variantId)] ?? '')),
      isActive: values[variantField('shown', variantId)] === 'on',
      ...variantValues(field => {
        const text = values[variantField(field.name, variantId)]
        return typeof text === 'string' ? readTyped(field, text) : undefined
      }),
    })),
  }
}

export function variantField(name: string, variantId: string): string {
  return `${name}_${variantId}`
}

/** Returns the mistakes by the fields of the form. */
export function savedErrors(errors: readonly ShownError[]): ShownError[] {
  return errors.map(wrong => ({ ...wrong, path: wrong.path.replace(/^variants\.([\w-]{22})\.(\w+)$/, '$2_$1') }))
}
