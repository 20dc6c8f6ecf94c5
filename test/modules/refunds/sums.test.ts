import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import type { SentRefund } from '../../../src/connectors/refund.ts'
import { exceptionsSql, invariants } from '../../../src/doctor/invariants-sql.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { takeBackRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { readTaxDays } from '../../../src/orders/statistics/read-tax-days.ts'
import { sumAllRefunds } from '../../../src/orders/statistics/sum-all-refunds.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// Drawn from TEST_SEED, as everything in a test is.
const drawInt = (from: number, to: number) => randomInt(from, to + 1)

let shop: WebShop
let stall: Stall
let owner: Visitor
let answer: SentRefund | ConnectorError

beforeAll(async () => {
  const refund = async (): Promise<SentRefund> => {
    if (answer instanceof ConnectorError) throw answer
    return answer
  }
  const sending = { ...connectors, interactive: { ...connectors.interactive!, refund } }
  shop = await createWebShop({}, {}, { parts: { connectors: sending } })
  owner = await signInAs(shop)
  stall = await openStall(shop.app, shop.demo)
})
afterAll(() => shop.close())

const byCommand = { actor: 'command' }

type Kept = Map<string, number>

/** Payments that were paid by codes of the provider, with what each keeps. */
async function drawSales(): Promise<Kept> {
  const kept: Kept = new Map()
  for (let sale = 0; sale < 8; sale++) {
    const { payment } = await invoice(stall, await newCustomer(stall), { shave: drawInt(1, 3) })
    kept.set(payment.invoiceId, payment.finalAmount)
  }
  await shop.work()
  for (const id of kept.keys()) await pay(stall, id)
  return kept
}

/** One refund, whole or in part, by the provider or noted, which may fail or be corrected. */
async function drawRefund(kept: Kept): Promise<void> {
  const invoiceId = [...kept.keys()][drawInt(0, kept.size - 1)]!
  const left = kept.get(invoiceId)!
  const amount = drawInt(0, 5) === 0 ? undefined : drawInt(1, 40_000)
  const isNoted = drawInt(0, 2) > 0
  const refund = refundPayment(shop.app, scopeOf(), { invoiceId, amount, isNoted }, byCommand)
  if (left === 0 || (amount ?? left) > left) return expect(refund).rejects.toThrow()
  const { key } = await refund
  const stands = isNoted ? await noteOrCorrect(invoiceId, key) : await send(key)
  if (stands) kept.set(invoiceId, left - (amount ?? left))
}

async function noteOrCorrect(invoiceId: string, key: string): Promise<boolean> {
  if (drawInt(0, 3) > 0) return true
  for (let time = 0; time < 2; time++) await takeBackRefund(shop.app, scopeOf(), { invoiceId, key }, byCommand)
  return false
}

async function send(key: string): Promise<boolean> {
  const fails = drawInt(0, 1) === 0
  answer = fails ? new ConnectorError('refused', 'no') : { state: 'succeeded', reference: key }
  await sendRefunds(shop.app)
  return !fails
}

const scopeOf = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode })

interface ListedPayment {
  invoice_id: string
  final_amount: number
  refunded_amount: number | null
  refunds: { amount: number; status: string }[]
}

const sumOf = <One>(all: readonly One[], of: (one: One) => number) => all.reduce((sum, one) => sum + of(one), 0)

test('every view gives the same sums for drawn sales, and refunds in whole, in part, corrected and failed', async () => {
  const scope = scopeOf()
  const kept = await drawSales()
  for (let step = 0; step < 30; step++) await drawRefund(kept)
  const paid: ListedPayment[] = await Promise.all(
    [...kept.keys()].map(async id => (await shop.api(`/check-payment?invoice=${id}`)).body),
  )
  for (const one of paid) {
    const succeeded = one.refunds.filter(({ status }) => status === 'succeeded')
    const sum = sumOf(succeeded, ({ amount }) => amount)
    expect(one.refunded_amount ?? 0).toBe(sum)
    expect(one.final_amount - sum).toBe(kept.get(one.invoice_id))
    const { text } = await owner.get(`/dashboard/payments/${one.invoice_id}`)
    if (sum > 0) expect(text).toContain(formatRupiah(sum))
  }
  const returned = sumOf(paid, one => one.refunded_amount ?? 0)

  const listed: ListedPayment[] = (await shop.api('/list-payments?limit=100')).body.data
  expect(sumOf(listed, one => one.refunded_amount ?? 0)).toBe(returned)
  const books = (await shop.api('/list-movements?limit=100')).body.data as { type: string; net: number }[]
  expect(-sumOf(books, ({ type, net }) => (type === 'refund_note' ? net : 0))).toBe(returned)
  const statistics = (await shop.api('/get-statistics')).body.data.summary
  expect(statistics.total_refunded).toBe(returned)
  expect(sumOf(await columnOf('/dashboard/payments.csv', 'refunded_amount'), Number)).toBe(returned)
  expect(sumOf(await columnOf('/dashboard/orders.csv', 'refunded_amount'), Number)).toBe(returned)

  const day = shop.app.calendar.formatDay(shop.app.now())
  const range = { first: day, last: day }
  const days = await readTaxDays(shop.app, scope, range)
  expect(sumOf(days, ({ refunded }) => refunded)).toBe(returned)
  expect(await sumAllRefunds(shop.app, scope, range)).toBe(returned)
  const month = `month=${day.slice(0, 7)}`
  expect(sumOf(await columnOf(`/dashboard/tax.csv?${month}`, 'refunded'), Number)).toBe(returned)
  const refunds = sumOf(
    paid,
    one => one.refunds.filter(({ amount, status }) => amount > 0 && status !== 'failed').length,
  )
  expect(sumOf(await columnOf(`/dashboard/tax.csv?${month}`, 'refunds'), Number)).toBe(refunds)
  expect((await owner.get(`/dashboard/tax?${month}`)).text).toContain(`<dd>${formatRupiah(returned)}</dd>`)
  const rule = invariants.find(({ id }) => id === 'I21')!
  expect(await shop.app.sql.query(exceptionsSql(rule), { now: shop.app.now(), windows: {} })).toEqual([])
})

/** The cells of one column of a file, without the line that ends it. */
async function columnOf(path: string, name: string): Promise<string[]> {
  const [head, ...rows] = (await owner.get(path)).text.replace('\ufeff', '').trimEnd().split('\r\n')
  const index = head!.split(',').indexOf(name)
  expect(index).toBeGreaterThan(-1)
  return rows.filter(row => !row.startsWith('total,')).map(row => row.split(',')[index]!)
}
