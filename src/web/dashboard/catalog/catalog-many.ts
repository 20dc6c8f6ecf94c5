import { z } from 'zod'
import type { ShownProduct } from '../../../catalog/find-product.ts'
import { listCatalog } from '../../../catalog/list-catalog.ts'
import { changeProducts, type ProductChanges } from '../../../catalog/many/change-products.ts'
import { type Html, html } from '../../../lib/html.ts'
import type { Page } from '../../../lib/paging.ts'
import type { SensitiveKind } from '../../../people/membership.ts'
import { backLink, linkButton } from '../../parts/card.ts'
import { actButton, checkbox, emptyState, field, hiddenField, largeForm, refusedBanner } from '../../parts/forms.ts'
import { searchForm } from '../../parts/list-page.ts'
import { Once, renderOnceField } from '../../parts/once.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { pager } from '../../parts/pager.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { CatalogQuery } from './catalog.ts'
import { catalogTexts } from './catalog-texts.ts'
import { manyTexts } from './many-texts.ts'
import { readChanges, type TypedFields } from './typed-many.ts'

type ShownMany = ViewContext<Visit, z.infer<typeof CatalogQuery>, Page<ShownProduct>>

const path = '/dashboard/catalog/many'
const textBytesMax = 1024 * 1024

/** Changes price, stock and visibility of many products, with one button. */
export const catalogManyPage = definePage({
  path,
  role: 'orders',
  input: CatalogQuery,
  load: (app, { scope }, { search, shown, page }) =>
    listCatalog(app, scope, { search: search || undefined, isActive: shown && shown === 'active', page }),
  view(view: ShownMany) {
    const { language, loaded, input, to, visit, refusal, given } = view
    const say = manyTexts[language]
    const common = catalogTexts[language]
    const rows = loaded.items.map(one => productRow(view, one))
    const labels = Object.fromEntries(loaded.items.flatMap(one => fieldLabels(view, one)))
    const query = { search: input.search, shown: input.shown }
    const search = {
      language,
      action: to(path),
      label: common.search,
      value: input.search,
      carried: { shown: input.shown },
    }
    return {
      title: say.title,
      body: html`
        ${backLink(to('/dashboard/catalog'), common.title)}
        <h1>${say.title}</h1>
        <p class="lead">${say.intro}${visit.mode === 'test' && ` ${common.testStock}`}</p>
        ${refusedBanner({ language, refusal, labels })}
        ${searchForm(search)}
        ${
          rows.length === 0
            ? emptyState(common.noMatch, linkButton(to('/dashboard/catalog'), common.title, 'quiet'))
            : largeForm(
                'save',
                'text',
                html`${renderOnceField(given)}<ul class="rows many">${rows}</ul>
                  <p class="stays">${actButton('save', say.save)}</p>`,
              )
        }
        ${pager({
          language,
          page: loaded.page,
          hasMore: loaded.page < loaded.pageCount,
          address: page => to(path, { ...query, page: String(page) }),
        })}`,
    }
  },
  act: {
    save: {
      sensitive: { kindsOf: typed => sensitiveKinds(readChanges(typed)) },
      textBytesMax,
      fields: z.object({ once: Once }).catchall(z.string().max(400)),
      async run(app, visit, { once, ...typed }) {
        await changeProducts(app, makeMemberActor(visit), readChanges(typed), once)
        return { done: 'saved' }
      },
    },
  },
})

function sensitiveKinds({ prices, stocks }: ProductChanges): SensitiveKind[] {
  return [...(prices.length > 0 ? ['price' as const] : []), ...(stocks.length > 0 ? ['stock' as const] : [])]
}

function fieldLabels({ language }: ShownMany, product: ShownProduct): [string, string][] {
  const say = manyTexts[language]
  return product.variants.$.getItems().flatMap(({ publicId, name }): [string, string][] => {
    const full = name ? `${product.name} (${name})` : product.name
    return [
      [`price_${publicId}`, say.priceOf(full)],
      [`left_${publicId}`, say.leftOf(full)],
    ]
  })
}

// The original values are included, so that only changed ones are written.
function productRow(view: ShownMany, product: ShownProduct): Html {
  const { given, refusal, language } = view
  const say = manyTexts[language]
  const typed: TypedFields = refusal ? given : {}
  const { publicId, isActive, name } = product
  const isOn = refusal ? typed[`on_${publicId}`] === 'on' : isActive
  return html`<li>
    <div class="many-name"><b>${name}</b>${checkbox({ name: `on_${publicId}`, label: say.onSale, isOn })}</div>
    ${hiddenField(`was_on_${publicId}`, typed[`was_on_${publicId}`] ?? (isActive ? '1' : '0'))}
    <div>${product.variants.$.getItems().map(variant => variantRow(view, typed, variant))}</div>
  </li>`
}

type ShownVariant = ReturnType<ShownProduct['variants']['$']['getItems']>[number]

function variantRow({ language, fieldErrors: errors }: ShownMany, typed: TypedFields, variant: ShownVariant): Html {
  const say = manyTexts[language]
  const { publicId, name, price, stockMode } = variant
  const number = (field: 'price' | 'left', was: number) => ({
    name: `${field}_${publicId}`,
    value: typed[`${field}_${publicId}`] ?? String(was),
    inputmode: 'numeric' as const,
    maxlength: 20,
    errors,
  })
  const carried = (field: 'price' | 'left', was: number) =>
    hiddenField(`was_${field}_${publicId}`, typed[`was_${field}_${publicId}`] ?? was)
  const available = stockMode === 'counter' ? variant.available() : null
  return html`<div class="many-fields">
    ${name !== '' && html`<span>${name}</span>`}
    ${field({ ...number('price', price), label: say.price })}${carried('price', price)}
    ${available !== null && field({ ...number('left', available), label: say.left })}
    ${available !== null && carried('left', available)}
  </div>`
}
