import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pickOffer } from '../../src/payments/pick-offer.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { summarizePayments } from '../../src/payments/statistics/summarize-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, detect, send } from './scenario.ts'

describe('payments of both modes of one account', () => {
  let shop: TestShop
  let test1: CreatedPayment
  let live: string[]

  beforeAll(async () => {
    // The test creates its own neighbours: copies of the same payments.
    shop = await createTestShop({ isAlone: true })
    const paid = await create(shop, { customer_name: 'Budi', reference: 'ref-1' })
    test1 = await create(shop, { customer_name: 'Budi' })
    await detect(shop)
    await send(shop, { invoice_id: paid.invoice_id })
    await detect(shop)
    // Two identical payments in the other mode.
    const [written] = await shop.app.sql.query<{ columns: string }>(
      `select string_agg(column_name, ', ') as columns from information_schema.columns
       where table_schema = current_schema() and table_name = 'payment' and is_generated = 'NEVER'`,
    )
    const copied = await shop.app.sql.query<{ invoice_id: string }>(
      `insert into payment (${written!.columns})
       select ${written!.columns} from (
         select (jsonb_populate_record(p, jsonb_build_object('mode', 'live', 'reference', null,
           'invoice_id', overlay(invoice_id placing 'ZZZZ' from 9)))).* from payment p order by created_at) copy
       returning invoice_id`,
    )
    live = copied.map(({ invoice_id }) => invoice_id)
    await foldStatistics(shop.app)
  })
  afterAll(() => shop.close())

  const list = async (query: string, key?: string): Promise<string[]> => {
    const { body } = await shop.api(`/list-payments${query}`, key === undefined ? {} : { key })
    expect(body.pagination.total).toBe(body.data.length)
    return body.data.map((item: { invoice_id: string }) => item.invoice_id).toSorted()
  }

  test.each([
    '',
    '?status=pending',
    '?status=paid',
    '?payment_method=wallet_direct',
    '?search=budi',
    '?paid_via=wallet_direct',
  ])('payments listed by %j belong to the mode of the key', async query => {
    const [tests, lives] = [await list(query), await list(query, shop.keys.live)]
    expect(tests.length).toBeGreaterThan(0)
    expect(lives).toHaveLength(tests.length)
    expect(lives.every(id => live.includes(id))).toBe(true)
    expect(tests.some(id => live.includes(id))).toBe(false)
  })

  test('payments are found by their own number in their own mode, if they match the filter, on page one', async () => {
    const { invoice_id } = test1
    expect(await list(`?search=${invoice_id}`)).toEqual([invoice_id])
    expect(await list(`?search=${invoice_id}`, shop.keys.live)).toEqual([])
    expect(await list(`?search=${live[0]}`)).toEqual([])
    expect(await list(`?search=${invoice_id}&status=pending&payment_method=wallet_direct`)).toEqual([invoice_id])
    for (const other of ['status=paid', 'payment_method=qris', 'paid_via=wallet_direct']) {
      expect(await list(`?search=${invoice_id}&${other}`), other).toEqual([])
    }
    const second = await shop.api(`/list-payments?search=${invoice_id}&page=2`)
    expect(second.body).toMatchObject({ data: [], pagination: { total: 1 } })
  })

  test('payments are counted by mode, and the latest paid ones belong to the mode', async () => {
    const summary = await summarizePayments(shop.app, shop.demo, 'today')
    expect(summary).toMatchObject({ totals: { total: 2, pending: 1, paid: 1 } })
    expect(summary.recent).toHaveLength(1)
    expect(live).not.toContain(summary.recent[0]!.invoiceId)
  })
})

describe('the latest paid payments', () => {
  test('the latest paid payments are ten of the period, no matter how many are older or unpaid', async () => {
    const shop = await createTestShop()
    try {
      await shop.app.sql.write(
        `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
           created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
         select 'INV-' || lpad(n::text, 20, '0'), $1, 'test', 'qris', 1000 + n, 0, 1000 + n,
           case when n % 2 = 0 then 'paid' else 'expired' end,
           at, at + interval '1 minute', case when n % 2 = 0 then at end, 1000 + n, 'qris', 'R', at
         from generate_series(1, 40) n, lateral (select $2::timestamptz - make_interval(secs => n) as at) moment`,
        [shop.demo.accountId, shop.app.now()],
      )
      const { recent } = await summarizePayments(shop.app, shop.demo, 'all')
      expect(recent.map(({ amount }) => amount)).toEqual(Array.from({ length: 10 }, (_, at) => 1002 + 2 * at))
      await shop.app.sql.write("update payment set created_at = created_at - interval '400 days' where amount = 1002")
      const year = await summarizePayments(shop.app, shop.demo, 'year')
      expect(year.recent.map(({ amount }) => amount)).not.toContain(1002)
    } finally {
      await shop.close()
    }
  })
})

describe("a payer's choice", () => {
  let shop: TestShop
  beforeAll(async () => {
    shop = await createTestShop({ settings: { EDITION: 'verification' } })
  })
  afterAll(() => shop.close())

  const charges = () =>
    shop.app.sql.query<{ invoice_id: string; state: string }>(
      'select invoice_id, state from charge where account_id = $1 order by invoice_id',
      [shop.demo.accountId],
    )

  test("a payer's choice requests the code of the chosen method, for that payment only", async () => {
    const [one, other] = [await create(shop, { payment_method: 'all' }), await create(shop, { payment_method: 'all' })]
    expect(await pickOffer(shop.app, one.invoice_id, 'qris_platform')).toBe(false)
    expect((await charges()).map(({ state }) => state)).toEqual(['offered', 'offered'])
    expect(await pickOffer(shop.app, one.invoice_id, 'qris')).toBe(true)
    const stateOf = Object.fromEntries((await charges()).map(({ invoice_id, state }) => [invoice_id, state]))
    expect(stateOf).toEqual({ [one.invoice_id]: 'waiting', [other.invoice_id]: 'offered' })
  })

  test("a payer's choice after the deadline requests nothing, even before the payment has expired", async () => {
    const payment = await create(shop, { payment_method: 'all' })
    await shop.app.sql.write('update payment set expires_at = $2 where invoice_id = $1', [
      payment.invoice_id,
      new Date(shop.app.now().getTime() - 1),
    ])
    expect(await pickOffer(shop.app, payment.invoice_id, 'qris')).toBe(false)
  })

  test("a payer's choice requests no second code if the first one failed", async () => {
    const payment = await create(shop, { payment_method: 'all' })
    await pickOffer(shop.app, payment.invoice_id, 'qris')
    await shop.app.sql.write("update charge set state = 'failed', is_closed = true where invoice_id = $1", [
      payment.invoice_id,
    ])
    expect(await pickOffer(shop.app, payment.invoice_id, 'qris')).toBe(false)
    const [charge] = await shop.app.sql.query('select state from charge where invoice_id = $1', [payment.invoice_id])
    expect(charge).toEqual({ state: 'failed' })
  })
})
