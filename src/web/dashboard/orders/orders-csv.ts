import type { AccountScope } from '../../../database/scope.ts'
import type { App } from '../../../needs.ts'
import { findOrderRefund, type OrderRefund } from '../../../orders/find-order-refund.ts'
import { type ListedOrder, readOrders } from '../../../orders/list-orders.ts'
import { describeMakings } from '../../../orders/making-lines.ts'
import { listAdditions } from '../../../slots.ts'
import { type CsvColumn, writeCsvFile } from '../../parts/csv.ts'
import { defineDownload } from '../../parts/download.ts'
import { OrderQuery, readOrderFilter } from './orders.ts'

/** Downloads the orders that match a filter, as a file for spreadsheets. */
export const ordersCsv = defineDownload({
  path: '/dashboard/orders.csv',
  role: 'read',
  input: OrderQuery,
  read: (app, visit, query) =>
    writeCsvFile(app, visit, {
      name: 'orders',
      columns,
      pages: readRows(app, visit.scope, readOrderFilter(app, query)),
    }),
})

type Row = ListedOrder & { refund: OrderRefund | null }

/** Yields the orders with their refunds, including cash at a counter. */
async function* readRows(
  app: App,
  scope: Required<AccountScope>,
  filter: ReturnType<typeof readOrderFilter>,
): AsyncGenerator<Row[]> {
  for await (const orders of readOrders(app, scope, filter)) {
    const ids = orders.map(({ id }) => id)
    const ofModules = await app.slowly(
      reads => Promise.all(listAdditions(app, 'cashReturns').map(({ ofOrders }) => ofOrders(reads, scope, ids))),
      scope,
    )
    const inCash = new Map(ofModules.flatMap(refunds => [...refunds]))
    yield orders.map(order => Object.assign(order, { refund: findOrderRefund(order) ?? inCash.get(order.id) ?? null }))
  }
}

const columns: CsvColumn<Row>[] = [
  ['order_number', order => order.orderNumber],
  ['status', order => order.status],
  ['items', order => order.summary()],
  ['options', order => formatOptions(order)],
  ['total', order => order.total],
  ['discount', order => order.discount],
  ['coupon', order => order.couponCode],
  ['delivery_fee', order => order.deliveryFee],
  ['receiving', order => order.receiving],
  ['delivery_zone', order => order.deliveryZone],
  ['table_number', order => order.tableNumber],
  ['customer_name', order => order.customerName],
  ['customer_phone', order => order.customerPhone],
  ['address', order => order.address],
  ['note', order => order.note],
  ['created_at', (order, app) => app.calendar.format(order.createdAt)],
  ['paid_at', (order, app) => order.paidAt && app.calendar.format(order.paidAt)],
  ['shipped_at', (order, app) => order.shippedAt && app.calendar.format(order.shippedAt)],
  ['courier', order => order.courier],
  ['tracking_number', order => order.trackingNumber],
  ['completed_at', (order, app) => order.completedAt && app.calendar.format(order.completedAt)],
  ['refund_due', order => String(order.refundDue)],
  ['refunded_amount', order => order.refund?.amount ?? null],
  ['refunded_at', (order, app) => formatTime(order.refund?.at ?? null, app)],
]

const formatTime = (at: Date | null, { calendar }: Pick<App, 'calendar'>) => at && calendar.format(at)

// Formats options such as `Latte: 2 × Besar, Susu oat`, with the shop's own names.
function formatOptions(order: ListedOrder): string {
  const makings = [...order.items].flatMap(item =>
    describeMakings(item, 'id', 'names').map(line => `${item.name()}: ${line}`),
  )
  return makings.join('; ')
}
