import { html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { PaymentMethodId } from '../../src/methods/method.ts'
import type { WholeOrder } from '../../src/orders/find-order.ts'
import type { ShopContext } from '../context.ts'
import { type Message, press } from '../telegram/message.ts'
import { type Voice, voiceOf } from '../texts/voice.ts'
import { findOwnOrder } from './find-own-order.ts'
import { itemLines } from './order-view.ts'
import type { ShopScreen } from './screen.ts'

export const receiptScreen: ShopScreen = {
  presses: { receipt: sayReceipt },
}

/** What was paid to whom, for what, when and how. For orders that are paid. */
export function receiptView({ order, storeName }: { order: WholeOrder; storeName: string }, voice: Voice): Message {
  const { t, moment } = voice
  const payment = order.payment()
  const via = (payment?.paidVia ?? payment?.paymentMethod) as PaymentMethodId | undefined
  return {
    text: html`🧾 <b>${t.receiptTitle}</b>
${t.shop}: <b>${storeName}</b>
${t.customerOrder}: ${order.orderNumber}${
      payment &&
      html`
${t.invoice}: ${payment.invoiceId}`
    }${
      payment?.paidAt &&
      html`
${t.paidAt}: ${moment(payment.paidAt)}`
    }

${itemLines([...order.items])}
${t.total}: ${formatRupiah(order.total)}${
      payment &&
      payment.uniqueCode !== 0 &&
      html`
${t.uniqueCodeLine}: ${payment.uniqueCode}`
    }${
      payment &&
      html`
${t.totalPaid}: <b>${formatRupiah(payment.paidAmount ?? payment.finalAmount)}</b>`
    }${
      via &&
      html`
${t.method}: ${t.payBy[via]}`
    }${
      payment?.paidReffNum &&
      html`
${t.reference}: <code>${payment.paidReffNum}</code>`
    }

<i>${t.keepThis}</i>`,
    buttons: [[{ text: t.orderDetail, press: press('detail', order.token) }]],
  }
}

async function sayReceipt(ctx: ShopContext, [token]: string[]): Promise<void> {
  const order = await findOwnOrder(ctx, token)
  if (!order) await ctx.alert(ctx.t.orderUnknown)
  else if (!order.paidAt) await ctx.alert(ctx.t.noReceipt)
  else await ctx.say(receiptView({ order, storeName: ctx.store.name }, voiceOf(ctx)))
}
