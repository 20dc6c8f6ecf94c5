import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderView } from '../../../bot/screens/order-view.ts'
import { ordersView } from '../../../bot/screens/orders.ts'
import { readOrderCard } from '../../../bot/screens/read-order-card.ts'
import { receiptView } from '../../../bot/screens/receipt.ts'
import { stripTags } from '../../../bot/telegram/send.ts'
import { texts } from '../../../bot/texts/texts.ts'
import { makeVoice } from '../../../bot/texts/voice.ts'
import { exceptionsSql, invariants } from '../../../src/doctor/invariants-sql.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { findOrder } from '../../../src/orders/find-order.ts'
import { listCustomerOrders } from '../../../src/orders/list-orders.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../browse.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { confirmed, signInAs } from './members.ts'

let shop: WebShop
let stall: Stall
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

async function paidOrder() {
  const customer = await newCustomer(stall, 'Rina')
  const { order, payment } = await invoice(stall, customer, { shave: 1 })
  await shop.work()
  await pay(stall, payment.invoiceId)
  return { customer, orderNumber: order.orderNumber, invoiceId: payment.invoiceId, amount: payment.finalAmount }
}

const note = (invoiceId: string) => confirmed(owner, `/dashboard/payments/${invoiceId}`, { act: 'refund' })
const messageOf = (text: string) => {
  const address = /href="(https:\/\/wa\.me\/[^"]*)"/.exec(text)?.[1]
  return address && new URL(address.replaceAll('&amp;', '&')).searchParams.get('text')
}
const figure = (text: string, name: string) => new RegExp(`<dt>${name}</dt><dd>([^<]*)</dd>`).exec(text)?.[1]

test('a refund appears on every page that shows its payment or its order', async () => {
  const { customer, orderNumber, invoiceId, amount } = await paidOrder()
  const rupiah = formatRupiah(amount)
  const paths = {
    payment: `/dashboard/payments/${invoiceId}`,
    payments: `/dashboard/payments?search=${invoiceId}`,
    order: `/dashboard/orders/${orderNumber}`,
    orders: `/dashboard/orders?search=${orderNumber}`,
    customer: `/dashboard/customers/${customer}`,
  }
  for (const path of Object.values(paths)) {
    expect((await owner.get(path)).text, path).not.toContain('>Dikembalikan<')
  }
  const before = (await owner.get('/dashboard')).text
  expect(figure(before, 'Dikembalikan')).toBeUndefined()

  const asked = await owner.post(paths.payment, { act: 'refund' })
  expect(asked.text).toContain(`Kirim dulu ${rupiah}`)
  // The money goes back to the payer, whose phone number is unknown; the known number is the customer's.
  expect(asked.text).toMatch(/Yang membayar: BUDI, GoPay\..*Nomor pemesan: 0812-3456-7890\./)
  await note(invoiceId)

  for (const path of Object.values(paths)) {
    expect((await owner.get(path)).text, path).toContain('>Dikembalikan<')
    expect((await owner.get(`${path}${path.includes('?') ? '&' : '?'}lang=en`)).text, path).toContain('>Refunded<')
    await owner.get('/dashboard?lang=id')
  }
  const payment = (await owner.get(paths.payment)).text
  for (const wrong of ['payment.refunded', 'Tidak ada yang perlu dilakukan', 'Ya, sudah saya kembalikan']) {
    expect(payment).not.toContain(wrong)
  }
  expect(payment).toContain(`Sudah lunas, lalu ${rupiah} kamu catat sudah dikembalikan.`)
  expect(payment).toContain('<b>Uang dicatat sudah dikembalikan</b>')
  const order = (await owner.get(paths.order)).text
  expect(order).toContain(`${rupiah} dari pesanan ini dicatat sudah dikembalikan`)
  expect(order).toContain(`${rupiah} dicatat sudah dikembalikan`)
  for (const text of [payment, order]) expect(messageOf(text)).toContain(`${rupiah} dari pembayaranmu`)

  const pay = (await shop.page(`/pay?invoice=${invoiceId}`)).text
  expect(pay).toContain('data-testid="outcome">Uang sudah dikembalikan<')
  expect(pay).toContain(`mencatat ${rupiah} sudah dikembalikan kepadamu`)
  expect(pay).not.toContain('LUNAS')
  expect(pay).not.toContain('Terima kasih')
})

test('API responses and exported files show the refund beside the status', async () => {
  const { orderNumber, invoiceId, amount } = await paidOrder()
  const refund = async () => {
    const { body: checked } = await shop.api(`/check-payment?invoice=${invoiceId}`)
    const { body: listed } = await shop.api(`/list-payments?search=${invoiceId}`)
    const { body: order } = await shop.api(`/msgstore-orders?order_number=${orderNumber}`)
    const { body: orders } = await shop.api(`/msgstore-orders?search=${orderNumber}`)
    const { body: explained } = await shop.api(`/explain-payment?invoice=${invoiceId}`)
    return {
      statuses: [checked.status, listed.data[0].status, order.data.payment.status],
      amounts: [checked, listed.data[0], order.data.payment, order.data, orders.data[0]].map(
        one => one.refunded_amount,
      ),
      times: [checked, listed.data[0], order.data.payment, order.data, orders.data[0]].map(one => one.refunded_at),
      verdict: explained.data.verdict,
    }
  }
  const paid = ['paid', 'paid', 'paid']
  expect(await refund()).toEqual({
    statuses: paid,
    amounts: [null, null, null, 0, 0],
    times: Array(5).fill(null),
    verdict: 'paid',
  })
  const { body: noted } = await shop.api('/note-refund', { body: { invoice: invoiceId } })
  expect(await refund()).toEqual({
    statuses: paid,
    amounts: Array(5).fill(amount),
    times: Array(5).fill(noted.data.created_at),
    verdict: 'refunded',
  })
  const payments = (await owner.get(`/dashboard/payments.csv?search=${invoiceId}`)).text
  expect(payments.split('\n')[0]).toMatch(/refunded_at,refunded_amount/)
  expect(payments).toContain(`${noted.data.created_at},${amount}`)
  const orders = (await owner.get(`/dashboard/orders.csv?search=${orderNumber}`)).text
  expect(orders).toContain(`false,${amount},${noted.data.created_at}`)
})

test('statistics, the home page and the balance show how much of the revenue was refunded', async () => {
  const read = async () => {
    const page = (await owner.get('/dashboard/statistics?range=today')).text
    const digits = (name: string) => Number((figure(page, name) ?? '').replace(/\D/g, ''))
    const { body } = await shop.api('/get-statistics?period=today')
    return {
      shown: { revenue: digits('Uang masuk'), refunded: digits('Dikembalikan'), kept: digits('Setelah pengembalian') },
      api: body.data?.summary.total_refunded ?? body.total_refunded,
    }
  }
  const { invoiceId, amount } = await paidOrder()
  await shop.work()
  const before = await read()
  await note(invoiceId)
  const after = await read()
  expect(after.shown.revenue).toBe(before.shown.revenue)
  expect(after.shown.refunded - before.shown.refunded).toBe(amount)
  expect(before.shown.kept - after.shown.kept).toBe(amount)
  expect(after.api - before.api).toBe(amount)
  expect(after.shown.refunded).toBe(after.api)
  expect(figure((await owner.get('/dashboard')).text, 'Dikembalikan')).toBe(formatRupiah(after.api))
  const balance = (await owner.get('/dashboard/balance')).text
  expect(balance).toContain('kamu bayar dari rekeningmu sendiri: saldo tidak berkurang')
  expect(balance).toContain('Saldo hanya menghitung uang QRIS langsung')
})

test('the chat shows a refund to the customer and to the merchant, in card, list and receipt', async () => {
  const { customer, orderNumber, invoiceId, amount } = await paidOrder()
  await note(invoiceId)
  const { app } = shop
  const reader = { app, language: 'id' as const, t: texts.id }
  const order = await findOrder(app, { accountId: shop.demo.accountId }, orderNumber)
  const listed = await listCustomerOrders(app, shop.demo.accountId, customer)
  const voice = makeVoice(reader)
  const said = [
    orderView({ order, payment: null, methods: [], paymentUrl: null, now: app.now() }, voice),
    receiptView({ order, storeName: 'Kopi', check: 'https://kopi.example/receipt/x' }, voice),
    await readOrderCard(reader, order),
  ].map(({ text }) => stripTags(text.text))
  for (const text of said) expect(text).toContain(`↩️ Dikembalikan: ${formatRupiah(amount)}`)
  expect(ordersView(listed, voice).text.text).toContain('↩️ Dikembalikan')
})

test("if one of two payments of an order is refunded, the other one becomes the order's payment", async () => {
  const { customer, orderNumber, invoiceId } = await paidOrder()
  const order = await findOrder(shop.app, { accountId: shop.demo.accountId }, orderNumber)
  const other = await invoice(stall, customer, { mug: 1 })
  await shop.work()
  await pay(stall, other.payment.invoiceId)
  // Both belong to the first order, as if late money had paid one that was already paid.
  await shop.app.sql.write('update order_invoice set order_id = $1, number = 9 where invoice_id = $2', [
    order.id,
    other.payment.invoiceId,
  ])
  await note(invoiceId)
  const { body } = await shop.api(`/msgstore-orders?order_number=${orderNumber}`)
  expect(body.data.payment).toMatchObject({ invoice_id: other.payment.invoiceId, refunded_at: null })
})

test('the books and the payments agree on a refund that the previous version recorded', async () => {
  const { invoiceId, amount } = await paidOrder()
  // A process of the previous version does not know the columns.
  await shop.app.sql.write(
    `insert into movement (account_id, mode, kind, invoice_id, amount, net, created_at)
     values ($1, 'test', 'refund_note', $2, $3, $3, $4)`,
    [shop.demo.accountId, invoiceId, -amount, shop.app.now()],
  )
  const { body } = await shop.api(`/check-payment?invoice=${invoiceId}`)
  expect(body.refunded_amount).toBe(amount)
  const rule = invariants.find(({ id }) => id === 'I21')!
  expect(await shop.app.sql.query(exceptionsSql(rule), { now: shop.app.now(), windows: {} })).toEqual([])
})
