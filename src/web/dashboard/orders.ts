import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { type ListedOrder, listOrders } from '../../orders/list-orders.ts'
import { type OrderStatus, orderStatuses } from '../../orders/order.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { choice, emptyState, field } from '../parts/forms.ts'
import { page, type Shown } from '../parts/page.ts'
import { pager } from '../parts/pager.ts'
import type { Visit } from '../parts/visit.ts'
import { type OrderTexts, orderTexts } from './order-texts.ts'

const perPage = 25

export const OrderQuery = z.object({
  search: z.string().trim().max(200).optional(),
  /** `todo`: paid, and not handed over yet. */
  status: z.enum(['todo', ...orderStatuses]).optional(),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type OrderQuery = z.infer<typeof OrderQuery>

type ShownOrders = Shown<Visit, OrderQuery, { orders: ListedOrder[]; total: number }>

/** Orders of the store, newest first. */
export const ordersPage = page({
  path: '/dashboard/orders',
  role: 'read',
  input: OrderQuery,
  load: (app, { scope }, query) =>
    listOrders(app, scope, { ...orderFilterOf(query), limit: perPage, offset: (query.page - 1) * perPage }),
  view(shown: ShownOrders) {
    const { language, loaded, input, to } = shown
    const say = orderTexts[language]
    const { search, status, page } = input
    const isFiltered = Boolean(search || status)
    const bots = html`<a class="button quiet" href="${to('/dashboard/bots')}">${commonTexts[language].toBots}</a>`
    const address = (n: number) => to('/dashboard/orders', { search, status, page: String(n) })
    return {
      title: say.title,
      body: html`<h1>${say.title}</h1>${filters(shown, say)}
<section class="card">${loaded.orders.length === 0 ? emptyState(isFiltered ? say.noMatch : say.none, isFiltered ? undefined : bots) : table(shown, say)}
${pager({ language, page, hasMore: page * perPage < loaded.total, address })}
<p class="beside"><small>${say.found(String(loaded.total))}</small><a href="${to('/dashboard/orders.csv', { search, status })}">${commonTexts[language].csv}</a></p></section>`,
    }
  },
})

/** What the list of orders and its file are filtered by. */
export function orderFilterOf({ search, status }: OrderQuery) {
  return {
    search: search || undefined,
    status: status === 'todo' ? (['paid', 'processing'] as const) : status,
  }
}

function filters({ language, input, to }: ShownOrders, say: OrderTexts): Html {
  const statuses = orderStatuses.map(one => [one, say.statuses[one]] as const)
  return html`<section class="card"><form class="inline" method="get" action="${to('/dashboard/orders')}" role="search">
${field({ name: 'search', label: say.search, type: 'search', value: input.search, maxlength: 200, isOptional: true })}
${choice({ name: 'status', label: say.status, value: input.status, options: [['', say.all], ['todo', say.todo], ...statuses] })}
<button class="button quiet">${commonTexts[language].search}</button></form></section>`
}

function table({ app, loaded, to }: ShownOrders, say: OrderTexts): Html {
  const rows = loaded.orders.map(
    order =>
      html`<tr><td><a href="${to(`/dashboard/orders/${order.orderNumber}`)}"><code>${order.orderNumber}</code></a><small>${order.summary()}</small></td><td>${order.customerName}</td><td>${orderStatus(order, say)}</td><td class="money">${formatRupiah(order.total)}</td><td><time>${app.calendar.format(order.createdAt)}</time></td></tr>`,
  )
  return html`<div class="wide"><table class="list"><thead><tr><th>${say.number}</th><th>${say.customer}</th><th>${say.status}</th><th class="money">${say.total}</th><th>${say.createdAt}</th></tr></thead><tbody>${rows}</tbody></table></div>`
}

const looks: Record<OrderStatus, string> = {
  pending: '',
  waiting_payment: 'wait',
  paid: 'good',
  processing: 'wait',
  completed: 'good',
  cancelled: 'bad',
}

export function orderStatus({ status }: { status: OrderStatus }, say: OrderTexts): Html {
  return html`<span class="status ${looks[status]}">${say.statuses[status]}</span>`
}
