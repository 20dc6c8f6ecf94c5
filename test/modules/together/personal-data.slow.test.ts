import { randomInt, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Category } from '../../../src/catalog/category.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { saveBill } from '../../../src/modules/counter/tables/change-bill.ts'
import { KitchenStation } from '../../../src/modules/counter/tables/kitchen-station.ts'
import { eraseCustomer } from '../../../src/modules/customers/erase-customer.ts'
import { fileVisits } from '../../../src/modules/customers/file-visits.ts'
import { listCards } from '../../../src/modules/customers/list-cards.ts'
import { mergeCards } from '../../../src/modules/customers/merge-cards.ts'
import { readCustomerData } from '../../../src/modules/customers/read-data.ts'
import { orderFromMenu } from '../../../src/modules/menu/order-from-menu.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { openShop, type Receiver, receiveEvents, startReceiver } from '../../callbacks/receiver.ts'
import type { TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { idOf, makeBill } from '../bills/stand.ts'
import { openCounter, sellAt } from '../counter/sales-stand.ts'
import { openMenu } from '../menu/stand.ts'

let shop: TestShop
let receiver: Receiver

beforeAll(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
  await shop.api('/create-endpoint', { body: { url: receiver.url } })
  await openMenu(shop, 'kopi')
}, 60_000)

afterAll(async () => {
  await shop.close()
  await receiver.close()
})

const scope = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode })
const owner = () => ({ ...scope(), actor: 'user 1' })
const drawName = (first: string) => `${first} ${randomInt(100_000, 1_000_000)}`
const drawPhone = () => `0812${randomInt(10_000_000, 100_000_000)}`

async function cardOf(subject: string): Promise<number> {
  await fileVisits(shop.app, scope())
  const { cards } = await listCards(shop.app, scope(), { search: subject, page: 1, limit: 2 })
  expect(cards).toHaveLength(1)
  return cards[0]!.id
}

/** Returns the tables with this text in a row, except the audit log and the receiver's inbox, which are not copies. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await shop.app.sql.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE'`,
    [],
  )
  const hits: string[] = []
  for (const { name } of tables) {
    const found = `select 1 from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0 limit 1`
    if ((await shop.app.sql.query(found, [text])).length > 0) hits.push(name)
  }
  return hits
}

async function expectErased(texts: string[]): Promise<void> {
  for (const text of texts) expect([text, await tablesWith(text)]).toEqual([text, []])
}

test("deletion removes the name on a bill, its payer's answers, and their webhooks, sent or waiting", async () => {
  const [name, payer, phone] = [drawName('Wati'), drawName('Payer'), drawPhone()]
  const words = { customer_name: name, customer_phone: phone, note: drawName('untuk') }
  const { bill } = await makeBill(shop, { amount: 41_000, parts: true, asks: ['name', 'phone'], ...words })
  const answers = { name: payer, phone, address: null, note: drawName('jawab') }
  const { invoiceId } = await openBill(shop.app, shop.demo, await idOf(shop, bill), { amount: 11_000 })
  await shop.app.sql.write(
    'update bill_part set payer_name = $2, payer_phone = $3, payer_note = $4 where invoice_id = $1',
    [invoiceId, payer, phone, answers.note],
  )
  await payInvoice(shop, invoiceId)
  await receiveEvents(shop, receiver)
  // These wait: their deliveries have not been sent yet.
  const unpaid = await makeBill(shop, { amount: 42_000, ...words })
  const card = await cardOf(invoiceId)
  expect(await tablesWith(name)).toEqual(expect.arrayContaining(['bill', 'outward_event', 'owed_event']))
  const data = JSON.stringify(await readCustomerData(shop.app, card, owner()))
  for (const text of [name, payer, phone, words.note, answers.note]) expect(data).toContain(text)

  await eraseCustomer(shop.app, card, owner())
  await expectErased([name, payer, phone, `62${phone.slice(1)}`, words.note, answers.note])
  const told = await receiveEvents(shop, receiver)
  expect(told.filter(({ data }) => data.bill === unpaid.bill)).toMatchObject([{ type: 'bill.created' }])
  await expectErased([name, phone])
})

test('deletion removes the name from payments with the number that were never paid', async () => {
  const [name, phone] = [drawName('Ujang'), drawPhone()]
  const request = { customer_name: name, customer_phone: phone, customer_email: `${phone}@surat.example` }
  const paid = (await shop.api('/create-payment', { body: { amount: 33_000, ...request } })).body.data.invoice_id
  await shop.api('/create-payment', { body: { amount: 34_000, ...request } })
  await shop.work()
  await payInvoice(shop, paid)
  await receiveEvents(shop, receiver)
  await eraseCustomer(shop.app, await cardOf(paid), owner())
  await expectErased([name, phone, `62${phone.slice(1)}`])
})

test('deletion removes the browser, the name and the note of an order on the menu page', async () => {
  const [name, phone, note] = [drawName('Meja'), drawPhone(), drawName('pedas')]
  const [goods] = await shop.app.sql.query<{ id: string }>(
    `select v.public_id as id from variant v join product p on p.id = v.product_id where p.key = 'roti'`,
    [],
  )
  await shop.app.sql.write(
    "insert into shop_rules (account_id, delivers, tables, pickup_place) values ($1, false, 4, 'Kasir')",
    [shop.demo.accountId],
  )
  const guest = { ...scope(), browser: name, address: drawName('address'), name, language: 'id' as const }
  const units = [{ variantId: goods!.id, quantity: 1, choices: [] }]
  const request = { units, receiving: 'dine_in' as const, table: 2, expectedTotal: 15_000, once: 'form', note, phone }
  const { orderNumber } = await orderFromMenu(shop.app, guest, request)
  const card = await cardOf(orderNumber)
  expect(await tablesWith(name)).toEqual(expect.arrayContaining(['customer', 'store_order']))
  const guests = () => shop.app.sql.query('select 1 from menu_guest', [])
  expect(await guests()).toHaveLength(1)
  await updateOrderStatus(shop.app, shop.demo, { orderNumber, status: 'cancelled', notify: false })
  await receiveEvents(shop, receiver)
  await eraseCustomer(shop.app, card, owner())
  await expectErased([name, phone, note])
  expect(await guests()).toEqual([])
})

test('deletion removes name, number and note of a sale at the counter, its open bill and kitchen tickets', async () => {
  const [name, phone, note] = [drawName('Tamu'), drawPhone(), drawName('tanpa gula')]
  const [goods] = await shop.app.sql.query<{ id: string; price: number; category: number | null }>(
    `select v.public_id as id, v.price, p.category_id as category from variant v join product p on p.id = v.product_id
     where p.key = 'roti'`,
    [],
  )
  const em = shop.app.em(scope())
  const category = goods!.category ? (await em.findOneOrFail(Category, { id: goods!.category })).publicId : ''
  const station = { name: 'Dapur', categories: [category], printer: '192.0.2.7:9100', language: 'id' as const }
  await em.insert(KitchenStation, { account: scope().accountId, ...station, createdAt: shop.app.now() })
  const counter = await openCounter(shop)
  const line = { variant: goods!.id, quantity: 1, choices: [] }
  const bill = { key: randomUUID(), name, tableNumber: 3, phone, note, free: 0 }
  await saveBill(shop.app, scope(), { ...bill, lines: [{ ...line, made: '', sent: 1 }] })
  await shop.api('/set-stock', { body: { product: 'roti', delta: 5 } })
  const price = Number(goods!.price)
  const sale = { lines: [{ ...line, quantity: 2 }], expectedTotal: price * 2, phone, customerName: name, note }
  const { orderNumber } = await sellAt(shop, counter, { ...sale, bill: { key: bill.key, version: 1 } })
  expect(await tablesWith(name)).toEqual(expect.arrayContaining(['counter_bill', 'kitchen_ticket', 'store_order']))
  // Another bill with this number, which was never paid.
  const open = { ...bill, key: randomUUID(), lines: [{ ...line, made: '', sent: 1 }] }
  await saveBill(shop.app, scope(), open)
  const card = await cardOf(orderNumber)
  const data = JSON.stringify(await readCustomerData(shop.app, card, owner()))
  for (const text of [name, phone, note]) expect(data).toContain(text)
  await receiveEvents(shop, receiver)
  await eraseCustomer(shop.app, card, owner())
  await expectErased([name, phone, `62${phone.slice(1)}`, note])
  await expect(saveBill(shop.app, scope(), { ...open, version: 1 })).rejects.toMatchObject({
    code: 'refused_transition',
  })
})

test("deletion removes the payer's name from money in review, its webhooks and its notices", async () => {
  const [name, payer, phone] = [drawName('Yanti'), drawName('REKENING'), drawPhone()]
  const request = { amount: 51_000, payment_method: 'wallet_direct', customer_name: name, customer_phone: phone }
  const { data } = (await shop.api('/create-payment', { body: request })).body
  const sent = { connector: 'wallet', amount: data.final_amount - 2, payer_name: payer }
  await shop.sandbox('/transfers', sent)
  await shop.hurry()
  await shop.work()
  const [transfer] = await shop.app.sql.query<{ id: number }>(
    `select id from transfer where state = 'review' and payer_name = $1`,
    [payer],
  )
  await receiveEvents(shop, receiver)
  expect(await tablesWith(payer)).toEqual(expect.arrayContaining(['event', 'outward_event', 'transfer']))
  const assign = { transfer_id: transfer!.id, action: 'assign', invoice: data.invoice_id }
  expect(await shop.api('/review-transfer', { body: assign })).toMatchObject({ status: 200 })
  const card = await cardOf(data.invoice_id)
  const other = await shop.api('/create-payment', { body: { ...request, customer_phone: drawPhone() } })
  await shop.work()
  await payInvoice(shop, other.body.data.invoice_id)
  await mergeCards(shop.app, { from: await cardOf(other.body.data.invoice_id), into: card }, owner())
  await eraseCustomer(shop.app, card, owner())
  await expectErased([name, payer, phone])
})
