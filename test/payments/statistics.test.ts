import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { type Period, summarizePayments } from '../../src/payments/statistics/summarize-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { neighboursPayments } from '../kit/neighbours.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const summarize = (period: Period = 'all') => summarizePayments(shop.app, shop.demo, period)

/** Sums the payments themselves, the slow way. */
async function recount() {
  const [counted] = await shop.app.sql.query<Record<string, number>>(
    `select count(*) as total, count(*) filter (where status = 'pending') as pending,
       count(*) filter (where status = 'paid') as paid, count(*) filter (where status = 'expired') as expired,
       count(*) filter (where status = 'cancelled') as cancelled,
       coalesce(sum(paid_amount) filter (where status = 'paid'), 0)::bigint as revenue,
       coalesce(sum(unique_code) filter (where status = 'paid'), 0)::bigint as "uniqueCodes"
     from payment where account_id = $1 and mode = $2`,
    [shop.demo.accountId, shop.demo.mode],
  )
  return counted
}

async function create(method: string): Promise<string> {
  const { body } = await shop.api('/create-payment', { body: { amount: 20_000, payment_method: method } })
  return body.data.invoice_id
}

async function pay(invoiceId: string): Promise<void> {
  await shop.work()
  await shop.sandbox('/transfers', { invoice_id: invoiceId })
  await shop.hurry()
  await shop.work()
}

describe('statistics', () => {
  test('statistics match the payments, whether their changes are folded in, pending or in progress', async () => {
    await pay(await create('qris'))
    await pay(await create('wallet_direct'))
    const cancelled = await create('wallet_direct')
    await shop.api('/cancel-payment', { body: { invoice: cancelled } })
    await create('wallet_direct')
    expect((await summarize()).totals).toEqual(await recount())

    expect(await foldStatistics(shop.app)).toBeGreaterThan(0)
    expect(await shop.app.sql.query('select 1 from payment_delta')).toEqual([])
    await create('wallet_direct')
    shop.advance(7200)
    await shop.hurry()
    await shop.work()
    expect((await summarize()).totals).toEqual(await recount())
    await foldStatistics(shop.app)
    const { totals, revenueByMethod, countByMethod } = await summarize()
    expect(totals).toEqual(await recount())
    expect(totals).toMatchObject({ total: 5, paid: 2, cancelled: 1, expired: 2, pending: 0 })
    expect(revenueByMethod.get('qris')!.count).toBe(1)
    expect(revenueByMethod.get('wallet_direct')!.count).toBe(1)
    expect(Object.fromEntries(countByMethod)).toEqual({ qris: 1, wallet_direct: 4 })
  })

  test('statistics omit and duplicate nothing while payments are created and several processes fold', async () => {
    const creating = Array.from({ length: 60 }, () => create('wallet_direct'))
    const folding = Array.from({ length: 12 }, () => foldStatistics(shop.app))
    await Promise.all([...creating, ...folding])
    expect((await summarize()).totals).toEqual(await recount())
    await foldStatistics(shop.app)
    expect((await summarize()).totals).toEqual(await recount())
  })

  test('statistics count a payment on the day of its creation in Jakarta, and a period has only its days', async () => {
    const invoiceId = await create('wallet_direct')
    const insert = (createdAt: string) =>
      shop.app.sql.write(
        `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount,
          created_at, expires_at)
         values ('INV-' || upper(substr(md5($2), 1, 20)), $1, 'test', 'qris', 10000, 1, 10001, $2::timestamptz,
           $2::timestamptz + interval '30 minutes')`,
        [shop.second.accountId, createdAt],
      )
    await insert('2026-01-01 16:59:59Z')
    await insert('2026-01-01 17:00:00Z')
    const { days } = await summarizePayments(shop.app, shop.second, 'all')
    expect(days.map(({ day, total }) => [day, total])).toEqual([
      ['2026-01-01', 1],
      ['2026-01-02', 1],
    ])
    expect((await summarizePayments(shop.app, shop.second, 'today')).totals.total).toBe(0)
    expect(invoiceId).toMatch(/^INV-/)
  })

  test('statistics belong to one account, in one mode', async () => {
    expect((await summarizePayments(shop.app, { ...shop.demo, mode: 'live' }, 'all')).totals).toMatchObject({
      total: neighboursPayments,
      paid: 2,
      pending: 3,
      expired: 1,
      cancelled: 1,
    })
  })
})

describe('GET /api/get-statistics (contract 2.4 and 4.2)', () => {
  test('get-statistics returns the detailed form', async () => {
    const { status, body } = await shop.api('/get-statistics?period=all', {
      headers: { 'X-API-Variant': 'detailed' },
    })
    expect(status).toBe(200)
    expect(body.data.summary.total_payments).toBe((await recount())!.total)
    expect(body.data.revenue_by_method).toMatchObject({ qris: { count: 1 }, wallet_qris: { count: 0, revenue: 0 } })
    expect(body.data.recent_payments[0]).toMatchObject({ paid_via: expect.any(String), paid_at: expect.any(String) })
    expect(body.data.daily_stats[0]).toMatchObject({ date: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) })
  })

  test('get-statistics returns the flat form', async () => {
    const { body } = await shop.api('/get-statistics.php', { headers: { 'X-API-Variant': 'simple' } })
    expect(body).toMatchObject({ success: true, period: 'all', total_paid: 2, breakdown: { qris: 1, wallet_qris: 0 } })
    expect(body.total_transactions).toBe((await recount())!.total)
    expect(body.total_amount).toBe((await recount())!.revenue)
  })

  test('get-statistics refuses an unknown period', async () => {
    expect(await shop.api('/get-statistics?period=decade')).toMatchObject({
      status: 400,
      body: { fields: [{ path: 'period' }] },
    })
  })
})
