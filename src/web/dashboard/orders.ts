import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { type ListedOrder, listOrders } from '../../orders/list-orders.ts'
import { type OrderStatus, orderStatuses } from '../../orders/order.ts'
import { type Shipped, stageOf } from '../../orders/shipping/shipment.ts'
import { card, chip, type Look, linkButton } from '../parts/card.ts'
import { commonTexts } from '../parts/common-texts.ts'
import { choice, emptyState } from '../parts/forms.ts'
import { listPage, searchForm } from '../parts/list-page.ts'
import { page, type Shown } from '../parts/page.ts'
import { type Column, table } from '../parts/table.ts'
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
    const bots = linkButton(to('/dashboard/bots'), commonTexts[language].toBots, 'quiet')
    const none = isFiltered ? emptyState(say.noMatch) : emptyState(say.none, bots)
    return listPage({
      language,
      title: say.title,
      above: filters(shown, say),
      list: loaded.orders.length === 0 ? none : table(columns(shown, say), loaded.orders),
      pager: {
        language,
        page,
        hasMore: page * perPage < loaded.total,
        address: page => to('/dashboard/orders', { search, status, page: String(page) }),
      },
      found: say.found(String(loaded.total)),
      csv: to('/dashboard/orders.csv', { search, status }),
    })
  },
})

/** The filter of the list of orders and of its file. */
export function orderFilterOf({ search, status }: OrderQuery) {
  return {
    search: search || undefined,
    status: status === 'todo' ? (['paid', 'processing'] as const) : status,
  }
}

function filters({ language, input, to }: ShownOrders, say: OrderTexts): Html {
  const statuses = orderStatuses.map(one => [one, say.statuses[one]] as const)
  const options = [['', say.all] as const, ['todo', say.todo] as const, ...statuses]
  const search = searchForm({
    language,
    action: to('/dashboard/orders'),
    label: say.search,
    value: input.search,
    fields: choice({ name: 'status', label: say.status, value: input.status, options }),
  })
  return card(null, search)
}

function columns({ app, to }: ShownOrders, say: OrderTexts): Column<ListedOrder>[] {
  return [
    {
      title: say.number,
      cell: order => html`${orderLink(order.orderNumber, to)}<small>${order.summary()}</small>`,
    },
    { title: say.customer, cell: ({ customerName }) => customerName },
    { title: say.status, cell: order => orderStatus(order, say) },
    { title: say.total, isMoney: true, cell: ({ total }) => formatRupiah(total) },
    { title: say.createdAt, cell: ({ createdAt }) => html`<time>${app.calendar.format(createdAt)}</time>` },
  ]
}

export function orderLink(orderNumber: string, to: ShownOrders['to']): Html {
  return html`<a href="${to(`/dashboard/orders/${orderNumber}`)}"><code>${orderNumber}</code></a>`
}

const looks: Record<OrderStatus | 'shipped', Look> = {
  pending: '',
  waiting_payment: 'wait',
  paid: 'good',
  processing: 'wait',
  shipped: 'wait',
  completed: 'good',
  cancelled: 'bad',
}

export function orderStatus(order: Shipped & { status: OrderStatus }, say: OrderTexts): Html {
  const stage = stageOf(order)
  return chip(looks[stage], say.statuses[stage])
}
