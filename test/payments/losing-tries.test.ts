import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBatcher } from '../../src/database/batcher.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Sql } from '../../src/lib/sql.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import type { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { interceptSql } from '../kit/intercept-sql.ts'
import { create } from './scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop({ ownCodes: true, settings: { EDITION: 'verification' } })
})
afterAll(() => shop.close())

interface Reservation {
  connector: string
  amount: number
  invoice_id: string
  is_held: boolean
}

const reservations = (amount: number) =>
  shop.app.sql.query<Reservation>(
    `select c.connector, r.final_amount as amount, r.invoice_id, r.held_until = 'infinity' as is_held
     from reservation r join connection c on c.receiving_account_id = r.receiving_account_id
     where r.final_amount between $1 and $1 + 999 order by c.connector, r.final_amount`,
    [amount],
  )

/** Creates another payment that holds every small code at the bank. */
async function takeSmallCodes(amount: number): Promise<string> {
  const other = await create(shop, { payment_method: 'qris_user', amount: amount + 400_000 })
  const bank = shop.demo.connections.find(({ connector }) => connector === 'bank')!.receivingAccountId
  await shop.app.sql.write(
    `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
     select $1, $2 + code, $3, 'infinity' from generate_series(1, 99) code`,
    [bank, amount, other.invoice_id],
  )
  return other.invoice_id
}

/**
 * Returns the number of amounts that the payment has let go. Checks the amounts that it holds, and that the other
 * payment kept all its own.
 */
async function lookAt(
  { invoiceId, amount, finalAmount, uniqueCode }: Readonly<Payment>,
  other: string,
): Promise<{ letGo: number }> {
  expect(uniqueCode).toBeGreaterThan(99)
  const all = await reservations(amount)
  const ofOther = all.filter(({ invoice_id }) => invoice_id === other)
  expect(ofOther.map(({ amount: held }) => held - amount)).toEqual(Array.from({ length: 99 }, (_, at) => at + 1))
  expect(ofOther.filter(({ is_held }) => !is_held)).toEqual([])
  const own = all.filter(({ invoice_id }) => invoice_id === invoiceId)
  const held = own.filter(({ is_held }) => is_held)
  expect(held.map(row => [row.connector, row.amount])).toEqual(
    ['bank', 'merchant-wallet', 'wallet'].map(connector => [connector, finalAmount]),
  )
  return { letGo: own.length - held.length }
}

/** Wraps SQL so that it checks the accounts too early to see the amounts taken there. */
function overtaken<Own extends Sql>(sql: Own): Own {
  return interceptSql(sql, { change: text => text.replace('d.holds < 2 or not exists', 'true or not exists') })
}

describe('an attempt of a payment by all methods that fails on one account', () => {
  const asked = (amount: number) => ({ amount, paymentMethod: 'all' })

  test("an attempt that loses one amount keeps none on other accounts, and leaves the winner's alone", async () => {
    const other = await takeSmallCodes(40_000)
    const payment = await createPayment(shop.app, shop.demo, asked(40_000))
    expect(await lookAt(payment, other)).toEqual({ letGo: 0 })
  })

  test('an attempt that loses one account is undone on all accounts, even if the amount looked free', async () => {
    const other = await takeSmallCodes(50_000)
    const sql = overtaken(shop.app.sql)
    const payment = await createPayment({ ...shop.app, sql, ask: createBatcher(sql) }, shop.demo, asked(50_000))
    expect(await lookAt(payment, other)).toEqual({ letGo: 0 })
  })

  test('an attempt that loses an amount does not affect others in the same statement', async () => {
    const other = await takeSmallCodes(70_000)
    const sql = overtaken(shop.app.sql)
    const app = { ...shop.app, sql, ask: createBatcher(sql) }
    const many = [70_000, ...Array.from({ length: 12 }, (_, at) => 100_000 + at * 1_000)]
    const [payment, ...others] = await Promise.all(many.map(amount => createPayment(app, shop.demo, asked(amount))))
    expect(await lookAt(payment!, other)).toEqual({ letGo: 0 })
    expect(others.map(({ amount }) => amount)).toEqual(many.slice(1))
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('an attempt that loses an amount within a transaction releases the other accounts and continues', async () => {
    const other = await takeSmallCodes(60_000)
    const payment = await shop.app.transaction(shop.demo, tx =>
      createPayment(shop.app, shop.demo, asked(60_000), { tx: overtaken(tx) }),
    )
    // Two tries failed, each on both of the other accounts.
    expect(await lookAt(payment, other)).toEqual({ letGo: 4 })
  })
})

test('simultaneous payments by all methods share statements', async () => {
  let sent = 0
  const sql = interceptSql(shop.app.sql, {
    change(text) {
      if (text.includes('insert into payment ')) sent++
      return text
    },
  })
  const app = { ...shop.app, sql, ask: createBatcher(sql) }
  const same = Array.from({ length: 40 }, () => ({ amount: 300_000, paymentMethod: 'all' }))
  const made = await Promise.all(same.map(asked => createPayment(app, shop.demo, asked)))
  expect(new Set(made.map(({ finalAmount }) => finalAmount)).size).toBe(40)
  expect(sent).toBeLessThan(30)
  const held = (await reservations(300_000)).filter(({ is_held }) => is_held)
  expect(held).toHaveLength(3 * 40)
  expect(await findViolations(shop.app)).toEqual([])
})
