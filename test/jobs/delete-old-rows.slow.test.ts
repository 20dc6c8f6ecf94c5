import { afterEach, beforeEach, expect, test } from 'vitest'
import { deleteOldRows } from '../../src/jobs/delete-old-rows.ts'
import { deliver, openShop, paidPayment, type Receiver, startReceiver } from '../callbacks/receiver.ts'
import type { TestShop } from '../kit/app.ts'
import { count, create } from '../payments/scenario.ts'

let shop: TestShop
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  shop = await openShop(receiver)
})

afterEach(async () => {
  await shop.close()
  await receiver.close()
})

const forget = () => deleteOldRows(shop.app, new AbortController().signal)
const dayS = 86_400

test('attempts of callbacks are deleted after ninety days, and their deliveries, events and payments stay', async () => {
  const invoiceId = await paidPayment(shop, receiver.url)
  await deliver(shop)
  shop.advance(89 * dayS)
  await forget()
  expect(await count(shop, 'delivery_attempt')).toBe(1)
  shop.advance(2 * dayS)
  await forget()
  expect(await count(shop, 'delivery_attempt')).toBe(0)
  expect(await count(shop, 'delivery', `invoice_id = '${invoiceId}' and state = 'delivered'`)).toBe(1)
  expect(await count(shop, 'event', `subject = '${invoiceId}'`)).toBeGreaterThan(1)
})

test('pending rows keep their attempts at any age', async () => {
  receiver.answer = () => ({ status: 500 })
  await paidPayment(shop, receiver.url)
  await deliver(shop)
  shop.advance(100 * dayS)
  await forget()
  expect(await count(shop, 'delivery_attempt')).toBe(1)
})

test('an idempotency key is kept for a day, and then free again', async () => {
  const key = { headers: { 'idempotency-key': 'order-1' }, body: { amount: 15_000, payment_method: 'wallet_direct' } }
  const first = await shop.api('/create-payment', key)
  shop.advance(dayS - 60)
  await forget()
  expect((await shop.api('/create-payment', key)).body.data.invoice_id).toBe(first.body.data.invoice_id)
  shop.advance(120)
  await forget()
  expect((await shop.api('/create-payment', key)).body.data.invoice_id).not.toBe(first.body.data.invoice_id)
})

test('each setting is respected, many batches are deleted at once, and a sweep stops when its time is over', async () => {
  const { invoice_id } = await create(shop)
  await shop.app.sql.write(
    `insert into idempotency (account_id, mode, key, fingerprint, invoice_id, created_at)
     select $1, 'test', 'old ' || n, '', $2, $3 from generate_series(1, 3500) n`,
    [shop.demo.accountId, invoice_id, new Date(shop.app.now().getTime() - 3 * dayS * 1000)],
  )
  Object.assign(shop.app, {
    config: { ...shop.app.config, keptDays: { ...shop.app.config.keptDays, idempotencyKeys: 4 } },
  })
  expect(await forget()).toBe(0)
  Object.assign(shop.app, {
    config: { ...shop.app.config, keptDays: { ...shop.app.config.keptDays, idempotencyKeys: 2 } },
  })
  expect(await deleteOldRows(shop.app, AbortSignal.abort())).toBe(0)
  expect(await forget()).toBe(3500)
})
