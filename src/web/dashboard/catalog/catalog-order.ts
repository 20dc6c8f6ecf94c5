import { z } from 'zod'
import { type CategoryInOrder, listProductsInOrder, productsMax } from '../../../catalog/many/list-products-in-order.ts'
import { moveProduct } from '../../../catalog/many/move-product.ts'
import { orderProducts } from '../../../catalog/many/order-products.ts'
import { type Html, html } from '../../../lib/html.ts'
import { notFound } from '../../../lib/refusal.ts'
import { backLink, card, chip } from '../../parts/card.ts'
import { actButton, emptyState, hiddenField, largeForm, refusedBanner } from '../../parts/forms.ts'
import { gripIcon } from '../../parts/icons.ts'
import { PublicId } from '../../parts/inputs.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { makeMemberActor, type Visit } from '../../parts/visit.ts'
import { catalogTexts } from './catalog-texts.ts'
import { manyTexts } from './many-texts.ts'

const path = '/dashboard/catalog/order'
/** The size limit of a form with a field for each of a thousand products. */
const textBytesMax = 64 * 1024
// The product that a button without a script moves; the last one moved keeps the keyboard focus.
const Input = z.object({
  moved: PublicId.optional().catch(undefined),
  by: z.enum(['up', 'down']).optional().catch(undefined),
})

type ShownOrder = ViewContext<Visit, z.infer<typeof Input>, CategoryInOrder[]>

/**
 * Sorts the products as customers see them. They are dragged or moved by keys and saved together; without a script two
 * buttons each move one by one place at once.
 */
export const catalogOrderPage = definePage({
  path,
  role: 'orders',
  input: Input,
  load: (app, { account }) => listProductsInOrder(app, account.id),
  view(view: ShownOrder) {
    const { language, loaded, refusal, to } = view
    const say = manyTexts[language]
    const common = catalogTexts[language]
    const lists = loaded.map(({ name, products }) =>
      card(
        name ?? say.noCategory,
        html`<ol class="rows ordered" data-ordered>${products.map((_, at) => productRow(view, products, at))}</ol>`,
      ),
    )
    const bar = html`<div class="save-bar" data-unsaved hidden>
      <span role="status" data-told>${say.unsaved}</span>
      <a class="button quiet" href="${to(path)}">${say.undo}</a>
      ${actButton('order', say.saveOrder)}
    </div>`
    return {
      title: say.order,
      script: 'order.js',
      body: html`
        ${backLink(to('/dashboard/catalog'), common.title)}
        <h1>${say.order}</h1>
        <p class="lead">${say.orderIntro}</p>
        ${refusedBanner({ language, refusal })}
        ${
          loaded.length === 0
            ? emptyState(common.none)
            : largeForm('order', 'text', html`<div class="stack" data-order="${say.placed}">${lists}${bar}</div>`)
        }`,
    }
  },
  act: {
    move: {
      textBytesMax,
      async run(app, visit, _fields, { moved, by }) {
        if (moved === undefined || by === undefined) throw notFound('product')
        await moveProduct(app, makeMemberActor(visit), moved, by)
        return { to: `${path}?moved=${moved}&by=${by}` }
      },
    },
    order: {
      textBytesMax,
      fields: z.object({
        product: z.preprocess(value => [value ?? []].flat(), z.array(PublicId).min(1).max(productsMax)),
      }),
      async run(app, visit, { product }) {
        await orderProducts(app, makeMemberActor(visit), product)
        return { to: path, done: 'saved' }
      },
    },
  },
})

function productRow({ language, input, to }: ShownOrder, products: CategoryInOrder['products'], at: number): Html {
  const say = manyTexts[language]
  const { publicId, name, isActive } = products[at]!
  const button = (by: 'up' | 'down', sign: string, isEnd: boolean) => {
    const isFocused = !isEnd && input.moved === publicId && input.by === by
    const attributes = [isEnd && html` disabled`, isFocused && html` autofocus`]
    const address = to(path, { moved: publicId, by, act: 'move' })
    return html`<button class="button quiet" name="act" value="move" formaction="${address}" data-moves="${by}"
      aria-label="${say[by](name)}"${attributes}>${sign}</button>`
  }
  return html`<li data-name="${name}">
    ${hiddenField('product', publicId)}
    <span class="with-grip">
      <button type="button" class="grip" aria-label="${say.drag(name)}" hidden>${gripIcon}</button>
      <span>${name} ${!isActive && chip('', catalogTexts[language].hidden)}</span>
    </span>
    <span class="inline">${button('up', '↑', at === 0)}${button('down', '↓', at === products.length - 1)}</span>
  </li>`
}
