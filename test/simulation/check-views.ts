import { expect } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { readTaxDays } from '../../src/orders/statistics/read-tax-days.ts'
import { stockFaults } from '../orders/store.ts'
import type { Visitor } from '../web/browse.ts'
import type { ModelPayment } from './model.ts'
import type { SimulatedShop } from './simulated-shop.ts'

/** Holds every view of the shop against the model. Throws at the first that disagrees. */
export async function checkViews(simulated: SimulatedShop, sinceDay: string): Promise<void> {
  const owner = await simulated.signIn()
  await checkPayments(simulated, owner)
  await checkSums(simulated, owner, sinceDay)
  await checkGoods(simulated)
  await checkMessages(simulated)
  expect(await findViolations(simulated.shop.app), 'doctor').toEqual([])
}

async function checkPayments({ shop, model }: SimulatedShop, owner: Visitor): Promise<void> {
  for (const payment of model.payments) {
    const { body } = await shop.api(`/check-payment?invoice=${payment.invoiceId}`)
    const { status, final_amount, refunded_amount, refunds } = body
    const found = { status, final_amount, refunded: refunded_amount ?? 0, refunds: sum(refunds, 'amount') }
    const { finalAmount, refunded } = payment
    expect(found, `check-payment ${payment.invoiceId}`).toEqual({
      status: payment.status,
      final_amount: finalAmount,
      refunded,
      refunds: refunded,
    })
  }
  const listed = await all(shop, '/list-payments')
  const shown = listed.map(one => [one.invoice_id, one.status, one.final_amount, one.refunded_amount ?? 0])
  expect(sorted(shown), 'list-payments').toEqual(sorted(model.payments.map(rowOf)))
  const { text } = await owner.get('/dashboard/payments.csv')
  for (const { invoiceId, finalAmount } of model.payments) {
    const line = text.split('\r\n').filter(one => one.includes(invoiceId))
    expect(line, `payments.csv ${invoiceId}`).toEqual([expect.stringContaining(String(finalAmount))])
  }
  const transfers = await all(shop, '/list-transfers')
  expect(sorted(transfers.map(({ reference, state, amount }) => [reference, state, amount])), 'list-transfers').toEqual(
    sorted(model.transfers.map(({ reference, state, amount }) => [reference, state, amount])),
  )
}

const rowOf = (one: ModelPayment) => [one.invoiceId, one.status, one.finalAmount, one.refunded]

async function checkSums({ shop, model }: SimulatedShop, owner: Visitor, sinceDay: string): Promise<void> {
  const { payments, paid, revenue, refunded, cash, cashReturned } = model.sums()
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const { summary } = (await shop.api('/get-statistics')).body.data
  expect(summary, 'get-statistics').toMatchObject({
    total_payments: payments,
    paid,
    total_revenue: revenue,
    total_refunded: refunded,
  })
  const movements = await all(shop, '/list-movements')
  const ofType = (type: string) => movements.filter(one => one.type === type)
  const sales = sum(ofType('sale'), 'net') + sum(ofType('sale'), 'fee')
  expect({ sales, refunds: sum(ofType('refund_note'), 'net') }, 'list-movements').toEqual({
    sales: revenue,
    refunds: 0 - refunded,
  })
  const { text } = await owner.get('/dashboard/movements.csv')
  expect(text.trimEnd().split('\r\n').at(-1), 'movements.csv').toBe(`total,${movements.length}`)
  const today = shop.app.calendar.formatDay(shop.app.now())
  const days = await readTaxDays(shop.app, scope, { first: sinceDay, last: today })
  const taxed = { amount: sum(days, 'amount'), cash: sum(days, 'cash'), refunded: sum(days, 'refunded') }
  expect(taxed, 'tax sheet').toEqual({ amount: revenue + cash, cash, refunded: refunded + cashReturned })
}

async function checkGoods({ shop, model }: SimulatedShop): Promise<void> {
  const { body } = await shop.api('/list-stock?product=mug')
  expect(body.data[0], 'list-stock').toMatchObject(model.mugs)
  expect(await stockFaults(shop.app), 'stock').toEqual([])
  const orders = model.payments.flatMap(({ order }) => (order ? [[order.number, order.status]] : []))
  const found = await shop.app.sql.query<{ number: string; status: string }>(
    `select order_number as number, status from store_order where account_id = $1
       and exists (select from order_invoice i where i.order_id = store_order.id)`,
    [shop.demo.accountId],
  )
  expect(sorted(found.map(({ number, status }) => [number, status])), 'orders').toEqual(sorted(orders))
}

/** Checks that the merchant's backend received one callback for each paid payment. */
async function checkMessages({ shop, model }: SimulatedShop): Promise<void> {
  const log: { body: string }[] = (await shop.sandbox('/receiver/log')).body
  const callbacks = log.map(({ body }) => JSON.parse(body) as { invoice_id: string; status: string })
  const paid = callbacks.filter(({ status }) => status === 'paid').map(({ invoice_id }) => [invoice_id])
  const owed = model.payments.filter(({ status }) => status === 'paid').map(({ invoiceId }) => [invoiceId])
  expect(sorted(paid), 'callbacks').toEqual(sorted(owed))
}

/** All pages of a list of the API. */
// biome-ignore lint/suspicious/noExplicitAny: rows of many lists
async function all(shop: SimulatedShop['shop'], path: string): Promise<any[]> {
  const rows = []
  for (let page = 1; ; page++) {
    const { body } = await shop.api(`${path}?limit=100&page=${page}`)
    rows.push(...body.data)
    if (page >= body.pagination.total_pages) return rows
  }
}

const sorted = (rows: unknown[][]): string[] => rows.map(row => row.join(' ')).sort()

const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0)
