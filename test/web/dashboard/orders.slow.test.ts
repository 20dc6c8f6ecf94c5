import { afterAll, beforeAll, expect, test } from 'vitest'
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
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

const messageOf = (text: string) => {
  const address = /href="(https:\/\/wa\.me\/[^"]*)"[^>]*data-testid="whatsapp"/.exec(text)?.[1]
  return address && new URL(address.replaceAll('&amp;', '&')).searchParams.get('text')
}

test('an order offers the messages for its customer: the bill with a code, the receipt and the shipment', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall, 'Sari'), { mug: 1 })
  await shop.work()
  const path = `/dashboard/orders/${order.orderNumber}`
  const open = await visitor.get(path)
  expect(messageOf(open.text)).toMatch(/^Halo Sari, ini tagihan dari .*\/pay\?invoice=INV-[0-9A-Z]{20}$/s)
  expect(open.text).toContain('data-testid="link-code"')
  await pay(stall, payment.invoiceId)
  expect(messageOf((await visitor.get(path)).text)).toMatch(/^Halo Sari, pembayaran Rp.*Struk: http/s)
  await visitor.post(path, { act: 'ship', courier: 'anteraja', tracking_number: '1000123' })
  const shipped = messageOf((await visitor.get(`${path}?lang=en`)).text)
  expect(shipped).toContain(`Hello Sari, order ${order.orderNumber} from`)
  expect(shipped).toContain('Courier: AnterAja, number 1000123')
  expect(shipped).toContain('Follow it: https://anteraja.id/id/tracking/1000123')
  await visitor.get(`${path}?lang=id`)
})

test('a paid order is accepted and completed, and cannot change afterwards', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall, script), { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const path = `/dashboard/orders/${order.orderNumber}`
  const list = await visitor.get('/dashboard/orders?status=paid')
  expect(list.text).toContain(order.orderNumber)
  expect(list.text).not.toContain(script)
  expect((await visitor.post(path, { act: 'take' })).status).toBe(303)
  expect((await visitor.get(path)).text).toContain('Disiapkan')
  expect((await visitor.get('/dashboard/orders?status=todo')).text).toContain(order.orderNumber)
  expect((await visitor.post(path, { act: 'complete', note: 'JNE 12345' })).status).toBe(303)
  const done = await visitor.get(path)
  expect(done.text).toContain('Selesai')
  expect(done.text).toContain('JNE 12345')
  expect((await visitor.get('/dashboard/orders?status=todo')).text).not.toContain(order.orderNumber)
  expect(done.text).not.toContain(script)
  const refused = await visitor.post(path, { act: 'cancel', confirmed: '1' })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('Statusnya sudah berubah')
})

test('an order for pickup can be marked as ready once, on the list or its page, until that is undone', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
  const { orderNumber } = order
  const path = `/dashboard/orders/${orderNumber}`
  expect((await visitor.post(path, { act: 'ready' })).status).toBe(400)
  await pay(stall, payment.invoiceId)
  expect((await visitor.get(path)).text).not.toContain('value="ready"')
  await shop.app.sql.write(`update store_order set receiving = 'pickup' where order_number = $1`, [orderNumber])
  const told = async () => {
    const [row] = await shop.app.sql.query<{ told: number }>(
      `select count(*)::int as told from event where type = 'order.ready' and subject like $1 || ' %'`,
      [orderNumber],
    )
    return row!.told
  }
  expect((await visitor.get('/dashboard/orders')).text).toContain('value="ready"')
  for (let press = 0; press < 2; press++) await visitor.post('/dashboard/orders', { act: 'ready', orders: orderNumber })
  expect(await told()).toBe(1)
  for (const list of ['/dashboard/orders', '/dashboard']) {
    const { text } = await visitor.get(list)
    expect(text, list).toContain(orderNumber)
    expect(text, list).not.toContain('value="ready"')
  }
  expect((await visitor.get(path)).text).not.toContain('value="ready"')
  await visitor.post(path, { act: 'undo' })
  expect((await visitor.get(path)).text).toContain('Siap diambil')
  expect((await visitor.post(path, { act: 'ready' })).status).toBe(303)
  expect(await told()).toBe(2)
})

test('a paid order is cancelled after a confirmation, with a reason and a note of the money owed', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  const path = `/dashboard/orders/${order.orderNumber}`
  const asked = await visitor.post(path, { act: 'cancel', note: 'Tukang cukur sakit' })
  expect(asked.text).toContain(`Batalkan ${order.orderNumber}?`)
  expect(asked.text).toMatch(/Sudah masuk Rp\u00a030\.\d{3} untuk pesanan ini: kembalikan semuanya/)
  expect((await visitor.get(path)).text).not.toContain('Dibatalkan')
  await visitor.post(path, { act: 'cancel', note: 'Tukang cukur sakit', confirmed: '1' })
  const { text } = await visitor.get(path)
  expect(text).toContain('Dibatalkan')
  expect(text).toContain('Tukang cukur sakit')
  expect(text).toMatch(/kembalikan Rp\u00a030\.\d{3} ke pelanggan/)
})

test('undecided money is listed with every amount, even for a cancelled order', async () => {
  const { order, payment } = await invoice(stall, await newCustomer(stall), { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  await pay(stall, payment.invoiceId)
  const path = `/dashboard/orders/${order.orderNumber}`
  const { text } = await visitor.get(path)
  expect(text).toMatch(/Rp\u00a030\.\d{3} sudah masuk dan menunggu keputusanmu/)
  expect(text).toMatch(/<a class="status wait" href="\/dashboard\/review\/\d+">Perlu diperiksa<\/a>/)
  const asked = await visitor.post(path, { act: 'cancel' })
  expect(asked.text).toMatch(/Sudah masuk Rp\u00a030\.\d{3} \+ Rp\u00a030\.\d{3}/)
})
