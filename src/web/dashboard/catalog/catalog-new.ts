import { z } from 'zod'
import { addProduct } from '../../../catalog/add-product.ts'
import { findShopRules } from '../../../catalog/find-shop-rules.ts'
import { listCategoryNames } from '../../../catalog/list-categories.ts'
import { picturesMax } from '../../../catalog/pictures/product-picture.ts'
import { pickProductValues, productFields } from '../../../catalog/product-fields.ts'
import {
  defaultRequiredDetails,
  type ProductKind,
  productKinds,
  type RequiredDetail,
} from '../../../catalog/product-kinds.ts'
import { parseTyped } from '../../../lib/fields/field.ts'
import { html } from '../../../lib/html.ts'
import type { App } from '../../../needs.ts'
import { backLink, card } from '../../parts/card.ts'
import { describedField, describedFields } from '../../parts/fields/described-field.ts'
import { actButton, checkbox, field, largeForm, pictureTypes, refusedBanner, selectField } from '../../parts/forms.ts'
import { ChosenFile } from '../../parts/inputs.ts'
import { definePage } from '../../parts/page.ts'
import { makeMemberActor } from '../../parts/visit.ts'
import { catalogTexts } from './catalog-texts.ts'
import {
  findOwnGoods,
  linesBytesMax,
  makeStockLabels,
  priceField,
  readStock,
  StockFields,
  stockFields,
} from './stock-fields.ts'

const pictureBytesMax = 5 * 1024 * 1024
const pictureNames = ['file', ...Array.from({ length: picturesMax - 1 }, (_, at) => `file_${at + 2}`)]

/**
 * Returns whether the shop delivers everything, so that an order needs an address. This includes shops without saved
 * rules, in which customers do not choose how to receive an order.
 */
async function isOnlyBrought(app: App, accountId: number): Promise<boolean> {
  const rules = await findShopRules(app, accountId)
  return !rules || (rules.delivers && rules.pickupPlace === null && rules.tables === null)
}

function askedFields(kind: ProductKind, asksAddress: boolean): RequiredDetail[] {
  const usual = defaultRequiredDetails[kind].filter(field => field !== 'address')
  return asksAddress ? [...usual, 'address'] : usual
}

/**
 * Creates a product: its name, price, pictures and category, and folded what few products need. More variants are added
 * on its own page.
 */
export const catalogNewPage = definePage({
  path: '/dashboard/catalog/new',
  role: 'orders',
  load: async (app, { account, scope }) => ({
    goods: await findOwnGoods(app, account.id),
    categories: await listCategoryNames(app, scope),
    isBrought: await isOnlyBrought(app, account.id),
  }),
  view(view) {
    const { language, loaded, refusal, given, fieldErrors: errors, to } = view
    const say = catalogTexts[language]
    const labels = {
      name: say.name,
      ...Object.fromEntries(productFields.map(({ name, label }) => [name, label[language]])),
      category: say.category,
      image: say.picture,
      ...makeStockLabels(say),
    }
    const asksAddress = refusal ? given.asks_address === 'on' : loaded.isBrought
    const options = productKinds.map(kind => [kind, say.kinds[kind]] as const)
    const described = describedFields(productFields, each =>
      describedField(each, language, { value: given[each.name], errors }),
    )
    const category = {
      name: 'category',
      label: say.category,
      hint: say.categoryHint,
      value: given.category,
      maxlength: 100,
      isOptional: true,
      list: 'categories',
      errors,
    }
    const picture = {
      name: 'file',
      label: say.newPictures,
      hint: say.newPicturesHint(picturesMax),
      isMultiple: true,
      type: 'file' as const,
      accept: pictureTypes,
      isOptional: true,
    }
    const fields = html`
      ${field({ name: 'name', label: say.name, value: given.name, maxlength: 100, isFocused: true, errors })}
      ${priceField(view)}
      ${field(picture)}
      ${field(category)}
      <datalist id="categories">${loaded.categories.map(name => html`<option value="${name}"></option>`)}</datalist>
      <details class="choice"${refusal && html` open`}><summary><b>${say.moreFields}</b></summary>
        ${selectField({ name: 'kind', label: say.kind, value: given.kind ?? 'physical', options })}
        ${stockFields(view, loaded.goods, { isPriced: false, mode: 'unlimited' })}
        ${described}
        ${checkbox({ name: 'asks_address', label: say.asksAddress, isOn: asksAddress })}
      </details>
      ${actButton('create', say.create)}`
    return {
      title: say.add,
      body: html`
        ${backLink(to('/dashboard/catalog'), say.title)}
        <h1>${say.add}</h1>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, largeForm('create', 'file', fields))}`,
      script: 'dashboard.js',
    }
  },
  act: {
    create: {
      sensitive: { kindsOf: () => ['price', 'stock'] },
      textBytesMax: linesBytesMax,
      fileBytesMax: pictureBytesMax,
      filesMax: picturesMax,
      fields: StockFields.extend({
        name: z.string().trim().max(400),
        kind: z.enum(productKinds),
        ...Object.fromEntries(productFields.map(({ name }) => [name, z.string().trim().max(10_000).default('')])),
        category: z.string().trim().max(400).default(''),
        asks_address: z.literal('on').optional(),
        ...Object.fromEntries(pictureNames.map(name => [name, ChosenFile])),
        file_name: z.string().max(1000).optional(),
      }),
      async run(app, visit, values) {
        const { name, kind, category, price, file_name } = values
        const typed = values as Record<string, unknown>
        const described = pickProductValues(field => parseTyped(field, String(typed[field.name] ?? '')))
        const variant = { price, stock: readStock(values) }
        const files = pictureNames.map(name => typed[name]).filter(file => Buffer.isBuffer(file) && file.length > 0)
        const [picture = null, ...furtherPictures] = files.map(bytes => ({
          name: file_name ?? 'picture',
          bytes: bytes as Buffer,
        }))
        const asks = askedFields(kind, values.asks_address === 'on')
        const product = { name, kind, ...described, category, picture, furtherPictures, asks, variant }
        const id = await addProduct(app, makeMemberActor(visit), product)
        return { to: `/dashboard/catalog/${id}`, done: 'added' }
      },
    },
  },
})
