import { z } from 'zod'
import { addProduct } from '../../../catalog/add-product.ts'
import { productKinds } from '../../../catalog/product-kinds.ts'
import { html } from '../../../lib/html.ts'
import { card, trail } from '../../parts/card.ts'
import { actButton, area, choice, field, largeForm, refusedBanner } from '../../parts/forms.ts'
import { page } from '../../parts/page.ts'
import { memberActingOf } from '../../parts/visit.ts'
import { catalogTexts } from './catalog-texts.ts'
import { findOwnGoods, linesBytesMax, readStock, StockFields, stockFields, stockLabels } from './stock-fields.ts'

/** A new product with its first price and stock; its picture and more variants come on its own page. */
export const catalogNewPage = page({
  path: '/dashboard/catalog/new',
  role: 'orders',
  load: (app, { account }) => findOwnGoods(app, account.id),
  view(shown) {
    const { language, loaded, refusal, given, fieldErrors: errors, to } = shown
    const say = catalogTexts[language]
    const labels = { name: say.name, description: say.description, ...stockLabels(say) }
    const options = productKinds.map(kind => [kind, say.kinds[kind]] as const)
    const description = {
      name: 'description',
      label: say.description,
      hint: say.descriptionHint,
      value: given.description,
      maxlength: 2000,
      isOptional: true,
      errors,
    }
    const fields = html`
      ${field({ name: 'name', label: say.name, value: given.name, maxlength: 100, isFocused: true, errors })}
      ${choice({ name: 'kind', label: say.kind, value: given.kind ?? 'physical', options })}
      ${area(description)}
      ${stockFields(shown, loaded)}
      ${actButton('create', say.create)}`
    return {
      title: say.add,
      body: html`
        ${trail(to('/dashboard/catalog'), say.title)}
        <h1>${say.add}</h1>
        ${refusedBanner({ language, refusal, labels })}
        ${card(null, largeForm('create', 'text', fields))}`,
      script: 'dashboard.js',
    }
  },
  act: {
    create: {
      textBytesMax: linesBytesMax,
      fields: StockFields.extend({
        name: z.string().trim().max(400),
        kind: z.enum(productKinds),
        description: z.string().trim().max(10_000),
      }),
      async run(app, visit, given) {
        const { name, kind, description, price } = given
        const variant = { price, stock: readStock(given) }
        const id = await addProduct(app, memberActingOf(visit), { name, kind, description, variant })
        return { to: `/dashboard/catalog/${id}`, done: 'added' }
      },
    },
  },
})
