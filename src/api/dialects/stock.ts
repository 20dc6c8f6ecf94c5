import { z } from 'zod'
import { stockModes } from '../../catalog/product.ts'
import { productKinds } from '../../catalog/product-kinds.ts'
import type { ListedStock } from '../../catalog/stock/list-stock.ts'
import { variantFields } from '../../catalog/variant-fields.ts'
import { createApiSchema } from '../../lib/fields/field.ts'
import type { Dialect } from './dialect.ts'
import { paginationSchema, presentPagination } from './pagination.ts'
import { countSchema, makeShape, rupiahSchema, successSchema } from './shape.ts'

const described = variantFields.filter(({ api }) => api !== undefined)

export const StockShape = z
  .object({
    product: z.string().describe("The product's key"),
    variant: z.string().describe("The variant's key, unique within the product"),
    product_name: z.string(),
    variant_name: z.string().nullable(),
    kind: z.enum(productKinds),
    price: rupiahSchema,
    ...Object.fromEntries(described.map(field => [field.name, createApiSchema(field).describe(field.api!)])),
    stock_mode: z.enum(stockModes).describe('`counter` and `webhook` have counted stock'),
    available: countSchema.nullable().describe('The number that can be ordered now; null if unlimited'),
    reserved: countSchema.nullable().describe('The number reserved for unpaid orders; null if stock is not counted'),
    is_active: z.boolean().describe('Whether customers can see it, provided that its category is shown'),
  })
  .meta({ id: 'Stock' })

/** The answers about stock, identical in both dialects. */
export const stockAnswers: Pick<Dialect, 'stockListed' | 'stockSet'> = {
  stockListed: makeShape(
    z.object({ success: successSchema, data: z.array(StockShape), pagination: paginationSchema }),
    ({ stock, ...listed }) => ({
      success: true,
      data: stock.map(presentStock),
      pagination: presentPagination(listed),
    }),
  ),
  stockSet: makeShape(z.object({ success: successSchema, data: StockShape }), stock => ({
    success: true,
    data: presentStock(stock),
  })),
}

export function presentStock({ variant, reserved }: ListedStock): z.output<typeof StockShape> {
  const { product } = variant
  return {
    product: product.key,
    variant: variant.key,
    product_name: product.name,
    variant_name: variant.name || null,
    kind: product.kind,
    price: variant.price,
    ...Object.fromEntries(described.map(({ name, property }) => [name, variant[property]])),
    stock_mode: variant.stockMode,
    available: variant.available(),
    reserved,
    is_active: product.isActive && variant.isActive,
  }
}
