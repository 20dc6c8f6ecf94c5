import type { ShownProduct } from '../../../catalog/find-product.ts'
import type { FilledGroup } from '../../../catalog/options/read-options.ts'
import type { StockedVariant } from '../../../catalog/product.ts'
import type { ProductImage } from '../../../goods/product-image.ts'
import { type Html, html, renderLines } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { Refusal } from '../../../lib/refusal.ts'
import { backLink } from '../../../web/parts/card.ts'
import { field, hiddenField, refusedBanner } from '../../../web/parts/forms.ts'
import { picturePath } from '../../../web/parts/product-picture.ts'
import { menuHead, renderColour } from './menu-head.ts'
import type { MenuGoods } from './read-goods.ts'
import type { ShownShop } from './shown-menu.ts'

export interface ShownGoods extends MenuGoods {
  shop: ShownShop
  refusal: Refusal | null
  /** The submitted values of the form, by field name. */
  given: Record<string, string>
  /** Rendered instead of the form for goods that cannot be ordered here. */
  instead?: Html | null
  /** The label of a second button, which orders directly. */
  buyLabel?: string
  /** Rendered below the form. */
  more?: Html
}

/** Renders one product of the menu: its pictures, description, variants and options. */
export function productView(view: ShownGoods): Html {
  const { shop, product, pictures, refusal } = view
  const { name, description } = product
  return html`<main class="menu-page"${renderColour(shop)}>
    ${menuHead(shop)}
    ${backLink(shop.to(''), shop.say.back)}
    <article class="card menu-product">
      ${renderPictures(shop, name, pictures)}
      <div class="menu-choices">
        <h2>${name}</h2>
        ${description !== '' && html`<p class="menu-lines">${renderLines(description)}</p>`}
        ${refusedBanner({ language: shop.language, refusal, labels: shop.say.fields })}
        ${view.instead ?? choicesForm(view)}
        ${view.more}
      </div>
    </article>
  </main>`
}

function choicesForm({ shop, product, groups, given, buyLabel }: ShownGoods): Html {
  const { say } = shop
  const isGone = !product.variants.$.exists(isSold) && html` disabled`
  const price = formatRupiah(computePrice(product, groups, given))
  const atOnce = html`name="go" value="cart" data-main`
  return html`<form class="menu-choices" method="post" action="${shop.to('/cart')}" data-prices="product">
    ${renderVariants(shop, product, given)}
    ${groups.map(group => renderOptions(shop, group, given))}
    ${hiddenField('do', 'add')}${hiddenField('product', product.publicId)}
    ${field({ ...quantity, label: say.quantity, value: quantityOf(given) })}
    <p class="menu-sum"><span>${say.price}</span><b data-total>${price}</b></p>
    ${countPrice(shop, product)}
    ${buyLabel !== undefined && html`<button class="button" ${atOnce}${isGone}>${buyLabel}</button>`}
    <button class="button${buyLabel !== undefined && ' quiet'}"${isGone}>${say.addToCart}</button>
  </form>`
}

// Without a script, submitting renders the page again with the price of the choices.
function countPrice({ say, to }: ShownShop, { publicId }: ShownProduct): Html {
  const action = html`formmethod="get" formnovalidate formaction="${to(`/p/${publicId}`)}"`
  return html`<noscript><button class="button quiet" ${action}>${say.countPrice}</button></noscript>`
}

/** Returns the values of the form, with the first choices of each required group preselected. */
export function preselectChoices(
  groups: readonly FilledGroup[],
  formValues: Record<string, string>,
): Record<string, string> {
  if (Object.keys(formValues).some(name => name.startsWith('choice'))) return formValues
  const chosen = groups.flatMap(({ key, choicesMin, choicesMax, options }) => {
    const isOne = choicesMin === 1 && choicesMax === 1
    const first = options.$.filter(({ isActive }) => isActive).slice(0, choicesMin)
    return first.map(option => [isOne ? `choice_${key}` : `choice_${key}_${option.key}`, `${key}:${option.key}`])
  })
  return { ...Object.fromEntries(chosen), ...formValues }
}

const quantity = { name: 'quantity', type: 'number', min: 1, max: 99 } as const

const quantityOf = ({ quantity = '1' }: Record<string, string>) => (/^[1-9]\d?$/.test(quantity) ? Number(quantity) : 1)

/** Returns the price of the chosen units, in whole rupiah. */
function computePrice(
  product: ShownProduct,
  groups: readonly FilledGroup[],
  formValues: Record<string, string>,
): number {
  const price = chosenVariant(product, formValues)?.price ?? 0
  const extra = groups
    .flatMap(group => group.options.$.filter(option => isChosen(group, option.key, formValues)))
    .reduce((sum, option) => sum + option.price, 0)
  return (price + extra) * quantityOf(formValues)
}

function chosenVariant({ variants }: ShownProduct, formValues: Record<string, string>): StockedVariant | undefined {
  const open = variants.$.filter(isSold)
  return open.find(({ publicId }) => publicId === formValues.variant) ?? open[0] ?? variants.$[0]
}

function isChosen({ key }: FilledGroup, option: string, formValues: Record<string, string>): boolean {
  const value = `${key}:${option}`
  return formValues[`choice_${key}`] === value || formValues[`choice_${key}_${option}`] === value
}

// Several pictures are side by side, and are scrolled with a finger or the arrow keys.
function renderPictures({ config, say }: ShownShop, name: string, pictures: ProductImage[]): Html | false {
  const sources = pictures.map(({ storageKey }) => picturePath(config, storageKey, 640))
  const [first] = sources
  if (first === undefined) return false
  if (sources.length === 1) return html`<img src="${first}" width="320" height="320" alt="">`
  const shown = sources.map((source, at) => {
    const alt = `${name} (${at + 1}/${sources.length})`
    return html`<img src="${source}" width="320" height="320" alt="${alt}"${at > 0 && html` loading="lazy"`}>`
  })
  return html`<div class="menu-pictures" role="group" aria-label="${say.pictures(sources.length)}" tabindex="0">
    ${shown}</div>`
}

function renderVariants({ say }: ShownShop, product: ShownProduct, formValues: Record<string, string>): Html {
  const [only, ...others] = product.variants.$
  if (only && others.length === 0 && isSold(only)) {
    const { price, publicId } = only
    return html`<input type="hidden" name="variant" value="${publicId}" data-price="${price}">`
  }
  const chosen = chosenVariant(product, formValues)
  const rows = product.variants.$.map(variant => {
    const state = variant.stockMode === 'file' ? say.chatOnly : !variant.isOrderable() ? say.soldOut : null
    const attributes = [variant === chosen && html` checked`, !isSold(variant) && html` disabled`]
    return html`<li><label class="tick">
      <input type="radio" name="variant" value="${variant.publicId}" data-price="${variant.price}"
        required${attributes}>
      <span>${variant.name || product.name} <b>${formatRupiah(variant.price)}</b>
        ${state !== null && html`<span class="status bad">${state}</span>`}</span>
    </label></li>`
  })
  return html`<fieldset class="menu-group"><legend>${say.variants}</legend>
    <ul class="menu-options">${rows}</ul></fieldset>`
}

function isSold(variant: StockedVariant): boolean {
  return variant.stockMode !== 'file' && variant.isOrderable()
}

function renderOptions({ say }: ShownShop, group: FilledGroup, formValues: Record<string, string>): Html {
  const { key, name, choicesMin, choicesMax, options } = group
  const isOne = choicesMin === 1 && choicesMax === 1
  const rows = options.$.map(option => {
    const price = option.price > 0 && html` <b>${say.plus(formatRupiah(option.price))}</b>`
    const isHere = option.isActive && isChosen(group, option.key, formValues)
    const attributes = [isOne && html` required`, !option.isActive && html` disabled`, isHere && html` checked`]
    // A form with the same name twice would be read without both.
    const chosen = isOne ? `choice_${key}` : `choice_${key}_${option.key}`
    return html`<li><label class="tick">
      <input type="${isOne ? 'radio' : 'checkbox'}" name="${chosen}" value="${key}:${option.key}"
        data-price="${option.price}"${attributes}>
      <span>${option.name}${price} ${!option.isActive && html`<span class="status bad">${say.soldOut}</span>`}</span>
    </label></li>`
  })
  const hint = choicesMin > 0 ? say.required : say.upTo(choicesMax)
  return html`<fieldset class="menu-group"><legend>${name} <small>${hint}</small></legend>
    <ul class="menu-options">${rows}</ul></fieldset>`
}
