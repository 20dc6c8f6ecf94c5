import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import type { Page } from '../../../src/lib/paging.ts'
import { findOrderRefund } from '../../../src/orders/find-order-refund.ts'
import type { ListedOrder } from '../../../src/orders/list-orders.ts'
import { listShopOrders, type OrderFilterName, orderFilters } from '../../../src/orders/list-shop-orders.ts'
import { findOrderStage } from '../../../src/orders/shipping/shipment.ts'
import type { PlatformContext } from '../../context.ts'
import { type Message, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { moneyTexts } from '../../texts/money-texts.ts'
import { shippingTexts } from '../../texts/shipping-texts.ts'
import { makeVoice, type Voice } from '../../texts/voice.ts'
import { groupInPairs, menuRow, pagerButtons, readNumber } from '../buttons.ts'
import type { PlatformScreen } from '../screen.ts'
import { testMark } from '../test-mark.ts'
import { replyNotLinked } from './reply-not-linked.ts'
import { readShopNames, type ShopNames } from './shop-names.ts'

const show = (ctx: PlatformContext) => showOrders(ctx, 'todo', 1)

/** The screen of the shops' orders. Orders that the merchant has to handle come first. */
export const merchantOrdersScreen: PlatformScreen = {
  commands: { pesanan: show, orders: show },
  presses: {
    shoporders: (ctx, [filter, page]) => showOrders(ctx, readFilter(filter), readNumber(page, 1, 9999) ?? 1),
  },
}

export function merchantOrdersView(
  orders: Page<ListedOrder>,
  filter: OrderFilterName,
  voice: Voice,
  shops: ShopNames,
): Message {
  const { t, language } = voice
  const words = merchantTexts[language]
  const filters = Object.keys(orderFilters) as OrderFilterName[]
  return {
    text: html`📦 <b>${words.ordersTitle}</b> · ${words.filters[filter]} (${orders.total})

${orders.total === 0 ? words.ordersNone : orders.items.map(order => orderLine(order, voice, shops))}`,
    buttons: [
      ...orders.items.map(order => [
        {
          text: `${t.statusIcons[findOrderStage(order)]} ${order.orderNumber} · ${formatRupiah(order.total)}`,
          press: makePress('card', order.orderNumber),
        },
      ]),
      ...pagerButtons(t, orders, page => makePress('shoporders', filter, page)),
      ...(filter === 'todo' && orders.total > 1
        ? [[{ text: shippingTexts[language].merchant.many.button, press: makePress('shipmany') }]]
        : []),
      ...groupInPairs(
        filters
          .filter(each => each !== filter)
          .map(each => ({ text: words.filters[each], press: makePress('shoporders', each, 1) })),
      ),
      menuRow(t),
    ],
  }
}

/**
 * Returns the line of an order in a list: its number, total, state and customer, and its shop if the chat has several.
 */
export function orderLine(order: ListedOrder, { t, language, moment }: Voice, shops: ShopNames): Html {
  const shop = shops.get(order.accountId)
  const { refundedMark, merchant } = moneyTexts[language]
  const refund = order.refundDue ? merchant.owed.mark : findOrderRefund(order) && refundedMark
  return html`<b>${order.orderNumber}</b> · ${formatRupiah(order.total)}${testMark(order.mode === 'test', t)}
${t.statuses[findOrderStage(order)]}${refund && ` · ${refund}`} · ${order.customerName}
${moment(order.createdAt)}${shop && ` · 🏪 ${shop}`}\n\n`
}

async function showOrders(ctx: PlatformContext, filter: OrderFilterName, page: number): Promise<void> {
  if (ctx.accountIds.length === 0) return replyNotLinked(ctx)
  const orders = await listShopOrders(ctx.app, ctx.accountIds, { filter, page })
  await ctx.show(merchantOrdersView(orders, filter, makeVoice(ctx), await readShopNames(ctx)))
}

function readFilter(name: string | undefined): OrderFilterName {
  return name !== undefined && Object.hasOwn(orderFilters, name) ? (name as OrderFilterName) : 'todo'
}
