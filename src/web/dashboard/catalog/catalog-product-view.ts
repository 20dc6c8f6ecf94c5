import { handovers } from '../../../catalog/delivery-zones.ts'
import type { CatalogProduct } from '../../../catalog/find-catalog-product.ts'
import { picturesMax } from '../../../catalog/pictures/product-picture.ts'
import { productFields } from '../../../catalog/product-fields.ts'
import { productKinds, requiredDetailNames } from '../../../catalog/product-kinds.ts'
import { variantFields } from '../../../catalog/variant-fields.ts'
import type { ProductImage } from '../../../goods/product-image.ts'
import { type Html, html, renderLines } from '../../../lib/html.ts'
import { mayDo } from '../../../people/membership.ts'
import { backLink, card, chip, titleRow } from '../../parts/card.ts'
import { describedField, describedFields } from '../../parts/fields/described-field.ts'
import {
  actButton,
  checkbox,
  field,
  hiddenField,
  inlineForm,
  largeForm,
  pictureTypes,
  refusedBanner,
  selectField,
} from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import type { View } from '../../parts/page.ts'
import { picturePath } from '../../parts/product-picture.ts'
import { type CatalogTexts, catalogTexts } from './catalog-texts.ts'
import { optionsTexts } from './options-texts.ts'
import { optionsCard } from './product-options.ts'
import { saveForm } from './product-save.ts'
import type { ShownProduct } from './shown-product.ts'
import { makeStockLabels } from './stock-fields.ts'
import { variantsCard } from './variants-view.ts'

/** Renders the page of one product: forms for members who may change it, plain text for the others. */
export function productView(view: ShownProduct): View {
  const { language, loaded, refusal, to, visit } = view
  const { product } = loaded
  const say = catalogTexts[language]
  const mayChange = mayDo(visit.account.role, 'orders')
  const labels = {
    name: say.name,
    ...Object.fromEntries(productFields.map(({ name, label }) => [name, label[language]])),
    kind: say.kind,
    category: say.category,
    image: say.picture,
    handovers: say.handovers,
    ...variantLabels(product, language),
    variant_name: say.variantName,
    delta: say.restock,
    low: say.low,
    stars: say.stars,
    threshold: say.low,
    text: say.lines,
    ...makeStockLabels(say),
    copy_name: say.copyName,
  }
  const state = product.isActive ? chip('good', say.active) : chip('', say.hidden)
  return {
    title: product.name,
    body: html`
      ${backLink(to('/dashboard/catalog'), say.title)}
      ${titleRow(product.name, state)}
      ${refusedBanner({ language, refusal, labels })}
      <div class="pair">
        <div class="stack">
          ${variantsCard(view, say, mayChange)}
          ${optionsCard(loaded.groups, to(`/dashboard/catalog/${product.publicId}/options`), optionsTexts[language])}
          ${mayChange ? detailsCard(view, say) : descriptionCard(product, say)}
        </div>
        <div class="stack">
          ${picturesCard(view, say, mayChange)}
          ${mayChange && visibilityCard(view, say)}
          ${mayChange && duplicateForm(view, say)}
        </div>
      </div>
      ${mayChange && html`<div class="save-bar">${saveButton(say)}</div>`}`,
    script: 'dashboard.js',
  }
}

/** Returns the save button, which is outside the form whose fields it sends. */
function saveButton(say: CatalogTexts): Html {
  return html`<button class="button" form="${saveForm}" name="act" value="save">${say.save}</button>`
}

function variantLabels({ variants }: CatalogProduct, language: Language): Record<string, string> {
  const say = catalogTexts[language]
  const named = variants.$.map(({ publicId, name }) => {
    const of = (label: string) => [label, name].filter(Boolean).join(', ')
    const at = (field: string) => `variants.${publicId}.${field}`
    return [
      [at('name'), of(say.variantName)],
      [at('price'), of(say.price)],
      ...variantFields.map(({ name, label }) => [at(name), of(label[language])]),
    ]
  })
  return Object.fromEntries(named.flat())
}

function descriptionCard(product: CatalogProduct, say: CatalogTexts): Html {
  return card(say.description, html`<p class="lines">${renderLines(product.description)}</p>`)
}

function detailsCard(
  { language, loaded: { product, categories }, given, fieldErrors: errors }: ShownProduct,
  say: CatalogTexts,
): Html {
  const { name, kind, category, asks, handovers: ways } = product
  const handed = handovers.map(one =>
    checkbox({ name: 'handovers', value: one, label: say.handed[one], isOn: ways.includes(one) }),
  )
  const described = describedFields(productFields, each =>
    describedField(each, language, { value: given[each.name] ?? product[each.property], errors }),
  )
  const chosen = field({
    name: 'category',
    label: say.category,
    hint: say.categoryHint,
    value: given.category ?? category?.name,
    maxlength: 100,
    isOptional: true,
    list: 'categories',
    errors,
  })
  const kinds = productKinds.map(one => [one, say.kinds[one]] as const)
  const ticks = requiredDetailNames.map(one =>
    checkbox({ name: 'asks', value: one, label: say.asked[one], isOn: asks.includes(one) }),
  )
  return card(
    say.product,
    html`<form method="post" novalidate id="${saveForm}">
      ${field({ name: 'name', label: say.name, value: given.name ?? name, maxlength: 100, errors })}
      ${described}
      <div class="side-by-side">
        ${selectField({ name: 'kind', label: say.kind, value: given.kind ?? kind, options: kinds })}
        ${chosen}
      </div>
      <datalist id="categories">${categories.map(one => html`<option value="${one}"></option>`)}</datalist>
      <fieldset class="ticks"><legend>${say.asks}</legend>${ticks}</fieldset>
      ${
        kind === 'physical' &&
        html`<fieldset class="ticks"><legend>${say.handovers}</legend>${hiddenField('hands', 1)}${handed}</fieldset>`
      }
    </form>`,
  )
}

function picturesCard(
  { app, loaded: { product, pictures } }: ShownProduct,
  say: CatalogTexts,
  mayChange: boolean,
): Html {
  const [first] = pictures
  const picture = first ? productImage(app, product, first) : html`<p class="lead">${say.noPicture}</p>`
  const rows = pictures.map((_, at) => pictureRow(app, pictures, at, { say, mayChange }))
  const listed = html`${picture}${(mayChange || rows.length > 1) && html`<ol class="rows">${rows}</ol>`}`
  if (!mayChange || pictures.length >= picturesMax) return card(say.pictures, listed)
  const file = field({
    name: 'file',
    id: 'picture',
    label: say.choosePicture,
    hint: `${say.pictureHint} ${say.picturesHint(picturesMax)}`,
    type: 'file',
    accept: pictureTypes,
  })
  const upload = actButton('picture', say.upload, first ? 'quiet' : 'main')
  return card(say.pictures, html`${listed}${largeForm('picture', 'file', html`${file}${upload}`)}`)
}

function pictureRow(
  { config }: ShownProduct['app'],
  pictures: ProductImage[],
  at: number,
  { say, mayChange }: { say: CatalogTexts; mayChange: boolean },
): Html {
  const { storageKey } = pictures[at]!
  const source = picturePath(config, storageKey, 160)
  const number = at + 1
  const button = (act: string, label: string, sign: string) => html`<button class="button quiet" name="act"
    value="${act}" aria-label="${label}">${sign}</button>`
  const buttons = html`${at > 0 && button('raise', say.raisePicture(number), '↑')}
    ${button('unpicture', say.dropPicture(number), '✕')}`
  return html`<li>
    <span class="with-thumb">
      <img class="thumb" src="${source}" width="56" height="56" alt="${say.pictureNumber(number)}">
      ${at === 0 && html`<small>${say.firstPicture}</small>`}
    </span>
    ${mayChange && inlineForm({ picture: storageKey }, buttons)}
  </li>`
}

function productImage(
  { config }: ShownProduct['app'],
  { name }: CatalogProduct,
  { storageKey, width, height }: ProductImage,
): Html {
  const source = picturePath(config, storageKey, 640)
  return html`<img class="product" src="${source}" width="${width}" height="${height}" alt="${name}">`
}

function duplicateForm({ loaded: { product }, given }: ShownProduct, say: CatalogTexts): Html {
  const value = given.copy_name ?? say.copyOf(product.name)
  const name = field({ name: 'copy_name', label: say.copyName, hint: say.copyHint, value, maxlength: 100 })
  return html`<details class="choice"${given.act === 'duplicate' && html` open`}>
    <summary><b>${say.copyTitle}</b></summary>
    <form method="post" novalidate>${name}${actButton('duplicate', say.copyMake, 'quiet')}</form>
  </details>`
}

function visibilityCard({ loaded: { product }, given }: ShownProduct, say: CatalogTexts): Html {
  const isOn = given.act === 'save' ? given.on_sale === 'on' : product.isActive
  return card(
    say.visibility,
    html`${checkbox({ name: 'on_sale', label: say.shownText, isOn, form: saveForm })}
      ${!product.isActive && html`<p><small>${say.hiddenText}</small></p>`}`,
  )
}
