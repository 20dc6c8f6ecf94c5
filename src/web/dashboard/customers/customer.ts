import { z } from 'zod'
import { html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { notFound } from '../../../lib/refusal.ts'
import { type ListedCustomer, listCustomers } from '../../../orders/customers/list-customers.ts'
import type { ListedOrder } from '../../../orders/list-orders.ts'
import { Order } from '../../../orders/order.ts'
import { backLink, card, chip, titleRow } from '../../parts/card.ts'
import { factList, figureList } from '../../parts/facts.ts'
import { emptyState } from '../../parts/forms.ts'
import { RowId } from '../../parts/inputs.ts'
import { timeElement } from '../../parts/moment.ts'
import { definePage, type ViewContext } from '../../parts/page.ts'
import { type ColumnDefinition, rowLink, table } from '../../parts/table.ts'
import type { Visit } from '../../parts/visit.ts'
import { orderTexts } from '../orders/order-texts.ts'
import { renderOrderStatus } from '../orders/orders.ts'
import { customerTexts } from './customer-texts.ts'
import { listBotIds } from './customers.ts'

const ordersShown = 50
const populated = { populate: ['items.makings', 'invoices.payment'], strategy: 'select-in' } as const

const Input = z.object({ customer: RowId })

interface Loaded {
  customer: ListedCustomer
  orders: ListedOrder[]
}

/** One customer: their contact details and orders. */
export const customerPage = definePage({
  path: '/dashboard/customers/:customer',
  role: 'read',
  input: Input,
  async load(app, { scope }, { customer: id }): Promise<Loaded> {
    const botIds = await listBotIds(app, scope)
    const { customers } = await listCustomers(app, scope, { id, botIds, page: 1, limit: 1 })
    if (!customers[0]) throw notFound('customer')
    const orderBy = { createdAt: 'desc', id: 'desc' } as const
    return {
      customer: customers[0],
      orders: await app.em(scope).find(Order, { customer: id }, { ...populated, orderBy, limit: ordersShown }),
    }
  },
  view({ app, language, loaded, to }: ViewContext<Visit, z.infer<typeof Input>, Loaded>) {
    const say = customerTexts[language]
    const words = orderTexts[language]
    const { customer, orders } = loaded
    const columns: ColumnDefinition<Loaded['orders'][number]>[] = [
      {
        title: words.number,
        place: 'lead',
        cell: ({ orderNumber }) =>
          rowLink(to(`/dashboard/orders/${orderNumber}`), html`<code class="whole-number">${orderNumber}</code>`),
      },
      { title: words.total, isMoney: true, place: 'side', cell: ({ total }) => formatRupiah(total) },
      { title: words.status, place: 'state', cell: order => renderOrderStatus(order, words) },
      { title: words.createdAt, place: 'when', cell: ({ createdAt }) => timeElement(app, language, createdAt) },
    ]
    const details = factList([
      [say.phone, customer.phone],
      [say.address, customer.address],
      [say.language, customer.language?.toUpperCase()],
      [say.since, timeElement(app, language, customer.createdAt, 'whole')],
    ])
    return {
      title: customer.name,
      body: html`
        ${backLink(to('/dashboard/customers'), say.title)}
        ${titleRow(customer.name, customer.blockedAt && chip('bad', say.blocked))}
        ${figureList([
          [say.orders, customer.orderCount],
          [say.spent, formatRupiah(customer.spent)],
        ])}
        ${card(null, details)}
        ${card(say.orders, orders.length === 0 ? emptyState(say.noOrders) : table(columns, orders))}`,
    }
  },
})
