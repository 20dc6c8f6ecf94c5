import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import type { App } from '../../../needs.ts'
import { countQueues, type QueueCounts } from '../../../orders/count-queues.ts'
import { findOrderRefund } from '../../../orders/find-order-refund.ts'
import { type ListedOrder, listOrders, type Queue, sumOrders } from '../../../orders/list-orders.ts'
import { type OrderStatus, orderStatuses } from '../../../orders/order.ts'
import { findAnnouncedReady } from '../../../orders/receiving/ready-event.ts'
import { findOrderStage } from '../../../orders/shipping/shipment.ts'
import { mayDo } from '../../../people/membership.ts'
import { type ChipLook, card, chip, linkButton } from '../../parts/card.ts'
import { commonTexts } from '../../parts/common-texts.ts'
import { emptyState, refusedBanner, selectField } from '../../parts/forms.ts'
import { SearchText } from '../../parts/inputs.ts'
import { listPage, searchForm } from '../../parts/list-page.ts'
import { timeElement } from '../../parts/moment.ts'
import { renderCopyableNumber } from '../../parts/numbers.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { type ColumnDefinition, rowLink, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { dateChips, loadListBars } from '../list-bar.ts'
import { readDayFilter } from '../payments/payment-filter.ts'
import { findUndoable, moveResultBanner, queueActs } from '../queue/queue-acts.ts'
import { pickCheckbox, pickedForm, queueTabs, renderRowActs } from '../queue/queue-list.ts'
import { queueTexts } from '../queue/queue-texts.ts'
import { type OrderTexts, orderTexts } from './order-texts.ts'

const perPage = 25
const queues: readonly Queue[] = ['todo', 'shipped', 'refund']

export const OrderQuery = z.object({
  search: SearchText,
  /**
   * `todo`: paid, and not handed over yet; `shipped`: with a courier; `refund`: with a refund due. By default `todo` if
   * there are any.
   */
  status: z.enum(['todo', 'shipped', 'refund', 'all', ...orderStatuses, '']).optional(),
  /** The first and last day of creation, both included. */
  from: z.string().max(10).optional(),
  to: z.string().max(10).optional(),
  sort: z.enum(['newest', 'oldest', '']).optional(),
  /** Orders that an act has just changed, and the number that it could not. */
  moved: z.string().max(600).default(''),
  left: z.coerce.number().int().min(0).max(100).default(0),
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
})
export type OrderQuery = z.infer<typeof OrderQuery>

interface Loaded {
  orders: ListedOrder[]
  total: number
  /** The numbers of those that the merchant has said are ready. */
  toldReady: ReadonlySet<string>
  counts: QueueCounts
  /** The total of all filtered orders, in whole rupiah. */
  sum: number
  bars: Html[]
  /** The default tab if the address names none. */
  status: OrderQuery['status']
  undoable: string[]
}
type ShownOrders = ViewContext<Visit, OrderQuery, Loaded>

/** Orders of the store: longest waiting first if they need an action, otherwise newest first. */
export const ordersPage = definePage({
  path: '/dashboard/orders',
  role: 'read',
  input: OrderQuery,
  async load(app, visit, query): Promise<Loaded> {
    const { scope } = visit
    const counts = await countQueues(app, scope)
    const isAsked = Boolean(query.status || query.search || query.from || query.to)
    const status = isAsked ? query.status || 'all' : counts.todo > 0 ? 'todo' : 'all'
    const place = { limit: perPage, offset: (query.page - 1) * perPage }
    const filter = readOrderFilter(app, { ...query, status })
    const [listed, sum, bars] = await Promise.all([
      listOrders(app, scope, { ...filter, ...place, sort: query.sort || undefined }),
      sumOrders(app, scope, filter),
      loadListBars(app, visit, { list: 'orders', query: queryAddress(query) }),
    ])
    const toldReady = await findAnnouncedReady(app, scope.accountId, listed.orders)
    const undoable = await findUndoable(app, visit, readMovedOrders(query))
    return { ...listed, toldReady, sum, bars, counts, status, undoable }
  },
  view(context: ShownOrders) {
    const { language, loaded, input, to } = context
    const say = orderTexts[language]
    const { page, left } = input
    const { search, from, to: until } = input
    const { status, counts, undoable } = loaded
    const queue = findQueue(status)
    const isFiltered = Boolean(search || from || until || (status && status !== 'all'))
    const mayAct = mayDo(context.visit.account.role, 'orders')
    const bots = linkButton(to('/dashboard/bots'), commonTexts[language].toBots, 'quiet')
    const nothing = queue && !search ? queueTexts[language].nothing[queue] : say.noMatch
    const none = isFiltered ? emptyState(nothing) : emptyState(say.none, bots)
    const moved = { moved: readMovedOrders(input), left, undoable }
    const list = html`
      ${table(orderColumns(context, say, mayAct), loaded.orders)}
      ${mayAct && pickedForm(language)}`
    const view = listPage({
      language,
      title: say.title,
      above: html`
        ${refusedBanner({ language, refusal: context.refusal })}
        ${moveResultBanner(moved, language)}
        ${loaded.bars}
        <div data-fresh="tabs">${queueTabs(context, counts, status)}</div>
        ${filterForm(context, say)}`,
      list: loaded.orders.length === 0 ? none : list,
      pager: {
        language,
        page,
        hasMore: page * perPage < loaded.total,
        address: page => to('/dashboard/orders', { ...queryAddress(input), status, page: String(page) }),
      },
      found: `${say.found(String(loaded.total))} · ${formatRupiah(loaded.sum)}`,
      csv: to('/dashboard/orders.csv', { ...queryAddress(input), status: status === 'all' ? undefined : status }),
    })
    return { ...view, script: 'dashboard.js' }
  },
  act: queueActs,
})

function readMovedOrders({ moved }: OrderQuery): string[] {
  return moved.split('.').filter(number => /^ORD-\d{6}-[0-9A-Z]{6}$/.test(number))
}

/**
 * Returns the filter of the list of orders and of its file. Refuses `invalid_request` for a day that does not exist.
 */
export function readOrderFilter(app: App, query: Pick<OrderQuery, 'search' | 'status' | 'from' | 'to'>) {
  const { search, status, from, to } = query
  const filter = {
    search: search || undefined,
    from: readDayFilter(app, 'from', from),
    before: readDayFilter(app, 'to', to) && (app.calendar.endOfDay(to!) ?? undefined),
  }
  const queue = findQueue(status)
  if (queue) return { ...filter, queue }
  return { ...filter, status: orderStatuses.find(one => one === status) }
}

/** Returns the filter as query parameters. */
function queryAddress({ search, status, from, to, sort }: OrderQuery): Record<string, string | undefined> {
  return { search, status, from, to, sort }
}

function findQueue(status: OrderQuery['status']): Queue | undefined {
  return queues.find(one => one === status)
}

function filterForm({ app, language, input, loaded, to }: ShownOrders, say: OrderTexts): Html {
  const { tabs } = queueTexts[language]
  const { status } = loaded
  const { from, to: until } = input
  const statuses = orderStatuses.filter(one => !(one in tabs)).map(one => [one, say.statuses[one]] as const)
  const isTab = status !== undefined && status !== 'all' && status in tabs
  const options = [['all', say.all] as const, ...statuses]
  const sorts = Object.entries(say.sorts).map(([sort, label]) => [sort, label] as const)
  const order = selectField({
    name: 'sort',
    label: say.sort,
    value: input.sort ?? '',
    options: [['', say.usualSort], ...sorts],
  })
  const search = searchForm({
    language,
    action: to('/dashboard/orders'),
    label: say.search,
    value: input.search,
    ...(isTab
      ? { carried: { status, from, to: until }, fields: order }
      : {
          carried: { from, to: until },
          fields: html`${selectField({ name: 'status', label: say.status, value: status, options })}${order}`,
        }),
  })
  const days = dateChips(app, language, {
    from,
    to: until,
    address: days => to('/dashboard/orders', { ...queryAddress(input), from: undefined, to: undefined, ...days }),
  })
  const isOpen = Boolean(input.search || input.sort)
  const folded = html`<details${isOpen && html` open`}><summary>${say.filter}</summary>${search}</details>`
  return card(null, html`${days}${folded}`)
}

function orderColumns(view: ShownOrders, say: OrderTexts, mayAct: boolean): ColumnDefinition<ListedOrder>[] {
  const { app, language, loaded, to } = view
  const isTodo = loaded.status === 'todo'
  const waits = isTodo ? queueTexts[language].waitsSince : say.createdAt
  const acts: ColumnDefinition<ListedOrder> = {
    title: queueTexts[language].acts,
    place: 'acts',
    cell: order => renderRowActs(order, language, loaded.toldReady),
  }
  const sinceOf = (order: ListedOrder) => (isTodo && order.paidAt) || order.createdAt
  return [
    {
      title: say.customer,
      place: 'lead',
      cell: order => html`
        ${mayAct && pickCheckbox(order, language)}
        ${rowLink(to(`/dashboard/orders/${order.orderNumber}`), html`<b>${order.customerName}</b>`)}
        <small>${receivingChip(order, say)} ${order.summary()}</small>`,
    },
    { title: say.total, isMoney: true, place: 'side', cell: ({ total }) => formatRupiah(total) },
    { title: say.status, place: 'state', cell: order => renderOrderStatus(order, say) },
    { title: waits, place: 'when', cell: order => timeElement(app, language, sinceOf(order)) },
    { title: say.number, place: 'last', cell: ({ orderNumber }) => renderCopyableNumber(language, orderNumber) },
    ...(mayAct ? [acts] : []),
  ]
}

/** Renders how the goods reach the customer: delivery, pickup, or the table number. */
function receivingChip({ receiving, tableNumber }: ListedOrder, say: OrderTexts): Html | null {
  if (receiving === null) return null
  return chip('', tableNumber === null ? say.ways[receiving] : say.atTable(tableNumber))
}

const looks: Record<OrderStatus | 'shipped', ChipLook> = {
  pending: '',
  waiting_payment: 'wait',
  paid: 'good',
  processing: 'wait',
  shipped: 'wait',
  completed: 'good',
  cancelled: 'bad',
}

export function renderOrderStatus(order: ListedOrder, t: OrderTexts): Html {
  const stage = findOrderStage(order)
  const state = chip(looks[stage], t.statuses[stage])
  if (order.refundDue) return html`<span>${state} ${chip('bad', t.refundIsDue)}</span>`
  return findOrderRefund(order) === null ? state : html`<span>${state} ${chip('', t.refunded)}</span>`
}
