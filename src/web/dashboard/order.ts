import { z } from 'zod'
import { type Html, html } from '../../lib/html.ts'
import { formatRupiah } from '../../lib/money.ts'
import { findOrder, type WholeOrder } from '../../orders/find-order.ts'
import { type ReceivedMoney, receivedMoney } from '../../orders/received-money.ts'
import { type StatusUpdate, updateOrderStatus } from '../../orders/update-order-status.ts'
import { mayDo } from '../../people/membership.ts'
import { actButton, banner, factList, field, refusedBanner } from '../parts/forms.ts'
import { type PageAct, page, type Shown } from '../parts/page.ts'
import type { Visit } from '../parts/visit.ts'
import { type OrderTexts, orderTexts } from './order-texts.ts'
import { orderStatus } from './orders.ts'

const Input = z.object({ order: z.string().regex(/^ORD-\d{6}-[0-9A-Z]{6}$/) })
type Input = z.infer<typeof Input>

const noteMax = 500
const Note = z.object({ note: z.string().trim().max(2000).optional() })
type Note = z.infer<typeof Note>

interface Loaded {
  order: WholeOrder
  /** Money that came for it, by any of its invoices. */
  received: ReceivedMoney[]
}
type ShownOrder = Shown<Visit, Input, Loaded>

/** One order: customer, items, delivery, and the acts that are possible now. */
export const orderPage = page({
  path: '/dashboard/orders/:order',
  role: 'read',
  input: Input,
  async load(app, { scope }, { order: number }): Promise<Loaded> {
    const order = await findOrder(app, scope, number)
    return { order, received: await receivedMoney(app, order) }
  },
  view(shown: ShownOrder) {
    const { language, loaded, refusal, to, visit } = shown
    const { order, received } = loaded
    const say = orderTexts[language]
    return {
      title: order.orderNumber,
      body: html`<p class="trail"><a href="${to('/dashboard/orders')}">${say.title}</a></p>
<div class="head"><h1>${order.orderNumber}</h1>${orderStatus(order, say)}</div>${refusedBanner({ language, refusal, labels: { note: say.tracking } })}
${order.refundDue && banner('warn', received.length > 0 ? say.refundOf(amountsOf(received)) : say.refund)}
<div class="pair"><div class="stack"><section class="card"><h2>${say.items}</h2>${items(order, say)}</section>
<section class="card">${facts(shown, say)}</section>${money(shown, say)}</div>${mayDo(visit.account.role, 'orders') && actions(shown, say)}</div>`,
    }
  },
  act: {
    take: move('processing'),
    complete: move('completed'),
    cancel: {
      ...move('cancelled'),
      async confirm(app, { scope, language }, _fields, { order: number }) {
        const say = orderTexts[language]
        const received = await receivedMoney(app, await findOrder(app, scope, number))
        const text = received.length === 0 ? say.sureText : say.sureRefund(amountsOf(received))
        return { title: say.sureCancel(number), text, button: say.yesCancel, isDangerous: true }
      },
    },
  },
})

function move(status: StatusUpdate['status']): PageAct<Visit, Input, Note> {
  return {
    role: 'orders',
    fields: Note,
    async run(app, { scope }, { note }, { order }) {
      await updateOrderStatus(app, scope, { orderNumber: order, status, notify: true, note: note || undefined })
      return { done: 'saved' }
    },
  }
}

function amountsOf(received: ReceivedMoney[]): string {
  return received.map(({ amount }) => formatRupiah(amount)).join(' + ')
}

/** Every amount that came in: what waits leads to where it is decided, before anybody is asked to pay again. */
function money({ loaded: { received }, to }: ShownOrder, say: OrderTexts): Html | null {
  if (received.length === 0) return null
  const waiting = received.filter(({ isInReview }) => isInReview)
  const rows = received.map(({ transferId, amount, isInReview }) => {
    const state = isInReview
      ? html`<a class="status wait" href="${to(`/dashboard/review/${transferId}`)}">${say.inReview}</a>`
      : html`<span class="status good">${say.settled}</span>`
    return html`<div><dt>${state}</dt><dd class="money"><a href="${to(`/dashboard/review/${transferId}`)}">${formatRupiah(amount)}</a></dd></div>`
  })
  return html`<section class="card" data-testid="received"><h2>${say.received}</h2>${waiting.length > 0 && banner('warn', say.waiting(amountsOf(waiting)))}<dl>${rows}</dl></section>`
}

function facts({ app, loaded: { order }, to }: ShownOrder, say: OrderTexts): Html {
  const invoice = order.payment()?.invoiceId
  return factList([
    [say.customer, order.customerName],
    [say.phone, order.customerPhone],
    [say.address, order.address],
    [say.note, order.note],
    [say.sellerNote, order.sellerNote],
    [say.createdAt, app.calendar.format(order.createdAt)],
    [say.payment, invoice && html`<a href="${to(`/dashboard/payments/${invoice}`)}"><code>${invoice}</code></a>`],
  ])
}

function items({ items, total }: WholeOrder, say: OrderTexts): Html {
  const lines = items.$.map(
    item =>
      html`<div><dt>${item.name()} × ${item.quantity}${item.deliveredAt && html`<small> ${say.delivered}</small>`}${item.stockState === 'short' && html` <span class="status bad">${say.short}</span>`}</dt><dd>${formatRupiah(item.total())}</dd></div>`,
  )
  return html`<dl>${lines}<div><dt><b>${say.total}</b></dt><dd><b>${formatRupiah(total)}</b></dd></div></dl>`
}

function actions({ loaded: { order }, given }: ShownOrder, say: OrderTexts): Html | null {
  if (order.isOver()) return null
  const note = (id: string, label: string, hint: string) =>
    field({ name: 'note', id, label, hint, value: given.note, maxlength: noteMax, isOptional: true })
  const choice = (name: string, text: string, form: Html, isOpen = false) =>
    html`<details class="choice"${isOpen && html` open`}><summary><b>${name}</b><small>${text}</small></summary><form method="post">${form}</form></details>`
  const isNew = order.status === 'paid'
  const complete = html`${note('tracking', say.tracking, say.trackingHint)}${actButton('complete', say.complete, isNew ? 'quiet' : 'main')}`
  return html`<section class="card"><h2>${say.handling}</h2>${isNew && choice(say.take, say.takeText, actButton('take', say.take), true)}
${order.mayBeCompleted() && choice(say.complete, say.completeText, complete, !isNew)}
${choice(say.cancel, say.cancelText, html`${note('reason', say.reason, say.reasonHint)}${actButton('cancel', say.cancel, 'danger')}`)}<p><small>${say.told}</small></p></section>`
}
