import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import { type ListedPayments, listPayments } from '../../payments/list-payments.ts'
import { type Payment, type PaymentStatus, paymentStatuses } from '../../payments/payment.ts'
import { mayDo } from '../../people/membership.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { choice, emptyState, field, tabs } from '../parts/forms.ts'
import { methodNames } from '../parts/method-names.ts'
import { page, type Shown } from '../parts/page.ts'
import { pager } from '../parts/pager.ts'
import type { Visit } from '../parts/visit.ts'
import { addressOf, filterOf, PaymentQuery } from './payment-filter.ts'
import { type PaymentTexts, paymentTexts } from './payment-texts.ts'

const perPage = 25

type ShownPayments = Shown<Visit, PaymentQuery, ListedPayments>

/** Payments, newest first: filtered, searched, paged, and as a file of exactly what is filtered. */
export const paymentsPage = page({
  path: '/dashboard/payments',
  role: 'read',
  input: PaymentQuery,
  load: (app, { scope }, query) =>
    listPayments(app, scope, { ...filterOf(app, query), page: query.page, limit: perPage }),
  view(shown: ShownPayments) {
    const { language, loaded, input, to, visit } = shown
    const say = paymentTexts[language]
    const { payments, total, isTotalExact } = loaded
    return {
      title: say.title,
      body: html`<div class="head"><h1>${say.title}</h1>${mayDo(visit.account.role, 'orders') && html`<a class="button" href="${to('/dashboard/new-payment')}">${say.newPayment}</a>`}</div>
<section class="card">${filters(shown)}${
        payments.length === 0
          ? emptyState(Object.values(addressOf(input)).some(Boolean) ? say.noMatch : say.none)
          : html`${table(shown, say)}
${pager({ language, page: input.page, hasMore: payments.length === perPage && (!isTotalExact || input.page * perPage < total), address: n => to('/dashboard/payments', { ...addressOf(input), page: String(n) }) })}`
      }
<p class="beside"><small>${say.found(`${isTotalExact ? '' : '≥ '}${total}`)}</small>${total > 0 && html`<a href="${to('/dashboard/payments.csv', addressOf(input))}">${commonTexts[language].csv}</a>`}</p></section>`,
    }
  },
})

function filters({ language, input, to }: ShownPayments): Html {
  const say = paymentTexts[language]
  const { search, status, method, from, to: until } = input
  const methods = [...paymentMethodIds, 'all' as const].map(one => [one, methodNames[language][one]] as const)
  const tab = (one: PaymentStatus | undefined, text: string) => ({
    address: to('/dashboard/payments', { ...addressOf(input), status: one }),
    text,
    isHere: status === one,
  })
  return html`${tabs(say.status, [tab(undefined, say.all), ...paymentStatuses.map(one => tab(one, say.statuses[one]))])}
<form class="inline search" method="get" action="${to('/dashboard/payments')}" role="search">${status && html`<input type="hidden" name="status" value="${status}">`}
${field({ name: 'search', label: say.search, type: 'search', value: search, maxlength: 200, isOptional: true })}<button class="button quiet">${commonTexts[language].search}</button>
<details${(method || from || until) && html` open`}><summary>${say.filter}</summary><div class="inline">${choice({ name: 'method', label: say.method, value: method, options: [['', say.all], ...methods] })}
${field({ name: 'from', label: say.from, type: 'date', value: from, isOptional: true })}
${field({ name: 'to', label: say.until, type: 'date', value: until, isOptional: true })}</div></details></form>`
}

function table({ app, loaded, to }: ShownPayments, say: PaymentTexts): Html {
  return html`<div class="wide"><table class="list"><thead><tr><th>${say.invoice}</th><th>${say.customer}</th><th>${say.status}</th><th class="money">${say.amount}</th><th>${say.createdAt}</th></tr></thead>
<tbody>${loaded.payments.map(
    payment => html`<tr><td><a href="${to(`/dashboard/payments/${payment.invoiceId}`)}"><code>${payment.invoiceId}</code></a>
<small>${payment.description}</small></td><td>${payment.customerName}</td><td>${paymentStatus(payment, say)}</td><td class="money">${formatRupiah(payment.finalAmount)}</td><td><time>${app.calendar.format(payment.createdAt)}</time></td></tr>`,
  )}</tbody></table></div>`
}

const looks = { pending: 'wait', paid: 'good', expired: '', cancelled: 'bad' } as const

export function paymentStatus({ status }: Pick<Payment, 'status'>, say: PaymentTexts): Html {
  return html`<span class="status ${looks[status]}">${say.statuses[status]}</span>`
}
