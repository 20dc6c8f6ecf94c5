import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { extractPhoneDigits, listPhoneSpellings } from '../../src/lib/phone.ts'
import { listCustomers } from '../../src/orders/customers/list-customers.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const written = ['0812 3456 7890', '+62812-3456-7890', '6281234567890', '(0812) 3456.7890', '0062 812 3456 7890']
const parts = ['0812 3456', '+62 812 3456', '62812', '3456 7890', '3456-7890', '812 3456 7890', '567890']

const everySpelling = [...written, ...parts]

describe('a phone number is found regardless of how it was written', () => {
  const ids: string[] = []
  beforeAll(async () => {
    for (const phone of [...written, '0811 0000 1111', '+65 9123 4567']) {
      const body = { amount: 10_000, payment_method: 'wallet_direct', customer_phone: phone }
      ids.push((await shop.api('/create-payment', { body })).body.data.invoice_id)
      await writeOrder(phone)
    }
    await shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct' } })
  })

  // These tests need no other data of the chat from which customers and orders come.
  async function writeOrder(phone: string): Promise<void> {
    const n = ids.length
    await shop.app.sql.write(
      `with met as (
         insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, phone, created_at)
         values ($1, 7, $2::bigint, $2::bigint, 'Sari', $3, now()) returning id)
       insert into store_order (account_id, mode, order_number, token, customer_id, total, customer_name,
         customer_phone, created_at, pending_since)
       select $1, 'test', 'ORD-261122-00000' || $2::bigint, lpad($2::text, 22, 'x'), id, 5000, 'Sari', $3, now(),
         now() from met`,
      [shop.demo.accountId, n, phone],
    )
  }

  test.each(everySpelling)('list-payments finds a phone number by %s, and returns it as typed', async search => {
    const { body } = await shop.api(`/list-payments?search=${encodeURIComponent(search)}`)
    expect(body.data.map((one: { invoice_id: string }) => one.invoice_id).sort()).toEqual(ids.slice(0, 5).sort())
    expect(body.pagination.total).toBe(5)
  })

  test.each(everySpelling)('msgstore-orders finds a phone number by %s', async search => {
    const { body } = await shop.api(`/msgstore-orders?search=${encodeURIComponent(search)}`)
    expect(body.total).toBe(5)
    const numbers = body.data.map((one: { order_number: string }) => one.order_number).sort()
    expect(numbers).toEqual([1, 2, 3, 4, 5].map(n => `ORD-261122-00000${n}`))
  })

  test.each(everySpelling)('the customers are found by a phone number in the form %s', async search => {
    const filter = { search, botIds: [7], page: 1, limit: 20 }
    const { customers, total } = await listCustomers(shop.app, { accountId: shop.demo.accountId, mode: 'test' }, filter)
    expect(total).toBe(5)
    expect(customers.map(one => one.phone).sort()).toEqual([...written].sort())
  })

  test('a phone search matches numbers of other countries, but no other account or mode', async () => {
    const found = async (path: string, key = shop.keys.demo) => (await shop.api(path, { key })).body.data.length
    expect(await found('/list-payments?search=%2B65%209123')).toBe(1)
    expect(await found('/list-payments?search=6591234567')).toBe(1)
    for (const list of ['/list-payments', '/msgstore-orders']) {
      expect(await found(`${list}?search=081234567890`, shop.keys.second)).toBe(0)
      expect(await found(`${list}?search=081234567890`, shop.keys.live)).toBe(0)
    }
  })

  test('a text that is not a phone number is searched unchanged', async () => {
    const found = async (search: string) => (await shop.api(`/msgstore-orders?search=${search}`)).body.total
    expect(await found('ORD-261122')).toBe(7)
    expect(await found('sari')).toBe(7)
    expect(await found('%25')).toBe(0)
    expect(await found('Sari 0812')).toBe(0)
  })
})

test('the database stores the same digits as the phone parser reads', async () => {
  const odd = [
    ...written,
    '0812',
    'no number',
    '',
    '+62 (0)812.3456.7890',
    '81234567890',
    '+81 90 1234 5678',
    '(021) 555-0134',
    '٠٨١٢',
    '00',
  ]
  for (const phone of odd) {
    const [row] = await shop.app.sql.query<{ digits: string }>(
      `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, phone, created_at)
       values ($1, 8, (select count(*) + 100 from customer), 1, 'x', $2, now()) returning phone_digits as digits`,
      [shop.demo.accountId, phone],
    )
    expect(row!.digits, phone).toBe(extractPhoneDigits(phone))
  }
})

test.each([
  ['0812 3456 7890', ['0812 3456 7890', '6281234567890', '081234567890']],
  ['81234567890', ['81234567890']],
  ['3456 7890', ['3456 7890', '34567890']],
  ['567', ['567']],
  ['08', ['08']],
  ['Kopi 0812', ['Kopi 0812']],
  ['INV-0812', ['INV-0812']],
])('%s is searched for as %j', (search, spellings) => {
  expect(listPhoneSpellings(search)).toEqual(spellings)
})
