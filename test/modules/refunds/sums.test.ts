import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { exceptionsSql, invariants } from '../../../src/doctor/invariants-sql.ts'
import { takeBackRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { readTaxDays } from '../../../src/orders/statistics/read-tax-days.ts'
import { sumAllRefunds } from '../../../src/orders/statistics/sum-all-refunds.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'

// Drawn from TEST_SEED, as everything in a test is.
const drawInt = (from: number, to: number) => randomInt(from, to + 1)

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

test('every view gives the same sums for drawn sales, refunds and corrections', async () => {
  const scope = { accountId: shop.demo.accountId, mode: shop.demo.mode }
  const kept = new Map<string, number>()
  for (let sale = 0; sale < 8; sale++) {
    const { payment } = await invoice(stall, await newCustomer(stall), { shave: drawInt(1, 3) })
    await pay(stall, payment.invoiceId)
    kept.set(payment.invoiceId, payment.finalAmount)
  }
  const invoices = [...kept.keys()]
  for (let step = 0; step < 24; step++) {
    const id = invoices[drawInt(0, invoices.length - 1)]!
    const left = kept.get(id)!
    const amount = drawInt(1, 40_000)
    const { status, body } = await shop.api('/refund-payment', { body: { invoice: id, amount } })
    expect(status).toBe(amount <= left ? 200 : 400)
    if (status !== 200) continue
    const isMistake = drawInt(0, 3) === 0
    if (isMistake) {
      const which = { invoiceId: id, key: body.refund.refund_id }
      await takeBackRefund(shop.app, scope, which, { actor: 'command' })
      await takeBackRefund(shop.app, scope, which, { actor: 'command' })
    } else kept.set(id, left - amount)
  }
  const paid = await Promise.all(invoices.map(async id => (await shop.api(`/check-payment?invoice=${id}`)).body))
  for (const one of paid) {
    const sum = one.refunds.reduce((total: number, refund: { amount: number }) => total + refund.amount, 0)
    expect(one.refunded_amount ?? 0).toBe(sum)
    expect(one.final_amount - sum).toBe(kept.get(one.invoice_id))
  }
  const returned = paid.reduce((sum, one) => sum + (one.refunded_amount ?? 0), 0)

  const listed = (await shop.api('/list-payments?limit=100')).body.data as { refunded_amount: number | null }[]
  expect(listed.reduce((sum, one) => sum + (one.refunded_amount ?? 0), 0)).toBe(returned)
  const books = (await shop.api('/list-movements?limit=100')).body.data as { type: string; net: number }[]
  expect(books.reduce((sum, { type, net }) => (type === 'refund_note' ? sum - net : sum), 0)).toBe(returned)
  const statistics = (await shop.api('/get-statistics')).body.data.summary
  expect(statistics.total_refunded).toBe(returned)
  const day = shop.app.calendar.formatDay(shop.app.now())
  const days = await readTaxDays(shop.app, scope, { first: day, last: day })
  expect(days.reduce((sum, { refunded }) => sum + refunded, 0)).toBe(returned)
  expect(await sumAllRefunds(shop.app, scope, { first: day, last: day })).toBe(returned)
  const rule = invariants.find(({ id }) => id === 'I21')!
  expect(await shop.app.sql.query(exceptionsSql(rule), { now: shop.app.now(), windows: {} })).toEqual([])
})
