import { expect } from 'vitest'
import { listPayments } from '../../src/payments/list-payments.ts'
import type { ModelOrder, ModelPayment } from './model-types.ts'
import { allOf, inOrder, sorted } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'
import { sumModel } from './sum-model.ts'
import { viewListedOrder, viewOrder, viewSale } from './view-orders.ts'
import { withoutUnknown } from './views.ts'

/** Checks filtered lists and single orders of the API. */
export async function checkLists(simulated: SimulatedShop): Promise<void> {
  await checkPaymentFilters(simulated)
  await checkTransferFilters(simulated)
  for (const order of simulated.model.orders) await checkOrder(simulated, order)
  await checkOrderFilters(simulated)
}

async function checkPaymentFilters({ shop, model }: SimulatedShop): Promise<void> {
  const today = model.dayOf(model.now)
  const day = model.dayOf(model.now / 2)
  const isOn = (one: ModelPayment, from: string, to: string) =>
    model.dayOf(one.createdAt) >= from && model.dayOf(one.createdAt) <= to
  const [newest] = model.payments.slice(-1)
  const filters: [string, (payment: ModelPayment) => boolean][] = [
    ...['pending', 'paid', 'expired', 'cancelled'].map((status): (typeof filters)[0] => [
      `status=${status}`,
      one => one.status === status,
    ]),
    ['payment_method=qris', ({ method }) => method === 'qris'],
    ['payment_method=wallet_direct&status=paid', one => one.method === 'wallet_direct' && one.status === 'paid'],
    ['paid_via=qris', one => one.method === 'qris' && one.status === 'paid'],
    ['paid_via=wallet_direct', one => one.method === 'wallet_direct' && one.status === 'paid'],
    ['paid_via=qris&status=expired', () => false],
    ['', () => true],
    [`start_date=${today}`, one => isOn(one, today, '9')],
    [`end_date=${day}`, one => isOn(one, '0', day)],
    [`start_date=${day}&end_date=${day}&status=paid`, one => isOn(one, day, day) && one.status === 'paid'],
    [`search=${newest?.invoiceId}`, one => one === newest],
    ...['expired', 'paid'].map((status): (typeof filters)[0] => [
      `search=${newest?.invoiceId}&status=${status}&start_date=${today}`,
      one => one === newest && one.status === status && isOn(one, today, '9'),
    ]),
    ...searches(model).map((text): (typeof filters)[0] => [
      `search=${encodeURIComponent(text)}`,
      one => matches(one, text),
    ]),
    ...['REF-1', 'REF-2', 'REF-5'].map((reference): (typeof filters)[0] => [
      `reference=${reference}`,
      one => one.details?.reference === reference,
    ]),
    ['reference=REF-2&status=paid', one => one.details?.reference === 'REF-2' && one.status === 'paid'],
    [`reference=REF-5&end_date=${day}`, one => one.details?.reference === 'REF-5' && isOn(one, '0', day)],
  ]
  for (const [filter, isListed] of filters) {
    const { body } = await shop.api(`/list-payments?${filter}&limit=100`)
    const expected = model.payments.filter(isListed).map(({ invoiceId }) => [invoiceId])
    const found = body.data.map((one: { invoice_id: string }) => [one.invoice_id])
    expect(body.pagination.total, `the total of list-payments, ${filter}`).toBe(expected.length)
    if (expected.length <= 100) expect(sorted(found), `list-payments, ${filter}`).toEqual(sorted(expected))
  }
  const found: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await shop.api(`/list-payments?limit=30${cursor && `&cursor=${cursor}`}`)
    found.push(...body.data.map((one: { invoice_id: string }) => one.invoice_id))
    cursor = body.pagination.next_cursor
  }
  expect(found.toSorted(), 'list-payments by cursor').toEqual(model.payments.map(({ invoiceId }) => invoiceId).sort())
  const { body } = await shop.api('/list-payments?limit=7&page=2')
  const second = body.data.map((one: { invoice_id: string }) => one.invoice_id)
  expect(second, 'the second page of list-payments').toEqual(found.slice(7, 14))
  const past = await shop.api(`/list-payments?search=${newest?.invoiceId}&page=2`)
  expect(past.body.data, 'the second page of one payment').toEqual([])
  const byId = new Map(model.payments.map(one => [one.invoiceId, one.createdAt]))
  const times = found.map(id => byId.get(id)!)
  expect(times, 'the order of list-payments').toEqual(times.toSorted((one, other) => other - one))
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const { revenue } = await listPayments(shop.app, scope, { page: 1, limit: 1 })
  expect(revenue, 'the revenue of list-payments').toBe(sumModel(model).revenue)
}

/** Returns texts to search for, of each kind. */
function searches({ world, payments }: SimulatedShop['model']): string[] {
  const [{ name, phone }, other] = [world.people[0]!, world.people[1]!]
  const order = payments.findLast(payment => payment.order && payment.details)?.order
  return [
    ...[name.slice(1, 6).toUpperCase(), phone, other.phone.replaceAll('-', '').slice(1), 'pelanggan4@warung', 'EF-7'],
    ...['no. 3/', 'eja 4', '/2', '%', ...(order ? [order.number.slice(4).toLowerCase()] : [])],
  ]
}

/** Returns whether one of the texts of a payment contains another one; for a phone, its digits. */
function matches({ invoiceId, details }: ModelPayment, text: string): boolean {
  const { metadata = {}, customer_phone = null, ...texts } = details ?? {}
  const digits = (customer_phone ?? '').replaceAll('-', '').slice(1)
  const wanted = text.toLowerCase()
  const isPhone = /^[\d-]+$/.test(text) && digits !== '' && digits.includes(text.replaceAll('-', '').replace(/^0/, ''))
  const all = [invoiceId, ...Object.values(texts), ...Object.values(metadata)]
  return isPhone || all.some(one => one?.toLowerCase().includes(wanted))
}

async function checkTransferFilters({ shop, model }: SimulatedShop): Promise<void> {
  const { payment, likely } = model.transfers.findLast(one => one.payment ?? one.likely) ?? {}
  const invoice = (payment ?? likely)?.invoiceId
  const own = (await allOf(shop, `/list-transfers?invoice=${invoice}`)).map(one => [one.reference])
  const isOwn = ({ invoiceId }: Partial<ModelPayment>) => invoice !== undefined && invoiceId === invoice
  const belonging = model.transfers.filter(one => isOwn(one.payment ?? {}) || isOwn(one.likely ?? {}))
  expect(sorted(own), 'list-transfers of a payment').toEqual(sorted(belonging.map(({ reference }) => [reference])))
  for (const reason of ['late', 'unmatched', 'inexact', 'paid_twice', 'unproved']) {
    const found = (await allOf(shop, `/list-transfers?reason=${reason}`)).map(one => [one.reference])
    const expected = model.transfers.filter(one => one.reason === reason).map(({ reference }) => [reference])
    expect(sorted(found), `list-transfers, ${reason}`).toEqual(sorted(expected))
  }
  const { body } = await shop.api('/list-transfers?limit=3&page=2')
  const newest = await allOf(shop, '/list-transfers')
  expect(body.data, 'the second page of list-transfers').toEqual(newest.slice(3, 6))
  const ids = newest.map(one => one.transfer_id)
  expect(ids, 'the order of list-transfers').toEqual(ids.toSorted((one, other) => other - one))
  for (const state of ['settled', 'review', 'refunded', 'ignored']) {
    const found = (await allOf(shop, `/list-transfers?state=${state}`)).map(one => [one.reference])
    const expected = model.transfers.filter(one => one.state === state).map(({ reference }) => [reference])
    expect(sorted(found), `list-transfers, ${state}`).toEqual(sorted(expected))
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of answers
type Row = any

async function checkOrder(simulated: SimulatedShop, order: ModelOrder): Promise<void> {
  const { received, items, ...expected } = viewOrder(simulated, order)
  const whole = { ...expected, received: byContents(received), items: byContents(items) }
  if (simulated.isUnchanged(`msgstore-orders ${order.number}`, whole)) return
  const { data } = (await simulated.shop.api(`/msgstore-orders?order_number=${order.number}`)).body
  const goods = data.items.map(({ kind: _, ...item }: Row) => item)
  const found = {
    ...withoutNames(data, order.person === null),
    payment: data.payment && withoutUnknown(data.payment, order.payments.at(-1)),
    received: byContents(data.received.map(({ transfer_id: _, ...one }: Row) => one)),
    items: byContents(goods),
  }
  expect(found, `msgstore-orders ${order.number}`).toEqual(whole)
}

const byContents = (rows: object[]) => rows.toSorted((one, other) => (inOrder(one) < inOrder(other) ? -1 : 1))

/** Returns an order without the shop's own names at the counter. */
const withoutNames = (order: Row, isCounter: boolean) =>
  isCounter ? { ...order, customer_name: null, customer_phone: null, note: null, address: null } : order

async function checkOrderFilters(simulated: SimulatedShop): Promise<void> {
  const { shop, model } = simulated
  const views = [
    ...model.orders.map(order => ({ isCounter: order.person === null, ...viewListedOrder(simulated, order) })),
    ...model.sales.map(sale => ({ isCounter: true, ...viewSale(simulated, sale) })),
  ].map(({ summary, ...view }) => ({ ...view, summary: inAlphabet(summary) }))
  const counters = new Set(views.filter(({ isCounter }) => isCounter).map(({ order_number }) => order_number))
  for (const status of ['waiting_payment', 'pending', 'paid', 'processing', 'completed', 'cancelled']) {
    const { body } = await shop.api(`/msgstore-orders?status=${status}&limit=100`)
    const expected = views.filter(one => one.status === status).map(({ isCounter: _, ...view }) => view)
    expect(body.total, `the total of msgstore-orders, ${status}`).toBe(expected.length)
    const found = body.data.map((one: Row) => ({
      ...withoutNames(one, counters.has(one.order_number)),
      summary: inAlphabet(one.summary),
    }))
    if (expected.length <= 100) expect(byNumber(found), `msgstore-orders, ${status}`).toEqual(byNumber(expected))
  }
}

// At the counter, goods are in the order in which they were entered.
const inAlphabet = (summary: string) => summary.split(', ').sort().join(', ')

const byNumber = (rows: Row[]) => rows.toSorted((one, other) => (one.order_number < other.order_number ? -1 : 1))
