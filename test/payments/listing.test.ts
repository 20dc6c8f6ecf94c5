import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPayments } from '../../src/payments/list-payments.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { neighboursPayments } from '../kit/neighbours.ts'
import { type CreatedPayment, create, detect, letExpire, send } from './scenario.ts'

let shop: TestShop
let paid: CreatedPayment
let pending: CreatedPayment
let expired: CreatedPayment
let cancelled: CreatedPayment
let byCode: CreatedPayment

beforeAll(async () => {
  shop = await createTestShop()
  expired = await create(shop, { description: 'Teh 50% manis', customer_name: 'Budi_Santoso' })
  await letExpire(shop)
  shop.advance(2 * 86_400)
  cancelled = await create(shop, { customer_email: 'siti@example.com' })
  await shop.api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
  paid = await create(shop, { customer_phone: '0812-555' })
  byCode = await create(shop, { payment_method: 'qris', description: 'Kopi' })
  await detect(shop)
  await send(shop, { invoice_id: paid.invoice_id })
  await send(shop, { invoice_id: byCode.invoice_id })
  await detect(shop)
  pending = await create(shop)
  await create(shop, {}, shop.keys.second)
})

afterAll(() => shop.close())

async function list(query = ''): Promise<string[]> {
  const answer = await shop.api(`/list-payments${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data.map((item: { invoice_id: string }) => item.invoice_id)
}

const ids = (...payments: CreatedPayment[]) => payments.map(payment => payment.invoice_id)

describe('list-payments', () => {
  test("list-payments returns only the account's payments, newest first", async () => {
    expect(await list()).toEqual(ids(pending, byCode, paid, cancelled, expired))
    expect((await shop.api('/list-payments', { key: shop.keys.second })).body.data).toHaveLength(1)
    const live = (await shop.api('/list-payments', { key: shop.keys.live })).body.data
    expect(live.map((item: { description: string }) => item.description)).toEqual(
      Array(neighboursPayments).fill('Tetangga'),
    )
  })

  test('list-payments also works with .php, and returns the number of payments', async () => {
    const { body } = await shop.api('/list-payments.php?limit=2&page=2')
    expect(body.pagination).toMatchObject({ total: 5, page: 2, limit: 2, total_pages: 3, total_is_exact: true })
    expect(body.data.map((item: { invoice_id: string }) => item.invoice_id)).toEqual(ids(paid, cancelled))
  })

  test('list-payments returns every page by cursor', async () => {
    const walked: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await shop.api(`/list-payments?limit=2&cursor=${cursor}`)
      walked.push(...body.data.map((item: { invoice_id: string }) => item.invoice_id))
      cursor = body.pagination.next_cursor
    }
    expect(walked).toEqual(await list())
  })

  test('list-payments counts only on request', async () => {
    const whole = { page: 1, limit: 3 }
    const counted = await listPayments(shop.app, shop.demo, whole)
    expect(counted).toMatchObject({ total: 5, isTotalExact: true })
    const asked: unknown[] = []
    const slowly: typeof shop.app.slowly = (work, scope) => {
      asked.push(work)
      return shop.app.slowly(work, scope)
    }
    const uncounted = await listPayments({ ...shop.app, slowly }, shop.demo, { ...whole, isCounted: false })
    expect(uncounted).toEqual({ payments: counted.payments, total: 0, isTotalExact: false })
    expect(asked).toHaveLength(1)
  })

  test('totals of list-payments are exact for every filter, before and after changes are folded in', async () => {
    for (const fold of [false, true]) {
      if (fold) await foldStatistics(shop.app)
      for (const query of ['', '?status=paid', '?status=pending', '?payment_method=qris', '?paid_via=wallet_direct']) {
        const { body } = await shop.api(`/list-payments${query}`)
        expect(body.pagination.total, query).toBe(body.data.length)
      }
    }
  })

  test('list-payments finds a payment by its whole invoice id, but not one of another account', async () => {
    expect(await list(`?search=${paid.invoice_id}`)).toEqual(ids(paid))
    expect(await list(`?search=${paid.invoice_id.toLowerCase()}&status=pending`)).toEqual([])
    expect((await shop.api(`/list-payments?search=${paid.invoice_id}`, { key: shop.keys.second })).body.data).toEqual(
      [],
    )
  })

  test('list-payments filters by status', async () => {
    expect(await list('?status=paid')).toEqual(ids(byCode, paid))
    expect(await list('?status=pending')).toEqual(ids(pending))
    expect(await list('?status=expired')).toEqual(ids(expired))
    expect(await list('?status=cancelled')).toEqual(ids(cancelled))
  })

  test('list-payments filters by the requested method, and by the one that was paid with', async () => {
    expect(await list('?payment_method=qris')).toEqual(ids(byCode))
    expect(await list('?payment_method=all')).toHaveLength(5)
    expect(await list('?paid_via=wallet_direct')).toEqual(ids(paid))
    expect(await list('?paid_via=qris&status=paid')).toEqual(ids(byCode))
    expect(await list('?paid_via=qris&status=pending')).toEqual([])
    expect((await shop.api('/list-payments?paid_via=qris&status=pending')).body.pagination.total).toBe(0)
  })

  test('list-payments searches id, description, name, e-mail and phone, with literal % and _', async () => {
    expect(await list(`?search=${paid.invoice_id.slice(4, 14)}`)).toEqual(ids(paid))
    expect(await list('?search=kopi')).toEqual(ids(byCode))
    expect(await list(`?search=${encodeURIComponent('50%')}`)).toEqual(ids(expired))
    expect(await list('?search=di_sa')).toEqual(ids(expired))
    expect(await list('?search=siti%40example')).toEqual(ids(cancelled))
    expect(await list('?search=0812-555')).toEqual(ids(paid))
    expect(await list('?search=_')).toEqual(ids(expired))
    expect(await list(`?search=${encodeURIComponent("x' or 1=1 --")}`)).toEqual([])
  })

  test('list-payments returns the number of matches past the end, even a single one', async () => {
    const { body } = await shop.api('/list-payments?search=kopi&limit=1&page=2')
    expect(body).toMatchObject({ data: [], pagination: { total: 1, page: 2, total_pages: 1 } })
  })

  test('list-payments filters by whole days in the given time zone', async () => {
    const day = (offset: number) =>
      shop.app.calendar.format(new Date(shop.app.now().getTime() + offset * 86_400_000)).slice(0, 10)
    expect(await list(`?start_date=${day(0)}&end_date=${day(0)}`)).toHaveLength(4)
    expect(await list(`?end_date=${day(-1)}`)).toEqual(ids(expired))
    expect(await list(`?start_date=${day(1)}`)).toEqual([])
    const totalOf = async (query: string) => (await shop.api(`/list-payments${query}`)).body.pagination.total
    expect(await totalOf(`?start_date=${day(0)}&end_date=${day(0)}`)).toBe(4)
    expect(await totalOf(`?end_date=${day(-1)}`)).toBe(1)
    expect(await totalOf(`?start_date=${day(1)}`)).toBe(0)
  })

  for (const query of [
    'limit=101',
    'limit=0',
    'page=0',
    'page=x',
    'start_date=2026-02-30',
    'status=gone',
    'cursor=abc',
    'paid_via=cash',
    `search=${'x'.repeat(201)}`,
  ]) {
    test(`list-payments refuses ${query.slice(0, 30)} and names the field`, async () => {
      const answer = await shop.api(`/list-payments?${query}`)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ success: false, fields: [{ path: query.split('=')[0] }] })
    })
  }

  test.each(['', '&search=INV'])('a cursor determines the next page, even beside a page number%s', async filter => {
    const get = async (more: string) => (await shop.api(`/list-payments?limit=2${filter}${more}`)).body
    const after = `&cursor=${(await get('')).pagination.next_cursor}`
    const behind = (await get(after)).data
    expect(behind).toHaveLength(2)
    expect((await get(`${after}&page=9`)).data).toEqual(behind)
    // With a cursor the number of payments is unknown, unless the totals contain it.
    expect((await get(after)).pagination.total_is_exact).toBe(filter === '')
  })

  // The last test, because it adds a payment.
  test('a cursor keeps its position while payments are added', async () => {
    const first = (await shop.api('/list-payments?limit=2')).body
    const added = await create(shop)
    const next = (await shop.api(`/list-payments?limit=2&cursor=${first.pagination.next_cursor}`)).body
    expect(next.data.map((item: { invoice_id: string }) => item.invoice_id)).toEqual(ids(paid, cancelled))
    expect(await list()).toEqual(ids(added, pending, byCode, paid, cancelled, expired))
  })
})
