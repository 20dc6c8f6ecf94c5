import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { paymentMethodIds } from '../../../methods/method.ts'
import type { App } from '../../../needs.ts'
import { type ListedPayments, listPayments } from '../../../payments/list-payments.ts'
import { isFullyRefunded, type Payment, type PaymentStatus, paymentStatuses } from '../../../payments/payment.ts'
import { findByTrace } from '../../../payments/trace/find-by-trace.ts'
import { mayDo } from '../../../people/membership.ts'
import { chip, linkButton } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { emptyState, field, hiddenField, selectField, tabs } from '../../parts/forms.ts'
import type { Language } from '../../parts/language.ts'
import { listPage } from '../../parts/list-page.ts'
import { findMethodName, methodNames } from '../../parts/method-names.ts'
import { timeElement } from '../../parts/moment.ts'
import { renderCopyableNumber, renderShortNumber, renderUnbrokenNumbers } from '../../parts/numbers.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { type ColumnDefinition, rowLink, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { dateChips, loadListBars } from '../list-bar.ts'
import { PaymentQuery, readPaymentFilter, toFilterQuery } from './payment-filter.ts'
import { type PaymentTexts, paymentTexts } from './payment-texts.ts'

const perPage = 25

interface Loaded extends ListedPayments {
  bars: Html[]
  /** Payments that the search may mean by an amount, a reference or a payer, which are not in the list. */
  traced: Payment[]
}
type ShownPayments = ViewContext<Visit, PaymentQuery, Loaded>

/** Payments, newest first: filtered, searched, paged, and downloadable with the same filter. */
export const paymentsPage = definePage({
  path: '/dashboard/payments',
  role: 'read',
  input: PaymentQuery,
  async load(app, visit, query): Promise<Loaded> {
    const filter = readPaymentFilter(app, query)
    const [listed, bars] = await Promise.all([
      listPayments(app, visit.scope, { ...filter, page: query.page, limit: perPage }),
      loadListBars(app, visit, { list: 'payments', query: toFilterQuery(query) }),
    ])
    return { ...listed, bars, traced: await findTraced(app, visit, query, listed) }
  },
  view(context: ShownPayments) {
    const { language, loaded, input, to, visit } = context
    const say = paymentTexts[language]
    const { total, isTotalExact, revenue, traced } = loaded
    const payments = [...traced, ...loaded.payments]
    const isFiltered = Object.values(toFilterQuery(input)).some(Boolean)
    const hasMore = loaded.payments.length === perPage && (!isTotalExact || input.page * perPage < total)
    const address = (page: number) => to('/dashboard/payments', { ...toFilterQuery(input), page: String(page) })
    const view = listPage({
      language,
      title: say.title,
      buttons: mayDo(visit.account.role, 'orders') && linkButton(to('/dashboard/new-payment'), say.newPayment),
      above: html`${loaded.bars}`,
      filter: filterForm(context),
      list:
        payments.length === 0
          ? emptyState(isFiltered ? say.noMatch : say.none)
          : table(makePaymentColumns(context), payments),
      pager: { language, page: payments.length === 0 ? 1 : input.page, hasMore, address },
      found: [
        say.found(`${isTotalExact ? '' : '≥ '}${total + traced.length}`),
        revenue !== undefined && say.sum(formatRupiah(revenue)),
      ]
        .filter(Boolean)
        .join(' · '),
      csv: total > 0 ? to('/dashboard/payments.csv', toFilterQuery(input)) : null,
    })
    return { ...view, script: 'dashboard.js' }
  },
})

const tracedShown = 10

/** Returns them only for a search without other filters, which may mean one particular payment. */
async function findTraced(
  app: App,
  { scope }: Visit,
  { search, page, ...others }: PaymentQuery,
  { payments }: ListedPayments,
): Promise<Payment[]> {
  if (!search || page > 1 || Object.values(others).some(Boolean)) return []
  const tracedPayments = await findByTrace(app, scope, { text: search, limit: tracedShown })
  return tracedPayments.filter(one => !payments.some(({ invoiceId }) => invoiceId === one.invoiceId))
}

function filterForm({ app, language, input, to }: ShownPayments): Html {
  const say = paymentTexts[language]
  const { search, status, method, from, to: until } = input
  const methods = [...paymentMethodIds, 'all' as const].map(one => [one, methodNames[language][one]] as const)
  const tab = (one: PaymentStatus | undefined, text: string) => ({
    address: to('/dashboard/payments', { ...toFilterQuery(input), status: one }),
    text,
    isHere: status === one,
  })
  const tabOfEach = paymentStatuses.map(one => tab(one, say.statuses[one]))
  const days = dateChips(app, language, {
    from,
    to: until,
    address: chosen =>
      to('/dashboard/payments', { ...toFilterQuery(input), from: undefined, to: undefined, ...chosen }),
  })
  return html`${tabs(say.status, [tab(undefined, say.all), ...tabOfEach])}
    ${days}
    <form class="inline search" method="get" action="${to('/dashboard/payments')}" role="search">
      ${status && hiddenField('status', status)}
      ${field({ name: 'search', label: say.search, type: 'search', value: search, maxlength: 200, isOptional: true })}
      <button class="button quiet">${commonTexts[language].search}</button>
      <details${(method || from || until) && html` open`}>
        <summary>${say.filter}</summary>
        <div class="inline">
          ${selectField({ name: 'method', label: say.method, value: method, options: [['', say.all], ...methods] })}
          ${field({ name: 'from', label: say.from, type: 'date', value: from, isOptional: true })}
          ${field({ name: 'to', label: say.until, type: 'date', value: until, isOptional: true })}
        </div>
      </details>
    </form>`
}

export function makePaymentColumns({
  app,
  language,
  to,
}: Pick<ShownPayments, 'app' | 'language' | 'to'>): ColumnDefinition<Payment>[] {
  const say = paymentTexts[language]
  return [
    {
      title: say.customer,
      place: 'lead',
      cell: payment => [
        rowLink(to(`/dashboard/payments/${payment.invoiceId}`), whoPays(payment, language)),
        payment.customerName && html`<small>${renderUnbrokenNumbers(payment.description)}</small>`,
      ],
    },
    { title: say.amount, isMoney: true, place: 'side', cell: ({ finalAmount }) => formatRupiah(finalAmount) },
    { title: say.status, place: 'state', cell: payment => renderPaymentStatus(payment, say) },
    {
      title: say.createdAt,
      place: 'when',
      cell: payment => {
        const { customerName, description, paymentMethod, paidVia, createdAt } = payment
        const isNamed = customerName !== null || description !== null
        // Without either, the method is its name.
        const method = isNamed && html`<small>${findMethodName(language, paidVia ?? paymentMethod)}</small>`
        return html`${timeElement(app, language, createdAt)} ${method}`
      },
    },
    { title: say.invoice, place: 'last', cell: ({ invoiceId }) => renderCopyableNumber(language, invoiceId) },
  ]
}

/** Returns the name of a payment in a list: its customer, otherwise its purpose, otherwise its method. */
function whoPays({ customerName, description, paymentMethod }: Payment, language: Language): Html {
  return html`<b>${renderUnbrokenNumbers(customerName ?? description) ?? findMethodName(language, paymentMethod)}</b>`
}

export function paymentLink(invoiceId: string, to: ShownPayments['to']): Html {
  return html`<a href="${to(`/dashboard/payments/${invoiceId}`)}">${renderShortNumber(invoiceId)}</a>`
}

const looks = { pending: 'wait', paid: 'good', expired: '', cancelled: 'bad' } as const

export function renderPaymentStatus(
  payment: Pick<Payment, 'status' | 'refundedAmount' | 'paidAmount' | 'finalAmount'>,
  t: PaymentTexts,
): Html {
  const { status, refundedAmount } = payment
  const state = chip(looks[status], t.statuses[status])
  if (refundedAmount === null) return state
  return html`<span>${state} ${chip('', isFullyRefunded(payment) ? t.refundedAt : t.refundedInPart)}</span>`
}
