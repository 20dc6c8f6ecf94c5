import { type FoundCategory, findCategory } from '../../src/catalog/find-category.ts'
import type { ShownProduct } from '../../src/catalog/find-product.ts'
import { type ListedCategory, listCategories } from '../../src/catalog/list-categories.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { Page } from '../../src/lib/paging.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { groupInPairs, menuRow, pagerButtons, readId, readNumber, shortenLabel } from './buttons.ts'
import type { ShopScreen } from './screen.ts'

const pageMax = 9999

export const browseScreen: ShopScreen = {
  commands: { produk: ctx => browseCategory(ctx, null, 1), products: ctx => browseCategory(ctx, null, 1) },
  links: { c: (ctx, id) => browseCategory(ctx, readId(id), 1) },
  presses: {
    browse: ctx => browseCategory(ctx, null, 1),
    all: (ctx, [page]) => showAll(ctx, readNumber(page, 1, pageMax) ?? 1),
    cat: (ctx, [id, page]) => browseCategory(ctx, readId(id), readNumber(page, 1, pageMax) ?? 1),
  },
}

export interface BrowseData {
  /** The open category; null on the first level. */
  category: FoundCategory | null
  /** The categories inside it. */
  categories: ListedCategory[]
  products: Page<ShownProduct>
}

export function browseView({ category, categories, products }: BrowseData, t: Texts): Message {
  const hint = products.total === 0 ? t.categoryEmpty : categories.length > 0 ? t.chooseCategory : t.chooseProduct
  const to = (page: number) => (category ? makePress('cat', category.publicId, page) : makePress('all', page))
  const back = category
    ? category.parent
      ? makePress('cat', category.parent.publicId, 1)
      : makePress('browse')
    : undefined
  return {
    text: html`<b>${category?.name ?? t.allProducts}</b>

${hint}`,
    buttons: [
      ...groupInPairs(categories.map(each => categoryButton(each, t))),
      ...products.items.map(product => [productButton(product, t)]),
      ...pagerButtons(t, products, to),
      menuRow(t, back),
    ],
  }
}

function categoryButton({ category, productCount }: ListedCategory, t: Texts): Button {
  return { text: shortenLabel(t.category(category.name, productCount)), press: makePress('cat', category.publicId, 1) }
}

/** Returns the button of a product in a list: its name with its price, or that it is sold out. */
export function productButton(product: ShownProduct, t: Texts): Button {
  const price = formatRupiah(product.priceMin())
  const told = product.isSoldOut() ? t.soldOut : product.priceMax() > product.priceMin() ? t.priceFrom(price) : price
  const tail = ` · ${told}`
  return { text: `${shortenLabel(product.name)}${tail}`, press: makePress('product', product.publicId) }
}

export async function browseCategory(ctx: ShopContext, categoryId: string | null, page: number): Promise<void> {
  const { app, store, t } = ctx
  const categories = await listCategories(app, store.accountId, categoryId)
  // A single category leaves nothing to choose.
  const isRootOfMany = categoryId === null && categories.length > 1
  if (isRootOfMany) {
    const all: Page<ShownProduct> = { items: [], page: 1, pageCount: 1, total: 1 }
    const view = {
      ...browseView({ category: null, categories, products: all }, t),
      text: html`<b>${t.products}</b>\n\n${t.chooseCategory}`,
    }
    view.buttons!.splice(-1, 0, [{ text: `🛍️ ${t.allProducts}`, press: makePress('all', 1) }])
    await ctx.show(view)
  } else if (categoryId === null) {
    await showAll(ctx, page)
  } else {
    const products = await listProducts(app, store, { categoryId, page })
    const category = await findCategory(app, store.accountId, categoryId)
    await ctx.show(browseView({ category, categories, products }, t))
  }
}

async function showAll(ctx: ShopContext, page: number): Promise<void> {
  const products = await listProducts(ctx.app, ctx.store, { page })
  await ctx.show(browseView({ category: null, categories: [], products }, ctx.t))
}
