import { findProduct, type ShownProduct } from '../../src/catalog/find-product.ts'
import { html } from '../../src/lib/html.ts'
import type { Page } from '../../src/lib/paging.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { listFavourites } from '../../src/orders/customers/list-favourites.ts'
import { markFavourite } from '../../src/orders/customers/mark-favourite.ts'
import { recordRestockWish } from '../../src/orders/customers/record-restock-wish.ts'
import type { ShopContext } from '../context.ts'
import { type Message, makePress } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import type { Voice } from '../texts/voice.ts'
import { makeVoice } from '../texts/voice.ts'
import { productButton } from './browse.ts'
import { menuRow, pagerButtons, readId, readNumber } from './buttons.ts'
import { sendProduct, showProduct } from './product.ts'
import type { ShopScreen } from './screen.ts'

/** The screen of a customer's favourites, and of alerts for products that are out of stock. */
export const wishesScreen: ShopScreen = {
  commands: { favorit: ctx => showFavourites(ctx, 1), favourites: ctx => showFavourites(ctx, 1) },
  presses: {
    favs: (ctx, [page]) => showFavourites(ctx, readNumber(page, 1, 99) ?? 1),
    fav: { answers: true, run: markWish },
    tellme: { answers: true, run: alertWhenBack },
    // The button is pressed in a notice, whose message stays.
    seeproduct: (ctx, [id]) => sendProduct(ctx, id),
  },
}

export function favouritesView(products: Page<ShownProduct>, { t, language }: Voice): Message {
  const words = customerTexts[language]
  return {
    text: html`<b>${words.favourites}</b>\n\n${products.total === 0 ? words.favouritesNone : words.favouritesHint}`,
    buttons: [
      ...products.items.map(product => [productButton(product, t)]),
      ...pagerButtons(t, products, page => makePress('favs', page)),
      ...(products.total === 0 ? [[{ text: t.products, press: makePress('browse') }]] : []),
      menuRow(t),
    ],
  }
}

async function showFavourites(ctx: ShopContext, page: number): Promise<void> {
  const { app, store, customer } = ctx
  const owner = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  await ctx.show(favouritesView(await listFavourites(app, owner, page), makeVoice(ctx)))
}

// The button contains the wanted state, not a toggle: a press that is handled twice sets it only once.
async function markWish(ctx: ShopContext, [id, variantId, wanted]: string[]): Promise<void> {
  const { app, store, customer, language } = ctx
  const productId = readId(id)
  if (!productId) {
    await ctx.alert(ctx.t.productGone)
    return
  }
  const isMarked = wanted === 'on'
  const words = customerTexts[language]
  try {
    const owner = { accountId: store.accountId, customerId: customer.id }
    await markFavourite(app, owner, { productId, isMarked })
    if (isMarked) await ctx.toast((await alertOfSoldOut(ctx, productId)) ? words.keptAndAlerted : words.kept)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.alert(error.code === 'not_found' ? ctx.t.productGone : words.favouritesFull)
    return
  }
  await showProduct(ctx, productId, { variantId: variantId || undefined })
}

/** Returns whether a favourite is sold out, so that its customer is notified when it returns. */
async function alertOfSoldOut({ app, store, customer }: ShopContext, productId: string): Promise<boolean> {
  const product = await findProduct(app, store, productId)
  if (!product.isSoldOut()) return false
  const owner = { accountId: store.accountId, mode: store.mode, customerId: customer.id }
  for (const { publicId } of product.variants.$) await recordRestockWish(app, owner, publicId)
  return true
}

async function alertWhenBack(ctx: ShopContext, [variantId]: string[]): Promise<void> {
  const { app, store, customer } = ctx
  const id = readId(variantId)
  if (!id) {
    await ctx.alert(ctx.t.productGone)
    return
  }
  try {
    await recordRestockWish(app, { accountId: store.accountId, mode: store.mode, customerId: customer.id }, id)
    await ctx.alert(customerTexts[ctx.language].willTell)
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'not_found')) throw error
    await ctx.alert(ctx.t.productGone)
  }
}
