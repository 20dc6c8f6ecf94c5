import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliverCallbacks } from '../../src/callbacks/deliver-callbacks.ts'
import { watchStock } from '../../src/catalog/stock/watch-stock.ts'
import { createSchedule } from '../../src/jobs/schedule.ts'
import type { FindDue } from '../../src/jobs/sweep.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { readTransfers } from '../../src/money/read-transfers.ts'
import { readWholeDay } from '../../src/money/read-whole-day.ts'
import { cancelLeftoverInvoices } from '../../src/orders/cancel-leftover-invoices.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import { releaseIdleGoods } from '../../src/orders/release-idle-goods.ts'
import { chargePayments } from '../../src/payments/charge-payments.ts'
import { foldStatistics } from '../../src/payments/statistics/fold-statistics.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { moduleAdditions } from '../kit/parts.ts'
import { invoice, newCustomer, openStall, order, type Stall } from '../orders/store.ts'
import { create, detect, letExpire, lifetimeS, send } from '../payments/scenario.ts'

// A sweep whose condition misses its work would do it a minute late, and no other test would notice.

let shop: TestShop
let stall: Stall
let findDue: FindDue

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo)
  const scheduled = createSchedule(shop.app, moduleAdditions.sweeps)
  findDue = scheduled.findDue
  // Work of a new installation, such as keys that are created once.
  const atFirst = await findDue()
  for (const { name, run } of scheduled.sweeps) if (atFirst.includes(name)) await run(AbortSignal.timeout(10_000))
  await detect(shop)
})

afterAll(() => shop.close())

test('no work is due in an idle shop', async () => {
  expect(await findDue()).toEqual([])
})

test('creating a code is due, and then checking it', async () => {
  await create(shop, { payment_method: 'qris' })
  expect(await findDue('hasty')).toEqual(['charge-payments', 'charge-own'])
  await waitUntilFinished(chargePayments(shop.app, 100))
  expect(await findDue('hasty')).toEqual([])
  await shop.hurry()
  expect(await findDue()).toEqual(expect.arrayContaining(['ask-charges', 'ask-own']))
  await letExpire(shop)
})

test('reading a connection is due while money is expected, and then delivering a callback', async () => {
  const payment = await create(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
  await shop.hurry()
  expect(await findDue()).toContain('read-transfers')
  await send(shop, { invoice_id: payment.invoice_id })
  await waitUntilFinished(readTransfers(shop.app, 100))
  expect(await findDue()).toContain('deliver-callbacks')
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
  expect(await findDue()).not.toContain('deliver-callbacks')
})

test('reading a connection is due while an amount already paid is held, and not afterwards', async () => {
  const payment = await create(shop)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  await shop.hurry()
  expect(await findDue()).toContain('read-transfers')
  shop.advance(lifetimeS + 3_601)
  await shop.app.sql.write("update reading set due_at = now(), whole_day_at = now() + interval '1 hour'")
  expect(await findDue()).not.toContain('read-transfers')
})

test('whole-day reads of connections without waiting payments are due together, half a minute late', async () => {
  const wholeDayWas = (ago: string) => shop.app.sql.write(`update reading set whole_day_at = now() - interval '${ago}'`)
  await wholeDayWas('20 seconds')
  expect(await findDue()).not.toContain('read-transfers')
  await wholeDayWas('31 seconds')
  expect(await findDue()).toContain('read-transfers')
  await readWholeDay(shop.app)
  await waitUntilFinished(readTransfers(shop.app, 100))
  expect(await findDue()).not.toContain('read-transfers')
  await readWholeDay(shop.app)
  expect(await findDue()).not.toContain('read-transfers')
})

test('folding statistics is due after a change, but is not checked every second', async () => {
  await create(shop)
  expect(await findDue()).toContain('fold-statistics')
  expect(await findDue('hasty')).not.toContain('fold-statistics')
  await foldStatistics(shop.app)
  expect(await findDue()).not.toContain('fold-statistics')
})

test('reporting low stock is due, and again when it recovers', async () => {
  const lowAt = (count: number | null) =>
    shop.app.sql.write('update variant set low_stock_at = $1 where public_id = $2', [count, stall.variants.mug])
  for (const count of [100, 1]) {
    await lowAt(count)
    expect(await findDue()).toContain('watch-stock')
    await watchStock(shop.app)
    expect(await findDue()).not.toContain('watch-stock')
  }
  await lowAt(null)
})

test('a callback that its process abandoned is due again, and a failed one at its time', async () => {
  const payment = await create(shop, { callback_url: `${shop.sandboxUrl}/receiver` })
  await send(shop, { invoice_id: payment.invoice_id })
  await shop.hurry()
  await waitUntilFinished(readTransfers(shop.app, 100))
  const mine = `where state = 'pending' and event_id in (select id from event where subject = '${payment.invoice_id}')`
  await shop.app.sql.write(`
    update delivery
    set lease_token = gen_random_uuid(), lease_holder = 'gone', leased_until = now() - interval '1 s' ${mine}`)
  expect(await findDue()).toContain('deliver-callbacks')
  await shop.sandbox('/receiver/answers', { status: 503, count: 1 })
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
  expect(await findDue()).not.toContain('deliver-callbacks')
  shop.advance(60)
  expect(await findDue()).toContain('deliver-callbacks')
  await waitUntilFinished(deliverCallbacks(shop.app, 100))
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

test('a payment past its deadline is due to expire', async () => {
  await create(shop)
  shop.advance(lifetimeS + 5)
  expect(await findDue()).toContain('expire-payments')
  await detect(shop)
  expect(await findDue()).not.toContain('expire-payments')
})

test("an order's goods are due for release after their hold, and the order for cancelling after a day", async () => {
  await order(stall, await newCustomer(stall), { mug: 1 })
  expect(await findDue()).not.toContain('free-idle-goods')
  shop.advance(901)
  expect(await findDue()).toContain('free-idle-goods')
  await releaseIdleGoods(shop.app)
  expect(await findDue()).not.toContain('free-idle-goods')
  shop.advance(86_400)
  expect(await findDue()).toContain('cancel-stale-orders')
  await cancelStaleOrders(shop.app)
  expect(await findDue()).not.toContain('cancel-stale-orders')
})

test('an open invoice of an ended order is due for cancelling', async () => {
  const { order: left } = await invoice(stall, await newCustomer(stall), { mug: 1 })
  await shop.app.sql.write(
    `update store_order set status = 'cancelled', cancelled_at = now(), cancelled_by = 'merchant' where id = $1`,
    [left.id],
  )
  expect(await findDue()).toContain('cancel-leftover-invoices')
  await cancelLeftoverInvoices(shop.app)
  expect(await findDue()).not.toContain('cancel-leftover-invoices')
})

test('values are due for re-encryption while a key is new', async () => {
  expect(await findDue()).not.toContain('reseal-values')
  await shop.app.transaction('shared', tx => shop.app.keyRing.add(tx.em, 60))
  expect(await findDue()).toContain('reseal-values')
})

test('connections that only receive notifications are due for monitoring', async () => {
  expect(await findDue()).not.toContain('follow-pushes')
  await shop.app.sql.write("update connection set connector = 'mutations' where connector = 'wallet'")
  expect(await findDue()).toContain('follow-pushes')
})
