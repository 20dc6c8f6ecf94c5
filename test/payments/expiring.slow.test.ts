import { afterEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { TransferSource } from '../../src/money/settle-together.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { reactions } from '../../src/reactions.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import {
  type CreatedPayment,
  count,
  create,
  detect,
  events,
  letExpire,
  lifetimeS,
  send,
  statusOf,
  walletOf,
} from './scenario.ts'

let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

const providers = [
  { method: 'wallet_direct', connector: 'wallet', operation: 'list' },
  { method: 'qris', connector: 'interactive', operation: 'status' },
]

for (const { method, connector, operation } of providers) {
  describe(`a ${method} payment`, () => {
    test('an unpaid payment expires after its deadline, once all transfers up to the deadline were read', async () => {
      shop = await createTestShop()
      const payment = await create(shop, { payment_method: method })
      await detect(shop)
      shop.advance(lifetimeS - 5)
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('pending')
      shop.advance(10)
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('expired')
      expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.expired'])
    })

    test("a payment does not expire during its provider's outage, and money sent in time still pays it", async () => {
      shop = await createTestShop()
      const [paid, left] = [
        await create(shop, { payment_method: method }),
        await create(shop, { payment_method: method }),
      ]
      await detect(shop)
      await shop.sandbox('/faults', { connector, operation, mode: 'error' })
      const inTime = shop.app.now().toISOString()
      for (const hours of [1, 5, 20]) {
        shop.advance(hours * 600)
        await detect(shop)
        expect([await statusOf(shop, paid), await statusOf(shop, left)]).toEqual(['pending', 'pending'])
      }
      await send(shop, { invoice_id: paid.invoice_id, occurred_at: inTime })
      await shop.sandbox('/faults', { connector, operation, mode: 'off' })
      await detect(shop)
      expect([await statusOf(shop, paid), await statusOf(shop, left)]).toEqual(['paid', 'expired'])
    })

    for (const mode of ['garbage', 'duplicate'].slice(0, connector === 'wallet' ? 2 : 1)) {
      test(`the payment is neither paid nor expired by a provider that answers with ${mode}`, async () => {
        shop = await createTestShop()
        const payment = await create(shop, { payment_method: method })
        await detect(shop)
        await shop.sandbox('/faults', { connector, operation, mode })
        shop.advance(60)
        for (let round = 0; round < 4; round++) await detect(shop)
        expect(await statusOf(shop, payment)).toBe('pending')
        if (mode === 'duplicate') return
        await letExpire(shop)
        expect(await statusOf(shop, payment)).toBe('pending')
      })
    }
  })
}

test("the amount of a payment stays reserved during its provider's outage, days after its deadline", async () => {
  shop = await createTestShop()
  await shop.sandbox('/faults', { connector: 'wallet', operation: 'list', mode: 'error' })
  const payment = await create(shop, { amount: 1000 })
  shop.advance(3 * 86_400)
  await detect(shop)
  const others = await Promise.all(Array.from({ length: 998 }, () => create(shop, { amount: 1000 })))
  expect(others.map(other => other.final_amount)).not.toContain(payment.final_amount)
  const refused = await shop.api('/create-payment', { body: { amount: 1000, payment_method: 'wallet_direct' } })
  expect(refused.status).toBe(429)
})

test("a read requested within the provider's delay after the deadline does not let the payment expire", async () => {
  shop = await createTestShop()
  await shop.app.sql.write(`update connection set window_overrides = window_overrides || '{"graceS": 60, "lagS": 30}'`)
  const payment = await create(shop)
  shop.advance(lifetimeS + 85)
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('pending')
  shop.advance(10)
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('expired')
})

test('only the watermark keeps a payment open: if it is advanced by hand, the payment expires unread', async () => {
  shop = await createTestShop()
  await shop.sandbox('/faults', { connector: 'wallet', operation: 'list', mode: 'error' })
  const payment = await create(shop)
  await letExpire(shop)
  expect(await statusOf(shop, payment)).toBe('pending')
  await shop.app.sql.write('update reading set watermark = $1', [shop.app.now()])
  await shop.work()
  expect(await statusOf(shop, payment)).toBe('expired')
})

test('a watermark only moves forward', async () => {
  shop = await createTestShop()
  const ahead = new Date(shop.app.now().getTime() + 3_600_000)
  await shop.app.sql.write('update reading set watermark = $1', [ahead])
  await detect(shop)
  expect(await shop.app.sql.query('select distinct watermark from reading')).toEqual([{ watermark: ahead }])
})

test('a payment whose reactions fail does not keep the rest of its batch from expiring', async () => {
  let stuck = ''
  shop = await createTestShop({
    parts: {
      reactions: {
        ...reactions,
        'payment.expired': [
          async (_tx, told) => {
            if (told.some(event => event.subject === stuck)) throw new Error('this one cannot be told')
          },
        ],
      },
    },
  })
  const payments = await Promise.all(Array.from({ length: 6 }, () => create(shop)))
  stuck = payments[2]!.invoice_id
  await letExpire(shop)
  const statuses = await Promise.all(payments.map(payment => statusOf(shop, payment)))
  expect(statuses).toEqual(['expired', 'expired', 'pending', 'expired', 'expired', 'expired'])
  stuck = ''
  await detect(shop)
  expect(await count(shop, 'payment', "status = 'expired'")).toBe(6)
})

test('money that fails to settle while expiring payments are selected keeps its payment open', async () => {
  let attempts = 0
  shop = await createTestShop({
    parts: {
      reactions: {
        ...reactions,
        'payment.expired': [
          async () => {
            // The batch fails, so each payment is tried separately, and was chosen before it is locked.
            if (++attempts === 1) throw new Error('the batch fails')
          },
        ],
      },
    },
  })
  const [stuck, left] = [await create(shop), await create(shop)]
  const { sql } = shop.app
  const source = await walletOf(shop)
  const afterChoosing = interceptSql(sql, {
    after: async text => {
      if (text.includes('skip locked')) await storeUnsettled(source, stuck)
    },
  })
  shop.advance(lifetimeS + 5)
  await sql.write('update reading set watermark = $1', [shop.app.now()])
  await expirePayments({ ...shop.app, sql: afterChoosing })
  expect([await statusOf(shop, stuck), await statusOf(shop, left)]).toEqual(['pending', 'expired'])
})

async function storeUnsettled(source: TransferSource, payment: CreatedPayment): Promise<void> {
  await shop.app.sql.write(
    `insert into transfer (account_id, connection_id, receiving_account_id, reference, amount, received_at, state,
       invoice_id, retry_at)
     values ($1, $2, $3, 'T-1', $4, now(), 'unsettled', $5, now()) on conflict do nothing`,
    [source.accountId, source.connectionId, source.receivingAccountId, payment.final_amount, payment.invoice_id],
  )
}
