import { afterEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createTestConfig } from '../kit/config.ts'
import { count, create, detect, impatient, letExpire, lifetimeS, send, statusOf } from './scenario.ts'

let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

// The sandbox's address is known only once it listens, and only then it can be allowed. The time-out is shortened only
// if an answer never comes: a busy machine needs the full time to answer.
async function openShop(mode?: string): Promise<TestShop> {
  const opened = await createTestShop()
  if (mode === 'timeout') {
    Object.assign(opened.app, { outbound: impatient(createTestConfig({ BASE_URL: opened.url }).outboundAllow, 1000) })
  }
  return opened
}

async function codes(): Promise<number> {
  return count(shop, 'sandbox.code')
}

const fault = (mode: string, count?: number) =>
  shop.sandbox('/faults', { connector: 'interactive', operation: 'charge', mode, ...(count ? { count } : {}) })

for (const mode of ['timeout', 'error', 'garbage']) {
  describe(`a provider that answers the request for a code with ${mode}`, () => {
    test('a failed request for a code is repeated, and the open payment gets one code in the end', async () => {
      shop = await openShop(mode)
      await fault(mode, 3)
      const payment = await create(shop, { payment_method: 'qris' })
      for (let attempt = 1; attempt <= 3; attempt++) {
        await detect(shop)
        expect(await statusOf(shop, payment)).toBe('pending')
        expect(await count(shop, 'charge', `state = 'waiting' and failures = ${attempt} and last_error <> ''`)).toBe(1)
      }
      await detect(shop)
      expect(await count(shop, 'charge', "state = 'coded'")).toBe(1)
      expect(await codes()).toBe(1)
      await send(shop, { invoice_id: payment.invoice_id })
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('paid')
    })

    test('a payment whose code would come too late to be paid is cancelled, with the reason', async () => {
      shop = await openShop(mode)
      await fault(mode)
      const payment = await create(shop, { payment_method: 'qris' })
      await detect(shop)
      shop.advance(lifetimeS - 10)
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('pending')
      await letExpire(shop)
      expect(await statusOf(shop, payment)).toBe('cancelled')
      expect(await count(shop, 'payment', "end_reason = 'provider_unavailable'")).toBe(1)
    })
  })
}

test('a provider that refuses the code cancels the payment, and the reason is stored', async () => {
  shop = await openShop()
  const payment = await create(shop, { payment_method: 'qris' })
  await shop.app.sql.write(
    `insert into sandbox.code (mid, client_reference, amount, qris, requested_at) values ('WARUNG', $1, 999, 'x', now())`,
    [`${payment.invoice_id}-1`],
  )
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('cancelled')
  expect(await count(shop, 'payment', "end_reason = 'provider_refused'")).toBe(1)
  expect(await count(shop, 'charge', "state = 'failed' and last_error like '%already used%'")).toBe(1)
})

test('payments can be created while the provider is down', async () => {
  shop = await openShop()
  await fault('error')
  const payments = await Promise.all(Array.from({ length: 10 }, () => create(shop, { payment_method: 'qris' })))
  await detect(shop)
  await fault('off')
  await detect(shop)
  expect(await codes()).toBe(payments.length)
  expect(await count(shop, 'charge', "state = 'coded'")).toBe(payments.length)
})

test('a code stays payable after its payment was cancelled, and money for it is put in review', async () => {
  shop = await openShop()
  const payment = await create(shop, { payment_method: 'qris' })
  await detect(shop)
  await shop.api('/cancel-payment', { body: { invoice: payment.invoice_id } })
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  expect(await count(shop, 'transfer', "state = 'review' and reason = 'cancelled'")).toBe(1)
})

test('ten simultaneous workers make one code for each payment', async () => {
  shop = await openShop()
  const payments = await Promise.all(Array.from({ length: 10 }, () => create(shop, { payment_method: 'qris' })))
  await Promise.all(Array.from({ length: 10 }, () => shop.work()))
  // Repeats requests that failed under load, with the same reference.
  await shop.hurry()
  await shop.work()
  expect(await count(shop, 'charge', "state = 'coded'")).toBe(payments.length)
  expect(await codes()).toBe(payments.length)
})
