import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../kit/database.ts'
import type { Visitor } from '../browse.ts'
import { signInAs } from '../dashboard/members.ts'
import { fillShop } from '../filled-shop.ts'
import { createWebShop, type WebShop } from '../web-shop.ts'

/** DATABASE_READ_URL (docs/scale.md) leads to an empty database: a page without data was read there. */
let behind: TestDatabase
let shop: WebShop
let visitor: Visitor
let order: string
const changed = 'warung-changed'

beforeAll(async () => {
  behind = await createTestDatabase()
  shop = await createWebShop(
    {},
    {},
    {
      settings: {
        DATABASE_URL: 'postgres://warung@primary/warung',
        DATABASE_READ_URL: 'postgres://warung@replica/warung',
      },
      parts: { slowly: behind.slowly },
    },
  )
  await fillShop(shop)
  const [row] = await shop.app.sql.query<{ number: string }>('select order_number as number from store_order')
  order = row!.number
  visitor = await signInAs(shop)
  visitor.cookies.delete(changed)
})
afterAll(async () => {
  await shop.close()
  await behind.drop()
})

describe('the lists of the API', () => {
  test.each([
    '/list-payments',
    '/list-payments?search=mug',
    '/list-transfers',
    '/list-movements',
    '/list-withdrawals',
    '/msgstore-orders',
  ])('%s reads from the replica', async path => {
    const { status, body } = await shop.api(path)
    expect(status).toBe(200)
    expect(body.pagination?.total ?? body.total).toBe(0)
  })

  test('/events reads from the replica', async () => {
    await shop.app.sql.write("update event set recorded_at = recorded_at - interval '1 minute'")
    expect((await shop.api('/events')).body.data).toEqual([])
  })

  test('/get-statistics reads from the replica', async () => {
    expect((await shop.api('/get-statistics')).body.data.summary.total_payments).toBe(0)
  })

  test('current data comes from the primary: a payment, an order, the balance', async () => {
    const [payment] = await shop.app.sql.query<{ id: string }>(
      "select invoice_id as id from payment where status = 'paid'",
    )
    expect((await shop.api(`/check-payment?invoice=${payment!.id}`)).body.status).toBe('paid')
    expect((await shop.api(`/msgstore-orders?order_number=${order}`)).status).toBe(200)
    const { body } = await shop.api(`/explain-payment?invoice=${payment!.id}`)
    expect(body.data.amounts).toHaveLength(1)
  })
})

describe('the pages of the dashboard', () => {
  const lists: [path: string, row: RegExp][] = [
    ['/dashboard', /INV-/],
    ['/dashboard/orders', /dashboard\/orders\/[A-Z]/],
    ['/dashboard/orders.csv', /,(paid|processing),/],
    ['/dashboard/payments', /INV-/],
    ['/dashboard/payments.csv', /INV-/],
    ['/dashboard/customers', /dashboard\/customers\/\d/],
    ['/dashboard/review', /dashboard\/review\/\d/],
    ['/dashboard/callbacks', /INV-/],
    ['/dashboard/balance', /INV-/],
    ['/dashboard/movements.csv', /,sale,/],
    ['/dashboard/catalog', /class="money"|Mug/],
  ]

  test.each(lists)('the page %s reads from the replica', async (path, row) => {
    const { status, text } = await visitor.get(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(row)
  })

  test('members see their own changes in every list, while others read from the replica', async () => {
    const other = await signInAs(shop)
    other.cookies.delete(changed)
    const done = await visitor.post(`/dashboard/orders/${order}`, { act: 'take' })
    expect(done.status).toBe(303)
    const told = done.headers.getSetCookie().find(line => line.startsWith(`${changed}=`))
    expect(told).toMatch(/httponly/i)
    const lastsMs = Date.parse(/expires=([^;]+)/i.exec(told!)![1]!) - Date.parse(done.headers.get('date')!)
    expect(lastsMs).toBeLessThanOrEqual(11_000)
    expect((await visitor.get('/dashboard/orders?status=processing')).text).toContain(order)
    for (const [path, row] of lists) expect((await visitor.get(path)).text, path).toMatch(row)
    expect((await other.get('/dashboard/orders')).text).not.toContain(order)
    visitor.cookies.delete(changed)
    expect((await visitor.get('/dashboard/orders')).text).not.toContain(order)
  })

  test('a page about a single thing reads from the primary', async () => {
    expect((await visitor.get(`/dashboard/orders/${order}`)).text).toContain(order)
  })
})

test('without a replica no cookie is set', async () => {
  await using alone = await plainShop()
  const someone = await signInAs(alone)
  expect([...someone.cookies.keys()]).not.toContain(changed)
})

async function plainShop(): Promise<WebShop & AsyncDisposable> {
  const alone = await createWebShop()
  return { ...alone, [Symbol.asyncDispose]: () => alone.close() }
}
