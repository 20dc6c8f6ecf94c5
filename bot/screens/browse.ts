import { listCategories } from '../../src/catalog/list-categories.ts'
import { listProducts } from '../../src/catalog/list-products.ts'
import type { CategoryView, Page, ProductCard } from '../../src/catalog/product.ts'
import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, press } from '../telegram/message.ts'
import type { Texts } from '../texts/texts.ts'
import { inPairs, label, menuRow, pager, readId, readNumber } from './buttons.ts'
import type { ShopScreen } from './screen.ts'

const pageMax = 9999

export const browseScreen: ShopScreen = {
  commands: { produk: ctx => browse(ctx, null, 1), products: ctx => browse(ctx, null, 1) },
  links: { c: (ctx, id) => browse(ctx, readId(id), 1) },
  presses: {
    browse: ctx => browse(ctx, null, 1),
    all: (ctx, [page]) => showAll(ctx, readNumber(page, 1, pageMax) ?? 1),
    cat: (ctx, [id, page]) => browse(ctx, readId(id), readNumber(page, 1, pageMax) ?? 1),
  },
}

export interface BrowseData {
  /** Null on the first level. */
  category: { id: string; name: string; parentId: string | null } | null
  /** Below it. */
  categories: CategoryView[]
  products: Page<ProductCard>
}

export function browseView({ category, categories, products }: BrowseData, t: Texts): Message {
  const hint = products.total === 0 ? t.categoryEmpty : categories.length > 0 ? t.chooseCategory : t.chooseProduct
  const to = (page: number) => (category ? press('cat', category.id, page) : press('all', page))
  const back = category ? (category.parentId ? press('cat', category.parentId, 1) : press('browse')) : undefined
  return {
    text: html`<b>${category?.name ?? t.allProducts}</b>

${hint}`,
    buttons: [
      ...inPairs(categories.map(each => categoryButton(each, t))),
      ...products.items.map(card => [productButton(card, t)]),
      ...pager(t, products, to),
      menuRow(t, back),
    ],
  }
}

function categoryButton({ id, name, productCount }: CategoryView, t: Texts): Button {
  return { text: label(t.category(name, productCount)), press: press('cat', id, 1) }
}

/** One product in a list: its name, and what it costs or that there is none. */
export function productButton(card: ProductCard, t: Texts): Button {
  const price = formatRupiah(card.priceMin)
  const told = card.isSoldOut ? t.soldOut : card.priceMax > card.priceMin ? t.priceFrom(price) : price
  const tail = ` · ${told}`
  return { text: `${label(card.name)}${tail}`, press: press('product', card.id) }
}

export async function browse(ctx: ShopContext, categoryId: string | null, page: number): Promise<void> {
  const { app, store, t } = ctx
  const categories = await listCategories(app, store.accountId, categoryId)
  // With one shelf there is nothing to choose among.
  const isRootOfMany = categoryId === null && categories.length > 1
  if (isRootOfMany) {
    const all: Page<ProductCard> = { items: [], page: 1, pageCount: 1, total: 1 }
    const view = {
      ...browseView({ category: null, categories, products: all }, t),
      text: html`<b>${t.products}</b>\n\n${t.chooseCategory}`,
    }
    view.buttons!.splice(-1, 0, [{ text: `🛍️ ${t.allProducts}`, press: press('all', 1) }])
    await ctx.show(view)
  } else if (categoryId === null) {
    await showAll(ctx, page)
  } else {
    const products = await listProducts(app, store.accountId, { categoryId, page })
    const category = await findCategory(ctx, categoryId)
    await ctx.show(browseView({ category, categories, products }, t))
  }
}

async function showAll(ctx: ShopContext, page: number): Promise<void> {
  const products = await listProducts(ctx.app, ctx.store.accountId, { page })
  await ctx.show(browseView({ category: null, categories: [], products }, ctx.t))
}

// Names of categories come with lists only; there are few of them, on two levels.
async function findCategory(ctx: ShopContext, id: string): Promise<BrowseData['category']> {
  const roots = await listCategories(ctx.app, ctx.store.accountId)
  const root = roots.find(each => each.id === id)
  if (root) return root
  for (const parent of roots.filter(each => each.childCount > 0)) {
    const children = await listCategories(ctx.app, ctx.store.accountId, parent.id)
    const child = children.find(each => each.id === id)
    if (child) return child
  }
  return null
}
