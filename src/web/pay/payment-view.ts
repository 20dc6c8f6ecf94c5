import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { toLocalTime } from '../../lib/wall-clock.ts'
import { computeSurcharge } from '../../payments/compute-surcharge.ts'
import { isFullyRefunded, movedHereReason } from '../../payments/payment.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { listOrderAmounts } from '../../pictures/receipt.ts'
import { makePath } from '../parts/address.ts'
import { checkIcon, clockIcon, crossIcon, leaveIcon, lockIcon, printIcon, saveIcon } from '../parts/icons.ts'
import { merchantLogo } from '../parts/merchant-logo.ts'
import { type Texts, texts } from '../parts/texts.ts'
import { renderProductPicture, renderReleasedGoods, type ShownGoods } from './goods-view.ts'
import { renderPaymentCheck } from './payment-check.ts'
import { codeView, renderStepsByApp } from './payment-code-view.ts'
import { copyButton, factRow, isAmountTyped, type PaymentPageView } from './payment-parts.ts'
import { preparingPlaceholder, renderBeforeCode, renderWayLinks } from './payment-ways.ts'
import { receiptTexts } from './receipt-texts.ts'
import { renderSellerContact } from './seller-contact.ts'

export function writePageTitle({ language, payment }: PaymentPageView): string {
  const say = texts[language]
  if (isFullyRefunded(payment)) return `${say.refundedTitle}: ${payment.merchantName}`
  if (payment.phase === 'paid') return say.titlePaid(payment.merchantName)
  if (payment.phase === 'overdue') return `${say.overdueTitle}: ${payment.merchantName}`
  if (payment.phase === 'expired') return `${say.expiredTitle}: ${payment.merchantName}`
  if (payment.phase === 'cancelled') return `${say.cancelledTitle}: ${payment.merchantName}`
  return say.titlePay(formatRupiah(payment.finalAmount), payment.merchantName)
}

export function paymentView(view: PaymentPageView): Html {
  const say = texts[view.language]
  return html`
    ${renderLiveMain(view, say, phases[view.payment.phase](view, say))}
    ${view.added?.length && html`<div class="pay payer-cards">${view.added}</div>`}
    <footer><p>${lockIcon} ${say.safety}</p><p>${say.madeBy}</p></footer>`
}

/**
 * Renders the part that `payment.js` updates: it replaces `#payment` as a whole when the phase changes, so every phase
 * is rendered in it and nowhere else. `frameAddress` is the origin of the page around a frame.
 */
export function renderLiveMain(
  view: PaymentPageView,
  t: Texts,
  content: Html,
  frameAddress: string | null = null,
): Html {
  const { payment, now, config } = view
  const { phase, invoiceId, createdAt, expiresAt } = payment
  const events = makePath(config, '/pay/events', { invoice: invoiceId })
  const status = makePath(config, '/pay/status', { invoice: invoiceId })
  const frame = frameAddress !== null && html` data-parent="${frameAddress}"`
  const refunded = isFullyRefunded(payment) && ' refunded'
  return html`<main id="payment" class="pay ${phase}${refunded}" data-phase="${phase}" data-invoice="${invoiceId}"
      data-now="${now.toISOString()}"
      data-created="${createdAt.toISOString()}" data-expires="${expiresAt.toISOString()}"
      data-events="${events}" data-status="${status}" data-copied="${t.copied}"${frame}>
      ${merchantHeader(view, t)}
      ${payment.mode === 'test' && html`<p class="test" data-testid="test-mode">${t.testMode}</p>`}
      ${content}
    </main>
    <p id="news" class="unseen" role="status"></p>
    <p id="offline" class="offline" role="status" hidden>${t.offline}</p>`
}

const phases: Record<PaymentView['phase'], (view: PaymentPageView, say: Texts) => Html> = {
  preparing: (view, say) => openSection(view, say, preparingPlaceholder(say)),
  payable: (view, say) => {
    const before = renderBeforeCode(view, say)
    const way = html`${renderWayLinks(view, say)}${before ?? codeView(view, say)}${renderPaymentCheck(view, say)}`
    return openSection(view, say, html`${way}${!before && renderStepsByApp(view, say)}`)
  },
  overdue: (view, say) =>
    endedSection(view, say, { icon: clockIcon, title: say.overdueTitle, text: say.overdueText, hint: say.overdueHint }),
  expired: (view, say) =>
    endedSection(view, say, {
      icon: clockIcon,
      title: say.expiredTitle,
      text: view.payment.receivingAccount ? say.expiredTransfer : say.expiredCode,
      hint: say.expiredHint(view.payment.merchantName),
    }),
  cancelled: (view, say) =>
    endedSection(view, say, {
      icon: crossIcon,
      title: say.cancelledTitle,
      text: say.cancelledText,
      hint: cancelledHint(view.payment, say),
    }),
  paid: paidSection,
}

function merchantHeader({ payment, config }: PaymentPageView, say: Texts): Html {
  return html`<header class="merchant">
    ${merchantLogo(config, payment.merchantName, payment.merchantLogo)}
    <div><p>${say.payTo}</p><h1 data-testid="merchant">${payment.merchantName}</h1></div>
  </header>`
}

function openSection(view: PaymentPageView, say: Texts, way: Html): Html {
  return html`${dueCard(view, say)}${renderReceivedMoney(view, say.receivedOpen)}
    <section class="card way">${way}</section>
    <section class="card">${renderProductPicture(toShownGoods(view))}${detailsCard(view, say)}</section>`
}

function toShownGoods({ config, language, payment, goods }: PaymentPageView): ShownGoods {
  return { config, language, invoiceId: payment.invoiceId, goods }
}

/** Renders how much is due, and until when. */
export function dueCard({ payment, now, config, language }: PaymentPageView, t: Texts): Html {
  const { finalAmount, expiresAt } = payment
  const { day, time } = toLocalTime(config.timeZone, expiresAt, language)
  const isToday = day === toLocalTime(config.timeZone, now, language).day
  const moment = isToday ? time : `${day}, ${time}`
  const deadline = html`<time datetime="${expiresAt.toISOString()}" data-testid="deadline">${moment}</time>`
  return html`<section class="card due">
    <p class="label">${t.amountDue}</p>
    <div class="sum">
      <p class="${amountClass(finalAmount)}" data-testid="amount">${highlightAmount(payment)}</p>
      ${copyButton(String(finalAmount), t.copyAmount, isAmountTyped(payment) ? 'large' : 'small')}
    </div>
    <p class="deadline">
      <span>${t.deadline} ${deadline}</span>
      <span class="left" hidden><span class="unseen">${t.timeLeft}</span>${clockIcon}<b data-countdown></b></span>
    </p>
    <div class="sand" hidden aria-hidden="true"><i data-sand></i></div>
  </section>`
}

const plainDigits = 8

function amountClass(amount: number): string {
  return String(amount).length > plainDigits ? 'amount long' : 'amount'
}

function highlightAmount(payment: PaymentView): Html {
  const amount = formatRupiah(payment.finalAmount)
  if (!isAmountTyped(payment)) return html`${amount}`
  return html`${amount.slice(0, -3)}<mark>${amount.slice(-3)}</mark>`
}

function detailsCard(view: PaymentPageView, say: Texts): Html {
  const { payment } = view
  const code = payment.uniqueCode
  const fee = computeSurcharge(payment)
  const sign = code < 0 ? '−' : '+'
  const unique = html`${sign} ${formatRupiah(Math.abs(code))}<small>${say.uniqueCodeWhy}</small>`
  return html`${orderedItems(view, say)}
    <dl>
      ${(code !== 0 || fee !== 0) && factRow(say.price, formatRupiah(payment.amount))}
      ${code !== 0 && factRow(say.uniqueCode, unique)}
      ${fee !== 0 && factRow(say.fee, formatRupiah(fee))}
      ${descriptionRows(view, say)}
    </dl>`
}

/**
 * Renders the items of a store order; for pages without them, the payment's description contains the same in one line.
 */
function orderedItems({ order, language }: PaymentPageView, say: Texts): Html | null {
  if (!order) return null
  const items = listOrderAmounts(order, language).map(({ name, amount }) => factRow(name, amount))
  return html`<h3>${say.orderTitle} ${order.orderNumber}</h3><dl class="items" data-testid="items">${items}</dl>`
}

function descriptionRows({ payment, order }: PaymentPageView, say: Texts): Html {
  const { invoiceId, description, customerName } = payment
  const invoice = html`<code data-testid="invoice">${invoiceId}</code>`
  const copy = copyButton(invoiceId, say.copyInvoice, 'small')
  return html`
    ${!order && description && factRow(say.description, html`<span data-testid="description">${description}</span>`)}
    ${customerName && factRow(say.customer, html`<span data-testid="customer">${customerName}</span>`)}
    ${factRow(say.invoice, html`<span class="with-copy">${invoice}${copy}</span>`)}`
}

function paidSection(view: PaymentPageView, say: Texts): Html {
  const { payment, config, language } = view
  const { uniqueCode, finalAmount, paidAmount, paidReffNum } = payment
  const paidAt = payment.paidAt!
  const fee = computeSurcharge(payment)
  const { day, time } = toLocalTime(config.timeZone, paidAt, language)
  const moment = html`<time datetime="${paidAt.toISOString()}" data-testid="paid-at">${day}, ${time}</time>`
  return html`<section class="card outcome">
      ${isFullyRefunded(payment) ? renderRefunded(view, say) : hasPaid(view, say)}
      <p class="${amountClass(finalAmount)}" data-testid="amount">${formatRupiah(paidAmount ?? finalAmount)}</p>
      ${renderReceivedMoney(view, say.receivedMore)}${onwardLink(view, say)}
      ${orderedItems(view, say)}
      <dl>
        ${factRow(say.paidAt, moment)}
        ${paidReffNum && factRow(say.reference, html`<code data-testid="reference">${paidReffNum}</code>`)}
        ${uniqueCode !== 0 && factRow(say.uniqueCode, formatRupiah(uniqueCode))}
        ${fee !== 0 && factRow(say.fee, formatRupiah(fee))}
        ${descriptionRows(view, say)}
      </dl>
      ${receiptButtons(view, say)}
      ${renderProductPicture(toShownGoods(view))}
    </section>
    ${renderReleasedGoods(toShownGoods(view))}`
}

function hasPaid(view: PaymentPageView, say: Texts): Html {
  const { payment } = view
  return html`<span class="seal">${checkIcon}</span>
    <h2 data-testid="outcome">${say.paidTitle}</h2>
    <p>${say.paidText(payment.merchantName)}</p>
    ${renderPartialRefund(view, say)}`
}

/** Renders the sentence under a paid payment that was partly refunded. */
export function renderPartialRefund(view: PaymentPageView, t: Texts): Html | null {
  return view.payment.refundedAt && html`<p data-testid="refunded">${refundedSentence(view, t)}</p>`
}

function refundedSentence({ payment, config, language }: PaymentPageView, say: Texts): string {
  const { day, time } = toLocalTime(config.timeZone, payment.refundedAt!, language)
  return say.refundedText(payment.merchantName, formatRupiah(payment.refundedAmount!), `${day}, ${time}`)
}

/** Renders the outcome of a fully refunded payment. */
export function renderRefunded(view: PaymentPageView, t: Texts): Html {
  return html`<span class="seal">${crossIcon}</span>
    <h2 data-testid="outcome">${t.refundedTitle}</h2>
    <p class="stop">${refundedSentence(view, t)}</p>
    ${renderSellerContact(view)}`
}

function receiptButtons(view: PaymentPageView, say: Texts): Html {
  const { payment, config, language } = view
  const picture = makePath(config, '/pay/receipt.png', { invoice: payment.invoiceId, save: '1', lang: language })
  const save = html`${saveIcon}${say.saveReceipt}`
  return html`<div class="beside unprinted">
    <a class="button quiet" href="${picture}" download data-testid="receipt">${save}</a>
    <button type="button" class="button quiet" data-print hidden>${printIcon}${say.print}</button>
  </div>${receiptCheck(view)}`
}

/** Renders how others can verify this receipt, by a link and, on a screen or on paper, by a code. */
function receiptCheck({ receipt, config, language }: PaymentPageView): Html | null {
  if (receipt === null) return null
  const say = receiptTexts[language]
  const page = makePath(config, `/receipt/${receipt}`, { lang: language })
  const code = makePath(config, `/receipt/${receipt}.svg`)
  return html`<figure class="qr genuine">
    <img src="${code}" width="120" height="120" alt="" data-testid="receipt-code">
    <figcaption>
      <small>${say.scan}</small>
      <a class="unprinted" href="${page}" data-testid="receipt-check">${say.check}</a>
    </figcaption>
  </figure>`
}

/** Renders the link onward: the merchant's own address, the bill of the payment, or the chat of the order. */
function onwardLink({ onwardTo, chat, payment, config }: PaymentPageView, say: Texts): Html | null {
  if (!onwardTo) {
    if (chat === null) return null
    const label = payment.phase === 'paid' ? say.backToChat : say.orderAgain
    return html`<a class="button" href="${chat}" rel="noopener noreferrer" data-testid="chat">${label}${leaveIcon}</a>`
  }
  if (onwardTo.href.startsWith(`${config.baseUrl}/b/`))
    return html`<a class="button quiet" href="${onwardTo.href}" data-testid="continue">${say.backToBill}</a>`
  if (onwardTo.origin === new URL(config.baseUrl).origin) {
    return html`<a class="button" href="${onwardTo.href}" data-testid="continue">${say.backToShop}</a>`
  }
  const label = /^https?:$/.test(onwardTo.protocol) ? say.continueTo(onwardTo.host) : say.continueToApp
  const attributes = html`href="${onwardTo.href}" rel="noopener noreferrer" data-testid="continue"`
  return html`<a class="button" ${attributes}>${label}${leaveIcon}</a>
    <p><small>${say.leaving}</small></p>`
}

interface Outcome {
  icon: Html
  title: string
  text: string
  hint: string
}

function endedSection(view: PaymentPageView, say: Texts, { icon, title, text, hint }: Outcome): Html {
  const { payment } = view
  return html`<section class="card outcome">
    <span class="seal">${icon}</span>
    <h2 data-testid="outcome">${title}</h2>
    <p class="stop">${text}</p>
    ${renderReceivedMoney(view, say.receivedEnded) || html`<p>${hint}</p>`}
    ${renderPaymentCheck(view, say)}
    ${payment.phase !== 'overdue' && html`${onwardLink(view, say)}${renderSellerContact(view)}`}
    <dl>${factRow(say.amount, formatRupiah(payment.finalAmount))}${descriptionRows(view, say)}</dl>
  </section>`
}

/** Renders money that waits for the merchant's decision, instead of a request to pay again. */
export function renderReceivedMoney(
  { inReview, payment }: PaymentPageView,
  sentence: (amounts: string, merchant: string) => string,
) {
  if (inReview.length === 0) return ''
  const amounts = inReview.map(formatRupiah).join(' + ')
  return html`<p class="warning" role="status" data-testid="in-review">${sentence(amounts, payment.merchantName)}</p>`
}

function cancelledHint(payment: PaymentView, say: Texts): string {
  const reason = reasons[payment.endReason ?? '']?.(say)
  const hint = say.cancelledHint(payment.merchantName)
  return reason === undefined ? hint : `${reason} ${hint}`
}

const reasons: Record<string, (say: Texts) => string> = {
  merchant: say => say.reasonMerchant,
  customer: say => say.reasonCustomer,
  order_cancelled: say => say.reasonOrder,
  [movedHereReason]: say => say.reasonMoved,
  provider_unavailable: say => say.reasonProvider,
  provider_refused: say => say.reasonProvider,
}
