import { z } from 'zod'
import { type Html, html } from '../../../lib/html.ts'
import { formatRupiah } from '../../../lib/money.ts'
import { toLocalTime } from '../../../lib/wall-clock.ts'
import { findOrder, type WholeOrder } from '../../../orders/find-order.ts'
import { describeMakings } from '../../../orders/making-lines.ts'
import { findCourierName } from '../../../orders/shipping/couriers.ts'
import { backLink } from '../../parts/card.ts'
import { definePage, type View, type ViewContext } from '../../parts/page.ts'
import type { Visit } from '../../parts/visit.ts'
import { type PaperKind, paperKinds } from './papers-card.ts'
import { type QueueTexts, queueTexts } from './queue-texts.ts'

/** The maximum number of orders, equal to one page of the list. */
export const ordersAtOnceMax = 25

/** Several order numbers, separated by dots. */
export const OrderNumbers = z
  .string()
  .regex(/^ORD-\d{6}-[0-9A-Z]{6}(\.ORD-\d{6}-[0-9A-Z]{6})*$/)
  .transform(text => text.split('.').slice(0, ordersAtOnceMax))

const Input = z.object({
  orders: OrderNumbers,
  as: z.enum(paperKinds),
})
type Input = z.infer<typeof Input>

type ShownPapers = ViewContext<Visit, Input, WholeOrder[]>

/** Printable papers of orders, one page each: the packing list, the address label, and the 58 mm kitchen slip. */
export const orderPapersPage = definePage({
  path: '/dashboard/order-papers',
  role: 'read',
  input: Input,
  async load(app, { scope }, { orders }): Promise<WholeOrder[]> {
    const wholeOrders: WholeOrder[] = []
    for (const number of new Set(orders)) wholeOrders.push(await findOrder(app, scope, number))
    return wholeOrders
  },
  view(view: ShownPapers): View {
    const { language, loaded, input, to, visit } = view
    const say = queueTexts[language]
    const draw = drawings[input.as]
    return {
      title: say.papers[input.as],
      script: 'dashboard.js',
      sheet: 'prints.css',
      body: html`
        <div class="stack screen-only">
          ${backLink(to('/dashboard/orders'), say.back)}
          <h1>${say.papers[input.as]}</h1>
          <p>${say.printHint}</p>
          <button type="button" class="button" data-prints hidden>${say.printNow}</button>
        </div>
        <div class="papers">
          ${loaded.map(
            order => html`<article class="paper ${input.as}">
              ${order.mode === 'test' && html`<p class="paper-test">${say.test}</p>`}
              ${draw({ order, shop: visit.account.name, say, moment: at => onPaper(view, at), shown: view })}
            </article>`,
          )}
        </div>`,
    }
  },
})

function onPaper({ app, language }: ShownPapers, at: Date): string {
  const { day, time } = toLocalTime(app.calendar.zone, at, language)
  return `${day}, ${time}`
}

interface Drawn {
  order: WholeOrder
  shop: string
  say: QueueTexts
  moment(at: Date): string
  shown: ShownPapers
}

const drawings: Record<PaperKind, (drawn: Drawn) => Html> = {
  slip: drawn => html`
    <h2>${drawn.order.orderNumber}</h2>
    <p>${drawn.shop} · ${drawn.say.ordered} ${drawn.moment(drawn.order.createdAt)}</p>
    ${addressBlock(drawn)}
    <ul class="paper-items">
      ${goodsLines(drawn)}
    </ul>
    ${wishLines(drawn)}
    <p class="paper-sign">${drawn.say.checked}: ____________</p>`,
  label: drawn => html`
    <p>${drawn.say.to}</p>
    ${addressBlock(drawn)}
    <p class="paper-from">${drawn.say.from} <b>${drawn.shop}</b></p>
    <p>${parcelText(drawn)}</p>`,
  kitchen: drawn => html`
    <h2>${drawn.order.orderNumber.slice(-6)}</h2>
    <p>${drawn.moment(drawn.order.paidAt ?? drawn.order.createdAt)}</p>
    <p><b>${drawn.order.customerName}</b></p>
    <ul class="paper-items">
      ${goodsLines(drawn)}
    </ul>
    ${wishLines(drawn)}
    <p>${drawn.say.total} <b>${formatRupiah(drawn.order.total)}</b></p>`,
}

// The kitchen needs the options, not the prices.
function goodsLines({ order, shown }: Drawn): Html[] {
  return order.items.$.map(item => {
    const makings = describeMakings(item, shown.language, 'names').map(line => html`<br><b>${line}</b>`)
    return html`<li><b>${item.quantity} ×</b><span>${item.name()}${makings}</span></li>`
  })
}

function addressBlock({ order }: Drawn): Html {
  return html`<address>
    <b>${order.customerName}</b>
    ${order.customerPhone !== null && html`<br>${order.customerPhone}`}
    ${order.address !== null && html`<br>${order.address}`}
    ${order.deliveryZone !== null && html`<br>${order.deliveryZone}`}
  </address>`
}

function wishLines({ order, say, moment }: Drawn): Html {
  return html`
    ${order.receiving === 'pickup' && html`<p><b>${say.pickup}</b></p>`}
    ${order.tableNumber !== null && html`<p><b>${say.table(order.tableNumber)}</b></p>`}
    ${order.slotAt && html`<p>${say.slot}: <b>${moment(order.slotAt)}</b></p>`}
    ${order.note && html`<p>${say.note}: <b>${order.note}</b></p>`}`
}

function parcelText({ order, shown }: Drawn): string {
  const { courier, trackingNumber, orderNumber } = order
  const by = courier === null ? [] : [findCourierName(courier, shown.language)]
  return [...by, trackingNumber, orderNumber].filter(Boolean).join(' · ')
}
