import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { findOrder, type WholeOrder } from '../../orders/find-order.ts'
import { type StatusUpdate, updateOrderStatus } from '../../orders/update-order-status.ts'
import { actButton, banner, refusedBanner } from '../forms.ts'
import { type PageAct, page, type Shown } from '../page.ts'
import type { Visit } from '../visit.ts'
import { type OrderTexts, orderTexts } from './order-texts.ts'
import { orderStatus } from './orders.ts'

const Input = z.object({ order: z.string().regex(/^ORD-\d{6}-[0-9A-Z]{6}$/) })
type Input = z.infer<typeof Input>

/** One order: who wants what, where it goes, and what can be done. */
export const orderPage = page({
  path: '/dashboard/orders/:order',
  role: 'read',
  input: Input,
  load: (app, { scope }, { order }) => findOrder(app, scope, order),
  view(shown: Shown<Visit, Input, WholeOrder>) {
    const { language, loaded: order, refusal, to, app } = shown
    const say = orderTexts[language]
    const payment = order.payment()
    return {
      title: order.orderNumber,
      body: html`<p><a href="${to('/dashboard/orders')}">${say.title}</a></p>
<div class="head"><h1>${order.orderNumber}</h1>${orderStatus(order, say)}</div>${refusedBanner({ language, refusal })}
${order.refundDue && banner('warn', say.refund)}
<div class="pair"><section class="card"><h2>${say.items}</h2>${items(order, say)}${actions(order, say)}</section>
<section class="card"><dl>${fact(say.customer, order.customerName)}${fact(say.phone, order.customerPhone)}${fact(say.address, order.address)}${fact(say.note, order.note)}${fact(say.createdAt, app.calendar.format(order.createdAt))}
${payment && fact(say.payment, html`<a href="${to(`/dashboard/payments/${payment.invoiceId}`)}">${payment.invoiceId}</a>`)}</dl></section></div>`,
    }
  },
  act: { take: move('processing'), complete: move('completed'), cancel: move('cancelled') },
})

function move(status: StatusUpdate['status']): PageAct<Visit, Input, object> {
  return {
    role: 'orders',
    async run(app, { scope }, _fields, { order }) {
      await updateOrderStatus(app, scope, { orderNumber: order, status, notify: true })
      return { done: 'saved' }
    },
  }
}

function fact(name: string, value: string | Html | null): Html | null {
  return value === null ? null : html`<div><dt>${name}</dt><dd>${value}</dd></div>`
}

function items({ items, total }: WholeOrder, say: OrderTexts): Html {
  const lines = items.$.map(
    item =>
      html`<div><dt>${item.name()} × ${item.quantity}${item.deliveredAt && html`<small> ${say.delivered}</small>`}${item.stockState === 'short' && html` <span class="status bad">${say.short}</span>`}</dt><dd>${formatRupiah(item.total())}</dd></div>`,
  )
  return html`<dl>${lines}<div><dt><b>${say.total}</b></dt><dd><b>${formatRupiah(total)}</b></dd></div></dl>`
}

function actions(order: WholeOrder, say: OrderTexts): Html | null {
  if (order.isOver()) return null
  const isNew = order.status === 'paid'
  return html`<form method="post">${isNew && actButton('take', say.take)}${order.mayBeCompleted() && actButton('complete', say.complete, isNew ? 'quiet' : 'main')}${actButton('cancel', say.cancel, 'danger')}<p><small>${say.told}</small></p></form>`
}
