import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eraseCustomer } from '../../../src/modules/customers/erase-customer.ts'
import { fileVisits, makePersonKey, makePhoneKey } from '../../../src/modules/customers/file-visits.ts'
import { findCard } from '../../../src/modules/customers/find-card.ts'
import { listCards } from '../../../src/modules/customers/list-cards.ts'
import { mergeCards, splitCard } from '../../../src/modules/customers/merge-cards.ts'
import { findOwnCard, proveNumber } from '../../../src/modules/customers/own-card.ts'
import { readCustomerData } from '../../../src/modules/customers/read-data.ts'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 100'))
})
afterAll(() => shop.close())

const owner = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode, actor: 'user 1' })
const scope = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode })

/** Draws an Indonesian mobile number that is unique in this test. */
const drawPhone = () => `0813${String(randomInt(10_000_000, 100_000_000))}`
const drawName = (first: string) => `${first} ${randomInt(100_000, 1_000_000)}`

async function search(text: string) {
  await fileVisits(shop.app, scope())
  return (await listCards(shop.app, scope(), { search: text, page: 1, limit: 10 })).cards
}

/** Creates a paid payment through the API, with a typed name and number. */
async function paidByApi(name: string, phone: string): Promise<{ invoiceId: string; paid: number }> {
  const request = { amount: 12_000 + randomInt(1, 5_000), customer_name: name, customer_phone: phone }
  const { body } = await shop.api('/create-payment', { body: request })
  await shop.work()
  await pay(stall, body.data.invoice_id)
  return { invoiceId: body.data.invoice_id, paid: body.data.final_amount }
}

/** Creates a finished chat order of a person who typed a number. */
async function orderInChat(name: string, phone: string) {
  const customer = await newCustomer(stall, name)
  await shop.app.sql.write('update customer set phone = $2 where id = $1', [customer, phone])
  const { order, payment } = await invoice(stall, customer, { mug: 1 })
  await pay(stall, payment.invoiceId)
  const done = { orderNumber: order.orderNumber, status: 'completed' as const, notify: false }
  await updateOrderStatus(shop.app, shop.demo, done)
  return { customer, orderNumber: order.orderNumber, paid: payment.finalAmount, invoiceId: payment.invoiceId }
}

test('payments with one number are on one card, found by name, last four digits and invoice, with their total', async () => {
  const [name, phone] = [drawName('Rina'), drawPhone()]
  const first = await paidByApi(name, phone)
  const second = await paidByApi(name, `+62${phone.slice(1)}`)
  await shop.api('/note-refund', { body: { invoice: second.invoiceId } })
  for (const text of [name, phone.slice(-4), second.invoiceId]) {
    const found = (await search(text)).find(card => card.name === name)
    expect(found, text).toMatchObject({ visits: 2 })
  }
  const [card] = await search(first.invoiceId)
  const whole = await findCard(shop.app, scope(), card!.id)
  expect(whole.total).toBe(first.paid)
  const newest = await listCards(shop.app, scope(), { page: 1, limit: 5 })
  expect(newest.cards.map(({ name }) => name)).toContain(name)
  // It is filed once, however many processes file it, and however often.
  await Promise.all([1, 2, 3].map(() => fileVisits(shop.app, scope())))
  expect((await search(first.invoiceId))[0]).toMatchObject({ visits: 2 })
})

test('payments with the same text that is not a phone number are on no card', async () => {
  const [first, second] = [await paidByApi(drawName('Asep'), '-'), await paidByApi(drawName('Ujang'), '-')]
  expect([await search(first.invoiceId), await search(second.invoiceId)]).toEqual([[], []])
})

test('an address of several lines is one line on the card, because its form has one address per line', async () => {
  const customer = await newCustomer(stall, drawName('Wulan'))
  const { order } = await invoice(stall, customer, { mug: 1 })
  const address = 'Jl. Melati 5\nRT 03 / RW 07\nBandung 40115'
  await shop.app.sql.write('update store_order set address = $2 where order_number = $1', [order.orderNumber, address])
  const [card] = await search(order.orderNumber)
  const { card: whole } = await findCard(shop.app, scope(), card!.id)
  expect(whole.addresses[0]).toBe('Jl. Melati 5 RT 03 / RW 07 Bandung 40115')
})

test('a payment that commits after later ones is filed, even beyond one batch', async () => {
  const [name, phone] = [drawName('Wati'), drawPhone()]
  const late = await paidByApi(name, phone)
  // Hides the visit until the others are filed, like a transaction that is still open.
  await shop.app.sql.write('update payment set customer_phone = null where invoice_id = $1', [late.invoiceId])
  await shop.app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
       created_at, expires_at, paid_at, paid_reff_num, ended_at, paid_via, paid_amount,
       customer_phone)
     select 'INV-' || lpad(upper(to_hex(n)), 20, 'G'), p.account_id, p.mode, p.payment_method, p.amount, p.unique_code,
       p.final_amount, 'paid', p.created_at, p.expires_at, p.paid_at + n * interval '0.1 second',
       p.paid_reff_num || n, p.ended_at, p.paid_via, p.paid_amount, '-'
     from payment p, generate_series(1, 600) n where p.invoice_id = $1`,
    [late.invoiceId],
  )
  expect(await search(late.invoiceId)).toEqual([])
  await shop.app.sql.write('update payment set customer_phone = $2 where invoice_id = $1', [late.invoiceId, phone])
  expect(await search(late.invoiceId)).toMatchObject([{ name, visits: 1 }])
})

test('cards are merged and split by hand, both in the audit log', async () => {
  const phone = drawPhone()
  const chat = await orderInChat(drawName('Sari'), drawPhone())
  const typed = await paidByApi(drawName('Sari'), phone)
  const [into] = await search(chat.orderNumber)
  const [from] = await search(typed.invoiceId)
  expect(from!.id).not.toBe(into!.id)
  await mergeCards(shop.app, { from: from!.id, into: into!.id }, owner())
  const merged = await findCard(shop.app, scope(), into!.id)
  expect([merged.visits, merged.total]).toEqual([2, chat.paid + typed.paid])
  const own = await splitCard(shop.app, { cardId: into!.id, key: makePhoneKey(phone) }, owner())
  expect((await findCard(shop.app, scope(), own)).total).toBe(typed.paid)
  expect((await findCard(shop.app, scope(), into!.id)).total).toBe(chat.paid)
  const acts = await shop.app.sql.query<{ act: string }>(
    `select act from audit_entry where act in ('customer.merged', 'customer.split') and subject = $1 order by id`,
    [`customer card ${into!.id}`],
  )
  expect(acts.map(({ act }) => act)).toEqual(['customer.merged', 'customer.split'])
  const last = { cardId: own, key: makePhoneKey(phone) }
  await expect(splitCard(shop.app, last, owner())).rejects.toMatchObject({ code: 'invalid_request' })
})

test('a typed number reveals and deletes nothing earlier, and one proven by Telegram does', async () => {
  const phone = drawPhone()
  const earlier = await paidByApi(drawName('Tono'), phone)
  const stranger = await orderInChat(drawName('Asing'), phone)
  const person = { id: stranger.customer, name: 'Asing' }
  const cardId = (await findOwnCard(shop.app, scope(), person))!
  expect((await findCard(shop.app, scope(), cardId)).total).toBe(stranger.paid)
  // The same holds if the merchant believes that the two are one person.
  const [typed] = await search(earlier.invoiceId)
  await mergeCards(shop.app, { from: typed!.id, into: cardId }, owner())
  const own = (await findOwnCard(shop.app, scope(), person))!
  expect((await findCard(shop.app, scope(), own)).total).toBe(stranger.paid)

  await proveNumber(shop.app, scope(), { id: stranger.customer, phone: `+62${phone.slice(1)}` })
  const proved = (await findOwnCard(shop.app, scope(), person))!
  const whole = await findCard(shop.app, scope(), proved)
  expect(whole.total).toBe(stranger.paid + earlier.paid)
  expect(whole.card).toMatchObject({ isProved: true })
  expect(whole.keys.map(({ key }) => key)).toEqual([makePersonKey(stranger.customer), makePhoneKey(phone)])
})

/** Returns the tables that contain the text. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await shop.app.sql.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    [],
  )
  const hits: string[] = []
  for (const { name } of tables) {
    const rows = await shop.app.sql.query(`select 1 from "${name}" t where strpos(to_jsonb(t)::text, $1) > 0 limit 1`, [
      text,
    ])
    if (rows.length > 0) hits.push(name)
  }
  return hits
}

test('deletion on request removes name, number, address and notes from all rows, and keeps amounts and numbers', async () => {
  const [name, phone] = [drawName('Dewi'), drawPhone()]
  const [address, note] = [`Jl. Rahasia ${randomInt(1_000, 9_999)}`, `catatan ${randomInt(1_000_000, 9_000_000)}`]
  const chat = await orderInChat(name, phone)
  await shop.app.sql.write(`update store_order set address = $2, note = $3 where order_number = $1`, [
    chat.orderNumber,
    address,
    note,
  ])
  const said = `tanya ${randomInt(1_000_000, 9_000_000)}`
  await shop.app.sql.write(
    `insert into talk_message (account_id, mode, customer_id, "from", text, once, created_at)
     values ($1, $2, $3, 'customer', $4, $4, now())`,
    [shop.demo.accountId, shop.demo.mode, chat.customer, said],
  )
  // An unfinished form, and a message to the merchant that is not sent yet.
  await shop.app.sql.write(
    `insert into form (bot_id, person_id, state)
     select bot_id, telegram_user_id, jsonb_build_object('typed', $2::text) from customer where id = $1`,
    [chat.customer, address],
  )
  await shop.app.sql.write(
    `insert into notice (bot_id, chat_id, account_id, kind, dedupe_key, data, next_at, created_at)
     select bot_id, 7, account_id, 'merchant.customer_blocked', $2,
       jsonb_build_object('orderNumber', $2::text, 'customerName', name, 'isTest', true), now(), now()
     from customer where id = $1`,
    [chat.customer, chat.orderNumber],
  )
  const typed = await paidByApi(name, phone)
  const [into] = await search(chat.orderNumber)
  const [from] = await search(typed.invoiceId)
  await mergeCards(shop.app, { from: from!.id, into: into!.id }, owner())
  const data = JSON.stringify(await readCustomerData(shop.app, into!.id, owner()))
  for (const text of [name, phone, address, note, said, chat.orderNumber, typed.invoiceId]) expect(data).toContain(text)
  const digits = `62${phone.slice(1)}`
  expect(await tablesWith(name)).toEqual(expect.arrayContaining(['notice', 'store_order']))
  expect(await tablesWith(address)).toContain('form')
  const before = (await shop.api('/get-statistics')).body.data.summary

  await eraseCustomer(shop.app, into!.id, owner())
  for (const text of [name, phone, digits, address, note, said])
    expect([text, await tablesWith(text)]).toEqual([text, []])
  expect((await shop.api('/get-statistics')).body.data.summary).toEqual(before)
  const whole = await findCard(shop.app, scope(), into!.id)
  expect([whole.total, whole.visits]).toEqual([chat.paid + typed.paid, 2])
  const { body } = await shop.api(`/msgstore-orders?order_number=${chat.orderNumber}`)
  expect(body.data).toMatchObject({ order_number: chat.orderNumber, customer_phone: null, address: null })
  await expect(eraseCustomer(shop.app, into!.id, owner())).rejects.toMatchObject({ code: 'refused_transition' })
  // A later payment with this number belongs to a new customer.
  const later = await paidByApi('Dewi', phone)
  expect((await search(later.invoiceId))[0]!.id).not.toBe(into!.id)
})

test('a download and a deletion include payments since the card was last updated', async () => {
  const [name, phone] = [drawName('Yuni'), drawPhone()]
  const first = await paidByApi(name, phone)
  const [card] = await search(first.invoiceId)
  const second = await paidByApi(name, phone)
  expect(JSON.stringify(await readCustomerData(shop.app, card!.id, owner()))).toContain(second.invoiceId)
  await paidByApi(name, phone)
  await eraseCustomer(shop.app, card!.id, owner())
  expect(await tablesWith(name)).toEqual([])
})

test('data is not deleted while an order is open', async () => {
  const customer = await newCustomer(stall, drawName('Budi'))
  const { order } = await invoice(stall, customer, { mug: 1 })
  const [card] = await search(order.orderNumber)
  await expect(eraseCustomer(shop.app, card!.id, owner())).rejects.toMatchObject({ code: 'refused_transition' })
})
