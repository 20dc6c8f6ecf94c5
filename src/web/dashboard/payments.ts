import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { paymentMethodIds } from '../../methods/method.ts'
import { type ListedPayments, listPayments } from '../../payments/list-payments.ts'
import { type Payment, paymentStatuses } from '../../payments/payment.ts'
import { commonTexts } from '../common-texts.ts'
import { choice, field } from '../forms.ts'
import { page, type Shown } from '../page.ts'
import { pager } from '../pager.ts'
import type { Visit } from '../visit.ts'
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
    const { language, loaded, input, to } = shown
    const say = paymentTexts[language]
    const { payments, total, isTotalExact } = loaded
    return {
      title: say.title,
      body: html`<div class="head"><h1>${say.title}</h1><a class="button" href="${to('/dashboard/new-payment')}">${say.newPayment}</a></div>
${filters(shown)}
<section class="card">${
        payments.length === 0
          ? html`<p>${say.none}</p>`
          : html`${table(shown, say)}
${pager({ language, page: input.page, hasMore: payments.length === perPage && (!isTotalExact || input.page * perPage < total), address: n => to('/dashboard/payments', { ...addressOf(input), page: String(n) }) })}`
      }
<p class="beside"><small>${say.found(`${isTotalExact ? '' : '≥ '}${total}`)}</small><a href="${to('/dashboard/payments.csv', addressOf(input))}">${commonTexts[language].csv}</a></p></section>`,
    }
  },
})

function filters({ language, input, to }: ShownPayments): Html {
  const say = paymentTexts[language]
  const all = ['', say.all] as const
  const isFiltered = Object.values(addressOf(input)).some(Boolean)
  const statuses = paymentStatuses.map(one => [one, say.statuses[one]] as const)
  const methods = [...paymentMethodIds, 'all' as const].map(one => [one, one] as const)
  return html`<details class="card"${isFiltered && html` open`}><summary>${say.filter}</summary><form class="inline" method="get" action="${to('/dashboard/payments')}" role="search">
${field({ name: 'search', label: say.search, type: 'search', value: input.search, maxlength: 200, isOptional: true })}
${choice({ name: 'status', label: say.status, value: input.status, options: [all, ...statuses] })}
${choice({ name: 'method', label: say.method, value: input.method, options: [all, ...methods] })}
${field({ name: 'from', label: say.from, type: 'date', value: input.from, isOptional: true })}
${field({ name: 'to', label: say.until, type: 'date', value: input.to, isOptional: true })}
<button class="button quiet">${commonTexts[language].search}</button></form></details>`
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
