import { z } from 'zod'
import { addProduct } from '../../../catalog/add-product.ts'
import { listCategoryNames } from '../../../catalog/list-categories.ts'
import { productFields, productValues } from '../../../catalog/product-fields.ts'
import { productKinds } from '../../../catalog/product-kinds.ts'
import { readTyped } from '../../../lib/fields/field.ts'
import { html } from '../../../lib/html.ts'
import { card, trail } from '../../parts/card.ts'
import { describedField, describedFields } from '../../parts/fields/described-field.ts'
import { actButton, choice, field, largeForm, pictureTypes, refusedBanner } from '../../parts/forms.ts'
import { ChosenFile } from '../../parts/inputs.ts'
import { page } from '../../parts/page.ts'
import { memberActingOf } from '../../parts/visit.ts'
import { catalogTexts } from './catalog-texts.ts'
import { findOwnGoods, linesBytesMax, readStock, StockFields, stockFields, stockLabels } from './stock-fields.ts'

const pictureBytesMax = 5 * 1024 * 1024

/** A new product with its category, picture, first price and stock; more variants come on its own page. */
export const catalogNewPage = page({
  path: '/dashboard/catalog/new',
  role: 'orders',
  load: async (app, { account, scope }) => ({
    goods: await findOwnGoods(app, account.id),
    categories: await listCategoryNames(app, scope),
  }),
  view(shown) {
    const { language, loaded, refusal, given, fieldErrors: errors, to } = shown
    const say = catalogTexts[language]
    const labels = {
      name: say.name,
      ...Object.fromEntries(productFields.map(({ name, label }) => [name, label[language]])),
      category: say.category,
      image: say.picture,
      ...stockLabels(say),
    }
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
      label: say.picture,
      hint: say.pictureHint,
      type: 'file' as const,
      accept: pictureTypes,
      isOptional: true,
    }
    const fields = html`
      ${field({ name: 'name', label: say.name, value: given.name, maxlength: 100, isFocused: true, errors })}
      ${choice({ name: 'kind', label: say.kind, value: given.kind ?? 'physical', options })}
      ${stockFields(shown, loaded.goods)}
      ${field(picture)}
      ${field(category)}
      <datalist id="categories">${loaded.categories.map(name => html`<option value="${name}"></option>`)}</datalist>
      ${described}
      ${actButton('create', say.create)}`
    return {
      title: say.add,
      body: html`
        ${trail(to('/dashboard/catalog'), say.title)}
        <h1>${say.add}</h1>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, largeForm('create', 'file', fields))}`,
      script: 'dashboard.js',
    }
  },
  act: {
    create: {
      textBytesMax: linesBytesMax,
      fileBytesMax: pictureBytesMax,
      fields: StockFields.extend({
        name: z.string().trim().max(400),
        kind: z.enum(productKinds),
        ...Object.fromEntries(productFields.map(({ name }) => [name, z.string().trim().max(10_000).default('')])),
        category: z.string().trim().max(400).default(''),
        file: ChosenFile,
        file_name: z.string().max(1000).optional(),
      }),
      async run(app, visit, given) {
        const { name, kind, category, price, file, file_name } = given
        const typed = given as Record<string, unknown>
        const described = productValues(field => readTyped(field, String(typed[field.name] ?? '')))
        const variant = { price, stock: readStock(given) }
        const isSent = Buffer.isBuffer(file) && file.length > 0
        const picture = isSent ? { name: file_name ?? 'picture', bytes: file } : null
        const product = { name, kind, ...described, category, picture, variant }
        const id = await addProduct(app, memberActingOf(visit), product)
        return { to: `/dashboard/catalog/${id}`, done: 'added' }
      },
    },
  },
})
