import { type Html, html } from '../../src/lib/html.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import type { Page } from '../../src/lib/paging.ts'
import { findOrderRefund } from '../../src/orders/find-order-refund.ts'
import { type ListedOrder, listCustomerOrders } from '../../src/orders/list-orders.ts'
import { findOrderStage } from '../../src/orders/shipping/shipment.ts'
import { listAdditions } from '../../src/slots.ts'
import type { ShopContext } from '../context.ts'
import { type Button, type Message, makePress } from '../telegram/message.ts'
import { moneyTexts } from '../texts/money-texts.ts'
import { makeVoice, type Voice } from '../texts/voice.ts'
import { menuRow, pagerButtons, readNumber } from './buttons.ts'
import type { ShopScreen } from './screen.ts'

declare module '../../src/slots.ts' {
  interface Slots {
    /** Returns rows of buttons that lead to purchases of another kind. */
    ordersRows(ctx: ShopContext): Promise<Button[][]>
  }
}

export const ordersScreen: ShopScreen = {
  commands: { pesanan: ctx => showOrders(ctx, 1), orders: ctx => showOrders(ctx, 1) },
  presses: { orders: (ctx, [page]) => showOrders(ctx, readNumber(page, 1, 9999) ?? 1) },
}

const summaryMax = 80

export function ordersView(orders: Page<ListedOrder>, voice: Voice, moreRows: Button[][] = []): Message {
  const { t } = voice
  if (orders.total === 0) {
    return {
      text: html`📦 <b>${t.ordersTitle}</b>\n\n${t.ordersEmpty}`,
      buttons: [...moreRows, [{ text: t.products, press: makePress('browse') }], menuRow(t)],
    }
  }
  return {
    text: html`📦 <b>${t.ordersTitle}</b>

${orders.items.map(order => orderLine(order, voice))}`,
    buttons: [
      ...orders.items.map(order => [
        {
          text: `${t.statusIcons[findOrderStage(order)]} ${order.orderNumber}`,
          press: makePress('order', order.token),
        },
      ]),
      ...pagerButtons(t, orders, page => makePress('orders', page)),
      ...moreRows,
      menuRow(t),
    ],
  }
}

function orderLine(order: ListedOrder, { t, language, moment }: Voice): Html {
  const refunded = findOrderRefund(order) && ` · ${moneyTexts[language].refundedMark}`
  const summary = [...order.summary()]
  const short = summary.length > summaryMax ? `${summary.slice(0, summaryMax - 1).join('')}…` : summary.join('')
  return html`<b>${order.orderNumber}</b> · ${formatRupiah(order.total)}
${t.statuses[findOrderStage(order)]}${refunded} · ${moment(order.createdAt)}
${short}\n\n`
}

async function showOrders(ctx: ShopContext, page: number): Promise<void> {
  const { app, store, customer } = ctx
  const orders = await listCustomerOrders(app, store.accountId, customer.id, { page })
  const moreRows = await Promise.all(listAdditions(app, 'ordersRows').map(rowsOf => rowsOf(ctx)))
  await ctx.show(ordersView(orders, makeVoice(ctx), moreRows.flat()))
}
