import { z } from 'zod'
import { addVariant } from '../../../catalog/add-variant.ts'
import { duplicateProduct } from '../../../catalog/duplicate-product.ts'
import { findCatalogProduct } from '../../../catalog/find-catalog-product.ts'
import { readOptions } from '../../../catalog/options/read-options.ts'
import { changePictures } from '../../../catalog/pictures/change-pictures.ts'
import { readPictures } from '../../../catalog/pictures/read-pictures.ts'
import { saveProduct } from '../../../catalog/saving/save-product.ts'
import { setLowStock } from '../../../catalog/set-low-stock.ts'
import { setStarPrice } from '../../../catalog/set-star-price.ts'
import { setStockUrl } from '../../../catalog/set-stock-url.ts'
import { addUnits } from '../../../catalog/stock/add-units.ts'
import { restockVariant } from '../../../catalog/stock/restock.ts'
import { refuseField } from '../../../lib/refusal.ts'
import { ChosenFile, PublicId } from '../../parts/inputs.ts'
import { definePage } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { productView } from './catalog-product-view.ts'
import { readProductForm, SaveFields } from './product-save.ts'
import type { LoadedProduct } from './shown-product.ts'
import { findOwnGoods, linesBytesMax, pastedLines, readStock, StockFields } from './stock-fields.ts'

const Input = z.object({ product: PublicId })

const pictureBytesMax = 5 * 1024 * 1024
const whole = z
  .string()
  .trim()
  .regex(/^-?\d{1,7}$/, 'is a whole number')
  .transform(Number)

/** One product: its texts, pictures, and variants with price and stock. */
export const catalogProductPage = definePage({
  path: '/dashboard/catalog/:product',
  role: 'read',
  input: Input,
  async load(app, { account, scope }, { product }): Promise<LoadedProduct> {
    const match = await findCatalogProduct(app, scope, product)
    const em = app.em(scope)
    const groups = (await readOptions(em, [match.product.id])).get(match.product.id) ?? []
    const pictures = await readPictures(em, match.product)
    const activePictures = pictures.filter(({ isActive }) => isActive)
    return { ...match, groups, pictures: activePictures, goods: await findOwnGoods(app, account.id) }
  },
  view: productView,
  act: {
    save: {
      role: 'orders',
      sensitive: { kindsOf: () => ['price'] },
      fields: SaveFields,
      async run(app, visit: Visit, typed, { product }) {
        await saveProduct(app, makeMemberActor(visit), product, readProductForm(typed))
        return { done: 'saved' }
      },
    },
    duplicate: {
      role: 'orders',
      fields: z.object({ copy_name: z.string().trim().max(400) }),
      async run(app, visit, { copy_name: name }, { product }) {
        const id = await duplicateProduct(app, makeMemberActor(visit), product, name)
        return { to: `/dashboard/catalog/${id}`, done: 'added' }
      },
    },
    picture: {
      role: 'orders',
      fileBytesMax: pictureBytesMax,
      fields: z.object({
        file: ChosenFile,
        file_name: z.string().max(1000).optional(),
      }),
      async run(app, visit, { file, file_name }, { product }) {
        if (!Buffer.isBuffer(file)) throw refuseField('image', 'is missing', 'missing')
        const add = { name: file_name ?? 'picture', bytes: file }
        await changePictures(app, makeMemberActor(visit), product, { add })
        return { done: 'added' }
      },
    },
    unpicture: {
      role: 'orders',
      fields: z.object({ picture: PublicId }),
      async run(app, visit, { picture: drop }, { product }) {
        await changePictures(app, makeMemberActor(visit), product, { drop })
        return { done: 'removed' }
      },
    },
    raise: {
      role: 'orders',
      fields: z.object({ picture: PublicId }),
      async run(app, visit, { picture: raise }, { product }) {
        await changePictures(app, makeMemberActor(visit), product, { raise })
        return { done: 'saved' }
      },
    },
    add: {
      role: 'orders',
      sensitive: { kindsOf: () => ['price', 'stock'] },
      textBytesMax: linesBytesMax,
      fields: StockFields.extend({ variant_name: z.string().trim().max(400) }),
      async run(app, visit, values, { product }) {
        const { variant_name: name, price } = values
        await addVariant(app, makeMemberActor(visit), product, { name, price, stock: readStock(values) })
        return { done: 'added' }
      },
    },
    restock: {
      role: 'orders',
      sensitive: { kindsOf: () => ['stock'] },
      fields: z.object({ variant: PublicId, delta: whole }),
      async run(app, visit, { variant: variantId, delta }) {
        await restockVariant(app, makeMemberActor(visit), { variantId, delta })
        return { done: 'saved' }
      },
    },
    keys: {
      role: 'orders',
      sensitive: { kindsOf: () => ['stock'] },
      textBytesMax: linesBytesMax,
      fields: z.object({ variant: PublicId, lines: pastedLines }),
      async run(app, visit, { variant, lines }) {
        await addUnits(app, makeMemberActor(visit), variant, lines)
        return { done: 'added' }
      },
    },
    stars: {
      role: 'orders',
      sensitive: { kindsOf: () => ['price'] },
      fields: z.object({ variant: PublicId, stars: whole }),
      async run(app, visit, { variant, stars }) {
        await setStarPrice(app, makeMemberActor(visit), variant, stars)
        return { done: 'saved' }
      },
    },
    source: {
      role: 'orders',
      sensitive: { kindsOf: () => ['stock'] },
      fields: z.object({ variant: PublicId, url: z.string().max(4000) }),
      async run(app, visit, { variant, url }) {
        await setStockUrl(app, makeMemberActor(visit), variant, url)
        return { done: 'saved' }
      },
    },
    low: {
      role: 'orders',
      fields: z.object({ variant: PublicId, low: whole }),
      async run(app, visit, { variant, low }) {
        await setLowStock(app, makeMemberActor(visit), variant, low)
        return { done: 'saved' }
      },
    },
  },
})
