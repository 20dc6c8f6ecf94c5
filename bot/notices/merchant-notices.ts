import { failureKinds } from '../../src/connections/connection.ts'
import { phoneTroubleTexts } from '../../src/connections/pairing/phone-trouble-texts.ts'
import { findConnectorName } from '../../src/connectors/connector-name.ts'
import type { Mode } from '../../src/database/scope.ts'
import { explainFailure } from '../../src/doctor/failure-texts.ts'
import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { nullIfNotFound } from '../../src/lib/refusals/null-if-not-found.ts'
import type { PaymentMethodId } from '../../src/methods/method.ts'
import type { ReviewReason } from '../../src/money/transfer.ts'
import type { CoreNoticeData } from '../../src/notices/notice.ts'
import { findOrder } from '../../src/orders/find-order.ts'
import { Order } from '../../src/orders/order.ts'
import { computeOwedAmount } from '../../src/orders/owed-refunds.ts'
import { isPaidByAnother } from '../../src/orders/paid-by-another.ts'
import { Review } from '../../src/orders/reviews/review.ts'
import { moneyButtons, renderMoneyChoices } from '../screens/merchant/merchant-money.ts'
import { reviewCard } from '../screens/merchant/merchant-reviews.ts'
import { completedMoveHints } from '../screens/order-card.ts'
import { readOrderCard } from '../screens/read-order-card.ts'
import { receiptWhatsAppButton } from '../screens/receipt-by-whatsapp.ts'
import { testMark } from '../screens/test-mark.ts'
import { type Message, makePress } from '../telegram/message.ts'
import { merchantTexts } from '../texts/merchant-texts.ts'
import { moneyTexts } from '../texts/money-texts.ts'
import { makeVoice } from '../texts/voice.ts'
import type { NoticeReader, NoticeViewsOf } from './notice-view.ts'
import { renderProofNotice } from './proof-notice.ts'
import { renderSalesNotice } from './sales-notice.ts'

type MerchantViews = NoticeViewsOf<Extract<keyof CoreNoticeData, `merchant.${string}`>>

/** The views of notices to merchants, in the chats that they linked. */
export const merchantNotices: MerchantViews = {
  'merchant.order_new': (reader, { orderNumber, waiting }) =>
    waiting ? guestsWaiting(reader, waiting) : renderCard(reader, orderNumber, reader.t.merchant.orderNew),

  'merchant.order_paid'(reader, { orderNumber, paidLate, needsHands, isOrdered }) {
    const words = reader.t.merchant
    const hint = isOrdered ? words.asked : needsHands ? words.needsHands : words.delivered
    return renderCard(reader, orderNumber, paidLate ? words.orderPaidLate : words.orderPaid, hint)
  },

  'merchant.order_short'(reader, { orderNumber, why }) {
    const words = reader.t.merchant
    const title = why === null ? words.orderShort : words.unitsFailed
    return renderCard(
      reader,
      orderNumber,
      title,
      why === null ? words.shortHint : `${words.unitsError(why)}\n${words.shortHint}`,
    )
  },

  async 'merchant.order_card'(reader, { orderNumber, done }) {
    const order = await findOrder(reader.app, { accountId: reader.accountId! }, orderNumber)
    const hint = done?.status === order.status ? completedMoveHints(reader)[done.what] : undefined
    // A newer card has been sent below a removed one.
    return { ...(await readOrderCard(reader, order, { hint })), isEditOnly: true }
  },

  'merchant.order_cancelled': (reader, { orderNumber }) =>
    renderCard(reader, orderNumber, reader.t.merchant.orderCancelled),

  async 'merchant.refund_owed'(reader, { orderNumber }) {
    const order = await findOrder(reader.app, { accountId: reader.accountId! }, orderNumber)
    if (!order.refundDue) return null
    const { reminder, reminderText } = moneyTexts[reader.language].merchant.owed
    return readOrderCard(reader, order, { title: reminder, hint: reminderText(formatRupiah(computeOwedAmount(order))) })
  },

  'merchant.order_paid_in_vain': (reader, { orderNumber, invoiceId, amount, reason, isTest }) =>
    renderMoney(reader, {
      reason,
      amount,
      invoiceId,
      orderNumber,
      isTest,
      transferId: null,
      likelyInvoiceId: null,
      payerName: null,
      occurredAt: null,
    }),

  async 'merchant.payment_paid'(
    reader,
    { invoiceId, amount, paidVia, paidAt, customerName, description, isTest, paidLate, isByHand },
  ) {
    const { t } = reader
    const words = t.merchant
    const receipt = await receiptWhatsAppButton(reader, invoiceId)
    const via = Object.hasOwn(words.methods, paidVia) ? words.methods[paidVia as PaymentMethodId] : paidVia
    return {
      text: html`<b>${paidLate ? words.paymentPaidLate : words.paymentPaid}</b>${testMark(isTest, t)}
${words.amount}: <b>${formatRupiah(amount)}</b>
${t.invoice}: ${invoiceId}
${t.method}: ${via}
${words.time}: ${makeVoice(reader).moment(new Date(paidAt))}${renderLine(words.customer, customerName)}${renderLine(
        words.description,
        description,
      )}${isByHand && html`\n\n⚠️ ${moneyTexts[reader.language].merchant.byHand}`}`,
      buttons: receipt ? [[receipt]] : [],
    }
  },

  'merchant.proof': renderProofNotice,

  'merchant.transfer_in_review': renderMoney,

  async 'merchant.withdrawal'(reader, { withdrawalId, status, amount, bank, number, waitsUntil, note, by }) {
    const { t, language } = reader
    const { withdrawal } = moneyTexts[language].merchant
    const until = waitsUntil && makeVoice(reader).moment(new Date(waitsUntil))
    const requestedBy = status === 'requested' && renderLine(withdrawal.requestedBy, by)
    return {
      text: html`<b>${withdrawal.title[status]}</b>
${t.merchant.amount}: <b>${formatRupiah(amount)}</b>
${withdrawal.to}: ${bank} ${number}
${withdrawal.number}: <code>${withdrawalId}</code>${requestedBy}${renderLine(withdrawal.note, note)}

${status === 'requested' && until ? withdrawal.waits(until) : withdrawal.hint[status]}`,
    }
  },

  async 'merchant.callback_exhausted'({ t }, { invoiceId, url, error, isTest }) {
    const words = t.merchant
    return {
      text: html`<b>${words.callbackExhausted}</b>${testMark(isTest, t)}
${t.invoice}: ${invoiceId}
<code>${url}</code>${renderLine(words.errorLabel, error?.slice(0, errorMax) ?? null)}

${words.callbackHint}`,
    }
  },

  async 'merchant.callback_endpoint_failing'(reader, { origin, failingSince, isTest }) {
    const words = reader.t.merchant
    const since = makeVoice(reader).moment(new Date(failingSince))
    return {
      text: html`<b>${words.endpointFailing}</b>${testMark(isTest, reader.t)}
<code>${origin}</code>

${words.endpointFailingHint(since)}`,
    }
  },

  async 'merchant.callback_endpoint_disabled'(reader, { origin, failingSince, isTest, reason }) {
    const words = reader.t.merchant
    const since = makeVoice(reader).moment(new Date(failingSince))
    const hints = {
      gone: words.endpointGoneHint,
      behind: words.endpointBehindHint,
      failing: words.endpointOffHint(since),
    }
    return {
      text: html`<b>${reason ? words.endpointOff : words.endpointDisabled}</b>${testMark(isTest, reader.t)}
<code>${origin}</code>

${reason ? hints[reason] : words.endpointDisabledHint(since)}`,
    }
  },

  async 'merchant.key_created'({ t }, { label, mode, hint, by }) {
    const words = t.merchant
    return {
      text: html`<b>${words.keyCreated}</b>${testMark(mode === 'test', t)}
${label} · <code>${hint}</code>
${words.actor}: ${by}

${words.keyCreatedHint}`,
    }
  },

  async 'merchant.callback_address_changed'({ t }, { url, by }) {
    const words = t.merchant
    return {
      text: html`<b>${words.addressChanged}</b>
${url === null ? words.addressNone : html`<code>${url}</code>`}
${words.actor}: ${by}

${words.addressChangedHint}`,
    }
  },

  async 'merchant.stock_low'({ t, language }, { productId, name, available, isTest }) {
    const words = merchantTexts[language]
    return {
      text: html`<b>${words.lowTitle}</b>${testMark(isTest, t)}\n${name}: ${words.left(available)}`,
      buttons: [[{ text: words.openItem, press: makePress('item', productId) }]],
    }
  },

  async 'merchant.review'(reader, { orderNumber }) {
    const order = await findOrder(reader.app, { accountId: reader.accountId! }, orderNumber)
    const review = await reader.app.em(order).findOne(Review, { order: order.id })
    return review && reviewCard({ order, review }, makeVoice(reader))
  },

  'merchant.bot_revoked': async ({ t }, { username, isTest }) => ({
    text: html`${t.merchant.botRevoked(username)}${testMark(isTest, t)}`,
  }),

  async 'merchant.connection_failing'(reader, { connector, label, accountName, reason, error, isTest }) {
    const { t, language } = reader
    const words = t.merchant
    const kind = failureKinds.find(kind => kind === reason) ?? null
    const { text, detail } = explainFailure({ kind, sentence: (error ?? '').slice(0, errorMax) }, language)
    const why = html`${text && html`\n${text}`}${detail && html`\n<i>${detail}</i>`}`
    return {
      text: html`<b>${words.connectionFailing}</b>${testMark(isTest, t)}
${findConnectorName(language, connector)} · ${label} · ${accountName}${why}

${words.connectionHint}`,
    }
  },

  'merchant.connection_recovered': async ({ t, language }, { connector, label, accountName, isTest }) => ({
    text: html`<b>${t.merchant.connectionRecovered}</b>${testMark(isTest, t)}
${findConnectorName(language, connector)} · ${label} · ${accountName}`,
  }),

  'merchant.connection_flooded': async ({ t }, { label, perHour, isTest }) => ({
    text: html`<b>${t.merchant.connectionFlooded}</b>${testMark(isTest, t)}
${label}

${t.merchant.connectionFloodedHint(perHour)}`,
  }),

  'merchant.phone_trouble': async ({ t, language }, { label, trouble, isTest }) => ({
    text: html`<b>⚠️ ${phoneTroubleTexts[language][trouble].name}</b>${testMark(isTest, t)}
${label}

${phoneTroubleTexts[language][trouble].cure}`,
  }),

  async 'merchant.plan_ending'(reader, { plan, endsAt }) {
    const words = reader.t.merchant
    return {
      text: html`<b>${words.planEnding[plan]}</b>
${words.planEndsAt(makeVoice(reader).moment(new Date(endsAt)))}

${words.planEndingHint}`,
    }
  },

  'merchant.sales_day': renderSalesNotice,

  async 'merchant.customer_blocked'({ t }, { orderNumber, customerName, isTest }) {
    return {
      text: html`${t.merchant.customerBlocked(customerName, orderNumber)}${testMark(isTest, t)}`,
      buttons: [[{ text: t.orderDetail, press: makePress('card', orderNumber) }]],
    }
  },
}

const errorMax = 300

/** Returns one message about all guests who have not paid; null once all have. */
async function guestsWaiting({ app, accountId, t }: NoticeReader, mode: Mode): Promise<Message | null> {
  const waiting = { door: ['menu' as const, 'bill' as const], status: ['pending' as const, 'waiting_payment' as const] }
  const orders = await app.em({ accountId: accountId!, mode }).find(Order, waiting, { fields: ['total'] })
  const total = orders.reduce((sum, order) => sum + order.total, 0)
  if (orders.length === 0) return null
  return { text: html`${t.merchant.guestsWaiting(orders.length, formatRupiah(total))}${testMark(mode === 'test', t)}` }
}

async function renderCard(reader: NoticeReader, orderNumber: string, title: string, hint?: string): Promise<Message> {
  const order = await findOrder(reader.app, { accountId: reader.accountId! }, orderNumber)
  return readOrderCard(reader, order, { title, hint })
}

interface Money {
  transferId: number | null
  reason: ReviewReason
  invoiceId: string | null
  likelyInvoiceId: string | null
  orderNumber: string | null
  amount: number
  payerName: string | null
  occurredAt: string | null
  isTest: boolean
}

async function renderMoney(reader: NoticeReader, data: Money): Promise<Message> {
  const { t } = reader
  const words = t.merchant
  const { transferId, reason, invoiceId, orderNumber, amount, payerName, occurredAt, isTest } = data
  const { decision } = moneyTexts[reader.language].merchant
  const when = occurredAt && makeVoice(reader).moment(new Date(occurredAt))
  const hint = (await isOrderPaid(reader, data))
    ? moneyTexts[reader.language].merchant.orderIsPaid
    : words.moneyHint[reason]
  return {
    text: html`💵 ${decision} · <b>${words.moneyTitle[reason]}</b>${testMark(isTest, t)}
${words.amount}: <b>${formatRupiah(amount)}</b>${renderLine(words.payer, payerName)}${renderLine(
      words.time,
      when,
    )}${renderLine(t.invoice, invoiceId)}${renderLine(t.customerOrder, orderNumber)}

${hint}${transferId !== null && html`\n\n${renderMoneyChoices({ ...data, id: transferId }, makeVoice(reader))}`}`,
    buttons: [
      ...(transferId === null ? [] : moneyButtons({ ...data, id: transferId }, makeVoice(reader))),
      ...(orderNumber ? [[{ text: t.orderDetail, press: makePress('seecard', orderNumber) }]] : []),
    ],
  }
}

async function isOrderPaid({ app, accountId }: NoticeReader, { orderNumber, invoiceId }: Money): Promise<boolean> {
  if (orderNumber === null || invoiceId === null) return false
  const order = await nullIfNotFound(findOrder(app, { accountId: accountId! }, orderNumber))
  return order !== null && isPaidByAnother(order, invoiceId)
}

/** The mark follows the title, so that test money is never mistaken for real money. */
function renderLine(name: string, value: string | null): Html | '' {
  return value ? html`\n${name}: ${value}` : ''
}
