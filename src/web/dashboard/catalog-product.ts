import { z } from 'zod'
import { addUnits } from '../../catalog/add-units.ts'
import { addVariant } from '../../catalog/add-variant.ts'
import { changeProduct } from '../../catalog/change-product.ts'
import { changeVariant } from '../../catalog/change-variant.ts'
import { findCatalogProduct } from '../../catalog/find-catalog-product.ts'
import { pictureProduct } from '../../catalog/picture-product.ts'
import { askedFields, productKinds } from '../../catalog/product.ts'
import { restock } from '../../catalog/restock.ts'
import { setLowStock } from '../../catalog/set-low-stock.ts'
import { showProduct } from '../../catalog/show-product.ts'
import { refuseField } from '../../lib/refusal.ts'
import { page } from '../page.ts'
import { typedRupiah } from '../typed-rupiah.ts'
import type { Visit } from '../visit.ts'
import { type LoadedProduct, productView } from './catalog-product-view.ts'
import { findOwnGoods, readStock, StockFields } from './stock-fields.ts'

const publicId = z.string().regex(/^[\w-]{22}$/)
const Input = z.object({ product: publicId })

const pictureBytesMax = 5 * 1024 * 1024
const whole = z
  .string()
  .trim()
  .regex(/^-?\d{1,7}$/, 'is a whole number')
  .transform(Number)

/** One product: what customers read, its picture, its variants with price and stock. */
export const catalogProductPage = page({
  path: '/dashboard/catalog/:product',
  role: 'read',
  input: Input,
  async load(app, { account }, { product }): Promise<LoadedProduct> {
    return {
      ...(await findCatalogProduct(app, account.id, product)),
      goods: await findOwnGoods(app, account.id),
    }
  },
  view: productView,
  act: {
    details: {
      role: 'orders',
      audited: 'product.changed',
      fields: z.object({
        name: z.string().trim().max(400),
        description: z.string().trim().max(10_000),
        kind: z.enum(productKinds),
        category: z.string().trim().max(400),
        asks: z.union([z.array(z.enum(askedFields)), z.enum(askedFields)]).optional(),
      }),
      async run(app, { account }: Visit, { asks, ...change }, { product }) {
        await changeProduct(app, account.id, product, { ...change, asks: [asks ?? []].flat() })
        return { done: 'saved' }
      },
    },
    picture: {
      role: 'orders',
      fileBytesMax: pictureBytesMax,
      fields: z.object({
        file: z.union([z.instanceof(Buffer), z.string()]).optional(),
        file_name: z.string().max(1000).optional(),
      }),
      async run(app, { account }, { file, file_name }, { product }) {
        if (!Buffer.isBuffer(file)) throw refuseField('image', 'is missing')
        await pictureProduct(app, account.id, product, { name: file_name ?? 'picture', bytes: file })
        return { done: 'saved' }
      },
    },
    unpicture: {
      role: 'orders',
      async run(app, { account }, _fields, { product }) {
        await pictureProduct(app, account.id, product, null)
        return { done: 'removed' }
      },
    },
    show: {
      role: 'orders',
      audited: 'product.shown',
      fields: z.object({ on: z.enum(['1', '0']) }),
      async run(app, { account }, { on }, { product }) {
        await showProduct(app, account.id, product, on === '1')
        return { done: 'saved', noted: { detail: { isActive: on === '1' } } }
      },
    },
    variant: {
      role: 'orders',
      audited: 'variant.changed',
      fields: z.object({
        variant: publicId,
        variant_name: z.string().trim().max(400),
        price: typedRupiah,
        shown: z.literal('on').optional(),
      }),
      async run(app, { account }, { variant: variantId, variant_name: name, price, shown }) {
        await changeVariant(app, account.id, { variantId, name, price, isActive: shown === 'on' })
        return { done: 'saved', noted: { subject: `variant ${variantId}`, detail: { name, price } } }
      },
    },
    add: {
      role: 'orders',
      audited: 'variant.added',
      fields: StockFields.extend({ variant_name: z.string().trim().max(400) }),
      async run(app, { account }, given, { product }) {
        const { variant_name: name, price } = given
        const id = await addVariant(app, account.id, product, { name, price, stock: readStock(given) })
        return { done: 'added', noted: { subject: `variant ${id}`, detail: { name, price } } }
      },
    },
    restock: {
      role: 'orders',
      audited: 'stock.changed',
      fields: z.object({ variant: publicId, delta: whole }),
      async run(app, { account }, { variant: variantId, delta }) {
        await restock(app, account.id, { variantId, delta })
        return { done: 'saved', noted: { subject: `variant ${variantId}`, detail: { delta } } }
      },
    },
    keys: {
      role: 'orders',
      audited: 'stock.keys_added',
      fields: z.object({ variant: publicId, lines: z.string().max(5_000_000) }),
      async run(app, { account }, { variant, lines }) {
        const { added } = await addUnits(app, account.id, variant, lines)
        return { done: 'added', noted: { subject: `variant ${variant}`, detail: { added } } }
      },
    },
    low: {
      role: 'orders',
      fields: z.object({ variant: publicId, low: whole }),
      async run(app, { account }, { variant, low }) {
        await setLowStock(app, account.id, variant, low)
        return { done: 'saved' }
      },
    },
  },
})
