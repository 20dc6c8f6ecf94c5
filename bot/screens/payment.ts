import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { findPayerWay, formatPayerWay } from '../../src/methods/payer-way.ts'
import type { SentMessage } from '../../src/notices/messenger.ts'
import { codeSlowAfterMs } from '../../src/notices/notify-customers.ts'
import { computeSurcharge } from '../../src/payments/compute-surcharge.ts'
import type { PaymentView } from '../../src/payments/view-payment.ts'
import { createPaymentCard } from '../../src/pictures/payment-card.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import type { Voice } from '../texts/voice.ts'

export interface CodeData {
  orderNumber: string
  /** The token of the order, for its buttons. */
  token: string
  payment: PaymentView
  /** The address of the payment's page; null if Telegram would refuse it. */
  paymentUrl: string | null
  now: Date
}

/**
 * Renders the message to pay from: the code (or the number) as a picture, with the data for paying in a few lines
 * below. A phone of 390 by 844 pixels shows the whole code above them.
 */
export function codeView(data: CodeData, voice: Voice): Message {
  const { payment, orderNumber } = data
  const { t } = voice
  const isTransfer = payment.receivingAccount && !payment.qris
  const how = isTransfer ? html`${t.transferHow}\n${renderRecipient(payment, voice)}` : t.scanHow
  return {
    text: html`${renderAmountDue(payment, voice)}
${renderDeadline(payment, data.now, voice)}
${how}${otherWays(data, voice)}
🧾 ${orderNumber} · ${payment.invoiceId}${payment.mode === 'test' && html`\n<i>${t.testMode}</i>`}`,
    photo: createPaymentCard(payment, voice),
    buttons: payButtons(data, voice),
    isPinned: true,
  }
}

/** Returns the amount due: `Total bayar: Rp 25.321 (termasuk kode unik 321)`. */
export function renderAmountDue(
  payment: Pick<PaymentView, 'amount' | 'finalAmount' | 'uniqueCode'>,
  { t }: Voice,
): Html {
  const { finalAmount, uniqueCode } = payment
  const fee = computeSurcharge(payment)
  const code =
    uniqueCode === 0
      ? ''
      : ` ${uniqueCode > 0 ? t.uniqueCode(String(uniqueCode)) : t.discountCode(String(-uniqueCode))}`
  const withFee = fee !== 0 && ` ${t.withFee(formatRupiah(fee))}`
  return html`${t.amountDue}: <b>${formatRupiah(finalAmount)}</b>${code}${withFee}`
}

/** Returns the time of the deadline, and how long that is from now, as counted by the reader's app. */
export function renderDeadline({ expiresAt }: Pick<PaymentView, 'expiresAt'>, now: Date, { t, time }: Voice): Html {
  const minutes = Math.max(1, Math.round((expiresAt.getTime() - now.getTime()) / 60_000))
  const unix = Math.floor(expiresAt.getTime() / 1000)
  const left = html`<tg-time unix="${unix}" format="r">${t.timeLeft(minutes)}</tg-time>`
  return html`${t.payBefore} <b>${time(expiresAt)}</b> (${left})`
}

/**
 * Returns the recipient of a transfer: number, provider and the holder's name, one per line. Empty for a code to scan.
 */
export function renderRecipient({ receivingAccount, qris, merchantName }: PaymentView, { t }: Voice): Html | '' {
  if (!receivingAccount || qris) return ''
  const { number, label, holder } = receivingAccount
  return html`
${t.transferTo}: <code>${number}</code>${label && html`\n${t.walletName}: ${label}`}
${t.recipient}: ${holder ?? merchantName}`
}

/** With `all`, the message shows one method, and the page shows the others. */
function otherWays({ payment, paymentUrl }: CodeData, { t, language }: Voice): Html | '' {
  if (payment.paymentMethod !== 'all' || paymentUrl === null) return ''
  const { qris } = payment
  const shown = payment.offers.find(offer => (qris === null ? offer.receivingAccount : offer.qris === qris))
  const others = payment.offers.filter(offer => offer !== shown && offer.state !== 'failed')
  const ways = new Set(others.map(({ method }) => findPayerWay(method)))
  if (shown && qris !== null) ways.delete(findPayerWay(shown.method))
  if (ways.size === 0) return ''
  const names = [...ways].map(way => formatPayerWay(language, way))
  return html`\n${t.otherWays(new Intl.ListFormat(language, { type: 'disjunction' }).format(names))}`
}

/** Returns whether the payment is a transfer between wallets, so that the text does not mention a QR. */
export function isTransfer({ paymentMethod }: Pick<PaymentView, 'paymentMethod'>): boolean {
  return paymentMethod === 'wallet_direct'
}

export function payButtons(
  { token, payment, paymentUrl }: Omit<CodeData, 'now' | 'orderNumber'>,
  { t }: Voice,
): Button[][] {
  const number = payment.qris === null ? payment.receivingAccount?.number : undefined
  const page: Button[] = paymentUrl === null ? [] : [{ text: t.openPage, url: paymentUrl }]
  const copies: Button[] = [
    { text: t.copyAmount, copy: String(payment.finalAmount) },
    ...(number ? [{ text: t.copyNumber, copy: number }] : []),
  ]
  const rows = number && page.length > 0 ? [page, copies] : [[...page, ...copies]]
  return [
    [{ text: t.checkNow, press: makePress('check', token), style: 'primary' }],
    ...rows,
    [{ text: t.cancelOrder, press: makePress('cancel', token), style: 'danger' }],
  ]
}

/** Returns whether a code takes longer than customers expect. */
export function isCodeSlow({ phase, createdAt }: Pick<PaymentView, 'phase' | 'createdAt'>, now: Date): boolean {
  return phase === 'preparing' && now.getTime() - createdAt.getTime() >= codeSlowAfterMs
}

/** Returns the buttons for a customer whose code takes longer than usual. */
export function slowButtons(token: string, t: Voice['t']): Button[][] {
  return [
    [{ text: t.orderDetail, press: makePress('detail', token) }],
    [{ text: t.cancelOrder, press: makePress('cancel', token), style: 'danger' }],
  ]
}

/** Returns the button that requests another code by the method of the ended one. */
export function newCodeButton(
  token: string,
  payment: Pick<PaymentView, 'paymentMethod'>,
  { t }: Pick<Voice, 't'>,
): Button {
  const { newCode } = isTransfer(payment) ? t.transferWords : t
  return { text: newCode, press: makePress('pay', token, payment.paymentMethod), style: 'success' }
}

export interface EndedData {
  orderNumber: string
  token: string
  payment: PaymentView
  /** Whether a new code can be requested. */
  isPayable: boolean
}

/**
 * Returns a payment as shown to its customer after its order has ended: an open payment is cancelled within moments.
 */
export function toClosedPayment(payment: PaymentView): PaymentView {
  return payment.status === 'pending' ? { ...payment, status: 'cancelled', phase: 'cancelled' } : payment
}

/**
 * Renders the message of a code whose order was cancelled without a notice to its customer. It says that the code can
 * no longer be paid, without a reason. A customer without a code gets no message.
 */
export function closedView(
  { orderNumber, payment }: Pick<EndedData, 'orderNumber' | 'payment'>,
  form: SentMessage['form'] = 'photo',
  voice: Voice,
): Message {
  return {
    text: html`🧾 <b>${payment.invoiceId}</b> · ${orderNumber}
${voice.t.codeClosed}`,
    ...(form === 'photo' ? { photo: createPaymentCard({ ...payment, isQuiet: true }, voice) } : {}),
    buttons: [],
    isEditOnly: true,
    isPinned: false,
  }
}

/** Renders the message of a code once its payment has ended. It offers neither a picture nor a button for paying. */
export function endedView({ orderNumber, token, payment, isPayable }: EndedData, voice: Voice): Message {
  const { t, moment } = voice
  const photo = createPaymentCard(payment, voice)
  const head = html`🧾 <b>${payment.invoiceId}</b> · ${orderNumber}`
  if (payment.status === 'paid') {
    return {
      text: html`<b>${t.paidTitle}</b>
${head}
${t.paidCaption(formatRupiah(payment.paidAmount ?? payment.finalAmount))}${
  payment.paidAt && html`\n${moment(payment.paidAt)}`
}`,
      photo,
      buttons: [],
      isPinned: false,
    }
  }
  const failed = payment.endReason?.startsWith('provider') ?? false
  const title = payment.status === 'expired' ? t.expiredTitle : t.cancelledTitle
  const words = isTransfer(payment) ? t.transferWords : t
  const ask = failed ? words.codeFailed : payment.status === 'expired' ? words.askNewCode : t.codeCancelled
  const told = isPayable ? ask : payment.status === 'expired' ? words.codeExpired : t.codeCancelled
  return {
    text: html`<b>${title}</b>
${head}
${told}`,
    photo,
    isPinned: false,
    buttons: isPayable ? [[newCodeButton(token, payment, voice)]] : [],
  }
}
