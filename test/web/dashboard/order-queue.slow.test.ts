import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '../../../src/orders/order.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let stall: Stall
let visitor: Visitor
const script = '<script>alert(1)</script>'

beforeAll(async () => {
  shop = await createWebShop()
  visitor = await signInAs(shop, { role: 'support' })
  const goods = `
products:
  - { key: mug, name: Mug, kind: physical, price: 45000, stock: 40 }`
  stall = await openStall(shop.app, shop.demo, goods)
})
afterAll(() => shop.close())

async function paid(name = 'Budi'): Promise<Order> {
  const open = await invoice(stall, await newCustomer(stall, name), { mug: 1 })
  await shop.work()
  await pay(stall, open.payment.invoiceId)
  return open.order
}

const ship = ({ orderNumber }: Order) =>
  shipOrder(shop.app, stall.standing, { orderNumber, courier: 'jne', trackingNumber: '77', notify: true })
const picked = (act: string, orders: Order[]) =>
  new URLSearchParams([['act', act], ...orders.map(({ orderNumber }): [string, string] => ['orders', orderNumber])])
const list = async (query = '') => (await visitor.get(`/dashboard/orders${query}`)).text
const at = (text: string, { orderNumber }: Order) => text.indexOf(`/dashboard/orders/${orderNumber}"`)

test('urgent orders come first, oldest on top, and each tab shows its count', async () => {
  const first = await paid()
  const second = await paid()
  const third = await paid()
  await ship(second)
  const todo = await list()
  expect(at(todo, first)).toBeGreaterThan(0)
  expect(at(todo, first)).toBeLessThan(at(todo, third))
  expect(at(todo, second)).toBe(-1)
  expect(todo).toContain('Perlu dikerjakan (2)')
  expect(todo).toContain('Dalam perjalanan (1)')
  expect(todo).toContain('Semua (3)')
  const away = await list('?status=shipped')
  expect([at(away, second) > 0, at(away, first)]).toEqual([true, -1])
  expect(await list('?status=completed')).toContain('Tidak ada pesanan yang cocok.')
  const file = await visitor.get('/dashboard/orders.csv?status=shipped')
  expect(file.text).toContain(second.orderNumber)
  expect(file.text).not.toContain(first.orderNumber)
})

test('the row of an order says if it is delivered, picked up, or for a table', async () => {
  const rows = await Promise.all([paid(), paid(), paid()])
  const ways = [
    ['delivery', null, 'Diantar'],
    ['pickup', null, 'Diambil sendiri'],
    ['dine_in', 3, 'Meja 3'],
  ] as const
  for (const [index, [way, table]] of ways.entries()) {
    const values = [rows[index]!.orderNumber, way, table]
    await shop.app.sql.write('update store_order set receiving = $2, table_number = $3 where order_number = $1', values)
  }
  const text = await list()
  for (const [index, [, , said]] of ways.entries()) {
    const from = at(text, rows[index]!)
    expect(text.slice(from, text.indexOf('</tr>', from))).toContain(`>${said}<`)
  }
  for (const { orderNumber } of rows) {
    await visitor.post(`/dashboard/orders/${orderNumber}`, { act: 'cancel', confirmed: '1' })
  }
})

test('several orders are completed at once, skipping those changed by others, and all can be undone', async () => {
  const orders = [await paid(), await paid()]
  const gone = await paid()
  await visitor.post(`/dashboard/orders/${gone.orderNumber}`, { act: 'cancel', confirmed: '1' })
  const answer = await visitor.post('/dashboard/orders?status=todo', picked('complete', [...orders, gone]))
  expect(answer.status).toBe(303)
  const { text } = await visitor.get(answer.location!)
  expect(text).toContain('2 pesanan diubah')
  expect(text).toContain('1 pesanan tidak bisa diubah')
  for (const one of orders) expect(at(await list('?status=completed'), one)).toBeGreaterThan(0)
  const back = picked('undo', orders)
  expect((await visitor.post('/dashboard/orders', back)).status).toBe(303)
  for (const one of orders) expect(at(await list('?status=todo'), one)).toBeGreaterThan(0)
  const again = await visitor.post('/dashboard/orders', back)
  expect(again.status).toBe(400)
})

test('several orders are handed to one courier at once, and one invalid tracking number stops them all', async () => {
  const orders = [await paid('Ayu'), await paid('Tono')]
  const gone = await paid('Rina')
  const [first, second] = orders.map(({ orderNumber }) => orderNumber) as [string, string]
  const { location } = await visitor.post('/dashboard/orders', picked('ship', [...orders, gone]))
  const { text } = await visitor.get(location!)
  expect(text).toContain('Kirim 3 pesanan')
  expect(text).toContain('Nomor resi Ayu')
  const typed = { act: 'ship', courier: 'jne', [`number_${first}`]: 'JNE1', [`number_${second}`]: '<b>' }
  const refused = await visitor.post(location!, typed)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(`id="number_${second}-wrong"`)
  expect(at(await list('?status=todo'), orders[0]!)).toBeGreaterThan(0)
  // Another person ships one of them while the page is open.
  await ship(gone)
  const sent = await visitor.post(location!, { ...typed, [`number_${second}`]: '' })
  const shipped = await visitor.get(sent.location!)
  expect(shipped.text).toContain('2 pesanan diubah')
  expect(shipped.text).toContain('1 pesanan tidak bisa diubah')
  for (const one of [...orders, gone]) expect(at(await list('?status=shipped'), one)).toBeGreaterThan(0)
  expect((await visitor.get(`/dashboard/orders/${first}`)).text).toContain('JNE1')
  expect((await visitor.get(location!)).text).toContain('Tidak ada yang bisa dikirim')
})

test('bulk actions with no, too many or foreign orders, or by a read-only member, do nothing', async () => {
  const mug = await paid()
  expect((await visitor.post('/dashboard/orders', { act: 'complete' })).status).toBe(400)
  expect((await visitor.post('/dashboard/orders', picked('complete', Array(26).fill(mug)))).status).toBe(400)
  const reader = await signInAs(shop, { role: 'read_only' })
  expect((await reader.get('/dashboard/orders')).text).not.toContain('name="orders"')
  expect((await reader.post('/dashboard/orders', { act: 'complete', orders: mug.orderNumber })).status).toBe(403)
  expect(at(await list('?status=todo'), mug)).toBeGreaterThan(0)
})

test('an order is shipped, tracked and undone on its page, which shows its history', async () => {
  const mug = await paid()
  const path = `/dashboard/orders/${mug.orderNumber}`
  const wrong = { act: 'ship', courier: 'jne', tracking_number: 'A1', tracking_url: 'javascript:alert(1)' }
  const refused = await visitor.post(path, wrong)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Tautan lacak')
  expect(refused.text).toContain('value="A1"')
  expect(refused.text).not.toContain('href="javascript')
  await visitor.post(path, { act: 'ship', courier: 'anteraja', tracking_number: 'A1' })
  const shipped = (await visitor.get(path)).text
  expect(shipped).toContain('href="https://anteraja.id/id/tracking/A1"')
  expect(shipped).toMatch(/Dipesan.*Dibayar.*Dikirim · AnterAja/s)
  await visitor.post(path, { act: 'undo' })
  expect((await visitor.get(path)).text).not.toContain('anteraja.id')
})

test('the print page of many orders runs no script that a customer typed', async () => {
  const orders = [await paid(script), await paid()]
  await ship(orders[1]!)
  for (const paper of ['slip', 'label', 'kitchen']) {
    const answer = await visitor.post('/dashboard/orders', picked(paper, orders))
    const { text, headers } = await visitor.get(answer.location!)
    expect(text.split(`class="paper ${paper}"`)).toHaveLength(3)
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain(script)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(text).not.toMatch(/ style=|<style/)
  }
  const label = await visitor.get(`/dashboard/order-papers?as=label&orders=${orders[1]!.orderNumber}`)
  expect(label.text).toContain(`JNE · 77 · ${orders[1]!.orderNumber}`)
  expect((await visitor.get('/dashboard/order-papers?as=label&orders=ORD-000000-000000')).status).toBe(404)
})

test('the status filter offers only states without a tab, and keeps the open tab', async () => {
  await paid()
  const todo = await list('?status=todo')
  expect(todo).not.toContain('<select id="status"')
  expect(todo).toContain('<input type="hidden" name="status" value="todo">')
  const all = /<select id="status"[\s\S]*?<\/select>/.exec(await list('?status=all'))![0]
  const values = [...all.matchAll(/value="([^"]*)"/g)].map(([, value]) => value)
  expect(values).toEqual(['all', 'pending', 'waiting_payment', 'paid', 'processing', 'cancelled'])
})

test('the order list can be sorted within a tab too, and keeps its default order otherwise', async () => {
  const first = await paid()
  const second = await paid()
  const isFirstAbove = async (query: string) => {
    const text = await list(query)
    return at(text, first) < at(text, second)
  }
  expect(await isFirstAbove('?status=todo&sort=newest')).toBe(false)
  expect(await isFirstAbove('?status=todo&sort=oldest')).toBe(true)
  expect(await isFirstAbove('?status=all&sort=oldest')).toBe(true)
  expect(await isFirstAbove('?status=all')).toBe(false)
  expect((await visitor.get('/dashboard/orders?sort=sideways')).status).toBe(400)
})
