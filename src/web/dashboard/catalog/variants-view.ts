import type { CatalogProduct } from '../../../catalog/find-catalog-product.ts'
import { countedStockModes, instantStockModes, limitedStockModes } from '../../../catalog/product.ts'
import { type VariantField, variantFields } from '../../../catalog/variant-fields.ts'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah, groupThousands } from '../../../lib/money.ts'
import { listAdditions } from '../../../slots.ts'
import { card, chip } from '../../parts/card.ts'
import { describedField } from '../../parts/fields/described-field.ts'
import { actButton, checkbox, field, hiddenField, inlineForm, largeForm, textArea } from '../../parts/forms.ts'
import { stockChip } from './catalog.ts'
import type { CatalogTexts } from './catalog-texts.ts'
import { makeVariantFieldName, saveForm, toFormErrors } from './product-save.ts'
import type { ShownProduct } from './shown-product.ts'
import { stockFields } from './stock-fields.ts'

type Variant = CatalogProduct['variants'][number]

/** Renders the variants of a product with their stock, and the forms that change one and add another. */
export function variantsCard(view: ShownProduct, t: CatalogTexts, mayChange: boolean): Html {
  const { product } = view.loaded
  const isOnly = product.variants.length === 1
  const rows = product.variants.$.map(one => {
    const title = variantTitle(one, isOnly, t)
    if (!mayChange) return html`<div class="row">${title}</div>`
    const isWrong = view.fieldErrors.some(({ path }) => path.includes(one.publicId))
    return html`<details class="choice"${(isOnly || isWrong) && html` open`}>
      <summary class="row">${title}</summary>
      ${variantForms(view, t, one)}
    </details>`
  })
  return card(
    t.variantsTitle,
    html`
      ${view.visit.mode === 'test' && html`<p><small>${t.testStock}</small></p>`}
      ${rows}
      ${mayChange && addVariantForm(view, t)}`,
  )
}

function variantTitle(one: Variant, isOnly: boolean, say: CatalogTexts): Html {
  const price = formatRupiah(one.price)
  const goods = one.goodsTitle() ?? say.modes[one.stockMode]
  return html`<span>
      <b>${one.name || (isOnly ? price : say.onlyVariant)}</b>
      <small>${one.name && html`${price} · `}${goods}</small>
    </span>
    ${one.isActive ? stockChip(one.available(), say) : chip('', say.hidden)}`
}

function addVariantForm(view: ShownProduct, say: CatalogTexts): Html {
  const { product, goods } = view.loaded
  const name = field({
    name: 'variant_name',
    id: 'new-variant',
    label: say.variantName,
    hint: say.variantNameHint,
    maxlength: 100,
  })
  const fields = html`${name}${stockFields(view, goods, { kind: product.kind })}${actButton('add', say.addVariant)}`
  return html`<details class="choice"${view.given.act === 'add' && html` open`}>
    <summary><b>+ ${say.addVariant}</b></summary>
    ${largeForm('add', 'text', fields)}
  </details>`
}

function variantForms(view: ShownProduct, say: CatalogTexts, one: Variant): Html {
  const { product } = view.loaded
  const sellsForStars =
    listAdditions(view.app, 'starPrices').length > 0 &&
    product.kind === 'digital' &&
    instantStockModes.has(one.stockMode)
  return html`
    ${nameAndPrice(view, one, say)}
    ${one.stockMode === 'counter' && restockForm(one, say)}
    ${countedStockModes.has(one.stockMode) && setByServer(product, one, say)}
    ${one.stockMode === 'serial' && addingKeys(one, say)}
    ${one.stockUrl !== null && stockAddress(one, say)}
    ${limitedStockModes.has(one.stockMode) && lowMark(one, say)}
    ${sellsForStars && starPrice(one, say)}`
}

/** Renders fields of the page's single form. */
function nameAndPrice(
  { language, loaded: { product }, given, fieldErrors }: ShownProduct,
  one: Variant,
  say: CatalogTexts,
): Html {
  const { publicId, isActive } = one
  const isTyped = given.act === 'save'
  const at = (name: string, value: string | number | null) => {
    const field = makeVariantFieldName(name, publicId)
    return { name: field, form: saveForm, errors: toFormErrors(fieldErrors), value: isTyped ? given[field] : value }
  }
  const shownField = makeVariantFieldName('shown', publicId)
  const isOn = isTyped ? given[shownField] === 'on' : isActive
  const isOnly = product.variants.length === 1
  return html`
    <input type="hidden" name="variant" value="${publicId}" form="${saveForm}">
    <div class="side-by-side">
      ${field({ ...at('name', one.name), label: say.variantName, maxlength: 100, isOptional: isOnly })}
      ${field({ ...at('price', groupThousands(one.price)), label: say.price, maxlength: 20, inputmode: 'numeric' })}
    </div>
    ${variantFields
      .filter(({ isFor }) => isFor(product, one))
      .map(each => describedField(each, language, at(each.name, typedAs(each, one[each.property]))))}
    ${checkbox({ name: shownField, label: say.isShown, isOn, form: saveForm })}`
}

function typedAs({ kind }: VariantField, value: string | number | null): string | number | null {
  return kind === 'rupiah' && typeof value === 'number' ? groupThousands(value) : value
}

function restockForm({ publicId }: Variant, say: CatalogTexts): Html {
  const delta = { name: 'delta', id: `delta-${publicId}`, label: say.restock, hint: say.restockHint, maxlength: 8 }
  const fields = [field({ ...delta, inputmode: 'text' }), actButton('restock', say.change, 'quiet')]
  return inlineForm({ variant: publicId }, fields)
}

function setByServer({ key: product }: CatalogProduct, { key: variant }: Variant, say: CatalogTexts): Html {
  const sent = html`<code>{"product": "${product}", "variant": "${variant}"}</code>`
  return html`<p><small>${say.setByServer} ${sent}</small></p>`
}

function addingKeys({ publicId }: Variant, say: CatalogTexts): Html {
  const lines = textArea({ name: 'lines', id: `lines-${publicId}`, label: say.lines, hint: say.linesHint })
  const button = actButton('keys', say.addKeys, 'quiet')
  return largeForm('keys', 'text', html`${hiddenField('variant', publicId)}${lines}${button}`)
}

function stockAddress({ publicId, stockUrl }: Variant, say: CatalogTexts): Html {
  const url = { name: 'url', id: `url-${publicId}`, label: say.stockUrl, hint: say.stockUrlHint, value: stockUrl }
  return html`<form method="post" novalidate>
    ${hiddenField('variant', publicId)}
    ${field({ ...url, type: 'url', maxlength: 2048 })}
    ${actButton('source', say.save, 'quiet')}
  </form>`
}

function lowMark({ publicId, lowStockAt }: Variant, say: CatalogTexts): Html {
  const low = { name: 'low', id: `low-${publicId}`, label: say.low, hint: say.lowHint, value: lowStockAt ?? 0 }
  const fields = [field({ ...low, inputmode: 'numeric', maxlength: 7 }), actButton('low', say.setLow, 'quiet')]
  return inlineForm({ variant: publicId }, fields)
}

function starPrice({ publicId, starPrice }: Variant, say: CatalogTexts): Html {
  const stars = { name: 'stars', id: `stars-${publicId}`, label: say.stars, hint: say.starsHint, value: starPrice ?? 0 }
  const fields = [field({ ...stars, inputmode: 'numeric', maxlength: 5 }), actButton('stars', say.setStars, 'quiet')]
  return inlineForm({ variant: publicId }, fields)
}
