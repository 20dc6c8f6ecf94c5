import type { Config } from '../../../../config.ts'
import { type Html, html } from '../../../../lib/html.ts'
import { formatRupiah } from '../../../../lib/money.ts'
import { type Refusal, refuseFields } from '../../../../lib/refusal.ts'
import { toLocalTime } from '../../../../lib/wall-clock.ts'
import { amountMin, type PaymentMethodId } from '../../../../methods/method.ts'
import { findPayerWay, formatPayerWay } from '../../../../methods/payer-way.ts'
import type { Order } from '../../../../orders/order.ts'
import { banner, field, refusedBanner } from '../../../../web/parts/forms.ts'
import { checkIcon, clockIcon, crossIcon, leaveIcon, lockIcon } from '../../../../web/parts/icons.ts'
import type { Language } from '../../../../web/parts/language.ts'
import { merchantLogo } from '../../../../web/parts/merchant-logo.ts'
import { factRow, type PaymentPageView as PaymentShown } from '../../../../web/pay/payment-parts.ts'
import { contactCard } from '../../../../web/pay/seller-contact.ts'
import type { Bill } from '../../bill.ts'
import { type BillQuestion, billQuestions } from '../../bill-kinds.ts'
import type { BillLine } from '../../bill-line.ts'
import type { ShownPart } from '../../find-bill.ts'
import { computeRoom, computeUsualPart } from '../../part-amount.ts'
import { type BillPageTexts, billPageTexts } from '../../texts/bill-page-texts.ts'
import type { WaysToPayBill } from '../../ways-to-pay-bill.ts'
import { renderGoodsList } from '../goods-list.ts'

/** Everything that the page of a bill shows. */
export interface ShownBill {
  config: Pick<Config, 'baseUrl' | 'timeZone'>
  language: Language
  bill: Bill
  /** The address to which the payer continues after paying. */
  onward: URL | null
  lines: readonly BillLine[]
  parts: readonly ShownPart[]
  /** The newest order of its goods, if it has one payer. */
  order: Pick<Order, 'status' | 'refundDue'> | null
  merchant: { name: string; logo: string | null }
  /** The possible methods; null while the merchant cannot accept payments. */
  ways: WaysToPayBill | null
  /** The seller's contact from the shop's rules. */
  contact: PaymentShown['contact']
  now: Date
  door: BillDoor
  refusal: Refusal | null
  given: Record<string, string>
}

/** The addresses linked from a bill's page: separate pages, or inside a frame. */
export interface BillDoor {
  /** The target address of its form. */
  action: string
  paymentPath(invoiceId: string): string
  /** The origin of the page around the frame; null outside a frame. */
  parent: string | null
}

/** Formats the requested amount, or its range. */
export function formatRequestedAmount({ bill, language }: Pick<ShownBill, 'bill' | 'language'>): string {
  const say = billPageTexts[language]
  if (bill.kind === 'open') return say.range(formatRupiah(bill.minAmount!), formatRupiah(bill.maxAmount!))
  return formatRupiah(bill.due() ?? bill.amount!)
}

export function billView(view: ShownBill): Html {
  const { bill, language, merchant } = view
  const logo = merchantLogo(view.config, merchant.name, merchant.logo)
  const say = billPageTexts[language]
  const phase = billPhase(view)
  const around = view.door.parent !== null && html` data-parent="${view.door.parent}"`
  return html`<main class="pay bill ${phase}" data-status="${bill.status}"${around}>
      <header class="merchant">${logo}<div><p>${say.from}</p><h1>${merchant.name}</h1></div></header>
      ${bill.mode === 'test' && html`<p class="test">${say.testMode}</p>`}
      ${
        bill.status === 'paid'
          ? paidView(view, say)
          : phase === 'payable'
            ? payableView(view, say)
            : overView(view, say)
      }
    </main>
    <footer><p>${lockIcon} ${say.safety}</p></footer>`
}

function billPhase({ bill, order, now }: ShownBill): 'paid' | 'payable' | 'expired' {
  if (bill.status === 'paid') return order?.status === 'cancelled' ? 'expired' : 'paid'
  return bill.isPayableAt(now) ? 'payable' : 'expired'
}

function payableView(view: ShownBill, say: BillPageTexts): Html {
  const { bill, merchant, ways, language, contact } = view
  const content = ways === null ? banner('warn', say.notNow(merchant.name)) : payForm(view, say, ways)
  return html`<section class="card due">
      <h2>${bill.title}</h2>
      <p class="label">${bill.collected > 0 && bill.kind === 'once' ? say.left : say.total}</p>
      <p class="amount${bill.kind === 'open' && ' long'}" data-testid="amount">${formatRequestedAmount(view)}</p>
      ${renderGoodsList(view.lines)}
      ${bill.note !== null && html`<p class="note">${bill.note}</p>`}
      ${bill.status === 'overdue' && html`<p class="warning">${say.overdue}</p>`}
      ${detailsView(view, say)}
    </section>
    <section class="card way">${content}
      ${contactCard(contact, language, describeBill(view))}
    </section>`
}

function detailsView(view: ShownBill, say: BillPageTexts): Html {
  const { bill, config, language } = view
  // The stored moment is the start of the following day.
  const dayOf = (end: Date | null) => end && toLocalTime(config.timeZone, new Date(end.getTime() - 1), language).day
  const [due, end] = [dayOf(bill.dueAt), dayOf(bill.endsAt)]
  const open = bill.takesParts ? openSum(view) : 0
  return html`<dl>
    ${bill.customerName !== null && factRow(say.for, bill.customerName)}
    ${bill.takesParts && bill.collected > 0 && factRow(say.total, formatRupiah(bill.amount!))}
    ${bill.takesParts && bill.collected > 0 && factRow(say.collected, formatRupiah(bill.collected))}
    ${open > 0 && factRow(say.beingPaid, formatRupiah(open))}
    ${due !== null && factRow(say.dueAt, due)}
    ${end !== null && factRow(say.endsAt, end)}
  </dl>`
}

const openOf = ({ parts }: ShownBill) => parts.filter(({ state }) => state === 'open')
const openSum = (view: ShownBill) => openOf(view).reduce((sum, { amount }) => sum + amount, 0)

function payForm(view: ShownBill, say: BillPageTexts, ways: WaysToPayBill): Html {
  const { highest } = ways
  const { bill, refusal, given } = view
  const room = bill.takesParts ? computeRoom(bill, { open: openSum(view) }) : null
  // Others have open payments for the entire amount due, which they may never pay.
  const isContested = room !== null && room < amountMin
  const left = isContested ? bill.due() : room
  const going = bill.takesParts ? openOf(view).map(part => goOn(view, part, say)) : []
  const proposed = left === null ? bill.proposedAmount : computeUsualPart(left, highest)
  const takesAmount = bill.kind === 'open' || (bill.takesParts && left! > amountMin)
  const labels = { amount: say.amount, ...say.questions }
  const hint = amountHint(view, say, { left, highest })
  const amount = {
    name: 'amount',
    label: say.amount,
    value: given.amount ?? proposed?.toLocaleString('id-ID'),
    maxlength: 20,
    hint,
  }
  const text = takesAmount ? say.payOwn : say.pay(formatRupiah(left ?? bill.amount!))
  return html`${refusalView(view, say, labels)}
    ${isContested && banner('warn', say.allOpen)}
    <form method="post" action="${view.door.action}" class="steps">
      ${takesAmount && field({ ...amount, inputmode: 'numeric', errors: refusal?.fields })}
      ${billQuestions.filter(one => bill.asks.includes(one)).map(one => questionField(view, one, say))}
      <button class="button">${text}</button>
    </form>
    ${going}
    ${payableBy(view.language, say, ways)}`
}

/** Explains how the bill can be paid, in a payer's words, and which ways have a lower limit. */
function payableBy(language: Language, say: BillPageTexts, { methods, limited }: WaysToPayBill): Html {
  const nameOf = (method: PaymentMethodId) => formatPayerWay(language, findPayerWay(method))
  const names = [...new Set(methods.map(nameOf))]
  const tooSmall = limited.filter(({ method }) => !names.includes(nameOf(method)))
  const most = Math.max(...tooSmall.map(({ max }) => max))
  const limits = tooSmall.length > 0 && html` ${say.aboveLimit(nameOf(tooSmall[0]!.method), formatRupiah(most))}`
  return html`<p data-testid="ways"><small>${say.payableBy(names)}${limits}</small></p>`
}

function refusalView(
  { language, refusal }: ShownBill,
  say: BillPageTexts,
  labels: Record<string, string>,
): Html | null {
  if (refusal === null) return null
  if (refusal.code === 'rate_limited' || refusal.code === 'amounts_exhausted') return banner('stop', say.busy)
  const fields = (refusal.fields ?? []).filter(({ path }) => labels[path])
  // The field itself shows the range, not only that there is one.
  return refusedBanner({ language, refusal: fields.length > 0 ? refuseFields(fields) : refusal, labels })
}

function amountHint({ bill }: ShownBill, say: BillPageTexts, room: { left: number | null; highest: number }): string {
  if (room.left === null) return say.range(formatRupiah(bill.minAmount!), formatRupiah(bill.maxAmount!))
  if (room.left > room.highest) return say.onePart(formatRupiah(room.highest))
  return say.partHint(formatRupiah(amountMin), formatRupiah(room.left))
}

const lengthsMax: Record<BillQuestion, number> = { name: 100, phone: 32, address: 500, note: 500 }

function questionField({ given, refusal }: ShownBill, one: BillQuestion, say: BillPageTexts): Html {
  const isOptional = one === 'note'
  return field({
    name: one,
    label: say.questions[one],
    value: given[one],
    maxlength: lengthsMax[one],
    isOptional,
    ...(one === 'phone' ? { type: 'tel', autocomplete: 'tel' } : {}),
    ...(one === 'name' ? { autocomplete: 'name' } : {}),
    ...(isOptional ? { hint: say.optional } : {}),
    errors: refusal?.fields,
  })
}

function goOn({ door }: ShownBill, { payment, amount }: ShownPart, say: BillPageTexts): Html {
  const text = say.openPart(formatRupiah(amount))
  return html`<a class="button quiet" href="${door.paymentPath(payment.invoiceId)}">${text}</a>`
}

function paidView(view: ShownBill, say: BillPageTexts): Html {
  const { bill, merchant, door, order, onward } = view
  if (order?.status === 'cancelled') return inVain(view, say, order.refundDue)
  const rel = html`rel="noopener noreferrer"${door.parent !== null && html` target="_top"`}`
  return html`<section class="card outcome">
    <span class="seal">${checkIcon}</span>
    <h2 data-testid="outcome">${say.paidTitle}</h2>
    <p class="amount">${formatRupiah(bill.amount!)}</p>
    <p>${bill.title}</p>
    <p>${bill.thanks ?? say.paidText(merchant.name)}</p>
    ${onward && html`<a class="button" href="${onward.href}" ${rel}>${say.goOn}${leaveIcon}</a>`}
  </section>`
}

/** Shows that its money arrived, but its goods had run out or will not be handed over. */
function inVain(view: ShownBill, say: BillPageTexts, isDue: boolean): Html {
  const { bill, merchant, language, contact } = view
  return html`<section class="card outcome">
    <span class="seal">${isDue ? clockIcon : crossIcon}</span>
    <h2 data-testid="outcome">${isDue ? say.refundTitle : say.refundedTitle}</h2>
    <p class="amount">${formatRupiah(bill.amount!)}</p>
    <p>${bill.title}</p>
    <p class="stop">${isDue ? say.refundText(merchant.name) : say.refundedText(merchant.name)}</p>
    ${contactCard(contact, language, describeBill(view))}
  </section>`
}

function overView(view: ShownBill, say: BillPageTexts): Html {
  const { bill, merchant, language, contact } = view
  const isClosed = bill.status === 'closed'
  return html`<section class="card outcome">
    <span class="seal">${isClosed ? crossIcon : clockIcon}</span>
    <h2 data-testid="outcome">${isClosed ? say.closedTitle : say.expiredTitle}</h2>
    <p>${bill.title}</p>
    <p class="stop">${say.overText(merchant.name)}</p>
    ${contactCard(contact, language, describeBill(view))}
  </section>`
}

function describeBill(view: ShownBill) {
  return { merchant: view.merchant.name, name: `“${view.bill.title}”`, amount: formatRequestedAmount(view) }
}
