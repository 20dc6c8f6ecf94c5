import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { count, create, detect, events, letExpire, send, statusOf, transfers, walletOf } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

async function transferOf(reference: string) {
  return (await transfers(shop)).find(row => row.reference === reference)
}

for (const method of ['wallet_direct', 'qris']) {
  describe(`money for a ${method} payment`, () => {
    test('money after the deadline is reviewed as late, and the payment stays expired', async () => {
      const payment = await create(shop, { payment_method: method })
      await detect(shop)
      await letExpire(shop)
      expect(await statusOf(shop, payment)).toBe('expired')
      const { reference } = await send(shop, { invoice_id: payment.invoice_id })
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('expired')
      expect(await transferOf(reference)).toMatchObject({
        state: 'review',
        reason: 'late',
        invoice_id: payment.invoice_id,
      })
      expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.expired'])
      expect(await count(shop, 'movement', `invoice_id = '${payment.invoice_id}'`)).toBe(0)
    })

    test("late money is accepted if the account's rule allows it, and the payment is flagged late", async () => {
      const payment = await create(shop, { payment_method: method })
      await detect(shop)
      await letExpire(shop)
      await shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
      await send(shop, { invoice_id: payment.invoice_id })
      await detect(shop)
      await shop.app.sql.write('update account set accepts_late_money = false')
      expect(await statusOf(shop, payment)).toBe('paid')
      const [row] = await shop.app.sql.query<{ paid_late: boolean; end_reason: string }>(
        'select paid_late, end_reason from payment where invoice_id = $1',
        [payment.invoice_id],
      )
      expect(row).toEqual({ paid_late: true, end_reason: expect.stringContaining('rule') })
      expect(await events(shop, payment.invoice_id)).toEqual(['payment.created', 'payment.expired', 'payment.paid'])
    })

    test('money for a cancelled payment is put in review, and the payment is never paid', async () => {
      const payment = await create(shop, { payment_method: method })
      await detect(shop)
      await shop.api('/cancel-payment', { body: { invoice: payment.invoice_id } })
      const { reference } = await send(shop, { invoice_id: payment.invoice_id })
      await shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId])
      await detect(shop)
      await shop.app.sql.write('update account set accepts_late_money = false')
      expect(await statusOf(shop, payment)).toBe('cancelled')
      expect(await transferOf(reference)).toMatchObject({ state: 'review', reason: 'cancelled' })
      expect(
        await count(shop, 'event', "type = 'transfer.in_review' and payload->>'reason' = 'cancelled'"),
      ).toBeGreaterThan(0)
    })

    test('money sent before the deadline and detected long after is in time', async () => {
      const payment = await create(shop, { payment_method: method })
      await detect(shop)
      const inTime = shop.app.now().toISOString()
      shop.advance(2400)
      await send(shop, { invoice_id: payment.invoice_id, occurred_at: inTime })
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('paid')
      const checked = await shop.api(`/check-payment?invoice=${payment.invoice_id}`)
      expect(checked.body.paid_at).toBe(shop.app.calendar.format(new Date(inTime)))
    })
  })
}

test('unexpected money is stored as unmatched', async () => {
  const { reference } = await send(shop, { connector: 'wallet', amount: 77_777_777 })
  await detect(shop)
  expect(await transferOf(reference)).toMatchObject({
    amount: 77_777_777,
    state: 'review',
    reason: 'unmatched',
    invoice_id: null,
  })
})

test('money of a very different amount is unmatched, and pays nothing', async () => {
  const payment = await create(shop)
  const { reference } = await send(shop, { invoice_id: payment.invoice_id, amount: payment.amount * 3 })
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('pending')
  expect(await transferOf(reference)).toMatchObject({ state: 'review', reason: 'unmatched' })
})

test('money that comes twice pays once, and the second transfer is marked "paid twice"', async () => {
  const payment = await create(shop)
  const first = await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  const second = await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  expect(await statusOf(shop, payment)).toBe('paid')
  expect(await transferOf(first.reference)).toMatchObject({ state: 'settled' })
  expect(await transferOf(second.reference)).toMatchObject({
    state: 'review',
    reason: 'paid_twice',
    invoice_id: payment.invoice_id,
  })
  expect(await count(shop, 'movement', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
  expect(await count(shop, 'delivery', `invoice_id = '${payment.invoice_id}'`)).toBe(1)
})

test('an amount belongs to its holder at the time given by the provider, not to the current one', async () => {
  const first = await create(shop, { amount: 20_000 })
  const whileItWasOpen = shop.app.now().toISOString()
  await letExpire(shop)
  shop.advance(3700)
  await leaveOnly(20_000, first.final_amount)
  const second = await create(shop, { amount: 20_000 })
  expect(second.final_amount).toBe(first.final_amount)
  const early = await send(shop, { connector: 'wallet', amount: first.final_amount, occurred_at: whileItWasOpen })
  const now = await send(shop, { connector: 'wallet', amount: first.final_amount })
  await detect(shop)
  expect(await transferOf(early.reference)).toMatchObject({ reason: 'late', invoice_id: first.invoice_id })
  expect(await transferOf(now.reference)).toMatchObject({ state: 'settled', invoice_id: second.invoice_id })
})

/** Blocks every other amount of the price. */
async function leaveOnly(price: number, amount: number): Promise<void> {
  const { receivingAccountId } = await walletOf(shop)
  await shop.app.sql.write(
    `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
     select $1, taken, 'nobody', 'infinity' from generate_series($2::bigint + 1, $2::bigint + 999) taken
       where taken <> $3
     on conflict (receiving_account_id, final_amount) do update set held_until = 'infinity'`,
    [receivingAccountId, price, amount],
  )
}
