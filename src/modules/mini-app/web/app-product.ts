import type Koa from 'koa'
import { findProduct } from '../../../catalog/find-product.ts'
import type { FilledGroup } from '../../../catalog/options/read-options.ts'
import { type Html, html } from '../../../lib/html.ts'
import { notFound, type Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { statusOf } from '../../../web/parts/refused-page.ts'
import { starPriceOf } from '../../menu/web/list-view.ts'
import { productView } from '../../menu/web/product-view.ts'
import { readGoods } from '../../menu/web/read-goods.ts'
import { paramOf, plainQuery } from '../../menu/web/with-shop.ts'
import { appTexts } from './app-texts.ts'
import { drawApp, type Visit } from './visit.ts'

/** Shows a product, with what must be chosen chosen already: most customers press the button at once. */
export async function showProduct(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const id = paramOf(ctx, 'product')
  if (!/^[\w-]{22}$/.test(id)) throw notFound('product')
  await drawProduct(app, ctx, visit, { id, refusal: null, given: plainQuery(ctx.query) })
}

interface DrawnProduct {
  id: string
  refusal: Refusal | null
  given: Record<string, string>
}

/** Answers with the page of a product, with what was refused and chosen. */
export async function drawProduct(
  app: App,
  ctx: Koa.Context,
  visit: Visit,
  { id, refusal, given }: DrawnProduct,
): Promise<void> {
  const { shop, username } = visit
  const goods = await readGoods(app, shop, await findProduct(app, shop.scope, id))
  const say = appTexts[shop.language]
  const isDigital = goods.product.kind === 'digital'
  const chosen = Object.keys(given).some(name => name.startsWith('choice'))
    ? given
    : { ...usualChoices(goods.groups), ...given }
  const body = productView({
    ...goods,
    shop,
    refusal,
    given: chosen,
    buyLabel: say.buy,
    instead: isDigital ? starsOnly(username, id, { say, price: starPriceOf(goods.product) }) : null,
  })
  const status = refusal ? statusOf(refusal) : 200
  drawApp(app, ctx, visit, { body, status, scripts: ['menu-price.js'], back: shop.to(''), path: `/p/${id}` })
}

function starsOnly(
  username: string,
  id: string,
  { say, price }: { say: (typeof appTexts)['id']; price: string | null },
): Html {
  const chat = html`data-chat="/${username}?start=p_${id}"`
  return html`${price !== null && html`<p class="menu-price"><b>${price}</b></p>`}<p>${say.digital}</p>
    <button type="button" class="button" data-main ${chat}>${say.toChat}</button>`
}

/** The first choices of every group that wants some. */
function usualChoices(groups: readonly FilledGroup[]): Record<string, string> {
  const chosen = groups.flatMap(({ key, choicesMin, choicesMax, options }) => {
    const isOne = choicesMin === 1 && choicesMax === 1
    const first = options.$.filter(({ isActive }) => isActive).slice(0, choicesMin)
    return first.map(option => [isOne ? `choice_${key}` : `choice_${key}_${option.key}`, `${key}:${option.key}`])
  })
  return Object.fromEntries(chosen)
}
