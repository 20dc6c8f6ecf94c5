import { afterAll, beforeAll, expect, test } from 'vitest'
import { merchantHomeView } from '../../../bot/screens/merchant/merchant-home.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { listShopOrders } from '../../../src/orders/list-shop-orders.ts'
import { listOwedRefunds } from '../../../src/orders/owed-refunds.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let stall: Stall
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
  stall = await openStall(shop.app, shop.demo)
  await fillShop()
}, 60_000)
afterAll(() => shop.close())

async function paidOrder(): Promise<string> {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  return order.orderNumber
}

/** Creates two or more of everything that a count includes, and similar objects that it does not. */
async function fillShop(): Promise<void> {
  const { app, demo } = shop
  const scope = { accountId: demo.accountId, mode: demo.mode }
  const orders: string[] = []
  for (let made = 0; made < 9; made++) orders.push(await paidOrder())
  const [taken, shipped, other, done] = orders.slice(2) as [string, string, string, string]
  const cancelled = orders.slice(6)
  const move = (orderNumber: string, status: 'processing' | 'completed' | 'cancelled') =>
    updateOrderStatus(app, scope, { orderNumber, status, notify: false })
  await move(taken, 'processing')
  // Services cannot be shipped, so these goods are turned into parcels.
  await app.sql.write("update order_item set kind = 'physical'")
  for (const orderNumber of [shipped, other]) {
    await shipOrder(app, scope, { orderNumber, courier: 'jne', notify: false })
  }
  await move(done, 'completed')
  for (const orderNumber of cancelled) await move(orderNumber, 'cancelled')
  const { body } = await shop.api(`/msgstore-orders?order_number=${cancelled[0]}`)
  await shop.api('/note-refund', { body: { invoice: body.data.payment.invoice_id } })

  const states = ['exhausted', 'blocked', 'stopped', 'paused', 'delivered']
  for (const state of states) {
    const invoiceId = await shop.invoice({ callback_url: 'https://shop.example/callback' })
    await shop.work()
    await shop.pay(invoiceId)
    await app.sql.write('update delivery set state = $1 where invoice_id = $2', [state, invoiceId])
  }
  const paid = await invoice(stall, await newCustomer(stall), { shave: 1 })
  await shop.work()
  for (let times = 0; times < 3; times++) await pay(stall, paid.payment.invoiceId)
  await app.sql.write("update connection set failing_since = now() where mode = 'test' and account_id = $1", [
    demo.accountId,
  ])
  await app.sql.write("update bot set state = 'revoked' where account_id = $1", [demo.accountId])
}

const matches = (text: string, pattern: RegExp) => new Set(text.match(pattern) ?? []).size
const many = (text: string, pattern: RegExp) => (text.match(pattern) ?? []).length
/** Counts the entries of each list. */
const entries: Record<string, (text: string) => number> = {
  '/dashboard/review': text => matches(text, /\/dashboard\/review\/\d+/g) + matches(text, /\/dashboard\/bills\/BILL-/g),
  '/dashboard/orders': text => matches(text, /\/dashboard\/orders\/ORD-\d{6}-[0-9A-Z]{6}/g),
  '/dashboard/callbacks': text => matches(text, /INV-[0-9A-Z]{20}/g),
  '/dashboard/connections': text => many(text, /class="status bad"/g),
  '/dashboard/bots': text => many(text, /class="status bad"/g),
}

test('every count on the home page equals the number of entries behind its link', async () => {
  const home = (await owner.get('/dashboard')).text
  const card = /<ul class="attention">[\s\S]*?<\/ul>/.exec(home)?.[0] ?? ''
  const lines = [...card.matchAll(/<a href="([^"]+)"><b class="count">(\d+)<\/b><span>([^<]+)/g)]
  expect(lines.length).toBeGreaterThanOrEqual(6)
  for (const [, address, count, text] of lines) {
    const list = (await owner.get(address!.replaceAll('&amp;', '&'))).text
    expect(entries[address!.split('?')[0]!]!(list), text).toBe(Number(count))
  }
})

test('every tab of the order list holds as many orders as its label says', async () => {
  const page = (await owner.get('/dashboard/orders')).text
  const tabs = [...page.matchAll(/href="(\/dashboard\/orders\?status=\w+)"[^>]*>[^<]* \((\d+)\)</g)]
  expect(tabs.map(([, address]) => address!.split('=')[1])).toEqual(['todo', 'shipped', 'refund', 'completed', 'all'])
  for (const [, address, count] of tabs) {
    const list = (await owner.get(address!)).text
    expect(entries['/dashboard/orders']!(list), address).toBe(Number(count))
    expect(list).toContain(`>${count} pesanan`)
  }
})

test("the counts in the chat match the chat's lists", async () => {
  const { app, demo } = shop
  const ids = [demo.accountId]
  const page = (await owner.get('/dashboard/orders')).text
  const count = (status: string) => Number(new RegExp(`status=${status}"[^>]*>[^<]* \\((\\d+)\\)<`).exec(page)![1])
  const todo = await listShopOrders(app, ids, { filter: 'todo', page: 1 })
  const shipped = await listShopOrders(app, ids, { filter: 'shipped', page: 1 })
  const owed = await listOwedRefunds(app, ids, 10)
  expect([todo.total, shipped.total, owed.total]).toEqual([count('todo'), count('shipped'), count('refund')])
  expect([todo.items.length, shipped.items.length, owed.orders.length]).toEqual([todo.total, shipped.total, owed.total])
  const day = { shop: { id: 1, displayName: 'Kopi' }, revenue: 0, paid: 0, todo: 3, review: 2, owed: 4, low: 0 }
  const home = merchantHomeView(
    { days: [day], mode: 'test', guide: null, dashboardUrl: null },
    { t: texts.id, language: 'id' },
  )
  expect(home.buttons!.flat().map(({ text }) => text)).toEqual(
    expect.arrayContaining(['📦 Kerjakan (3)', '💵 Putuskan uang (6)']),
  )
})
