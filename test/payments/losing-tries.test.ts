import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from './scenario.ts'

const amount = 40_000

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

const reservations = () =>
  shop.app.sql.query<Reservation>(
    `select c.connector, r.final_amount as amount, r.invoice_id, r.held_until = 'infinity' as is_held
     from reservation r join connection c on c.receiving_account_id = r.receiving_account_id
     where r.final_amount between $1 and $1 + 999 order by c.connector, r.final_amount`,
    [amount],
  )

test('a try of `all` that loses on one account frees what it took on the others, and nothing of the payment that it lost to', async () => {
  // Every small code is taken at the bank, so the first tries lose there after they have won elsewhere.
  const other = await create(shop, { payment_method: 'qris_user', amount: 900_000 })
  const bank = shop.demo.connections.find(({ connector }) => connector === 'bank')!.receivingAccountId
  await shop.app.sql.write(
    `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
     select $1, $2 + code, $3, 'infinity' from generate_series(1, 99) code`,
    [bank, amount, other.invoice_id],
  )
  const payment = await create(shop, { payment_method: 'all', amount })
  expect(payment.unique_code).toBeGreaterThan(99)

  const all = await reservations()
  const ofOther = all.filter(({ invoice_id }) => invoice_id === other.invoice_id)
  expect(ofOther.map(({ amount: held }) => held - amount)).toEqual(Array.from({ length: 99 }, (_, at) => at + 1))
  expect(ofOther.filter(({ is_held }) => !is_held)).toEqual([])

  const own = all.filter(({ invoice_id }) => invoice_id === payment.invoice_id)
  const held = own.filter(({ is_held }) => is_held)
  expect(held.map(row => [row.connector, row.amount])).toEqual(
    ['bank', 'merchant-wallet', 'wallet'].map(connector => [connector, payment.final_amount]),
  )
  // Two tries lost, each on both of the other accounts.
  expect(own.length - held.length).toBe(4)
})
