import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { amountMin } from '../../src/methods/method.ts'
import { findCart } from '../../src/orders/cart/find-cart.ts'
import type { Order } from '../../src/orders/order.ts'
import { findPlacedOrder, type OrderRequest, placeOrder } from '../../src/orders/place-order.ts'
import { recordCard } from '../../src/orders/record-card.ts'
import { refuseClosedShop } from '../../src/orders/refuse-closed.ts'
import type { ShopContext } from '../context.ts'
import { checkoutForm, type DirectPurchase, readCheckoutQuestions } from '../forms/checkout-form.ts'
import { makePress, unpackAmount } from '../telegram/message.ts'
import { customerTexts } from '../texts/customer-texts.ts'
import { receivingTexts } from '../texts/receiving-texts.ts'
import type { Language } from '../texts/texts.ts'
import { formatRefusal } from '../texts/voice.ts'
import { menuRow } from './buttons.ts'
import { showCart } from './cart.ts'
import { showOrder } from './order.ts'
import type { ShopScreen } from './screen.ts'

/** The screen that turns the cart into a reserved order, and collects the data that the goods require. */
export const checkoutScreen: ShopScreen = {
  presses: { checkout: startCheckout },
  forms: { checkout: checkoutForm(placeAndShowOrder) },
}

export async function startCheckout(ctx: ShopContext, [shown]: string[]): Promise<void> {
  const placed = await findPlacedOrder(ctx.app, ctx.store, ctx.customer.id, ctx.once)
  if (placed) return showPlacedOrder(ctx, placed)
  const { isOrderable, total } = await findCart(ctx.app, ctx.store, ctx.customer.id)
  const seen = unpackAmount(shown) ?? total
  if (!isOrderable) await showCart(ctx)
  else if (seen !== total) await showCart(ctx, 1, describePriceChange(ctx, seen, total))
  else await startOrder(ctx, { expectedTotal: total })
}

/** Returns the sentence for a customer who pressed a button with an outdated price. */
export function describePriceChange({ language }: ShopContext, before: number, now: number): string {
  return customerTexts[language].priceChanged(formatRupiah(before), formatRupiah(now))
}

/** Places an order after the questions that it needs. A closed shop is announced before any question. */
export async function startOrder(
  ctx: ShopContext,
  input: { only?: DirectPurchase; expectedTotal: number },
): Promise<void> {
  const { only } = input
  const { hasQuestions, closed } = await readCheckoutQuestions(ctx, only)
  if (closed) await explainRefusal(ctx, refuseClosedShop(closed), only === undefined)
  else if (hasQuestions) await ctx.form('checkout', only)
  else await placeAndShowOrder(ctx, input)
}

/** Places the order of this update's customer, once even if the update is handled repeatedly, and shows it. */
export async function placeAndShowOrder(ctx: ShopContext, input: OrderRequest): Promise<void> {
  const { app, store, customer, once } = ctx
  try {
    const order = await placeOrder(app, { accountId: store.accountId, mode: store.mode }, customer.id, {
      ...input,
      once,
    })
    await showPlacedOrder(ctx, order)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    await explainRefusal(ctx, error, input.only === undefined)
  }
}

/** Shows an order that was just created, in one message even if its button was pressed repeatedly. */
export async function showPlacedOrder(ctx: ShopContext, order: Order): Promise<void> {
  if (order.cardMessageId !== null) return
  const messageId = await showOrder(ctx, order.token)
  await recordCard(ctx.app, order, messageId)
}

// The cart shows which goods the sentence refers to, so both are sent together.
async function explainRefusal(ctx: ShopContext, refusal: Refusal, isCart: boolean): Promise<void> {
  const { t } = ctx
  const sentence = explainReceivingRefusal(ctx.language, refusal) ?? sentenceFor(ctx, refusal)
  await ctx.say({
    text: html`⚠️ ${sentence}`,
    buttons: [[{ text: t.myOrders, press: makePress('orders') }], menuRow(t)],
  })
  if (isCart) await showCart(ctx)
}

function sentenceFor(ctx: ShopContext, refusal: Refusal): string {
  const [wrong] = refusal.fields ?? []
  if (refusal.code !== 'amount_out_of_range') return formatRefusal(ctx, refusal)
  return ctx.t.amountTooSmall(formatRupiah((wrong?.code === 'out_of_range' && wrong.min) || amountMin))
}

/** Explains why an order cannot reach its customer in the requested way; returns null for any other refusal. */
export function explainReceivingRefusal(language: Language, refusal: Refusal): string | null {
  const words = receivingTexts[language].refused
  const [wrong] = refusal.fields ?? []
  if (wrong?.path === 'receiving') return wrong.code === 'conflicting' ? words.together : words.way
  if (wrong?.path === 'zone') return wrong.code === 'conflicting' ? words.otherZone : words.zone
  return wrong?.path === 'table' ? words.table : null
}
