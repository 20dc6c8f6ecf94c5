import type Koa from 'koa'
import { findProduct } from '../../../catalog/find-product.ts'
import { type Html, html } from '../../../lib/html.ts'
import { notFound, type Refusal } from '../../../lib/refusal.ts'
import type { App } from '../../../needs.ts'
import { isFavourite } from '../../../orders/customers/list-favourites.ts'
import { markFavourite } from '../../../orders/customers/mark-favourite.ts'
import { hiddenField } from '../../../web/parts/forms.ts'
import { findRefusalStatus } from '../../../web/parts/refused-page.ts'
import { redirectTo, toPageRefusal } from '../../menu/web/cart-form.ts'
import { formatStarPrice } from '../../menu/web/list-view.ts'
import { preselectChoices, productView } from '../../menu/web/product-view.ts'
import { readGoods } from '../../menu/web/read-goods.ts'
import { readParam, readPlainQuery } from '../../menu/web/with-shop.ts'
import { appTexts } from '../texts/app-texts.ts'
import { readAppForm } from './app-form.ts'
import { drawApp, type Visit } from './visit.ts'

/** Shows a product with required choices preselected, because most customers press the button immediately. */
export async function showProduct(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const id = readParam(ctx, 'product')
  if (!/^[\w-]{22}$/.test(id)) throw notFound('product')
  await drawProduct(app, ctx, visit, { id, refusal: null, given: readPlainQuery(ctx.query) })
}

interface DrawnProduct {
  id: string
  refusal: Refusal | null
  given: Record<string, string>
}

/** Renders the page of a product, with the refusal and the choices. */
export async function drawProduct(
  app: App,
  ctx: Koa.Context,
  visit: Visit,
  { id, refusal, given }: DrawnProduct,
): Promise<void> {
  const { shop, username } = visit
  const goods = await readGoods(app, shop, await findProduct(app, shop.scope, id))
  const say = appTexts[shop.language]
  const isMarked = await isFavourite(app, visit.owner, id)
  const isDigital = goods.product.kind === 'digital'
  const body = productView({
    ...goods,
    shop,
    refusal,
    given: preselectChoices(goods.groups, given),
    buyLabel: say.buy,
    more: favouriteForm(visit, id, isMarked),
    instead: isDigital ? starsOnly(username, id, { say, price: formatStarPrice(goods.product) }) : null,
  })
  const status = refusal ? findRefusalStatus(refusal) : 200
  drawApp(app, ctx, visit, { body, status, scripts: ['menu-price.js'], back: shop.to(''), path: `/p/${id}` })
}

/** Adds a product to the customer's favourites, which the chat shares, or removes it. */
export async function changeFavourite(app: App, ctx: Koa.Context, visit: Visit): Promise<void> {
  const productId = readParam(ctx, 'product')
  if (!/^[\w-]{22}$/.test(productId)) throw notFound('product')
  const form = await readAppForm(app, ctx, { fieldsBytesMax: 1000, fieldsMax: 4 })
  try {
    await markFavourite(app, visit.owner, { productId, isMarked: form.mark === '1' })
    redirectTo(ctx, visit.shop.to(`/p/${productId}`))
  } catch (error) {
    await drawProduct(app, ctx, visit, { id: productId, refusal: toPageRefusal(ctx, error), given: {} })
  }
}

function favouriteForm({ shop }: Visit, id: string, isMarked: boolean): Html {
  const say = appTexts[shop.language]
  const text = isMarked ? say.unmarkFavourite : say.markFavourite
  return html`<form method="post" action="${shop.to(`/p/${id}`)}">${hiddenField('mark', isMarked ? 0 : 1)}
    <button class="button quiet">${text}</button></form>`
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
