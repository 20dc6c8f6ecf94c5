import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visitor } from '../browse.ts'
import { fillShop } from '../filled-shop.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop
let visitor: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  await fillShop(shop)
  visitor = await signInAs(shop, { role: 'read_only' })
})
afterAll(() => shop.close())

async function rowsOf(address: string): Promise<string[]> {
  const { text, headers } = await visitor.get(address)
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[a-z]+-\d{4}-\d\d-\d\d\.csv"$/)
  const [, ...rows] = text.trimEnd().split('\r\n')
  expect(rows.at(-1)).toBe(`total,${rows.length - 1}`)
  return rows.slice(0, -1)
}

test('the file of orders holds exactly the filtered orders', async () => {
  const [order] = await shop.app.sql.query<{ number: string; status: string }>(
    'select order_number as number, status from store_order where account_id = $1',
    [shop.demo.accountId],
  )
  expect(await rowsOf(`/dashboard/orders.csv?status=${order!.status}`)).toEqual([
    expect.stringContaining(order!.number),
  ])
  expect(await rowsOf('/dashboard/orders.csv?status=cancelled')).toEqual([])
  expect(await rowsOf('/dashboard/orders.csv?search=nobody')).toEqual([])
  expect((await visitor.get(`/dashboard/orders?status=${order!.status}`)).text).toContain(
    `/dashboard/orders.csv?status=${order!.status}`,
  )
})

test('the file of customers holds exactly the search results, even more than a thousand', async () => {
  await shop.app.sql.write(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values (1, $1, 'test', 'toko_bot', 'Toko', '{}', 'none', 'hook')`,
    [shop.demo.accountId],
  )
  await shop.app.sql.write(
    `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, created_at)
     select $1, 1, n, n, case when n <= 2500 then 'Pelanggan ' || n else 'Lain' end, now()
       from generate_series(1, 2503) n`,
    [shop.demo.accountId],
  )
  const rows = await rowsOf('/dashboard/customers.csv?search=pelanggan')
  expect(new Set(rows).size).toBe(2500)
  expect(await rowsOf('/dashboard/customers.csv?search=lain')).toHaveLength(3)
})

test('the file of movements holds the books of the selected mode', async () => {
  const sold = await rowsOf('/dashboard/movements.csv')
  expect(sold.length).toBeGreaterThan(0)
  expect(sold.every(row => row.includes(',sale,INV-'))).toBe(true)
  await visitor.post('/dashboard/place', { act: 'mode', mode: 'live' })
  expect(await rowsOf('/dashboard/movements.csv')).toEqual([])
})
