import { z } from 'zod'
import { type CategoryInOrder, listInOrder } from '../../../catalog/many/list-in-order.ts'
import { moveProduct } from '../../../catalog/many/move-product.ts'
import { type Html, html } from '../../../lib/html.ts'
import { card, chip, trail } from '../../parts/card.ts'
import { emptyState, hidden, refusedBanner } from '../../parts/forms.ts'
import { page, type Shown } from '../../parts/page.ts'
import { memberActingOf, type Visit } from '../../parts/visit.ts'
import { catalogTexts } from './catalog-texts.ts'
import { manyTexts } from './many-texts.ts'

const path = '/dashboard/catalog/order'
const publicId = z.string().regex(/^[\w-]{22}$/)
// The product that was moved last keeps the keyboard.
const Input = z.object({
  moved: publicId.optional().catch(undefined),
  by: z.enum(['up', 'down']).optional().catch(undefined),
})

type ShownOrder = Shown<Visit, z.infer<typeof Input>, CategoryInOrder[]>

/** The order in which customers see products, changed by two buttons each. */
export const catalogOrderPage = page({
  path,
  role: 'orders',
  input: Input,
  load: (app, { account }) => listInOrder(app, account.id),
  view(shown: ShownOrder) {
    const { language, loaded, refusal, to } = shown
    const say = manyTexts[language]
    const common = catalogTexts[language]
    return {
      title: say.order,
      body: html`
        ${trail(to('/dashboard/catalog'), common.title)}
        <h1>${say.order}</h1>
        <p class="lead">${say.orderIntro}</p>
        ${refusedBanner({ language, refusal })}
        ${loaded.length === 0 && emptyState(common.none)}
        ${loaded.map(({ name, products }) =>
          card(
            name ?? say.noCategory,
            html`<ol class="rows">${products.map((_, at) => row(shown, products, at))}</ol>`,
          ),
        )}`,
    }
  },
  act: {
    move: {
      fields: z.object({ product: publicId, by: z.enum(['up', 'down']) }),
      async run(app, visit, { product, by }) {
        await moveProduct(app, memberActingOf(visit), product, by)
        return { to: `${path}?moved=${product}&by=${by}` }
      },
    },
  },
})

function row({ language, input }: ShownOrder, products: CategoryInOrder['products'], at: number): Html {
  const say = manyTexts[language]
  const { publicId, name, isActive } = products[at]!
  const button = (by: 'up' | 'down', sign: string, isEnd: boolean) => {
    const isFocused = !isEnd && input.moved === publicId && input.by === by
    const attributes = [isEnd && html` disabled`, isFocused && html` autofocus`]
    return html`<form method="post">
      ${hidden('product', publicId)}${hidden('by', by)}
      <button class="button quiet" name="act" value="move" aria-label="${say[by](name)}"${attributes}>${sign}</button>
    </form>`
  }
  return html`<li>
    <span>${name} ${!isActive && chip('', catalogTexts[language].hidden)}</span>
    <span class="inline">${button('up', '↑', at === 0)}${button('down', '↓', at === products.length - 1)}</span>
  </li>`
}
