import { afterEach, expect, test } from 'vitest'
import { createBatcher } from '../../src/database/batcher.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { create, detect, letExpire, lifetimeS, send, statusOf } from './scenario.ts'

let shop: TestShop

afterEach(() => shop.close())

const wallet = { amount: 10_000, paymentMethod: 'wallet_direct' }

/** Creates payments all at once, through the use-case that API and bot share. */
async function createMany(howMany: number, standing = shop.demo) {
  const tries = Array.from({ length: howMany }, () =>
    createPayment(shop.app, standing, wallet).then(
      payment => payment.finalAmount,
      error => {
        if (error instanceof Refusal) return error.code
        throw error
      },
    ),
  )
  const answers = await Promise.all(tries)
  const amounts = answers.filter(answer => typeof answer === 'number')
  return { amounts, refused: answers.filter(answer => answer === 'amounts_exhausted').length }
}

test('of 1,200 simultaneous payments of one amount 999 get distinct amounts and 201 clear refusals', async () => {
  shop = await createTestShop()
  const { amounts, refused } = await createMany(1200)
  expect(amounts).toHaveLength(999)
  expect(refused).toBe(201)
  expect(new Set(amounts)).toEqual(new Set(Array.from({ length: 999 }, (_, index) => 10_001 + index)))
  expect(await findViolations(shop.app)).toEqual([])

  const refusal = await shop.api('/create-payment', { body: { amount: 10_000, payment_method: 'wallet_direct' } })
  expect(refusal.status).toBe(429)
  expect(Number(refusal.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refusal.body).toMatchObject({ success: false, code: 'amounts_exhausted', fields: [{ path: 'amount' }] })
})

test('a store that subtracts unique codes also has 999 distinct amounts', async () => {
  shop = await createTestShop()
  await shop.app.sql.write('update account set subtracts_unique_code = true where id = $1', [shop.demo.accountId])
  const standing = (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!
  const { amounts, refused } = await createMany(1200, standing)
  expect(refused).toBe(201)
  expect(new Set(amounts)).toEqual(new Set(Array.from({ length: 999 }, (_, index) => 9_001 + index)))
})

test('without the primary key of reservations, the same race creates duplicate amounts', async () => {
  shop = await createTestShop()
  await shop.app.sql.write('alter table reservation drop constraint reservation_pkey')
  const arbiter = /on conflict \(receiving_account_id[\s\S]*?= excluded\.invoice_id\)/
  const sql = interceptSql(shop.app.sql, { change: text => text.replace(arbiter, '') })
  const careless = { ...shop.app, sql, ask: createBatcher(sql) }
  const order = { amount: 10_000, paymentMethod: 'wallet_direct' }
  const made = await Promise.all(Array.from({ length: 200 }, () => createPayment(careless, shop.demo, order)))
  expect(new Set(made.map(payment => payment.finalAmount)).size).toBeLessThan(made.length)
  const apart = invariants.filter(({ id }) => id === 'I7')
  expect(await findViolations(shop.app, apart)).not.toEqual([])
})

test('amounts that two prices share remain distinct: 10,000 + 600 equals 10,500 + 100', async () => {
  shop = await createTestShop()
  const made = await Promise.all(
    Array.from({ length: 300 }, (_, index) => create(shop, { amount: index % 2 === 0 ? 10_000 : 10_500 })),
  )
  expect(new Set(made.map(payment => payment.final_amount)).size).toBe(300)
})

test("another account's wallet has its own amounts", async () => {
  shop = await createTestShop()
  const { amounts } = await createMany(999)
  expect(amounts).toHaveLength(999)
  const other = await create(shop, { amount: 10_000 }, shop.keys.second)
  expect(amounts).toContain(other.final_amount)
})

test('an amount stays with its payment for exactly 60 minutes after the deadline', async () => {
  shop = await createTestShop()
  expect((await createMany(999)).amounts).toHaveLength(999)
  await letExpire(shop)
  shop.advance(3600 - 5 - 30)
  expect(await createMany(1)).toEqual({ amounts: [], refused: 1 })
  shop.advance(60)
  expect((await createMany(3)).amounts).toHaveLength(3)
})

test('a paid amount is reserved as long as an expired one, so that a second transfer of it is recognised', async () => {
  shop = await createTestShop()
  expect((await createMany(999)).amounts).toHaveLength(999)
  await send(shop, { connector: 'wallet', amount: 10_500 })
  await detect(shop)
  expect(await createMany(1)).toEqual({ amounts: [], refused: 1 })
  shop.advance(lifetimeS + 3600 - 60)
  expect(await createMany(1)).toEqual({ amounts: [], refused: 1 })
  shop.advance(120)
  // The others are just as old, but their provider has not been read since, so they are still pending and hold their
  // amounts.
  expect((await createMany(2)).amounts).toEqual([10_500])
})

test('an amount used within the last 24 hours is reused only if no other is free', async () => {
  shop = await createTestShop()
  const { amounts } = await createMany(998)
  const unused = Array.from({ length: 999 }, (_, index) => 10_001 + index).filter(amount => !amounts.includes(amount))
  await letExpire(shop)
  shop.advance(2 * 3600)
  expect((await createMany(1)).amounts).toEqual(unused)
  expect((await createMany(1)).amounts).toHaveLength(1)

  shop.advance(25 * 3600)
  const { amounts: rested } = await createMany(20)
  expect(rested).toHaveLength(20)
})

test('a payment that was paid early or cancelled keeps its amount until an hour after its deadline', async () => {
  shop = await createTestShop()
  const [paid, cancelled] = [await create(shop), await create(shop)]
  await send(shop, { invoice_id: paid.invoice_id })
  await detect(shop)
  await shop.api('/cancel-payment', { body: { invoice: cancelled.invoice_id } })
  expect([await statusOf(shop, paid), await statusOf(shop, cancelled)]).toEqual(['paid', 'cancelled'])
  const holds = await shop.app.sql.query<{ minutes: number }>(
    `select round(extract(epoch from h.held_until - p.expires_at) / 60)::integer as minutes
     from hold h join payment p on p.invoice_id = h.invoice_id where h.account_id = $1 and p.mode = 'test'`,
    [shop.demo.accountId],
  )
  expect(holds).toEqual([{ minutes: 60 }, { minutes: 60 }])
})

test('a request that waited for its idempotency key takes no amount that was reserved when it began', async () => {
  shop = await createTestShop()
  const { amounts } = await createMany(999)
  expect(amounts).toHaveLength(999)
  await letExpire(shop)
  // The wait makes time pass between the payment's creation time and the reservation of its amount.
  const moments = [3500, 3700].map(seconds => new Date(shop.app.now().getTime() + seconds * 1000))
  const app = { ...shop.app, now: () => (moments.length > 1 ? moments.shift()! : moments[0]!) }
  const asked = { ...wallet, idempotencyKey: { key: 'a', fingerprint: Buffer.from('a') } }
  await createPayment(app, shop.demo, asked).catch(error => expect(error).toMatchObject({ code: 'amounts_exhausted' }))
  expect(await findViolations(shop.app)).toEqual([])
})

test('unique codes are as small as traffic allows: 1 to 99 while one is free, then larger ones', async () => {
  shop = await createTestShop()
  const codes: number[] = []
  for (let made = 0; made < 110; made++) codes.push((await create(shop, { amount: 10_000 })).unique_code)
  expect(new Set(codes.slice(0, 99))).toEqual(new Set(Array.from({ length: 99 }, (_, index) => index + 1)))
  expect(Math.min(...codes.slice(99))).toBeGreaterThan(99)
})

test('amounts of open qris payments are distinct while small codes last, and are never refused', async () => {
  shop = await createTestShop()
  const make = (amount = 10_000) => create(shop, { amount, payment_method: 'qris' })
  // Another price with overlapping amounts: 9,950 and its codes.
  const made = [await make(9_950), await make(9_950)]
  for (let count = 0; count < 60; count++) made.push(await make())
  expect(new Set(made.map(({ final_amount }) => final_amount)).size).toBe(62)
  expect(made.filter(({ unique_code }) => unique_code <= 99).length).toBeGreaterThan(45)

  await shop.app.sql.write(
    `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
     select receiving_account_id, 10000 + n, invoice_id, held_until
       from (select * from reservation where invoice_id = $1) r, generate_series(1, 999) n
     on conflict do nothing`,
    [made[0]!.invoice_id],
  )
  expect((await make()).unique_code).toBeLessThanOrEqual(999)
  // Their deadline has passed, so the amounts are free again.
  shop.advance(lifetimeS + 1)
  expect((await make()).unique_code).toBeLessThanOrEqual(99)
}, 60_000)
