import { z } from 'zod'
import { findStandingByAccount } from '../../../keys/standing.ts'
import { fromStored } from '../../../lib/fields/day-field.ts'
import { Html, html, renderVerbatim } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { makeWhatsAppLink } from '../../../lib/phone.ts'
import { notFound } from '../../../lib/refusal.ts'
import type { PaymentMethodId } from '../../../methods/method.ts'
import type { App } from '../../../needs.ts'
import { mayDo } from '../../../people/membership.ts'
import { qrSvg } from '../../../qris/picture.ts'
import { paymentTexts } from '../../../web/dashboard/payments/payment-texts.ts'
import { paymentLink, renderPaymentStatus } from '../../../web/dashboard/payments/payments.ts'
import { backLink, card, linkButton } from '../../../web/parts/card.ts'
import { type Fact, factList } from '../../../web/parts/facts.ts'
import { actButton, banner, copyButton, inlineForm, refusedBanner } from '../../../web/parts/forms.ts'
import type { Language } from '../../../web/parts/language.ts'
import { findMethodName } from '../../../web/parts/method-names.ts'
import { formatMoment } from '../../../web/parts/moment.ts'
import { definePage, type ViewContext } from '../../../web/parts/page.ts'
import { type ColumnDefinition, table } from '../../../web/parts/table.ts'
import type { Visit } from '../../../web/parts/visit.ts'
import type { Bill } from '../bill.ts'
import { billUrl } from '../bill-kinds.ts'
import { writeBillMessage } from '../bill-message.ts'
import { type BillTermField, billTermFields } from '../bill-term-fields.ts'
import { closeBill } from '../close-bill.ts'
import { findBill, type ShownPart, type WholeBill } from '../find-bill.ts'
import { type BillTexts, billTexts } from '../texts/bill-texts.ts'
import { updateBill } from '../update-bill.ts'
import { listWaysToPayBill, type WaysToPayBill } from '../ways-to-pay-bill.ts'
import { makeButtonCode } from './bill-button.ts'
import { formatAmount, renderBillStatus } from './bills.ts'
import { renderGoodsList } from './goods-list.ts'

const Input = z.object({ bill: z.string().regex(/^BILL-[0-9A-Z]{17}$/) })
type Loaded = WholeBill & { ways: WaysToPayBill | null }
type ShownBill = ViewContext<Visit, z.infer<typeof Input>, Loaded>

/** A bill: its link, the money received for it, and the possible actions. */
export const billDetailPage = definePage({
  path: '/dashboard/bills/:bill',
  role: 'read',
  input: Input,
  async load(app, { scope }, { bill }): Promise<Loaded> {
    const found = await findBill(app, scope, bill)
    const standing = await findStandingByAccount(app, scope.accountId, scope.mode)
    return { ...found, ways: listWaysToPayBill(app, standing, found.bill) }
  },
  view(view: ShownBill) {
    const { language, loaded, refusal, to } = view
    const { bill, parts } = loaded
    const say = billTexts[language]
    const list = parts.length === 0 ? html`<p>${say.noPayments}</p>` : table(paymentColumns(view, say), parts)
    return {
      title: bill.title,
      body: html`
        ${backLink(to('/dashboard/bills'), say.title)}
        <div class="head"><h1>${bill.title}</h1>${renderBillStatus(bill, say)}</div>
        ${refusedBanner({ language, refusal })}
        ${owedBanner(view, say)}
        ${payable(view) && loaded.ways === null && banner('warn', say.noWays)}
        <div class="pair">
          ${card(
            null,
            // The link of a payable bill comes before its details.
            payable(view)
              ? html`${shareCard(view, say)}${actionButtons(view, say)}${renderGoodsList(loaded.lines)}${detailsCard(
                  view,
                  say,
                )}`
              : html`${detailsCard(view, say)}${renderGoodsList(loaded.lines)}${actionButtons(view, say)}`,
          )}
          <div class="stack">${card(say.payments, list)}${buttonCard(view, say)}</div>
        </div>`,
      script: 'dashboard.js',
    }
  },
  act: {
    close: {
      role: 'orders',
      async confirm(app, { scope, language }, _fields, { bill: name }) {
        const say = billTexts[language]
        const { bill } = await findBill(app, scope, name)
        return { title: say.sureClose, text: say.sureCloseText(bill.title), button: say.close, isDangerous: true }
      },
      async run(app, { scope }, _fields, { bill }) {
        await closeBill(app, scope, bill)
        return { done: 'saved' }
      },
    },
    publish: {
      role: 'orders',
      async run(app, { scope }, _fields, { bill }) {
        const standing = await findStandingByAccount(app, scope.accountId, scope.mode)
        if (!standing) throw notFound('account')
        await updateBill(app, standing, bill, { publishes: true })
        return { done: 'saved' }
      },
    },
  },
})

/** Shows money that must be returned: for goods that will not be handed over, or beyond the amount due. */
function owedBanner({ loaded: { bill, order, orders }, to }: ShownBill, say: BillTexts): Html | null {
  const due = [...new Set([...(order ? [order] : []), ...orders.values()])].filter(one => one.refundDue)
  const links = due.map(({ orderNumber }) => html` ${orderLink(orderNumber, to)}`)
  if (links.length > 0) return banner('warn', html`${say.orderRefund}${links}`)
  return bill.excess > 0 ? banner('warn', say.excessRefund(formatRupiah(bill.excess))) : null
}

function orderLink(orderNumber: string | undefined, to: ShownBill['to']): Html | null {
  return orderNumber === undefined ? null : html`<a href="${to(`/dashboard/orders/${orderNumber}`)}">${orderNumber}</a>`
}

const payable = ({ app, loaded: { bill } }: ShownBill) => bill.isPayableAt(app.now())

function detailsCard(view: ShownBill, say: BillTexts): Html {
  const { app, language, loaded, to } = view
  const { bill, order } = loaded
  const due = bill.due()
  const isMany = bill.kind !== 'once'
  return factList([
    [say.amount, formatAmount(bill)],
    [say.collected, bill.collected === 0 ? null : formatRupiah(bill.collected)],
    [say.left, due === null || due === 0 ? null : formatRupiah(due)],
    [say.excess, bill.excess === 0 ? null : formatRupiah(bill.excess)],
    [say.order, orderLink(order?.orderNumber, to)],
    [say.uses, isMany ? say.times(bill.uses) : null],
    ...(payable(view) && loaded.ways ? wayFacts(loaded.ways, language, say) : []),
    [say.kind, billTexts[language].kinds[bill.kind]],
    ...billTermFields.filter(({ kind }) => kind !== 'tick').map(field => termFact(app, language, field, bill)),
    [say.remindAt, bill.remindAt && app.calendar.formatDay(bill.remindAt)],
    [say.createdAt, formatMoment(app, language, bill.createdAt)],
    [say.paidAt, bill.paidAt && formatMoment(app, language, bill.paidAt)],
    ...Object.entries(bill.metadata),
  ])
}

function termFact({ calendar }: Pick<App, 'calendar'>, language: Language, field: BillTermField, bill: Bill): Fact {
  const value = fromStored(calendar, field, bill[field.property])
  const shown = field.kind === 'rupiah' && value !== null ? formatRupiah(Number(value)) : value
  return [field.label[language], typeof shown === 'boolean' ? null : shown]
}

/** Returns the methods for its next payment, and the shop's methods with a lower limit. */
function wayFacts({ methods, limited }: WaysToPayBill, language: Language, say: BillTexts): Fact[] {
  const nameOf = (method: PaymentMethodId) => findMethodName(language, method)
  return [
    [say.ways, methods.map(nameOf).join(', ')],
    [say.limited, limited.map(({ method, max }) => say.most(nameOf(method), formatRupiah(max))).join('; ')],
  ]
}

/** Renders the link of a payable bill: as text, as a QR code, and in a prepared message. */
function shareCard(view: ShownBill, say: BillTexts): Html | null {
  const { app, language, visit, loaded } = view
  const { bill } = loaded
  if (!payable(view)) return null
  const url = billUrl(app.config, bill)
  const message = writeBillMessage(bill, { language, merchant: visit.account.name, url, calendar: app.calendar })
  const target = html`target="_blank" rel="noopener noreferrer" data-testid="whatsapp"`
  const drawn = new Html(qrSvg(url))
  return html`<div class="inline">
      <p class="field"><label for="bill-link">${say.link}</label><input id="bill-link" readonly value="${url}"></p>
      ${copyButton(language, 'bill-link')}
      <a class="button quiet" href="${makeWhatsAppLink(bill.customerPhone, message)}" ${target}>${say.whatsApp}</a>
    </div>
    <a class="code" href="#code" aria-label="${say.enlarge}" data-testid="link-code">${drawn}</a>
    <div class="whole" id="code" role="dialog" aria-label="${say.scan}">
      ${drawn}
      <p><b>${bill.title}</b><br>${say.scan}</p>
      ${linkButton('#main', say.closeCode, 'quiet')}
    </div>`
}

/** Renders the code that embeds a bill on any page, for merchants with a site. */
function buttonCard(view: ShownBill, say: BillTexts): Html | null {
  if (!payable(view)) return null
  const { app, language, to, loaded } = view
  const id = 'bill-button'
  const code = renderVerbatim(makeButtonCode(app, loaded.bill, say.buttonPay))
  return card(
    null,
    html`<details class="choice"><summary><b>${say.button}</b></summary>
      <p>${say.buttonText}</p>
      <p class="field"><label for="${id}">${say.buttonCode}</label>
        <textarea id="${id}" rows="3" readonly spellcheck="false">${code}</textarea></p>
      <div class="inline">
        ${copyButton(language, id)}
        ${linkButton(to('/dashboard/bill-button'), say.buttonSites, 'quiet')}
      </div></details>`,
  )
}

function actionButtons({ app, loaded: { bill }, visit }: ShownBill, say: BillTexts): Html | null {
  const target = html`target="_blank" rel="noopener"`
  const open = html`<a class="button quiet" href="${billUrl(app.config, bill)}" ${target}>${say.page}</a>`
  const mayChange = mayDo(visit.account.role, 'orders') && !bill.isOver()
  if (!mayChange) return bill.status === 'draft' ? null : open
  if (bill.status === 'draft')
    return inlineForm({}, [actButton('publish', say.publish), actButton('close', say.close, 'danger')])
  return inlineForm({}, [open, actButton('close', say.close, 'danger')])
}

function paymentColumns(
  { language, loaded: { orders }, to }: ShownBill,
  say: BillTexts,
): ColumnDefinition<ShownPart>[] {
  const payments = paymentTexts[language]
  const orderOf = ({ payment }: ShownPart) => orders.get(payment.invoiceId)?.orderNumber
  return [
    { title: payments.invoice, cell: ({ payment }) => paymentLink(payment.invoiceId, to) },
    { title: payments.status, cell: ({ payment }) => renderPaymentStatus(payment, payments) },
    { title: say.amount, isMoney: true, cell: ({ amount }) => formatRupiah(amount) },
    {
      title: say.payer,
      cell: ({ payerName, payerPhone, payerAddress, payerNote }) =>
        [payerName, payerPhone, payerAddress, payerNote].filter(Boolean).map(line => html`<small>${line}</small>`),
    },
    ...(orders.size > 0 ? [{ title: say.order, cell: (part: ShownPart) => orderLink(orderOf(part), to) }] : []),
  ]
}
