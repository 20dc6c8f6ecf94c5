import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listPhoneSpellings } from '../../src/lib/phone.ts'
import { listPayments, type PaymentFilter, searchWindow } from '../../src/payments/list-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const howMany = 3 * searchWindow
const batch = 1_000
/** The number of the oldest payments, none of which is among the newest. */
const ofLastSeason = 1.2 * searchWindow
const runs = Number(process.env.SEARCH_RUNS ?? 150)

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  for (let first = 1; first <= howMany; first += batch) await write(first, Math.min(howMany, first + batch - 1))
}, 300_000)

afterAll(() => shop.close())

// Writes in parts, because a statement may only take a few seconds.
async function write(first: number, last: number): Promise<void> {
  await shop.app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
      description,
       customer_name, customer_email, customer_phone, reference, created_at, expires_at, ended_at)
     select 'INV-T' || lpad(n::text, 19, '0'), $1::bigint, 'test', (array['qris', 'wallet_direct'])[1 + n % 2], 20000,
       1, 20001,
       (array['expired', 'cancelled'])[1 + n / 7 % 2],
       'Kopi ' || (array['Gayo', 'Séduh', '50% susu'])[1 + n % 3] || ' meja ' || n % 40
         || case when n <= $6::integer then ' Lebaran' else '' end,
       'Pelanggan ' || n, 'p' || n || '@toko.example',
         case when n % 3 = 0 then '08' || lpad((n * 7919 % 100000000)::text, 9, '0') end,
       case when n % 500 = 0 then 'order_' || n end, $2::timestamptz - ($3::integer - n) * interval '30 seconds',
       $2::timestamptz + interval '1 hour', $2::timestamptz
     from generate_series($4::integer, $5::integer) n`,
    [shop.demo.accountId, shop.app.now(), howMany, first, last, ofLastSeason],
  )
}

interface Written {
  searched: string
  isMatch: boolean
}

const everything = `select invoice_id, created_at, status, payment_method,
  lower(concat_ws(chr(31), invoice_id, description, customer_name, customer_email,
  customer_phone, customer_phone_digits, reference)) as searched from payment where account_id = $1 and mode = 'test'
    order by created_at desc, invoice_id desc`

test(
  'a search returns the same as reading every row, newest first, by any strategy',
  async () => {
    const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
    const all = await shop.app.sql.query<Written & { invoice_id: string; status: string; payment_method: string }>(
      everything,
      [scope.accountId],
    )
    expect(all).toHaveLength(howMany)
    const seen = { exact: 0, counted: 0, found: 0 }
    await fc.assert(
      fc.asyncProperty(asked(all), async ({ search, status, page, limit }) => {
        const filter: PaymentFilter = { search, status, page, limit }
        const listed = await listPayments(shop.app, scope, filter)
        const matches = all.filter(
          one =>
            listPhoneSpellings(search).some(text => one.searched.includes(text.toLowerCase())) &&
            (status === undefined || one.status === status),
        )
        const expected = matches.slice((page - 1) * limit, page * limit).map(one => one.invoice_id)
        expect(listed.payments.map(({ invoiceId }) => invoiceId)).toEqual(expected)
        if (listed.isTotalExact) expect(listed.total).toBe(matches.length)
        else expect(listed.total).toBeLessThanOrEqual(matches.length)
        seen[listed.isTotalExact ? 'exact' : 'counted']++
        if (expected.length > 0) seen.found++
      }),
      { numRuns: runs, seed: 5 },
    )
    // Otherwise only one kind of search would have been tested.
    expect(Math.min(seen.exact, seen.counted, seen.found)).toBeGreaterThan(runs / 20)
  },
  60_000 + runs * 1_000,
)

test('a formerly common word is found without reading every row, and its total is a lower bound', async () => {
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  const first = { search: 'lebaran', limit: 20 }
  const pages = [await listPayments(shop.app, scope, { ...first, page: 1 })]
  pages.push(await listPayments(shop.app, scope, { ...first, page: 2 }))
  const [newest, oldest] = [ofLastSeason, ofLastSeason - 39].map(n => `INV-T${String(n).padStart(19, '0')}`)
  const invoices = pages.flatMap(({ payments }) => payments.map(({ invoiceId }) => invoiceId))
  expect([invoices.length, invoices[0], invoices.at(-1)]).toEqual([40, newest, oldest])
  expect(pages.map(({ total, isTotalExact }) => [total, isTotalExact])).toEqual([
    [21, false],
    [41, false],
  ])
  const none = await listPayments(shop.app, scope, { ...first, page: 1, status: 'paid' })
  expect([none.payments, none.total, none.isTotalExact]).toEqual([[], 0, true])
})

/**
 * Draws a part, between separators, of a payment's texts, at least three characters long; sometimes with a change that
 * matches nothing.
 */
function asked(all: readonly Written[]): fc.Arbitrary<{
  search: string
  status: 'expired' | undefined
  page: number
  limit: number
}> {
  const piece = fc
    .record({
      at: fc.nat(all.length - 1),
      field: fc.nat(5),
      start: fc.nat(30),
      length: fc.integer({ min: 3, max: 24 }),
    })
    .map(({ at, field, start, length }) => {
      const fields = all[at]!.searched.split('\u001f')
      const text = fields[field % fields.length]!
      const from = Math.min(start, Math.max(0, text.length - 3))
      return text.slice(from, from + length)
    })
    .filter(text => text.length >= 3)
  return fc.record({
    search: fc.oneof(
      { weight: 9, arbitrary: piece },
      piece.map(text => `${text}zz`),
      piece.map(text => text.toUpperCase()),
    ),
    status: fc.constantFrom(undefined, undefined, 'expired' as const),
    page: fc.constantFrom(1, 1, 1, 2, 3),
    limit: fc.constantFrom(1, 20, 100),
  })
}
