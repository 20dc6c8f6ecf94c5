import { afterAll, beforeAll, expect, test } from 'vitest'
import { commandActor } from '../../src/accounts/audit.ts'
import { addUnits } from '../../src/catalog/stock/add-units.ts'
import { restockVariant } from '../../src/catalog/stock/restock.ts'
import { setStock } from '../../src/catalog/stock/set-stock.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { registerCustomer } from '../../src/orders/customers/register-customer.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../orders/store.ts'

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
})

afterAll(() => shop.close())

/** Returns cause and sequence of each change of a product's stock in a mode, in order. */
async function changesOf(product: string, mode = 'test'): Promise<[cause: string, sequence: number][]> {
  const rows = await shop.app.sql.query<{ cause: string; sequence: number }>(
    `select payload->>'cause' as cause, (payload->>'sequence')::integer as sequence from event
     where type = 'stock.changed' and mode = $2 and (payload->>'variantId')::bigint in (
       select v.id from variant v join product p on p.id = v.product_id where p.key = $1)
     order by 2`,
    [product, mode],
  )
  return rows.map(({ cause, sequence }) => [cause, sequence])
}

const acting = () => ({ accountId: shop.demo.accountId, mode: 'test' as const, ...commandActor })

test('every change of the available number is an event of its own, counted for each variant and mode', async () => {
  const placed = await order(stall, await newCustomer(stall), { mug: 1, token: 2 })
  await restockVariant(shop.app, acting(), { variantId: stall.variants.mug!, delta: 4 })
  await setStock(shop.app, acting(), { product: 'mug', available: 9 })
  await setStock(shop.app, acting(), { product: 'mug', available: 9 })
  await addUnits(shop.app, acting(), stall.variants.token!, 'BBB-1\nBBB-2')
  await addUnits(shop.app, acting(), stall.variants.token!, 'BBB-1')
  await cancelOrder(shop.app, shop.demo.accountId, placed.customerId, placed.token)
  expect(await changesOf('mug')).toEqual([
    ['order', 1],
    ['restock', 2],
    ['told', 3],
    ['order', 4],
  ])
  expect(await changesOf('token')).toEqual([
    ['import', 1],
    ['order', 2],
    ['restock', 3],
    ['order', 4],
  ])
  expect(await changesOf('mug', 'live')).toEqual([])
})

test('neither unlimited stock nor a failed checkout causes events', async () => {
  const before = (await changesOf('mug')).length
  await order(stall, await newCustomer(stall), { shave: 2 })
  await expect(order(stall, await newCustomer(stall), { shave: 1, mug: 90 })).rejects.toMatchObject({
    code: 'out_of_stock',
  })
  expect(await changesOf('shave')).toEqual([])
  expect(await changesOf('mug')).toHaveLength(before)
})

test('a first message is an event, once, even for two messages at the same time', async () => {
  const visitor = { accountId: shop.demo.accountId, mode: 'test' as const, botId: 7, telegramUserId: 4711 }
  const meet = (name: string) => registerCustomer(shop.app, { ...visitor, name, language: 'id' })
  const met = await Promise.all([meet('Wati'), meet('Wati'), meet('Wati')])
  await meet('Wati S.')
  const ids = new Set(met.map(({ customer }) => customer.id))
  expect(ids.size).toBe(1)
  const events = await shop.app.sql.query<{ payload: object; mode: string }>(
    `select payload, mode from event where type = 'customer.created'`,
  )
  expect(events).toEqual([{ payload: { mode: 'test', customerId: [...ids][0] }, mode: 'test' }])
  expect(met[0]!.customer.token).toMatch(/^[A-Za-z0-9_-]{22}$/)
})
