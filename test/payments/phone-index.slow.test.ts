import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listPhoneSpellings } from '../../src/lib/phone.ts'
import { searchedCustomerSql } from '../../src/orders/customers/customer.ts'
import { searchedOrderSql } from '../../src/orders/order-search.ts'
import { searchedPaymentSql } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

describe('searching many rows for a phone number', () => {
  const howMany = 60_000
  const batch = 4_000
  beforeAll(async () => {
    for (let first = 1; first <= howMany; first += batch) await write(first, first + batch - 1)
    await shop.app.sql.write('analyze payment, store_order, customer')
  }, 300_000)

  // Writes in parts, because a statement may only take a few seconds.
  async function write(first: number, last: number): Promise<void> {
    const phone = "'08' || lpad((n * 7919)::text, 10, '3')"
    const values = [shop.demo.accountId, first, last]
    await shop.app.sql.write(
      `with met as (
         insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, phone, created_at)
         select $1, 9, n, n, 'Sari', ${phone}, now() from generate_series($2::bigint, $3::bigint) n returning id, phone)
       insert into store_order (account_id, mode, order_number, token, customer_id, total, customer_name,
         customer_phone,
         created_at, pending_since)
       select $1, 'test', 'ORD-261123-' || lpad(upper(to_hex(id)), 6, '0'), lpad(id::text, 22, 'y'), id, 5000, 'Sari',
         phone,
         now(), now() from met`,
      values,
    )
    await shop.app.sql.write(
      `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount,
        customer_phone,
         created_at, expires_at)
       select 'INV-T' || lpad(n::text, 19, '0'), $1, 'test', 'qris', 20000, 1, 20001, ${phone}, now(),
         now() + interval '1 hour'
       from generate_series($2::bigint, $3::bigint) n`,
      values,
    )
  }

  const spellings = listPhoneSpellings('83333831490')
  const anyOf = (text: string) => spellings.map((_one, at) => `${text} ilike $${at + 2}`).join(' or ')

  test.each([
    ['payment', searchedPaymentSql, 'payment_searched'],
    ['store_order', searchedOrderSql, 'store_order_searched'],
    ['customer', searchedCustomerSql, 'customer_searched'],
  ])('a phone number is found through an index in %s', async (table, text, index) => {
    const plan = await shop.app.sql.query<{ 'QUERY PLAN': string }>(
      `explain select * from ${table} where account_id = $1 and (${anyOf(text)})`,
      [shop.demo.accountId, ...spellings.map(one => `%${one}%`)],
    )
    expect(plan.map(line => line['QUERY PLAN']).join('\n')).toContain(index)
  })
})
