import { createHash } from 'node:crypto'
import type { FormContext, PlatformContext } from '../../../../bot/context.ts'
import type { FormConversation } from '../../../../bot/forms/checkout-form.ts'
import type { Form } from '../../../../bot/forms/form.ts'
import { holdForApproval } from '../../../../bot/screens/hold-for-approval.ts'
import { findOrderToRead, showCard } from '../../../../bot/screens/merchant/merchant.ts'
import { refuseForbiddenAct } from '../../../../bot/screens/refuse-forbidden-act.ts'
import type { PlatformScreen } from '../../../../bot/screens/screen.ts'
import { type Button, makePress, readPress } from '../../../../bot/telegram/message.ts'
import type { Language } from '../../../../bot/texts/texts.ts'
import { refundReasonMax } from '../../../books/refund.ts'
import { readRupiah } from '../../../lib/amounts/read-rupiah.js'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { WholeOrder } from '../../../orders/find-order.ts'
import { findSender } from '../find-sender.ts'
import { refundPayment } from '../refund-payment.ts'
import { refundChatTexts } from '../texts/refund-chat-texts.ts'

/** Refunds part of an order's money: the amount and a reason in one line, a question, and the order's card. */
export const merchantRefundScreen: PlatformScreen = {
  presses: { refundpart: (ctx, [number]) => beginRefund(ctx, number) },
  forms: { refundpart: refundForm() },
}

/** Returns the button on an order's card; none if nothing can be refunded. */
export function refundRow(order: WholeOrder, language: Language): Button[][] {
  if (!refundablePayment(order)) return []
  return [[{ text: refundChatTexts[language].button, press: makePress('refundpart', order.orderNumber) }]]
}

interface PartRequest {
  orderNumber: string
  invoiceId: string
  left: number
  /** The name of the connection whose provider sends the money; null if the merchant does. */
  sender: string | null
}

interface Typed {
  amount: number
  reason: string
}

// Returns the newest payment that is not fully refunded.
function refundablePayment(order: WholeOrder) {
  return order.invoices.$.map(({ payment }) => payment).findLast(payment => payment.mayBeRefunded())
}

async function beginRefund(ctx: PlatformContext, number: string | undefined): Promise<void> {
  const found = await findOrderToRead(ctx, number)
  if (!found) return
  const { order, accountId } = found
  refuseForbiddenAct(ctx, accountId, 'money')
  const payment = refundablePayment(order)
  if (!payment) return void (await ctx.alert(refundChatTexts[ctx.language].nothingLeft))
  const { invoiceId, mode } = payment
  const sender = await findSender(ctx.app, ctx.app.em({ accountId, mode }), payment)
  const request: PartRequest = {
    orderNumber: order.orderNumber,
    invoiceId,
    left: payment.refundable(),
    sender: sender?.connection.label ?? null,
  }
  await ctx.form('refundpart', request)
}

function refundForm(): Form {
  return async (talk, ctx, request: PartRequest) => {
    const say = refundChatTexts[ctx.language]
    const typed = await askAmount(talk, ctx, request.left)
    const how = request.sender === null ? say.sureNoted : say.sureSent(request.sender)
    await ctx.say({
      text: html`${say.sure(formatRupiah(typed.amount), request.orderNumber)}
${typed.reason && html`${typed.reason}\n`}${how}`,
      buttons: [
        [{ text: say.yes, press: makePress('form', 'yes'), style: 'danger' }],
        [{ text: say.keep, press: makePress('card', request.orderNumber) }],
      ],
    })
    for (;;) {
      const { callbackQuery } = await talk.wait()
      if (callbackQuery && readPress(callbackQuery.data ?? '')?.args[0] === 'yes') break
    }
    await talk.external(outside => requestRefund(outside as unknown as PlatformContext, request, typed))
  }
}

async function askAmount(talk: FormConversation, ctx: FormContext, left: number): Promise<Typed> {
  const say = refundChatTexts[ctx.language]
  for (let question = say.ask(formatRupiah(left)); ; question = say.wrong(formatRupiah(left))) {
    await ctx.say({ text: html`${question}` })
    const typed = readTypedRefund((await talk.wait()).message?.text ?? '')
    if (typed && typed.amount <= left) return typed
  }
}

/**
 * Reads an amount followed by a reason: the longest beginning that is an amount. Null if the text begins with no
 * amount.
 */
export function readTypedRefund(text: string): Typed | null {
  const words = text.trim().split(/\s+/)
  for (let count = Math.min(words.length, 3); count > 0; count--) {
    const amount = readRupiah(words.slice(0, count).join(' '))
    const reason = words.slice(count).join(' ').slice(0, refundReasonMax)
    if (Number.isSafeInteger(amount) && amount > 0) return { amount, reason }
  }
  return null
}

/** Returns the public id of the refund that an update requests, a UUID of version 8. */
function refundKey(once: string): string {
  const hex = createHash('sha256').update(`refund ${once}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

// If it runs again after a crash, the key identifies the same refund.
async function requestRefund(
  ctx: PlatformContext,
  { orderNumber, invoiceId }: PartRequest,
  typed: Typed,
): Promise<void> {
  const found = await findOrderToRead(ctx, orderNumber)
  if (!found) return
  const { accountId, order } = found
  refuseForbiddenAct(ctx, accountId, 'money')
  const subject = `/dashboard/payments/${invoiceId}/refund`
  const held = await holdForApproval(ctx, accountId, { kinds: ['refund'], amount: typed.amount, subject })
  if (held !== null) return void (await showCard(ctx, orderNumber, held))
  const scope = { accountId, mode: order.mode }
  const request = { invoiceId, amount: typed.amount, reason: typed.reason || undefined, key: refundKey(ctx.once) }
  const { payment, key } = await refundPayment(ctx.app, scope, request, { actor: `chat ${ctx.from!.id}` })
  const say = refundChatTexts[ctx.language]
  const isOpen = payment.refunds?.find(one => one.key === key)?.state === 'requested'
  await showCard(ctx, orderNumber, (isOpen ? say.requested : say.done)(formatRupiah(typed.amount)))
}
