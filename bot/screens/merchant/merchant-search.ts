import type { ShownProduct } from '../../../src/catalog/find-product.ts'
import { listCatalog } from '../../../src/catalog/list-catalog.ts'
import { modes } from '../../../src/database/scope.ts'
import { type Html, html } from '../../../src/lib/html.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { Bot } from '../../../src/notices/bot.ts'
import { type ListedCustomer, listCustomers } from '../../../src/orders/customers/list-customers.ts'
import { type ListedOrder, listOrders } from '../../../src/orders/list-orders.ts'
import { findOrderStage } from '../../../src/orders/shipping/shipment.ts'
import type { PlatformContext } from '../../context.ts'
import { type Message, makePress } from '../../telegram/message.ts'
import { merchantTexts } from '../../texts/merchant-texts.ts'
import { makeVoice, type Voice } from '../../texts/voice.ts'
import { menuRow, shortenLabel } from '../buttons.ts'
import type { PlatformScreen } from '../screen.ts'
import { shortenText } from '../shorten-text.ts'
import { showCard } from './merchant.ts'
import { orderLine } from './merchant-orders.ts'
import { replyNotLinked } from './reply-not-linked.ts'
import { readShopNames, type ShopNames } from './shop-names.ts'

/** The screen that searches for texts outside of forms in the shops' orders, customers and products. */
export const merchantSearchScreen: PlatformScreen = { text: searchEverything }

const shownMax = 5
const searchMax = 100
const orderNumber = /^ORD-\d{6}-[0-9A-Z]{6}$/

/** The first matches of each kind, and the number of all. */
export interface SearchMatches {
  orders: SearchPart<ListedOrder>
  customers: SearchPart<ListedCustomer & OfShop>
  products: SearchPart<Pick<ShownProduct, 'publicId' | 'name' | 'isActive'> & OfShop>
}

interface OfShop {
  accountId: number
}

interface SearchPart<Item> {
  items: Item[]
  total: number
}

export function merchantSearchView(
  text: string,
  { orders, customers, products }: SearchMatches,
  voice: Voice,
  shops: ShopNames,
): Message {
  const { t, language } = voice
  const words = merchantTexts[language]
  const { search } = words
  if (orders.total + customers.total + products.total === 0) {
    return { text: html`${search.nothing(text)}`, buttons: [menuRow(t)] }
  }
  const parts = [
    renderPart(search.orders, orders, order => orderLine(order, voice, shops), voice),
    renderPart(search.customers, customers, customer => customerLine(customer, voice, shops), voice),
    renderPart(search.goods, products, product => html`${ofShop(product.name, product, shops)}\n`, voice),
  ]
  return {
    text: html`<b>${search.found(text)}</b>${parts}`,
    buttons: [
      ...orders.items.map(order => [
        {
          text: `${t.statusIcons[findOrderStage(order)]} ${order.orderNumber} · ${formatRupiah(order.total)}`,
          press: makePress('card', order.orderNumber),
        },
      ]),
      ...products.items.map(product => {
        const named = ofShop(product.name, product, shops)
        const text = shortenLabel(product.isActive ? named : words.hiddenName(named))
        return [{ text, press: makePress('item', product.publicId) }]
      }),
      menuRow(t),
    ],
  }
}

function renderPart<Item>(
  title: string,
  { items, total }: SearchPart<Item>,
  line: (item: Item) => Html,
  voice: Voice,
): Html {
  if (total === 0) return html``
  const more = total > items.length && html`<i>${merchantTexts[voice.language].search.more(total - items.length)}</i>\n`
  return html`\n\n<b>${title}</b> (${total})\n${items.map(line)}${more}`
}

/** Returns a name, with its shop if the chat has several. */
function ofShop(name: string, { accountId }: OfShop, shops: ShopNames): string {
  const shop = shops.get(accountId)
  return shop === undefined ? name : `${name} · ${shop}`
}

function customerLine(customer: ListedCustomer & OfShop, { language }: Voice, shops: ShopNames): Html {
  const { bought } = merchantTexts[language].search
  const { name, phone, orderCount, spent } = customer
  const reached = phone && html` · <code>${phone}</code>`
  return html`👤 ${ofShop(name, customer, shops)}${reached} · ${bought(orderCount, formatRupiah(spent))}\n`
}

async function searchEverything(ctx: PlatformContext, typed: string): Promise<void> {
  if (ctx.accountIds.length === 0) return replyNotLinked(ctx)
  const text = shortenText(typed.replace(/\s+/g, ' ').trim(), searchMax)
  if (orderNumber.test(text.toUpperCase())) return showCard(ctx, text.toUpperCase())
  await ctx.say(merchantSearchView(text, await findMatches(ctx, text), makeVoice(ctx), await readShopNames(ctx)))
}

async function findMatches({ app, accountIds }: PlatformContext, text: string): Promise<SearchMatches> {
  const found: SearchMatches = {
    orders: { items: [], total: 0 },
    customers: { items: [], total: 0 },
    products: { items: [], total: 0 },
  }
  for (const accountId of accountIds) {
    const { items, total } = await listCatalog(app, { accountId, mode: 'live' }, { search: text, page: 1 })
    const named = <Item>(of: Item[]) => of.map(one => ({ ...one, accountId }))
    addItems(found.products, named(items), total)
    for (const mode of modes) {
      const scope = { accountId, mode }
      const { orders, total: count } = await listOrders(app, scope, { search: text, limit: shownMax, offset: 0 })
      addItems(found.orders, orders, count)
      const botIds = (await app.em(scope).find(Bot, {})).map(({ id }) => id)
      const asked = { search: text, botIds, page: 1, limit: shownMax }
      const { customers, total: known } = await listCustomers(app, scope, asked)
      addItems(found.customers, named(customers), known)
    }
  }
  return found
}

function addItems<Item>(to: SearchPart<Item>, items: Item[], total: number): void {
  to.items.push(...items.slice(0, shownMax - to.items.length))
  to.total += total
}
