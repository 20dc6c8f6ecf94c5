import type { ShownProduct } from '../../catalog/find-product.ts'
import type { FilledGroup } from '../../catalog/options/read-options.ts'
import { type Html, html, lines } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { trail } from '../parts/card.ts'
import { picturePath } from '../parts/product-picture.ts'
import { menuHead } from './menu-head.ts'
import type { ShownShop } from './shown-menu.ts'

export interface ShownGoods {
  shop: ShownShop
  product: ShownProduct
  groups: FilledGroup[]
}

/** One thing of the menu: its picture, what it is, its variants and their options. */
export function productView({ shop, product, groups }: ShownGoods): Html {
  const { name, description, image } = product
  return html`<main class="menu-page">
    ${menuHead(shop)}
    ${trail(shop.to(''), shop.say.back)}
    <article class="card menu-product">
      ${image && html`<img src="${picturePath(shop.config, image.storageKey, 640)}" width="320" height="320" alt="">`}
      <div class="menu-choices">
        <h2>${name}</h2>
        ${description !== '' && html`<p class="menu-lines">${lines(description)}</p>`}
        ${variants(shop, product)}
        ${groups.map(group => optionsOf(shop, group))}
      </div>
    </article>
  </main>`
}

function variants({ say }: ShownShop, product: ShownProduct): Html {
  const rows = product.variants.$.map(variant => {
    const state = !variant.isOrderable() && html` <span class="status bad">${say.soldOut}</span>`
    return html`<li>${variant.name || product.name} <b>${formatRupiah(variant.price)}</b>${state}</li>`
  })
  return html`<h3>${say.variants}</h3><ul class="menu-options">${rows}</ul>`
}

function optionsOf({ say }: ShownShop, { name, options }: FilledGroup): Html {
  const rows = options.$.map(option => {
    const price = option.price > 0 && html` <b>${say.plus(formatRupiah(option.price))}</b>`
    const state = !option.isActive && html` <span class="status bad">${say.soldOut}</span>`
    return html`<li>${option.name}${price}${state}</li>`
  })
  return html`<h3>${name}</h3><ul class="menu-options">${rows}</ul>`
}
