import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { PaymentMethodId } from '../../src/methods/method.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import { receiptUrl } from '../../src/orders/receipts/receipt-url.ts'
import { computeSurcharge } from '../../src/payments/compute-surcharge.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { pictureTexts } from '../../src/pictures/picture-texts.ts'
import { createReceiptPicture } from '../../src/pictures/receipt.ts'
import type { ShopContext } from '../context.ts'
import { type Message, makePress } from '../telegram/message.ts'
import { stripTags } from '../telegram/send.ts'
import type { Texts } from '../texts/texts.ts'
import { makeVoice, type Voice } from '../texts/voice.ts'
import { findOwnOrderOrReply } from './find-own-order.ts'
import { amountLines, itemLines, refundLine } from './order-view.ts'
import type { ShopScreen } from './screen.ts'

export const receiptScreen: ShopScreen = {
  presses: { receipt: sayReceipt },
}

interface ShownReceipt {
  order: WholeOrder
  storeName: string
  /** The public address that confirms that the receipt is genuine. */
  check: string
}

/** Returns the public address that confirms whether the receipt of this order is genuine. */
export function receiptCheckUrl(app: Parameters<typeof receiptUrl>[0], order: WholeOrder): string {
  return receiptUrl(app, order.payment()?.invoiceId ?? order.orderNumber)
}

/** Renders the receipt of a paid order as text and as a picture: payee, goods, time and method. */
export function receiptView(
  { order, storeName, check, title }: ShownReceipt & { title?: Html },
  voice: Voice,
): Message {
  const { t } = voice
  const whole = html`${title && html`${title}\n\n`}${receiptText({ order, storeName, check }, voice)}`
  return {
    text:
      stripTags(whole.text).length <= captionMax
        ? whole
        : html`${title && html`${title}\n\n`}${shortText({ order, check }, voice)}`,
    photo: createReceiptPicture({ shop: storeName, check, order, payment: order.payment() }, voice),
    buttons: [[{ text: t.orderDetail, press: makePress('detail', order.token) }]],
  }
}

const captionMax = 1000

function shortText({ order, check }: Omit<ShownReceipt, 'storeName'>, voice: Voice): Html {
  const { orderNumber, total } = order
  const { t } = voice
  const refunded = refundLine(order, voice)
  const payment = order.payment()
  return html`🧾 <b>${t.receiptTitle}</b> ${orderNumber}
${t.totalPaid}: <b>${formatRupiah(payment?.paidAmount ?? total)}</b>${refunded && html`\n${refunded}`}

${checkLine(check, t)}
<i>${t.keepThis}</i>`
}

function receiptText({ order, storeName, check }: ShownReceipt, voice: Voice): Html {
  const { t, moment } = voice
  const payment = order.payment()
  const paidAt = payment?.paidAt
  const refunded = refundLine(order, voice)
  const invoice = payment && html`\n${t.invoice}: ${payment.invoiceId}`
  return html`🧾 <b>${t.receiptTitle}</b>
${t.shop}: <b>${storeName}</b>
${t.customerOrder}: ${order.orderNumber}${invoice}${paidAt && html`\n${t.paidAt}: ${moment(paidAt)}`}

${itemLines([...order.items], voice.language)}
${amountLines(order, voice)}${payment && paidLines(payment, nameWay(order, voice), t)}${refunded && html`\n${refunded}`}

${checkLine(check, t)}
<i>${t.keepThis}</i>`
}

function checkLine(check: string, t: Texts): Html {
  return html`🔎 <a href="${check}">${t.receiptCheck}</a>`
}

function paidLines(payment: Payment, via: string | undefined, t: Texts): Html[] {
  const { uniqueCode, paidAmount, finalAmount, paidReffNum } = payment
  const fee = computeSurcharge(payment)
  const lines = [
    uniqueCode !== 0 && html`${t.uniqueCodeLine}: ${formatRupiah(uniqueCode)}`,
    fee !== 0 && html`${t.feeLine}: ${formatRupiah(fee)}`,
    html`${t.totalPaid}: <b>${formatRupiah(paidAmount ?? finalAmount)}</b>`,
    via && html`${t.method}: ${via}`,
    paidReffNum && html`${t.reference}: <code>${paidReffNum}</code>`,
  ]
  return lines.flatMap(line => (line ? [html`\n${line}`] : []))
}

function nameWay(order: WholeOrder, { language }: Voice): string | undefined {
  const payment = order.payment()
  const via = (payment?.paidVia ?? payment?.paymentMethod) as PaymentMethodId | undefined
  return via && pictureTexts[language].methods[via]
}

async function sayReceipt(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrderOrReply(ctx, token)
  if (!order) return
  if (!order.paidAt) await ctx.alert(ctx.t.noReceipt)
  else {
    const shown = { order, storeName: ctx.store.name, check: receiptCheckUrl(ctx.app, order) }
    await ctx.say(receiptView(shown, makeVoice(ctx)))
  }
}
