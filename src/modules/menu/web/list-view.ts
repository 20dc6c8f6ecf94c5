import type { ShownProduct } from '../../../catalog/find-product.ts'
import type { ListedCategory } from '../../../catalog/list-categories.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Page } from '../../../lib/paging.ts'
import type { Order } from '../../../orders/order.ts'
import { backLink } from '../../../web/parts/card.ts'
import { emptyState, hiddenField } from '../../../web/parts/forms.ts'
import { picturePath } from '../../../web/parts/product-picture.ts'
import type { ShownUnits } from '../read-units.ts'
import { renderSpokenName } from './category-name.ts'
import { menuCover, menuFoot, menuHead, renderColour } from './menu-head.ts'
import type { ShownShop } from './shown-menu.ts'

export interface ShownList {
  shop: ShownShop
  products: Page<ShownProduct>
  categories: ListedCategory[]
  /** The public id of the displayed category; null for all of them. */
  category: string | null
  /** The search text; null without a search. */
  search: string | null
  /** The current list page, as query parameters. */
  place: Record<string, string>
  /** The only variant of goods without any choice, which the list adds by one press, by product id. */
  quick: ReadonlyMap<number, string>
  /** More links beside those of categories. */
  filters?: Html | null
  /** The goods in the browser's cart, and its newest orders. */
  units: ShownUnits[]
  orders: Order[]
}

/** Renders the goods of a shop by category. */
export function listView(view: ShownList): Html {
  const { shop, products, units, orders, search } = view
  if (search !== null) return searchView(view)
  const groups = [...Map.groupBy(products.items, ({ category }) => category?.id ?? null).values()]
  const lists = groups
    .toSorted((one, other) => findPosition(one) - findPosition(other))
    .map(group => renderGroup(view, group))
  return html`<main class="menu-page"${renderColour(shop)}>
    ${menuCover(shop)}
    ${menuHead(shop)}
    ${orders.map(order => orderLink(shop, order))}
    ${searchForm(view)}
    ${categoryLinks(view)}
    ${lists.length === 0 ? emptyState(shop.say.none) : lists}
    ${renderPager(view)}
    ${menuFoot(shop)}
    ${addForm(view)}
    ${units.length > 0 && cartBar(shop, units)}
  </main>`
}

function searchView(view: ShownList): Html {
  const { shop, products, units, search } = view
  const { say } = shop
  const found = products.items.map(one => renderItem(view, one))
  return html`<main class="menu-page"${renderColour(shop)}>
    ${menuHead(shop)}
    ${searchForm(view)}
    ${backLink(shop.to(''), say.back)}
    <section><h2>${say.found(search!)}</h2>
      ${found.length === 0 ? emptyState(say.nothingFound) : html`<ul class="menu-list">${found}</ul>`}</section>
    ${menuFoot(shop)}
    ${addForm(view)}
    ${units.length > 0 && cartBar(shop, units)}
  </main>`
}

function searchForm({ shop, search }: ShownList): Html {
  const { say, language } = shop
  const [path] = shop.to('').split('?')
  return html`<form class="menu-search" method="get" action="${path}" role="search">${hiddenField('lang', language)}
    <label class="unseen" for="q">${say.search}</label>
    <input id="q" name="q" type="search" maxlength="100" value="${search ?? ''}" placeholder="${say.search}">
    <button class="button quiet">${say.find}</button>
  </form>`
}

/** Renders the form of all + buttons in the list: the pressed button names the goods. */
function addForm({ shop, place, quick }: ShownList): Html | null {
  if (quick.size === 0) return null
  const where = Object.entries(place).map(([name, value]) => hiddenField(`at_${name}`, value))
  return html`<form id="add" method="post" action="${shop.to('/cart')}">
    ${hiddenField('do', 'add')}${hiddenField('quantity', 1)}${hiddenField('from', 'list')}${where}</form>`
}

// In the order of the links above: goods of a category precede those of its subcategories; goods without one come last.
function findPosition(group: ShownProduct[]): number {
  const { category } = group[0]!
  if (category === null) return Number.POSITIVE_INFINITY
  const { parent, position } = category
  return parent === null ? position * positionsMax : parent.position * positionsMax + position + 1
}

const positionsMax = 100_000

function categoryLinks({ shop, categories, category, filters = null, place }: ShownList): Html | null {
  if (categories.length < 2 && !filters) return null
  const link = (id: string | null, name: string) => {
    const here = id === category && !place.only && html` aria-current="page"`
    return html`<a href="${shop.to('', id === null ? {} : { category: id })}"${here}>${renderSpokenName(name)}</a>`
  }
  return html`<nav class="menu-categories" aria-label="${shop.say.categories}">
    ${link(null, shop.say.everything)}
    ${categories.map(({ category: { publicId, name } }) => link(publicId, name))}
    ${filters}
  </nav>`
}

function cartBar(shop: ShownShop, units: ShownUnits[]): Html {
  const count = units.reduce((sum, { quantity }) => sum + quantity, 0)
  const total = formatRupiah(units.reduce((sum, one) => sum + one.total, 0))
  return html`<p class="menu-bar"><a class="button" href="${shop.to('/cart')}">${shop.say.toCart(count, total)}</a></p>`
}

function orderLink({ to, say }: ShownShop, { token, orderNumber }: Order): Html {
  return html`<p class="menu-greeting"><a href="${to(`/o/${token}`)}">${say.number}: ${orderNumber}</a></p>`
}

function renderGroup(view: ShownList, products: ShownProduct[]): Html {
  const { shop } = view
  const { category } = products[0]!
  const names = category === null ? [shop.say.others] : [category.parent?.name, category.name]
  const spoken = names.flatMap(name => (name ? [renderSpokenName(name)] : []))
  const title = spoken.map((name, index) => html`${index > 0 && ' · '}${name}`)
  const items = products.map(one => renderItem(view, one))
  return html`<section><h2>${title}</h2><ul class="menu-list">${items}</ul></section>`
}

function renderItem({ shop, quick, units }: ShownList, product: ShownProduct): Html {
  const { say } = shop
  const { name, publicId, description, image } = product
  const isGone = product.isSoldOut()
  const address = shop.to(`/p/${publicId}`)
  const variant = quick.get(product.id)
  const inCart = units
    .filter(unit => unit.variant.product.id === product.id)
    .reduce((sum, { quantity }) => sum + quantity, 0)
  const add =
    variant === undefined
      ? html`<span class="menu-plus" aria-hidden="true">+</span>`
      : html`<button class="menu-plus" form="add" name="variant" value="${variant}" aria-label="${say.addOne(name)}"
          >+</button>`
  return html`<li class="menu-item${isGone && ' gone'}" id="p-${variant ?? publicId}">
    ${
      image &&
      html`<img src="${picturePath(shop.config, image.storageKey, 160)}" width="88" height="88" alt="" loading="lazy">`
    }
    <div class="menu-words">
      <h3><a class="whole-link" href="${address}">${name}</a></h3>
      ${description !== '' && html`<p class="menu-text">${description}</p>`}
      <p class="menu-price"><b>${formatPrice(shop, product)}</b> ${renderStock(shop, product)}
        ${inCart > 0 && html`<span class="status good">${say.inCart(inCart)}</span>`}</p>
    </div>
    ${!isGone && add}
  </li>`
}

function formatPrice({ say, isInTelegram }: ShownShop, product: ShownProduct): string {
  if (isInTelegram && product.kind === 'digital') return formatStarPrice(product) ?? say.chatOnly
  const [min, max] = [product.priceMin(), product.priceMax()]
  return min === max ? formatRupiah(min) : say.from(formatRupiah(min))
}

/** Formats the lowest price in Stars; null if it is not sold for Stars. */
export function formatStarPrice({ variants }: ShownProduct): string | null {
  const prices = variants.$.map(({ starPrice }) => starPrice).filter(price => price !== null)
  return prices.length === 0 ? null : `⭐ ${Math.min(...prices)}`
}

const fewMax = 5

function renderStock({ say }: ShownShop, product: ShownProduct): Html | null {
  if (product.isSoldOut()) return html`<span class="status bad">${say.soldOut}</span>`
  const available = product.available()
  return available !== null && available <= fewMax ? html`<small>${say.left(available)}</small>` : null
}

function renderPager({ shop, products, place }: ShownList): Html | null {
  const { page, pageCount } = products
  if (pageCount < 2) return null
  const { say } = shop
  const link = (at: number, text: string) => {
    const query = { ...place, page: String(at) }
    return at >= 1 && at <= pageCount && html`<a class="button quiet" href="${shop.to('', query)}">${text}</a>`
  }
  return html`<nav class="menu-pages" aria-label="${say.pages}">
    ${link(page - 1, say.earlier)}<span>${say.page(page, pageCount)}</span>${link(page + 1, say.later)}
  </nav>`
}
