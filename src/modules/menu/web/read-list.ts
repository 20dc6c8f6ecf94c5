import type Koa from 'koa'
import type { ShownProduct } from '../../../catalog/find-product.ts'
import { listCategories } from '../../../catalog/list-categories.ts'
import { listProducts } from '../../../catalog/list-products.ts'
import { readOptions } from '../../../catalog/options/read-options.ts'
import { recordSearchMiss } from '../../../catalog/record-search-miss.ts'
import { searchProducts } from '../../../catalog/search-products.ts'
import type { Page } from '../../../lib/paging.ts'
import type { App } from '../../../needs.ts'
import type { ShownList } from './list-view.ts'
import type { ShownShop } from './shown-menu.ts'
import { readPlainQuery } from './with-shop.ts'

const pageSize = 60
const searchMax = 100

type ReadList = Pick<ShownList, 'products' | 'categories' | 'category' | 'search' | 'place' | 'quick'>
/** Lists goods selected by other criteria, such as favourites. */
type ListOthers = (page: number) => Promise<Page<ShownProduct>>

/** Reads the goods that a list's address requests: a search, a category or all of them, by page. */
export async function readList(app: App, ctx: Koa.Context, shop: ShownShop, others?: ListOthers): Promise<ReadList> {
  const { scope } = shop
  const { q = '', page: told = '', category: asked = '', only } = readPlainQuery(ctx.query)
  const search = q.trim().slice(0, searchMax) || null
  const categories = await listCategories(app, scope.accountId)
  const category = categories.find(one => one.category.publicId === asked)?.category.publicId ?? null
  const page = /^\d{1,4}$/.test(told) ? Number(told) : 1
  const isOther = others !== undefined && only !== undefined
  const products =
    search !== null
      ? await searchGoods(app, scope, search)
      : isOther
        ? await others(page)
        : await listProducts(app, scope, { categoryId: category ?? undefined, page, pageSize })
  const named = search !== null ? { q: search } : isOther ? { only } : category === null ? {} : { category }
  const place: Record<string, string> = page > 1 ? { ...named, page: String(page) } : named
  return { products, categories, category, search, place, quick: await findQuick(app, shop, products.items) }
}

async function searchGoods(app: App, scope: ShownShop['scope'], search: string): Promise<Page<ShownProduct>> {
  const items = await searchProducts(app, scope, search, pageSize)
  if (items.length === 0) await recordSearchMiss(app, scope, search)
  return { items, total: items.length, page: 1, pageCount: 1 }
}

/** Returns the goods that need no choice: one variant that can be ordered, and no required option. */
async function findQuick(app: App, shop: ShownShop, products: ShownProduct[]): Promise<Map<number, string>> {
  const plain = products.filter(({ kind, variants }) => {
    const [only, ...others] = variants.$
    const isSold = only !== undefined && only.stockMode !== 'file' && only.isOrderable()
    return isSold && others.length === 0 && !(shop.isInTelegram && kind === 'digital')
  })
  if (plain.length === 0) return new Map()
  const groups = await readOptions(
    app.em(shop.scope),
    plain.map(({ id }) => id),
  )
  const free = plain.filter(({ id }) => (groups.get(id) ?? []).every(({ choicesMin }) => choicesMin === 0))
  return new Map(free.map(({ id, variants }) => [id, variants.$[0]!.publicId]))
}

const placeNames = ['q', 'category', 'only', 'page']

/** Returns the list page to return to after adding goods, from the fields of the form. */
export function readListPlace(form: Record<string, string>): Record<string, string> {
  return Object.fromEntries(placeNames.flatMap(name => (form[`at_${name}`] ? [[name, form[`at_${name}`]!]] : [])))
}
