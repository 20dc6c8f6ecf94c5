import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { schedule } from '../../src/jobs/schedule.ts'
import { finished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import { freeIdleGoods } from '../../src/orders/free-idle-goods.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { newCustomer, openStall, order, type Stall } from '../orders/store.ts'
import { create, detect, letExpire, lifetimeS, send } from '../payments/scenario.ts'

// A sweep whose condition misses its work would do it a minute late, which no other test would notice.

let shop: TestShop
let stall: Stall
let findDue: () => Promise<string[]>

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
  findDue = schedule(shop.app).findDue
  await detect(shop)
})

afterAll(() => shop.close())

test('nothing is due where nobody does anything', async () => {
  expect(await findDue()).toEqual([])
})

test('a code is due to be made, and then to be asked about', async () => {
  await create(shop, { payment_method: 'qris' })
  expect(await findDue()).toEqual(['charge-payments', 'charge-own'])
  await finished(chargePayments(shop.app, 100))
  expect(await findDue()).toEqual([])
  await shop.hurry()
  expect(await findDue()).toEqual(expect.arrayContaining(['ask-charges', 'ask-own']))
  await letExpire(shop)
})

test('a connection is due to be read while money is waited for, and then a callback to be delivered', async () => {
  const payment = await create(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
  await shop.hurry()
  expect(await findDue()).toContain('read-transfers')
  await send(shop, { invoice_id: payment.invoice_id })
  await finished(readTransfers(shop.app, 100))
  expect(await findDue()).toContain('deliver-callbacks')
  await finished(deliverCallbacks(shop.app, 100))
  expect(await findDue()).not.toContain('deliver-callbacks')
})

test('a callback that its process left is due again, and one that failed at its time', async () => {
  const payment = await create(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
  await send(shop, { invoice_id: payment.invoice_id })
  await shop.hurry()
  await finished(readTransfers(shop.app, 100))
  const mine = `where state = 'pending' and event_id in (select id from event where subject = '${payment.invoice_id}')`
  await shop.app.sql.write(`
    update delivery
    set lease_token = gen_random_uuid(), lease_holder = 'gone', leased_until = now() - interval '1 s' ${mine}`)
  expect(await findDue()).toContain('deliver-callbacks')
  await shop.sandbox('/receiver/answers', { status: 503, count: 1 })
  await finished(deliverCallbacks(shop.app, 100))
  expect(await findDue()).not.toContain('deliver-callbacks')
  shop.advance(60)
  expect(await findDue()).toContain('deliver-callbacks')
  await finished(deliverCallbacks(shop.app, 100))
})

test('a transfer that could not be settled is due at its time', async () => {
  const payment = await create(shop)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  const set = (retry: string, state = 'unsettled') =>
    shop.app.sql.write(
      `update transfer set state = '${state}', retry_at = ${retry} where invoice_id = '${payment.invoice_id}'`,
    )
  await set("now() + interval '1 minute'")
  expect(await findDue()).not.toContain('retry-unsettled')
  await set('now()')
  expect(await findDue()).toContain('retry-unsettled')
  await set('null', 'settled')
})

test('a payment whose time is over is due to expire', async () => {
  await create(shop)
  shop.advance(lifetimeS + 5)
  expect(await findDue()).toContain('expire-payments')
  await detect(shop)
  expect(await findDue()).not.toContain('expire-payments')
})

test("an order's goods are due to be free after their hold, and the order to be cancelled after a day", async () => {
  await order(stall, await newCustomer(stall), { mug: 1 })
  expect(await findDue()).not.toContain('free-idle-goods')
  shop.advance(901)
  expect(await findDue()).toContain('free-idle-goods')
  await freeIdleGoods(shop.app)
  expect(await findDue()).not.toContain('free-idle-goods')
  shop.advance(86_400)
  expect(await findDue()).toContain('cancel-stale-orders')
  await cancelStaleOrders(shop.app)
  expect(await findDue()).not.toContain('cancel-stale-orders')
})
