import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { toLocalTime } from '../../lib/wall-clock.ts'
import { paidOnTop } from '../../payments/paid-on-top.ts'
import { isReturnedWhole, movedHere } from '../../payments/payment.ts'
import type { PaymentView } from '../../payments/view-payment.ts'
import { orderLines } from '../../pictures/receipt.ts'
import { pathTo } from '../parts/address.ts'
import { checkIcon, clockIcon, crossIcon, leaveIcon, lockIcon, printIcon, saveIcon } from '../parts/icons.ts'
import { merchantLogo } from '../parts/merchant-logo.ts'
import { type Texts, texts } from '../parts/texts.ts'
import { productPicture, releasedGoods, type ShownGoods } from './goods-view.ts'
import { paidAlready } from './payment-check.ts'
import { codeView, stepsByApp } from './payment-code-view.ts'
import { copyButton, factRow, isTyped, type PaymentPageView } from './payment-parts.ts'
import { beforeCode, preparingPlaceholder, wayLinks } from './payment-ways.ts'
import { receiptTexts } from './receipt-texts.ts'
import { sellerContact } from './seller-contact.ts'

export function pageTitle({ language, payment }: PaymentPageView): string {
  const say = texts[language]
  if (isReturnedWhole(payment)) return `${say.refundedTitle}: ${payment.merchantName}`
  if (payment.phase === 'paid') return say.titlePaid(payment.merchantName)
  if (payment.phase === 'overdue') return `${say.overdueTitle}: ${payment.merchantName}`
  if (payment.phase === 'expired') return `${say.expiredTitle}: ${payment.merchantName}`
  if (payment.phase === 'cancelled') return `${say.cancelledTitle}: ${payment.merchantName}`
  return say.titlePay(formatRupiah(payment.finalAmount), payment.merchantName)
}

export function paymentView(view: PaymentPageView): Html {
  const say = texts[view.language]
  return html`
    ${livingMain(view, say, phases[view.payment.phase](view, say))}
    ${view.added?.length && html`<div class="pay payer-cards">${view.added}</div>`}
    <footer><p>${lockIcon} ${say.safety}</p><p>${say.madeBy}</p></footer>`
}

/**
 * Renders the part that `payment.js` updates: it replaces `#payment` as a whole when the phase changes, so every phase
 * is rendered in it and nowhere else. `around` is the origin of the page around a frame.
 */
export function livingMain(view: PaymentPageView, say: Texts, content: Html, around: string | null = null): Html {
  const { payment, now, config } = view
  const { phase, invoiceId, createdAt, expiresAt } = payment
  const events = pathTo(config, '/pay/events', { invoice: invoiceId })
  const status = pathTo(config, '/pay/status', { invoice: invoiceId })
  const frame = around !== null && html` data-parent="${around}"`
  const refunded = isReturnedWhole(payment) && ' refunded'
  return html`<main id="payment" class="pay ${phase}${refunded}" data-phase="${phase}" data-invoice="${invoiceId}"
      data-now="${now.toISOString()}"
      data-created="${createdAt.toISOString()}" data-expires="${expiresAt.toISOString()}"
      data-events="${events}" data-status="${status}" data-copied="${say.copied}"${frame}>
      ${merchantHeader(view, say)}
      ${payment.mode === 'test' && html`<p class="test" data-testid="test-mode">${say.testMode}</p>`}
      ${content}
    </main>
    <p id="news" class="unseen" role="status"></p>
    <p id="offline" class="offline" role="status" hidden>${say.offline}</p>`
}

const phases: Record<PaymentView['phase'], (view: PaymentPageView, say: Texts) => Html> = {
  preparing: (view, say) => openSection(view, say, preparingPlaceholder(say)),
  payable: (view, say) => {
    const before = beforeCode(view, say)
    const way = html`${wayLinks(view, say)}${before ?? codeView(view, say)}${paidAlready(view, say)}`
    return openSection(view, say, html`${way}${!before && stepsByApp(view, say)}`)
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
  return html`${dueCard(view, say)}${receivedNotice(view, say.receivedOpen)}
    <section class="card way">${way}</section>
    <section class="card">${productPicture(toShownGoods(view))}${detailsCard(view, say)}</section>`
}

function toShownGoods({ config, language, payment, goods }: PaymentPageView): ShownGoods {
  return { config, language, invoiceId: payment.invoiceId, goods }
}

/** Renders how much is due, and until when. */
export function dueCard({ payment, now, config, language }: PaymentPageView, say: Texts): Html {
  const { finalAmount, expiresAt } = payment
  const { day, time } = toLocalTime(config.timeZone, expiresAt, language)
  const isToday = day === toLocalTime(config.timeZone, now, language).day
  const moment = isToday ? time : `${day}, ${time}`
  const deadline = html`<time datetime="${expiresAt.toISOString()}" data-testid="deadline">${moment}</time>`
  return html`<section class="card due">
    <p class="label">${say.amountDue}</p>
    <div class="sum">
      <p class="${amountClass(finalAmount)}" data-testid="amount">${highlightAmount(payment)}</p>
      ${copyButton(String(finalAmount), say.copyAmount, isTyped(payment) ? 'large' : 'small')}
    </div>
    <p class="deadline">
      <span>${say.deadline} ${deadline}</span>
      <span class="left" hidden><span class="unseen">${say.timeLeft}</span>${clockIcon}<b data-countdown></b></span>
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
  if (!isTyped(payment)) return html`${amount}`
  return html`${amount.slice(0, -3)}<mark>${amount.slice(-3)}</mark>`
}

function detailsCard(view: PaymentPageView, say: Texts): Html {
  const { payment } = view
  const code = payment.uniqueCode
  const fee = paidOnTop(payment)
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
  const items = orderLines(order, language).map(({ name, amount }) => factRow(name, amount))
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
  const fee = paidOnTop(payment)
  const { day, time } = toLocalTime(config.timeZone, paidAt, language)
  const moment = html`<time datetime="${paidAt.toISOString()}" data-testid="paid-at">${day}, ${time}</time>`
  return html`<section class="card outcome">
      ${isReturnedWhole(payment) ? isRefunded(view, say) : hasPaid(view, say)}
      <p class="${amountClass(finalAmount)}" data-testid="amount">${formatRupiah(paidAmount ?? finalAmount)}</p>
      ${receivedNotice(view, say.receivedMore)}${onwardLink(view, say)}
      ${orderedItems(view, say)}
      <dl>
        ${factRow(say.paidAt, moment)}
        ${paidReffNum && factRow(say.reference, html`<code data-testid="reference">${paidReffNum}</code>`)}
        ${uniqueCode !== 0 && factRow(say.uniqueCode, formatRupiah(uniqueCode))}
        ${fee !== 0 && factRow(say.fee, formatRupiah(fee))}
        ${descriptionRows(view, say)}
      </dl>
      ${receiptButtons(view, say)}
      ${productPicture(toShownGoods(view))}
    </section>
    ${releasedGoods(toShownGoods(view))}`
}

function hasPaid(view: PaymentPageView, say: Texts): Html {
  const { payment } = view
  return html`<span class="seal">${checkIcon}</span>
    <h2 data-testid="outcome">${say.paidTitle}</h2>
    <p>${say.paidText(payment.merchantName)}</p>
    ${refundedInPart(view, say)}`
}

/** Renders the sentence under a paid payment that was partly refunded. */
export function refundedInPart(view: PaymentPageView, say: Texts): Html | null {
  return view.payment.refundedAt && html`<p data-testid="refunded">${refundedSentence(view, say)}</p>`
}

function refundedSentence({ payment, config, language }: PaymentPageView, say: Texts): string {
  const { day, time } = toLocalTime(config.timeZone, payment.refundedAt!, language)
  return say.refundedText(payment.merchantName, formatRupiah(payment.refundedAmount!), `${day}, ${time}`)
}

/** Renders the outcome of a fully refunded payment. */
export function isRefunded(view: PaymentPageView, say: Texts): Html {
  return html`<span class="seal">${crossIcon}</span>
    <h2 data-testid="outcome">${say.refundedTitle}</h2>
    <p class="stop">${refundedSentence(view, say)}</p>
    ${sellerContact(view)}`
}

function receiptButtons(view: PaymentPageView, say: Texts): Html {
  const { payment, config, language } = view
  const picture = pathTo(config, '/pay/receipt.png', { invoice: payment.invoiceId, save: '1', lang: language })
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
  const page = pathTo(config, `/receipt/${receipt}`, { lang: language })
  const code = pathTo(config, `/receipt/${receipt}.svg`)
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
    ${receivedNotice(view, say.receivedEnded) || html`<p>${hint}</p>`}
    ${paidAlready(view, say)}
    ${payment.phase !== 'overdue' && html`${onwardLink(view, say)}${sellerContact(view)}`}
    <dl>${factRow(say.amount, formatRupiah(payment.finalAmount))}${descriptionRows(view, say)}</dl>
  </section>`
}

/** Renders money that waits for the merchant's decision, instead of a request to pay again. */
export function receivedNotice(
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
  [movedHere]: say => say.reasonMoved,
  provider_unavailable: say => say.reasonProvider,
  provider_refused: say => say.reasonProvider,
}
