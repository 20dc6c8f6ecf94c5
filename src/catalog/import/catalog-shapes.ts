import { z } from 'zod'
import { type Field, fileSchema, plain } from '../../lib/fields/field.ts'
import { handovers } from '../delivery-zones.ts'
import { productFields } from '../product-fields.ts'
import { askedFields, productKinds } from '../product-kinds.ts'
import { variantFields } from '../variant-fields.ts'

// The schemas of a catalogue file (docs/catalog.md).

export const key = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'has 1 to 64 small letters, digits, dashes or underscores')
export const line = (max: number) =>
  z.string().trim().min(1, 'is empty').max(max, `has ${max} characters at most`).regex(plain, 'has odd characters')
export const text = (max: number) =>
  z.string().trim().max(max, `has ${max} characters at most`).regex(plain, 'has odd characters')
const rupiah = z
  .number()
  .int('is a whole number')
  .min(1, 'is at least 1')
  .max(1_000_000_000, 'is at most 1,000,000,000')

// The described fields of a variant; a product with a single variant has them itself.
const optional = (fields: readonly Field[]) =>
  Object.fromEntries(fields.map(field => [field.name, fileSchema(field).optional()]))
const described = optional(variantFields)
const ofProduct = optional(productFields)

const itemsMax = 5000
export const TopShape = z.strictObject({
  exported: z.uuid('is the mark of an export').optional(),
  categories: z.array(z.unknown()).max(itemsMax).nullish(),
  products: z.array(z.unknown()).max(itemsMax).nullish(),
  shop: z.unknown().optional(),
  coupons: z.array(z.unknown()).max(itemsMax).nullish(),
})

const CategoryBase = { key, name: line(100), active: z.boolean().optional() }
export const ChildCategoryShape = z.strictObject(CategoryBase)
export const TopCategoryShape = z.strictObject({ ...CategoryBase, categories: z.array(z.unknown()).nullish() })

export const ProductShape = z.strictObject({
  key,
  category: key.optional(),
  kind: z.enum(productKinds, `is one of ${productKinds.join(', ')}`),
  name: line(100),
  ...ofProduct,
  picture: line(255).optional(),
  asks: z.array(z.enum(askedFields, `is one of ${askedFields.join(', ')}`)).optional(),
  handovers: z
    .array(z.enum(handovers, `is one of ${handovers.join(', ')}`))
    .min(1, 'has at least one')
    .optional(),
  active: z.boolean().optional(),
  ...described,
  price: rupiah.optional(),
  stock: z.unknown().optional(),
  variants: z.array(z.unknown()).min(1, 'has at least one').max(100, 'has 100 at most').optional(),
  options: z.unknown().optional(),
})

export const VariantShape = z.strictObject({
  key,
  name: line(100).optional(),
  price: rupiah,
  ...described,
  stock: z.unknown().optional(),
  active: z.boolean().optional(),
})

export const counted = z
  .number()
  .int('is a whole number')
  .min(0, 'is at least 0')
  .max(1_000_000, 'is at most 1,000,000')
export const LeftStockShape = z.strictObject({ left: counted, was: counted })
export const SerialStockShape = z.strictObject({ serials: z.unknown() })
export const SerialFileStockShape = z.strictObject({ serials_file: line(255) })
export const WebhookStockShape = z.strictObject({ webhook: line(2048) })
export const FileStockShape = z.strictObject({ file: line(255), name: line(200).optional() })
export const ContentStockShape = z.strictObject({
  content: z.strictObject({ title: line(100), body: text(20_000).min(1, 'is empty') }),
})
