import { expect } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { readTaxDays } from '../../src/orders/statistics/read-tax-days.ts'
import { stockFaults } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import { coupon, type ModelOrder, type ModelPayment, totalOf } from './model.ts'
import { countBy, readCsv, sorted, sum } from './rows.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Compares every view of the shop with the model. Throws at the first difference. */
export async function checkViews(simulated: SimulatedShop, sinceDay: string): Promise<void> {
  const owner = await simulated.signIn()
  await checkPayments(simulated, owner)
  await checkTransfers(simulated)
  await checkBooks(simulated, owner)
  await checkSums(simulated, sinceDay)
  await checkOrders(simulated, owner)
  await checkStock(simulated)
  await checkMessages(simulated)
  expect(await findViolations(simulated.shop.app), 'doctor').toEqual([])
}

async function checkPayments(simulated: SimulatedShop, owner: Visitor): Promise<void> {
  const { shop, model } = simulated
  for (const payment of model.payments) {
    const { body } = await shop.api(`/check-payment?invoice=${payment.invoiceId}`)
    const noted: { refund_id: string; amount: number }[] = body.refunds
    const own = model.refunds.filter(refund => refund.payment === payment)
    const found = {
      ...{ status: body.status, amount: body.amount, final_amount: body.final_amount, method: body.payment_method },
      ...{ reference: body.paid_reff_num ?? null, refunded: body.refunded_amount ?? 0 },
      refunds: noted.filter(({ amount }) => amount > 0).map(({ refund_id, amount }) => [refund_id, amount]),
      corrections: sorted(noted.filter(({ amount }) => amount < 0).map(({ amount }) => [amount])),
    }
    expect(found, `check-payment ${payment.invoiceId}`).toEqual({
      ...{ status: payment.status, amount: payment.amount, final_amount: payment.finalAmount, method: payment.method },
      ...{ reference: payment.paidBy?.reference ?? null, refunded: payment.refunded },
      refunds: own.map(({ id, amount }) => [id, amount]),
      corrections: sorted(own.filter(({ isCorrected }) => isCorrected).map(({ amount }) => [-amount])),
    })
  }
  const listed = await all(shop, '/list-payments')
  const fromApi = listed.map(one => [
    ...[one.invoice_id, one.status, one.amount, one.unique_code, one.final_amount, one.payment_method, one.paid_via],
    ...[one.refunded_amount ?? 0, simulated.isAt(one.created_at, createdAtOf(model.payments, one.invoice_id))],
  ])
  expect(sorted(fromApi), 'list-payments').toEqual(sorted(model.payments.map(one => [...rowOf(one), true])))
  const csv = readCsv((await owner.get('/dashboard/payments.csv')).text)
  const fromFile = csv.rows.map(one => [
    ...[one.invoice_id, one.status, one.amount, one.unique_code, one.final_amount, one.payment_method],
    ...[one.paid_via || null, one.refunded_amount || 0, one.paid_amount || 0, one.paid_reff_num, one.created_at],
  ])
  const expected = model.payments.map(one => [
    ...[...rowOf(one), one.paidBy?.amount ?? 0, one.paidBy?.reference ?? ''],
    listed.find(({ invoice_id }) => invoice_id === one.invoiceId).created_at,
  ])
  expect(sorted(fromFile), 'payments.csv').toEqual(sorted(expected))
  expect(csv.total, 'the total of payments.csv').toBe(model.payments.length)
}

const createdAtOf = (payments: ModelPayment[], id: string) =>
  payments.find(one => one.invoiceId === id)?.createdAt ?? -1

const rowOf = (one: ModelPayment) => [
  ...[one.invoiceId, one.status, one.amount, one.finalAmount - one.amount, one.finalAmount, one.method],
  ...[one.status === 'paid' ? one.method : null, one.refunded],
]

/** Which payment the money was probably meant for is a guess in these cases, and affects no state or sum. */
const guesses = new Set(['early', 'late', 'inexact', 'ambiguous'])

async function checkTransfers({ shop, model }: SimulatedShop): Promise<void> {
  const listed = await all(shop, '/list-transfers')
  const found = listed.map(one => [
    ...[one.reference, one.state, guesses.has(one.reason) && !one.invoice_id ? 'unmatched' : one.reason, one.amount],
    ...[one.invoice_id ?? 'none', one.payer_name],
    ...[one.resolved_at !== null, one.resolved_by !== null],
  ])
  const expected = model.transfers.map(one => {
    const isResolved = one.reason !== null && one.state !== 'review'
    return [
      ...[one.reference, one.state, one.reason, one.amount, one.payment?.invoiceId ?? 'none', 'Budi Santoso'],
      ...[isResolved, isResolved],
    ]
  })
  expect(sorted(found), 'list-transfers').toEqual(sorted(expected))
}

async function checkBooks({ shop, model }: SimulatedShop, owner: Visitor): Promise<void> {
  const movements = await all(shop, '/list-movements')
  const found = movements.map(one => [one.type, one.invoice_id, one.amount, one.fee, one.net, one.is_withdrawable])
  const noted = model.refunds.flatMap(refund =>
    (refund.isCorrected ? [-1, 1] : [-1]).map(sign => ({ payment: refund.payment, amount: sign * refund.amount })),
  )
  const expected = [
    ...model.payments
      .filter(({ status }) => status === 'paid')
      .map(({ invoiceId, finalAmount, method }) => {
        return ['sale', invoiceId, finalAmount, 0, finalAmount, method === 'qris']
      }),
    ...noted.map(({ payment: { invoiceId }, amount }) => {
      return ['refund_note', invoiceId, amount, 0, amount, false]
    }),
  ]
  expect(sorted(found), 'list-movements').toEqual(sorted(expected))
  const { rows, total } = readCsv((await owner.get('/dashboard/movements.csv')).text)
  const fromFile = rows.map(one => [...[one.kind, one.invoice_id, one.amount, one.fee, one.net, one.is_withdrawable]])
  expect(sorted(fromFile), 'movements.csv').toEqual(sorted(expected))
  expect(total, 'the total of movements.csv').toBe(expected.length)
  const withdrawable = expected.filter(row => row[5]).reduce((total, row) => total + Number(row[4]), 0)
  const { body } = await shop.api('/get-balance')
  expect(body.data, 'get-balance').toEqual({ available: withdrawable, underway: 0 })
}

async function checkSums({ shop, model }: SimulatedShop, sinceDay: string): Promise<void> {
  const { payments, paid, revenue, refunded, cash, cashReturned } = model.sums()
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const { summary, revenue_by_method, daily_stats, recent_payments } = (await shop.api('/get-statistics')).body.data
  const ofStatus = countBy(model.payments, ({ status }) => status)
  const paidOnes = model.payments.filter(({ status }) => status === 'paid')
  expect(summary, 'get-statistics').toMatchObject({
    ...{ total_payments: payments, paid, total_revenue: revenue, total_refunded: refunded },
    ...{ pending: ofStatus.pending ?? 0, expired: ofStatus.expired ?? 0, cancelled: ofStatus.cancelled ?? 0 },
    total_unique_codes: paidOnes.reduce((total, { amount, finalAmount }) => total + finalAmount - amount, 0),
  })
  for (const method of ['qris', 'wallet_direct']) {
    const own = paidOnes.filter(one => one.method === method)
    const sums = { count: own.length, revenue: own.reduce((total, { finalAmount }) => total + finalAmount, 0) }
    expect(revenue_by_method[method], `get-statistics ${method}`).toEqual(sums)
  }
  const days = {
    total: sum(daily_stats, 'total'),
    paid: sum(daily_stats, 'paid'),
    revenue: sum(daily_stats, 'revenue'),
  }
  expect(days, 'the days of get-statistics').toEqual({ total: payments, paid, revenue })
  expect(recent_payments, 'get-statistics').toHaveLength(Math.min(10, paid))
  const today = shop.app.calendar.formatDay(shop.app.now())
  const sheet = await readTaxDays(shop.app, scope, { first: sinceDay, last: today })
  const taxed = {
    ...{ amount: sum(sheet, 'amount'), cash: sum(sheet, 'cash'), refunded: sum(sheet, 'refunded') },
  }
  expect(taxed, 'tax sheet').toEqual({ amount: revenue + cash, cash, refunded: refunded + cashReturned })
}

async function checkOrders({ model }: SimulatedShop, owner: Visitor): Promise<void> {
  const { rows, total } = readCsv((await owner.get('/dashboard/orders.csv')).text)
  const found = rows.map(one => [
    ...[one.order_number, one.status, one.items, one.total, one.discount, one.coupon, one.refund_due],
    ...[one.paid_at !== '', one.completed_at !== '', one.refunded_amount || 0],
  ])
  const sales = model.sales.map(({ number, mugs, total: paid, returned }) => {
    const free = paid > mugs * 45_000 ? ['Penjualan bebas'] : []
    const items = [...named([['Mug', mugs]]), ...free].join(', ')
    return [number, 'completed', items, paid, 0, '', false, true, true, returned]
  })
  const expected = [...model.orders.map(rowOfOrder), ...sales]
  expect(sorted(found), 'orders.csv').toEqual(sorted(expected))
  expect(total, 'the total of orders.csv').toBe(expected.length)
}

/** Returns `Mug × 2`, leaving out goods with a count of 0. */
const named = (goods: [string, number][]) =>
  goods.flatMap(([name, count]) => (count === 0 ? [] : count === 1 ? [name] : [`${name} × ${count}`]))

function rowOfOrder(order: ModelOrder) {
  const items = named([
    ['Mug', order.mugs],
    ['Token', order.keys],
    ['Cukur', order.cuts],
  ])
  const paid = order.payments.filter(({ status }) => status === 'paid')
  const isDue = order.status === 'cancelled' && paid.some(one => one.refunded < one.finalAmount)
  return [
    ...[order.number, order.status, items.join(', '), totalOf(order), order.hasCoupon ? coupon.off : 0],
    ...[order.hasCoupon ? coupon.code : '', isDue, paid.length > 0, order.status === 'completed'],
    paid.reduce((total, one) => total + one.refunded, 0),
  ]
}

async function checkStock({ shop, model }: SimulatedShop): Promise<void> {
  const { data } = (await shop.api('/list-stock?limit=100')).body
  const found = (data as { product: string }[]).filter(({ product }) => product === 'mug' || product === 'token')
  // The number of held serial lines is not listed.
  const expected = [
    { product: 'mug', ...model.mugs },
    { product: 'token', available: model.keys.available, reserved: null },
  ]
  expect(found, 'list-stock').toMatchObject(expected)
  expect(await stockFaults(shop.app), 'stock').toEqual([])
}

/** Checks the messages received by the merchant's backend, and by customers in their chats. */
async function checkMessages({ shop, model }: SimulatedShop): Promise<void> {
  const log: { body: string }[] = (await shop.sandbox('/receiver/log')).body
  const received = log.map(({ body }) => {
    const one = JSON.parse(body)
    return [
      ...[one.event, one.invoice_id, one.status, one.amount, one.final_amount, one.unique_code],
      ...[one.paid_amount, one.paid_reff_num, one.payment_method, one.paid_via],
    ]
  })
  const owed = model.payments
    .filter(({ status }) => status === 'paid')
    .map(one => [
      ...['payment.paid', one.invoiceId, 'paid', one.amount, one.finalAmount, one.finalAmount - one.amount],
      ...[one.paidBy!.amount, one.paidBy!.reference, one.method, one.method],
    ])
  expect(sorted(received), 'callbacks').toEqual(sorted(owed))
  const notices = await shop.app.sql.query<{ kind: string; number: string }>(
    `select kind, data->>'orderNumber' as number from notice where account_id = $1 and kind in
       ('order.code', 'order.code_expired', 'order.receipt', 'order.goods', 'order.completed', 'order.cancelled')`,
    [shop.demo.accountId],
  )
  const expected = model.orders.flatMap(({ number, payments, keys, moves }) => [
    ...payments.map(() => ['order.code', number]),
    ...payments.filter(({ status }) => status === 'expired').map(() => ['order.code_expired', number]),
    ...payments
      .filter(({ status }) => status === 'paid')
      .flatMap(() => [['order.receipt', number], ...(keys > 0 ? [['order.goods', number]] : [])]),
    ...moves.map(kind => [kind, number]),
  ])
  expect(sorted(notices.map(({ kind, number }) => [kind, number])), 'messages').toEqual(sorted(expected))
}

/** Returns all pages of a list of the API. */
// biome-ignore lint/suspicious/noExplicitAny: rows of many lists
async function all(shop: SimulatedShop['shop'], path: string): Promise<any[]> {
  const rows = []
  for (let page = 1; ; page++) {
    const { body } = await shop.api(`${path}?limit=100&page=${page}`)
    rows.push(...body.data)
    if (page >= body.pagination.total_pages) return rows
  }
}
