import { z } from 'zod'
import { createFileSchema, type Field, plainTextPattern } from '../../lib/fields/field.ts'
import { handovers } from '../delivery-zones.ts'
import { productFields } from '../product-fields.ts'
import { productKinds, requiredDetailNames } from '../product-kinds.ts'
import { variantFields } from '../variant-fields.ts'

// The schemas of a catalogue file (docs/catalog.md).

export const keySchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'has 1 to 64 small letters, digits, dashes or underscores')
export const lineSchema = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'is empty')
    .max(max, `has ${max} characters at most`)
    .regex(plainTextPattern, 'has odd characters')
export const textSchema = (max: number) =>
  z.string().trim().max(max, `has ${max} characters at most`).regex(plainTextPattern, 'has odd characters')
const rupiah = z
  .number()
  .int('is a whole number')
  .min(1, 'is at least 1')
  .max(1_000_000_000, 'is at most 1,000,000,000')

/** Returns the schemas of described fields, each of which may be missing. */
export function describeOptional(fields: readonly Field[]) {
  return Object.fromEntries(fields.map(field => [field.name, createFileSchema(field).optional()]))
}

// A product with a single variant has the fields of the variant itself.
const described = describeOptional(variantFields)
const ofProduct = describeOptional(productFields)

const itemsMax = 5000
export const TopShape = z.strictObject({
  exported: z.uuid('is the mark of an export').optional(),
  categories: z.array(z.unknown()).max(itemsMax).nullish(),
  products: z.array(z.unknown()).max(itemsMax).nullish(),
  shop: z.unknown().optional(),
  coupons: z.array(z.unknown()).max(itemsMax).nullish(),
})

const CategoryBase = { key: keySchema, name: lineSchema(100), active: z.boolean().optional() }
export const ChildCategoryShape = z.strictObject(CategoryBase)
export const TopCategoryShape = z.strictObject({ ...CategoryBase, categories: z.array(z.unknown()).nullish() })

export const ProductShape = z.strictObject({
  key: keySchema,
  category: keySchema.optional(),
  kind: z.enum(productKinds, `is one of ${productKinds.join(', ')}`),
  name: lineSchema(100),
  ...ofProduct,
  picture: lineSchema(255).optional(),
  asks: z.array(z.enum(requiredDetailNames, `is one of ${requiredDetailNames.join(', ')}`)).optional(),
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
  key: keySchema,
  name: lineSchema(100).optional(),
  price: rupiah,
  ...described,
  stock: z.unknown().optional(),
  active: z.boolean().optional(),
})

export const countSchema = z
  .number()
  .int('is a whole number')
  .min(0, 'is at least 0')
  .max(1_000_000, 'is at most 1,000,000')
export const LeftStockShape = z.strictObject({ left: countSchema, was: countSchema })
export const SerialStockShape = z.strictObject({ serials: z.unknown() })
export const SerialFileStockShape = z.strictObject({ serials_file: lineSchema(255) })
export const WebhookStockShape = z.strictObject({ webhook: lineSchema(2048) })
export const FileStockShape = z.strictObject({ file: lineSchema(255), name: lineSchema(200).optional() })
export const ContentStockShape = z.strictObject({
  content: z.strictObject({ title: lineSchema(100), body: textSchema(20_000).min(1, 'is empty') }),
})
