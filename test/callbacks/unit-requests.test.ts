import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fetchUnits } from '../../src/callbacks/fetch-units.ts'
import { lockDueUnitsSql } from '../../src/callbacks/fetch-units-sql.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { invoice, newCustomer, openStall, pay, type Stall } from '../orders/store.ts'

// Each request to a seller's server belongs to a paid order that needs a unit.

let shop: TestShop
let stall: Stall
let asked: string[] = []
let answer = { status: 500, body: '' }

const catalog = `
products:
  - { key: token, name: Token, kind: digital, price: 20000, stock: { webhook: 'https://stock.example/units' } }
`

beforeAll(async () => {
  const outbound = {
    async fetch(address: string) {
      asked.push(address)
      return { ...answer, headers: {}, body: Buffer.from(answer.body) }
    },
  }
  shop = await createTestShop({ isClockStopped: true, parts: { outbound } })
  stall = await openStall(shop.app, shop.demo, catalog)
})
afterAll(() => shop.close())

interface Planted {
  of?: Stall
  dueS?: number
  isLeased?: boolean
}

/** Creates a paid order, whose unit is requested. Returns the id of the request and the number of the order. */
async function plant({ of = stall, dueS = 0, isLeased = false }: Planted = {}) {
  const { order, payment } = await invoice(of, await newCustomer(of), { token: 1 })
  await shop.work()
  await pay(of, payment.invoiceId)
  const [row] = await shop.app.sql.query<{ id: number }>(
    `update unit_request r set next_at = $2, lease_token = $3 from store_order o
     where o.id = r.order_id and o.order_number = $1 returning r.id`,
    [order.orderNumber, new Date(shop.app.now().getTime() + dueS * 1000), isLeased ? randomUUID() : null],
  )
  return { id: row!.id, orderNumber: order.orderNumber }
}

async function rowOf(id: number): Promise<Record<string, unknown>> {
  const sql = `select state, attempts, next_at, lease_token, lease_holder, last_error from unit_request where id = $1`
  return (await shop.app.sql.query<Record<string, unknown>>(sql, [id]))[0]!
}

async function fetchOnce(): Promise<number> {
  asked = []
  await waitUntilFinished(fetchUnits(shop.app, 100))
  return asked.length
}

const free = { lease_token: null, lease_holder: null }

test('a server that answers nothing useful is asked again after longer and longer pauses, and then no longer', async () => {
  const { id } = await plant()
  answer = { status: 500, body: '' }
  const pauses: number[] = []
  for (let attempts = 1; attempts <= 6; attempts++) {
    expect(await fetchOnce()).toBe(1)
    const row = await rowOf(id)
    expect(row).toMatchObject({ ...free, state: 'pending', attempts, last_error: 'the server answered 500' })
    pauses.push(((row.next_at as Date).getTime() - shop.app.now().getTime()) / 1000)
    expect(await fetchOnce()).toBe(0)
    shop.advance(pauses.at(-1)!)
  }
  expect(pauses).toEqual([5, 15, 30, 60, 120, 300])
  expect(await fetchOnce()).toBe(1)
  expect(await rowOf(id)).toMatchObject({ ...free, state: 'failed' })
  shop.advance(3_600)
  expect(await fetchOnce()).toBe(0)
})

test('a server without units is asked once', async () => {
  const { id } = await plant()
  answer = { status: 404, body: '' }
  expect(await fetchOnce()).toBe(1)
  expect(await rowOf(id)).toMatchObject({ ...free, state: 'failed', attempts: 0 })
})

test('the units of an order that was cancelled are not requested', async () => {
  const { id, orderNumber } = await plant()
  await updateOrderStatus(shop.app, shop.demo, { orderNumber, status: 'cancelled', notify: false })
  await shop.app.sql.write("update unit_request set state = 'pending', lease_token = null where id = $1", [id])
  expect(await fetchOnce()).toBe(0)
  expect(await rowOf(id)).toMatchObject({ ...free, state: 'dropped' })
})

test("an account's running requests occupy its own places, not another account's", async () => {
  const theirs = await openStall(shop.app, shop.second, catalog)
  const own = [await plant({ dueS: -2 }), await plant({ dueS: -1 }), await plant({ dueS: 1 })].map(({ id }) => id)
  await plant({ of: theirs, dueS: 40, isLeased: true })
  const waiting = await plant({ of: theirs, dueS: -1 })
  const claim = async (perAccount: number, limit = 100) => {
    const rows = await shop.app.transaction('installation', tx =>
      tx.query(lockDueUnitsSql, { now: shop.app.now(), limit, perAccount }),
    )
    return rows.map(({ id }) => id)
  }
  expect(await claim(1)).toEqual([own[0]])
  expect(await claim(2)).toEqual([own[0], own[1], waiting.id])
  expect(await claim(2, 1)).toEqual([own[0]])
})
