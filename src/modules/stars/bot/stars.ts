import type { ShopContext } from '../../../../bot/context.ts'
import { menuRow, readId, shortenLabel } from '../../../../bot/screens/buttons.ts'
import { createFileOpener } from '../../../../bot/screens/goods.ts'
import type { ShownVariant } from '../../../../bot/screens/parts/product-lines.ts'
import type { ShopScreen } from '../../../../bot/screens/screen.ts'
import { shortenText } from '../../../../bot/screens/shorten-text.ts'
import { type Button, makePress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { formatRefusal, makeVoice } from '../../../../bot/texts/voice.ts'
import type { ShownProduct } from '../../../catalog/find-product.ts'
import { html } from '../../../lib/html.ts'
import { Refusal, type RefusalCode } from '../../../lib/refusal.ts'
import { findStarPurchase, listStarPurchases } from '../find-star-purchase.ts'
import { offerStars } from '../offer-stars.ts'
import { payStars } from '../pay-stars.ts'
import { recordStarRefund } from '../record-star-refund.ts'
import { reserveStars } from '../reserve-stars.ts'
import { storeStarInvoice } from '../store-star-invoice.ts'
import { type StarTexts, starTexts } from '../texts/star-texts.ts'
import { starGoodsView } from './star-goods.ts'

/** Sells digital goods for Telegram Stars: the invoice, and the purchased goods. */
export const starsScreen: ShopScreen = {
  presses: { star: offerForStars, stars: showBought, stargoods: sayGoods },
}

const titleMax = 32

// Telegram renders the invoice with its button; a second tap finds the existing one.
async function offerForStars(ctx: ShopContext, [product, variant]: string[]): Promise<void> {
  const { app, store, customer, once } = ctx
  const productId = readId(product)
  const variantId = readId(variant)
  const words = starTexts[ctx.language]
  if (!productId || !variantId) {
    await ctx.alert(ctx.t.productGone)
    return
  }
  try {
    const owner = { accountId: store.accountId, mode: store.mode }
    const purchase = await offerStars(app, owner, { customerId: customer.id, productId, variantId, once })
    if (purchase.invoiceMessageId !== null) return
    const name = purchase.name()
    const sent = await ctx.api.sendInvoice(
      customer.chatId,
      shortenText(name, titleMax),
      words.description(store.name),
      purchase.token,
      'XTR',
      [{ label: shortenLabel(name), amount: purchase.stars }],
    )
    await storeStarInvoice(app, owner, purchase.id, sent.message_id)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.alert(sentenceFor(error.code, words) ?? formatRefusal(ctx, error))
  }
}

function sentenceFor(code: RefusalCode, { refused }: StarTexts): string | null {
  const sentences: Partial<Record<RefusalCode, string>> = {
    out_of_stock: refused.sold_out,
    already_paid: refused.paid,
    price_changed: refused.changed,
    unavailable: refused.gone,
    not_found: refused.gone,
  }
  return sentences[code] ?? null
}

/** Returns the button that buys a variant for Stars; none if it has no price in Stars. */
export function buyRow(product: ShownProduct, variant: ShownVariant, language: Language): Button[][] {
  if (variant.starPrice === null) return []
  const text = starTexts[language].buy(variant.starPrice)
  return [[{ text, press: makePress('star', product.publicId, variant.publicId) }]]
}

/** Returns the button that leads to a customer's purchases with Stars. */
export async function readBoughtRow({ app, store, customer, language }: ShopContext): Promise<Button[][]> {
  const bought = await listStarPurchases(app, store, customer.id)
  return bought.length > 0 ? [[{ text: starTexts[language].title, press: makePress('stars') }]] : []
}

/** Handles updates about Stars, also while a form is open: they neither leave it nor count as an answer to it. */
export async function takeStarUpdate(ctx: ShopContext): Promise<boolean> {
  const { message, preCheckoutQuery } = ctx
  if (preCheckoutQuery) await answerCheckout(ctx)
  else if (message?.successful_payment) await takeStars(ctx)
  else if (message?.refunded_payment) {
    await recordStarRefund(ctx.app, ctx.store, message.refunded_payment.telegram_payment_charge_id)
  } else return false
  return true
}

// Telegram waits only ten seconds; goods reserved for an answer that came too late are released a few minutes later.
async function answerCheckout(ctx: ShopContext): Promise<void> {
  const { app, store, customer } = ctx
  const { currency, total_amount: stars, invoice_payload: token } = ctx.preCheckoutQuery!
  const words = starTexts[ctx.language]
  try {
    if (currency !== 'XTR') throw new Refusal('not_found', 'Only Stars are taken here')
    await reserveStars(app, store, { token, customerId: customer.id, stars })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await ctx.answerPreCheckoutQuery(false, sentenceFor(error.code, words) ?? words.refused.gone)
    return
  }
  await ctx.answerPreCheckoutQuery(true)
}

async function takeStars(ctx: ShopContext): Promise<void> {
  const { app, store, customer } = ctx
  const { invoice_payload: token, telegram_payment_charge_id: chargeId } = ctx.message!.successful_payment!
  try {
    await payStars(app, store, { token, customerId: customer.id, chargeId })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    app.log.error({ bot: store.botId, charge: chargeId }, 'Stars came for an invoice that this shop did not send')
  }
}

async function showBought(ctx: ShopContext): Promise<void> {
  const { app, store, customer, t } = ctx
  const words = starTexts[ctx.language]
  const bought = await listStarPurchases(app, store, customer.id)
  await ctx.show({
    text: html`<b>${words.title}</b>${bought.length === 0 && html`\n\n${words.none}`}`,
    buttons: [
      ...bought.map(purchase => [
        { text: shortenLabel(purchase.name()), press: makePress('stargoods', purchase.token) },
      ]),
      menuRow(t, makePress('orders')),
    ],
  })
}

async function sayGoods(ctx: ShopContext, [token]: string[]): Promise<void> {
  const { app, store, customer } = ctx
  const which = { token: readId(token) ?? '', customer: customer.id }
  const purchase = await findStarPurchase(app, store, which)
  const view = starGoodsView(purchase, createFileOpener(app, store.accountId), makeVoice(ctx))
  if (view) await ctx.say(view)
  else await ctx.alert(starTexts[ctx.language].goodsGone)
}
