import { z } from 'zod'
import { html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { Refusal } from '../../lib/refusal.ts'
import { type ListedCustomer, listCustomers } from '../../orders/customers/list-customers.ts'
import { Order } from '../../orders/order.ts'
import { emptyState, factList } from '../parts/forms.ts'
import { page, type Shown } from '../parts/page.ts'
import type { Visit } from '../parts/visit.ts'
import { customerTexts } from './customer-texts.ts'
import { botIdsOf } from './customers.ts'
import { orderTexts } from './order-texts.ts'
import { orderStatus } from './orders.ts'

const ordersShown = 50

const Input = z.object({ customer: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) })

interface Loaded {
  customer: ListedCustomer
  orders: Pick<Order, 'orderNumber' | 'status' | 'total' | 'createdAt'>[]
}

/** One customer: how to reach them, and what they ordered. */
export const customerPage = page({
  path: '/dashboard/customers/:customer',
  role: 'read',
  input: Input,
  async load(app, { scope }, { customer: id }): Promise<Loaded> {
    const botIds = await botIdsOf(app, scope)
    const { customers } = await listCustomers(app, scope, { id, botIds, page: 1, limit: 1 })
    if (!customers[0]) throw new Refusal('not_found', 'There is no such customer')
    const orderBy = { createdAt: 'desc', id: 'desc' } as const
    return {
      customer: customers[0],
      orders: await app.em(scope).find(Order, { customer: id }, { orderBy, limit: ordersShown }),
    }
  },
  view({ app, language, loaded, to }: Shown<Visit, z.infer<typeof Input>, Loaded>) {
    const say = customerTexts[language]
    const words = orderTexts[language]
    const { customer, orders } = loaded
    const rows = orders.map(
      order =>
        html`<tr><td><a href="${to(`/dashboard/orders/${order.orderNumber}`)}"><code>${order.orderNumber}</code></a></td><td>${orderStatus(order, words)}</td><td class="money">${formatRupiah(order.total)}</td><td><time>${app.calendar.format(order.createdAt)}</time></td></tr>`,
    )
    return {
      title: customer.name,
      body: html`<p class="trail"><a href="${to('/dashboard/customers')}">${say.title}</a></p>
<div class="head"><h1>${customer.name}</h1>${customer.blockedAt && html`<span class="status bad">${say.blocked}</span>`}</div>
<dl class="figures"><div><dt>${say.orders}</dt><dd>${customer.orderCount}</dd></div><div><dt>${say.spent}</dt><dd>${formatRupiah(customer.spent)}</dd></div></dl>
<section class="card">${factList([
        [say.phone, customer.phone],
        [say.address, customer.address],
        [say.language, customer.language?.toUpperCase()],
        [say.since, app.calendar.format(customer.createdAt)],
      ])}</section>
<section class="card"><h2>${say.orders}</h2>${rows.length === 0 ? emptyState(say.noOrders) : html`<div class="wide"><table class="list"><thead><tr><th>${words.number}</th><th>${words.status}</th><th class="money">${words.total}</th><th>${words.createdAt}</th></tr></thead><tbody>${rows}</tbody></table></div>`}</section>`,
    }
  },
})
