import type { CatalogProduct } from '../../../catalog/find-catalog-product.ts'
import { keptByNumber, limited, sentAtOnce } from '../../../catalog/product.ts'
import { askedFields, productKinds } from '../../../catalog/product-kinds.ts'
import { type Html, html, lines } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { mayDo } from '../../../people/membership.ts'
import { actButton, area, choice, field, largeForm, refusedBanner, tick } from '../../parts/forms.ts'
import type { Shown, View } from '../../parts/page.ts'
import { picturePath } from '../../parts/product-picture.ts'
import type { Visit } from '../../parts/visit.ts'
import { stockOf } from './catalog.ts'
import { type CatalogTexts, catalogTexts } from './catalog-texts.ts'
import { type OwnGoods, stockFields } from './stock-fields.ts'

export interface LoadedProduct {
  product: CatalogProduct
  /** Names to choose from. */
  categories: string[]
  goods: OwnGoods
}

type ShownProduct = Shown<Visit, { product: string }, LoadedProduct>

/** How the page of one product looks: with forms for who may change it, as facts for others. */
export function productView(shown: ShownProduct): View {
  const { language, loaded, refusal, to, visit } = shown
  const { product } = loaded
  const say = catalogTexts[language]
  const mayChange = mayDo(visit.account.role, 'orders')
  const labels = {
    ...{ name: say.name, description: say.description, kind: say.kind, category: say.category, image: say.picture },
    ...{
      variant_name: say.variantName,
      price: say.price,
      delta: say.restock,
      low: say.low,
      stars: say.stars,
      threshold: say.low,
    },
    ...{
      lines: say.lines,
      text: say.lines,
      count: say.count,
      stock: say.stockMode,
      file: say.goods,
      content: say.goods,
      url: say.stockUrl,
    },
  }
  return {
    title: product.name,
    body: html`<p class="trail"><a href="${to('/dashboard/catalog')}">${say.title}</a></p>
<div class="head"><h1>${product.name}</h1><span class="status ${product.isActive && 'good'}">${product.isActive ? say.active : say.hidden}</span></div>
${refusedBanner({ language, refusal, labels })}
<div class="pair"><div class="stack">${variants(shown, say, mayChange)}${mayChange ? details(shown, say) : read(shown, say)}</div>
<div class="stack">${picture(shown, say, mayChange)}${mayChange && visibility(shown, say)}</div></div>`,
    script: 'dashboard.js',
  }
}

function read({ loaded: { product } }: ShownProduct, say: CatalogTexts): Html {
  return html`<section class="card"><h2>${say.description}</h2><p class="lines">${lines(product.description)}</p></section>`
}

function details(
  { loaded: { product, categories }, given, fieldErrors: errors }: ShownProduct,
  say: CatalogTexts,
): Html {
  const { name, kind, description, category, asks } = product
  const list = html`<datalist id="categories">${categories.map(one => html`<option value="${one}"></option>`)}</datalist>`
  return html`<section class="card"><h2>${say.product}</h2><form method="post">${field({ name: 'name', label: say.name, value: given.name ?? name, maxlength: 100, errors })}
${area({ name: 'description', label: say.description, hint: say.descriptionHint, value: given.description ?? description, maxlength: 2000, isOptional: true, errors })}
<div class="side-by-side">${choice({ name: 'kind', label: say.kind, value: given.kind ?? kind, options: productKinds.map(one => [one, say.kinds[one]]) })}
${field({ name: 'category', label: say.category, hint: say.categoryHint, value: given.category ?? category?.name, maxlength: 100, isOptional: true, list: 'categories', errors })}</div>${list}
<fieldset class="ticks"><legend>${say.asks}</legend>${askedFields.map(one => tick({ name: 'asks', value: one, label: say.asked[one], isOn: asks.includes(one) }))}</fieldset>
${actButton('details', say.save)}</form></section>`
}

function picture({ app, loaded: { product } }: ShownProduct, say: CatalogTexts, mayChange: boolean): Html {
  const { image } = product
  const shown = image
    ? html`<img class="product" src="${picturePath(app.config, image.storageKey, 640)}" width="${image.width}" height="${image.height}" alt="${product.name}">`
    : html`<p class="lead">${say.noPicture}</p>`
  return html`<section class="card"><h2>${say.picture}</h2>${shown}${
    mayChange &&
    html`${largeForm('picture', 'file', html`${field({ name: 'file', id: 'picture', label: say.choosePicture, hint: say.pictureHint, type: 'file', accept: 'image/jpeg,image/png,image/gif,image/webp' })}${actButton('picture', say.upload, image ? 'quiet' : 'main')}`)}
${image && html`<form class="inline" method="post">${actButton('unpicture', say.dropPicture, 'link')}</form>`}`
  }</section>`
}

function visibility({ loaded: { product } }: ShownProduct, say: CatalogTexts): Html {
  const { isActive } = product
  return html`<section class="card"><h2>${say.visibility}</h2><p>${isActive ? say.shownText : say.hiddenText}</p><form method="post"><input type="hidden" name="on" value="${isActive ? '0' : '1'}">${actButton('show', isActive ? say.hide : say.show, isActive ? 'quiet' : 'main')}</form></section>`
}

function variants(shown: ShownProduct, say: CatalogTexts, mayChange: boolean): Html {
  const { product, goods } = shown.loaded
  const rows = product.variants.$.map(one => {
    const title = html`<span><b>${one.name || (product.variants.length === 1 ? formatRupiah(one.price) : say.onlyVariant)}</b><small>${one.name && html`${formatRupiah(one.price)} · `}${one.goodsTitle() ?? say.modes[one.stockMode]}</small></span>${one.isActive ? stockOf(one.available(), say) : html`<span class="status">${say.hidden}</span>`}`
    if (!mayChange) return html`<div class="row">${title}</div>`
    return html`<details class="choice"${product.variants.length === 1 && html` open`}><summary class="row">${title}</summary>${variantForms(shown, say, one)}</details>`
  })
  const adding = html`<details class="choice"${shown.given.act === 'add' && html` open`}><summary><b>+ ${say.addVariant}</b></summary>${largeForm('add', 'text', html`${field({ name: 'variant_name', id: 'new-variant', label: say.variantName, hint: say.variantNameHint, maxlength: 100 })}${stockFields(shown, goods, product.kind)}${actButton('add', say.addVariant)}`)}</details>`
  return html`<section class="card"><h2>${say.variantsTitle}</h2>${shown.visit.mode === 'test' && html`<p><small>${say.testStock}</small></p>`}${rows}${mayChange && adding}</section>`
}

function variantForms(shown: ShownProduct, say: CatalogTexts, one: CatalogProduct['variants'][number]): Html {
  const own = html`<input type="hidden" name="variant" value="${one.publicId}">`
  const isOnly = shown.loaded.product.variants.length === 1
  const name = {
    name: 'variant_name',
    id: `name-${one.publicId}`,
    label: say.variantName,
    value: one.name,
    maxlength: 100,
  }
  const price = { name: 'price', id: `price-${one.publicId}`, label: say.price, value: one.price, maxlength: 20 }
  const low = { name: 'low', id: `low-${one.publicId}`, label: say.low, hint: say.lowHint, value: one.lowStockAt ?? 0 }
  const stars = {
    name: 'stars',
    id: `stars-${one.publicId}`,
    label: say.stars,
    hint: say.starsHint,
    value: one.starPrice ?? 0,
  }
  const sellsForStars = shown.loaded.product.kind === 'digital' && sentAtOnce.has(one.stockMode)
  return html`<form method="post">${own}<div class="side-by-side">${field({ ...name, isOptional: isOnly })}${field({ ...price, inputmode: 'numeric' })}</div>${tick({ name: 'shown', label: say.isShown, isOn: one.isActive })}${actButton('variant', say.save, 'quiet')}</form>
${one.stockMode === 'counter' && html`<form method="post" class="inline">${own}${field({ name: 'delta', id: `delta-${one.publicId}`, label: say.restock, hint: say.restockHint, inputmode: 'text', maxlength: 8 })}${actButton('restock', say.change, 'quiet')}</form>`}
${keptByNumber.has(one.stockMode) && html`<p><small>${say.setByServer} <code>{"product": "${shown.loaded.product.key}", "variant": "${one.key}"}</code></small></p>`}
${one.stockMode === 'serial' && largeForm('keys', 'text', html`${own}${area({ name: 'lines', id: `lines-${one.publicId}`, label: say.lines, hint: say.linesHint })}${actButton('keys', say.addKeys, 'quiet')}`)}
${one.stockUrl !== null && html`<form method="post">${own}${field({ name: 'url', id: `url-${one.publicId}`, label: say.stockUrl, hint: say.stockUrlHint, value: one.stockUrl, type: 'url', maxlength: 2048 })}${actButton('source', say.save, 'quiet')}</form>`}
${limited.has(one.stockMode) && html`<form method="post" class="inline">${own}${field({ ...low, inputmode: 'numeric', maxlength: 7 })}${actButton('low', say.setLow, 'quiet')}</form>`}
${sellsForStars && html`<form method="post" class="inline">${own}${field({ ...stars, inputmode: 'numeric', maxlength: 5 })}${actButton('stars', say.setStars, 'quiet')}</form>`}`
}
