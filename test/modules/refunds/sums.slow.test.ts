import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { connectors } from '../../../src/connectors/index.ts'
import type { SentRefund } from '../../../src/connectors/refund.ts'
import { exceptionsSql, invariants } from '../../../src/doctor/invariants-sql.ts'
import { formatRupiah } from '../../../src/lib/money.ts'
import { exportAccount } from '../../../src/modules/archive/export-account.ts'
import { importAccount } from '../../../src/modules/archive/import-account.ts'
import { undoRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { refundPayment } from '../../../src/modules/refunds/refund-payment.ts'
import { sendRefunds } from '../../../src/modules/refunds/send-refunds.ts'
import { receiptUrl } from '../../../src/orders/receipts/receipt-url.ts'
import { readTaxDays } from '../../../src/orders/statistics/read-tax-days.ts'
import { sumAllRefunds } from '../../../src/orders/statistics/sum-all-refunds.ts'
import { listPayments } from '../../../src/payments/list-payments.ts'
import { createTestShop } from '../../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../../orders/store.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

// Also uses: archive, sales-statistics, tax

// Drawn from TEST_SEED, like all random values in tests.
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

/** Creates payments paid by the provider's codes. Returns them with the money that each keeps. */
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

/** Makes one refund, full or partial, sent by the provider or only recorded. It may fail or be corrected. */
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
  for (let time = 0; time < 2; time++) await undoRefund(shop.app, scopeOf(), { invoiceId, key }, byCommand)
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

let kept: Kept
let paid: ListedPayment[]
let returned: number

const shownDay = () => shop.app.calendar.formatDay(shop.app.now())
const shownMonth = () => `month=${shownDay().slice(0, 7)}`

describe('random sales, with full, partial, corrected and failed refunds', () => {
  beforeAll(async () => {
    kept = await drawSales()
    for (let step = 0; step < 30; step++) await drawRefund(kept)
    paid = await Promise.all([...kept.keys()].map(async id => (await shop.api(`/check-payment?invoice=${id}`)).body))
    returned = sumOf(paid, one => one.refunded_amount ?? 0)
  }, 60_000)

  test('random sales and refunds match on each payment, order, payment page, receipt and in the API', async () => {
    for (const one of paid) {
      const succeeded = one.refunds.filter(({ status }) => status === 'succeeded')
      const sum = sumOf(succeeded, ({ amount }) => amount)
      expect(one.refunded_amount ?? 0).toBe(sum)
      expect(one.final_amount - sum).toBe(kept.get(one.invoice_id))
      const [order] = await shop.app.sql.query<{ number: string }>(
        `select o.order_number as number from order_invoice i join store_order o on o.id = i.order_id
         where i.invoice_id = $1`,
        [one.invoice_id],
      )
      const pages = {
        payment: `/dashboard/payments/${one.invoice_id}`,
        order: `/dashboard/orders/${order!.number}`,
        'pay page': `/pay?invoice=${one.invoice_id}`,
        receipt: receiptUrl(shop.app, one.invoice_id).replace(shop.app.config.baseUrl, ''),
      }
      for (const [name, path] of Object.entries(pages)) {
        const { status, text } = await owner.get(path)
        expect(status, name).toBe(200)
        if (sum > 0) expect(text, name).toContain(formatRupiah(sum))
        else expect(text, name).not.toMatch(/dikembalikan (hari ini|pada)/i)
      }
    }
  })

  test('random sales and refunds match in the lists, the statistics and the exports', async () => {
    const listed: ListedPayment[] = (await shop.api('/list-payments?limit=100')).body.data
    expect(sumOf(listed, one => one.refunded_amount ?? 0)).toBe(returned)
    const statistics = (await shop.api('/get-statistics')).body.data.summary
    expect(statistics.total_refunded).toBe(returned)
    expect((await owner.get('/dashboard/statistics')).text).toContain(formatRupiah(returned))
    expect(sumOf(await columnOf('/dashboard/payments.csv', 'refunded_amount'), Number)).toBe(returned)
    expect(sumOf(await columnOf('/dashboard/orders.csv', 'refunded_amount'), Number)).toBe(returned)
  })

  test('random sales and refunds match on the tax sheet', async () => {
    const range = { first: shownDay(), last: shownDay() }
    const days = await readTaxDays(shop.app, scopeOf(), range)
    expect(sumOf(days, ({ refunded }) => refunded)).toBe(returned)
    expect(await sumAllRefunds(shop.app, scopeOf(), range)).toBe(returned)
    expect(sumOf(await columnOf(`/dashboard/tax.csv?${shownMonth()}`, 'refunded'), Number)).toBe(returned)
    const standing = (one: ListedPayment) =>
      one.refunds.filter(({ amount, status }) => amount > 0 && status !== 'failed')
    const refunds = sumOf(paid, one => standing(one).length)
    expect(sumOf(await columnOf(`/dashboard/tax.csv?${shownMonth()}`, 'refunds'), Number)).toBe(refunds)
    expect((await owner.get(`/dashboard/tax?${shownMonth()}`)).text).toContain(`<dd>${formatRupiah(returned)}</dd>`)
  })

  test('random sales and refunds match in the books, without changing the balance', async () => {
    const api = (await shop.api('/list-movements?limit=100')).body.data as { type: string; net: number }[]
    expect(-sumOf(api, ({ type, net }) => (type === 'refund_note' ? net : 0))).toBe(returned)
    const received = sumOf(paid, one => one.final_amount)
    const fees = sumOf(await columnOf('/dashboard/movements.csv', 'fee'), Number)
    for (const path of ['/dashboard/movements.csv', `/dashboard/reconciliation.csv?day=${shownDay()}`]) {
      const net = (await columnOf(path, 'net')).map(Number)
      const types = await columnOf(path, path.includes('movements') ? 'kind' : 'type')
      expect(-sumOf(net, Number), path).toBe(returned - received + fees)
      expect(
        0 -
          sumOf(
            net.filter((_, index) => types[index] === 'refund_note'),
            Number,
          ),
        path,
      ).toBe(returned)
    }
    const total = (await owner.get(`/dashboard/reconciliation.csv?day=${shownDay()}`)).text
      .trimEnd()
      .split('\r\n')
      .at(-1)!
    expect(total.split(',').at(-2)).toBe(String(received - fees - returned))
    const { text } = await owner.get('/dashboard/balance')
    expect(text).toContain(`<dd>${formatRupiah(received - fees)}</dd>`)
    expect(0 - sumOf(await shownRefunds(), Number)).toBe(returned)
    const rule = invariants.find(({ id }) => id === 'I21')!
    expect(await shop.app.sql.query(exceptionsSql(rule), { now: shop.app.now(), windows: {} })).toEqual([])
  })

  test("random sales and refunds match in the account's archive, and in an installation that imports it", async () => {
    const { mode, accountId } = scopeOf()
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-sums-'))
    const file = path.join(folder, 'account.tar')
    const { figures } = await exportAccount(shop.app, { accountId, file })
    const figure = (name: string) => figures.find(one => one.name === `${name} ${mode}`)?.sum ?? 0
    expect(0 - figures.find(({ name }) => name === `booked ${mode} refund_note`)!.sum).toBe(returned)
    expect(figure('balance')).toBe(sumOf(paid, one => one.final_amount) - figure('fees'))
    const other = await createTestShop({ settings: { DATA_DIR: folder }, isAlone: true })
    try {
      await importAccount(other.app, { file, name: 'elsewhere' })
      const [row] = await other.app.sql.query<{ id: number }>(`select id from account where name = 'elsewhere'`)
      const scope = { accountId: row!.id, mode }
      const range = { first: shownDay(), last: shownDay() }
      expect(await sumAllRefunds(other.app, scope, range)).toBe(returned)
      const { payments } = await listPayments(other.app, scope, { page: 1, limit: 100 })
      expect(payments.map(one => [one.finalAmount, one.refundedAmount ?? 0]).sort()).toEqual(
        paid.map(one => [one.final_amount, one.refunded_amount ?? 0]).sort(),
      )
    } finally {
      await other.close()
      fs.rmSync(folder, { recursive: true })
    }
  }, 60_000)
})

/** Returns the cells of one column of a file, without the last line. */
async function columnOf(path: string, name: string): Promise<string[]> {
  const [head, ...rows] = (await owner.get(path)).text.replace('\ufeff', '').trimEnd().split('\r\n')
  const index = head!.split(',').indexOf(name)
  expect(index).toBeGreaterThan(-1)
  return rows.filter(row => !row.startsWith('total,')).map(row => row.split(',')[index]!)
}

/** Returns the refunds on the balance page as negative whole rupiah. */
async function shownRefunds(): Promise<number[]> {
  const amounts: number[] = []
  for (let number = 1; ; number++) {
    const { text } = await owner.get(`/dashboard/balance?page=${number}`)
    const rows = text.split('<tr').filter(row => row.includes('Penjualan') || row.includes('Pengembalian</b>'))
    if (rows.length === 0) return amounts
    for (const row of rows.filter(one => one.includes('Pengembalian</b>'))) {
      const [, net] = /<b>([^<]*\d)<\/b>/.exec(row)!
      amounts.push(Number(net!.replace(/[^\d]/g, '')) * (/[-\u2212]/.test(net!) ? -1 : 1))
    }
  }
}
