import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { invariants } from '../../src/doctor/invariants-sql.ts'
import { listMistypedAmounts } from '../../src/money/judge-likeness.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true })
})

afterAll(() => shop.close())

const simulate = (invoice: string, simulation?: string, key = shop.keys.demo) =>
  shop.api('/simulate-payment', { key, body: { invoice, simulation } })

async function create(payment_method: string): Promise<{ invoice_id: string; final_amount: number }> {
  const { body } = await shop.api('/create-payment', { body: { amount: 25_000, payment_method } })
  await shop.work()
  return body.data
}

const reasonOf = async (reference: string) =>
  (await shop.app.sql.query<{ reason: string }>('select reason from transfer where reference = $1', [reference]))[0]!
    .reason

describe.each(['qris', 'wallet_direct', 'qris_user', 'wallet_qris'])('test money by %s', method => {
  test('test money of the exact amount pays, and its callback is sent', async () => {
    const { invoice_id, final_amount } = await create(method)
    const { status, body } = await simulate(invoice_id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      invoice_id,
      status: 'paid',
      transfers: [{ amount: final_amount, outcome: 'settled' }],
    })
    await shop.work()
    const log: { body: string }[] = (await shop.sandbox('/receiver/log')).body
    const sent = log.map(({ body: text }) => JSON.parse(text)).filter(callback => callback.invoice_id === invoice_id)
    expect(sent).toMatchObject([{ event: 'payment.paid', paid_amount: final_amount }])
  })

  test('late test money is in review, and the payment is not paid', async () => {
    const { invoice_id } = await create(method)
    const { data } = (await simulate(invoice_id, 'late')).body
    expect(data).toMatchObject({ status: 'pending', transfers: [{ outcome: 'review' }] })
    expect(await reasonOf(data.transfers[0].reference)).toBe('late')
  })

  test.each([
    ['under', -1],
    ['over', 1],
  ])('test money that is %s the amount is in review', async (simulation, difference) => {
    const { invoice_id, final_amount } = await create(method)
    const { data } = (await simulate(invoice_id, simulation)).body
    expect(data).toMatchObject({ status: 'pending', transfers: [{ outcome: 'review' }] })
    expect(Math.sign(data.transfers[0].amount - final_amount)).toBe(difference)
  })

  test('test money that arrives twice pays once', async () => {
    const { invoice_id } = await create(method)
    const { data } = (await simulate(invoice_id, 'twice')).body
    expect(data).toMatchObject({ status: 'paid', transfers: [{ outcome: 'settled' }, { outcome: 'review' }] })
    expect(await reasonOf(data.transfers[1].reference)).toBe('paid_twice')
  })

  test('test money of another payer pays', async () => {
    const { invoice_id } = await create(method)
    expect((await simulate(invoice_id, 'other_payer')).body.data.status).toBe('paid')
  })
})

describe('test money is refused', () => {
  test('test money is refused with a live key', async () => {
    const { invoice_id } = await create('wallet_direct')
    const { status, body } = await simulate(invoice_id, 'exact', shop.keys.live)
    expect([status, body.fields[0].path]).toEqual([400, 'X-API-Key'])
  })

  test('test money is refused for an unknown payment and for another account', async () => {
    const { invoice_id } = await create('wallet_direct')
    expect((await simulate('INV-00000000000000000000')).status).toBe(404)
    expect((await simulate(invoice_id, 'exact', shop.keys.second)).status).toBe(404)
  })

  test('test money is refused while the provider is still making the code', async () => {
    const { body } = await shop.api('/create-payment', { body: { amount: 25_000, payment_method: 'qris' } })
    expect((await simulate(body.data.invoice_id)).body.code).toBe('not_ready')
  })

  test('test money is refused for an unknown simulation', async () => {
    const { invoice_id } = await create('wallet_direct')
    const { status, body } = await simulate(invoice_id, 'magic')
    expect([status, body.fields[0].path]).toEqual([400, 'simulation'])
  })
})

test.each(['under', 'over'])(
  'test money that is %s is matched to its payment among others of the same price',
  async simulation => {
    const body = { amount: 45_000, payment_method: 'wallet_direct' }
    const answers = await Promise.all(Array.from({ length: 12 }, () => shop.api('/create-payment', { body })))
    for (const answer of answers) {
      const { invoice_id } = answer.body.data
      await simulate(invoice_id, simulation)
      const { data } = (await shop.api(`/list-transfers?invoice=${invoice_id}`)).body
      expect(data).toMatchObject([{ state: 'review', reason: 'inexact' }])
    }
  },
)

test('too little or too much test money never pays another payment that holds the next amount', async () => {
  const body = { amount: 60_000, payment_method: 'wallet_direct' }
  // More than half of the available codes, so that some are neighbours.
  const answers = await Promise.all(Array.from({ length: 60 }, () => shop.api('/create-payment', { body })))
  const payments = answers.map(answer => answer.body.data as { invoice_id: string; final_amount: number })
  const byAmount = new Map(payments.map(payment => [payment.final_amount, payment]))
  const low = payments.find(({ final_amount }) => byAmount.has(final_amount + 1))!
  const high = byAmount.get(low.final_amount + 1)!
  for (const [payment, simulation] of [
    [low, 'over'],
    [high, 'under'],
  ] as const) {
    const { data } = (await simulate(payment.invoice_id, simulation)).body
    expect(data).toMatchObject({ status: 'pending', transfers: [{ outcome: 'review' }] })
    expect(byAmount.has(data.transfers[0].amount)).toBe(false)
  }
  const [{ count }] = (await shop.app.sql.query<{ count: number }>(
    "select count(*)::int as count from payment where status = 'paid' and amount = 60000",
  )) as [{ count: number }]
  expect(count).toBe(0)
})

test('the books are consistent after all test money', async () => {
  const ours = invariants.filter(({ id }) => ['I1', 'I3', 'I4', 'I5'].includes(id))
  expect(await findViolations(shop.app, ours)).toEqual([])
})

// This test comes after those of the books, because its payments were not created normally and have no history.
test('too little test money is refused if other payments hold every amount near it', async () => {
  const { body } = await shop.api('/create-payment', {
    key: shop.keys.second,
    body: { amount: 80_000, payment_method: 'wallet_direct' },
  })
  const { invoice_id, final_amount } = body.data
  const near = Array.from({ length: 999 }, (_, away) => final_amount - 1 - away)
  await hold(
    invoice_id,
    [...new Set([...near, ...listMistypedAmounts(final_amount)])].filter(amount => amount > 0),
  )
  const { status, body: refused } = await simulate(invoice_id, 'under', shop.keys.second)
  expect([status, refused.code]).toEqual([429, 'amounts_exhausted'])
  const { data } = (await shop.api(`/list-transfers?invoice=${invoice_id}`, { key: shop.keys.second })).body
  expect(data).toEqual([])
})

/** Creates payments like this one that hold these amounts. */
async function hold(invoiceId: string, amounts: number[]): Promise<void> {
  await shop.app.sql.write(
    `with taken as (select amount, 'INV-QR2' || lpad(amount::text, 17, 'Z') as id from unnest($2::bigint[]) amount),
     made as (
       insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
         customer_name, created_at, expires_at)
       select id, account_id, mode, payment_method, payment.amount, 0, taken.amount, status, customer_name,
         created_at, expires_at
       from payment, taken where invoice_id = $1)
     insert into hold (invoice_id, receiving_account_id, account_id, method, final_amount, held_from, held_until)
     select id, receiving_account_id, account_id, method, amount, held_from, held_until from hold, taken
       where invoice_id = $1`,
    [invoiceId, amounts],
  )
}
