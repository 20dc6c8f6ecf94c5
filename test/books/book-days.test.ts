import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBookDays } from '../../src/books/statistics/close-book-days.ts'
import { readBookDays, sumBookDays } from '../../src/books/statistics/read-book-days.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create, detect, send } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ isAlone: true })
})
afterAll(() => shop.close())

const read = () => readBookDays(shop.app, shop.demo, { first: '2020-01-01', last: '2100-01-01' })

/** Returns the daily sums computed from the lines. */
function plain() {
  return shop.app.sql.query<object>(
    `select (created_at at time zone $2)::date::text as day, count(*) filter (where kind = 'sale')::integer as sales,
       coalesce(sum(amount) filter (where kind = 'sale'), 0)::bigint as amount,
       coalesce(sum(fee) filter (where kind = 'sale'), 0)::bigint as fees,
       count(*) filter (where kind = 'refund_note')::integer as refunds,
       coalesce(-sum(amount) filter (where kind = 'refund_note'), 0)::bigint as refunded
     from movement where account_id = $1 and mode = 'test' and kind <> 'withdrawal' group by 1 order by 1`,
    [shop.demo.accountId, shop.app.calendar.zone],
  )
}

test('books by day equal their lines, of days already summed up or not, including refunds', async () => {
  const paid: string[] = []
  for (let day = 0; day < 5; day++) {
    const payment = await create(shop)
    await send(shop, { invoice_id: payment.invoice_id })
    await detect(shop)
    paid.push(payment.invoice_id)
    // Refunds a sale of two days before.
    if (day >= 2) await shop.api('/note-refund', { body: { invoice: paid[day - 2] } })
    expect(await read()).toEqual(await plain())
    await Promise.all([closeBookDays(shop.app), closeBookDays(shop.app)])
    expect(await read()).toEqual(await plain())
    shop.advance(86_400)
  }
  const days = await read()
  expect(days).toHaveLength(5)
  expect(await shop.app.sql.query('select 1 from book_day')).not.toEqual([])
  const { sales, refunds, amount, refunded, net } = sumBookDays(days)
  expect({ sales, refunds, net }).toEqual({ sales: 5, refunds: 3, net: amount - refunded })
})
