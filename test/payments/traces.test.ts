import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { findByTrace } from '../../src/payments/trace/find-by-trace.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, create, transfer, walletOf } from './scenario.ts'

// Any number on a screen or a receipt finds its payment, and no other.

let shop: TestShop
let own: CreatedPayment
let alike: CreatedPayment

const amount = 1000 * randomInt(21, 29)
const mark = randomInt(100_000, 900_000)
const names = {
  payer: `Wayan ${mark}`.replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!),
  customer: `Ketut ${mark}`,
}

/** Creates a payment that is paid under these names. */
async function createPaid(asked: object, { reference, payerName }: { reference: string; payerName: string }) {
  const payment = await create(shop, asked)
  await settleTransfer(shop.app, await walletOf(shop), {
    ...transfer({ amount: payment.final_amount, reference, occurredAt: shop.app.now() }),
    payerName,
  })
  return payment
}

beforeAll(async () => {
  shop = await createTestShop()
  own = await createPaid(
    { amount, reference: `R-${mark}`, customer_name: names.customer },
    { reference: `TRX/${mark}/1`, payerName: names.payer },
  )
  alike = await createPaid(
    { amount: amount + 1_000_000, reference: `R-${mark}-2`, customer_name: 'Made' },
    { reference: `TRY/${mark}/2`, payerName: 'Nyoman' },
  )
})
afterAll(() => shop.close())

const find = async (text: string, limit = 10) => {
  const scope = { accountId: shop.demo.accountId, mode: 'test' as const }
  return (await findByTrace(shop.app, scope, { text, limit })).map(({ invoiceId }) => invoiceId)
}

test('a payment is found by each of its numbers and names', async () => {
  const rupiah = (value: number) => `Rp ${value.toLocaleString('id-ID')}`
  for (const text of [
    own.invoice_id,
    own.invoice_id.toLowerCase(),
    own.invoice_id.slice(-6),
    rupiah(own.final_amount),
    `${own.final_amount}`,
    rupiah(amount),
    `R-${mark}`,
    `TRX/${mark}`,
    names.payer,
    names.payer.slice(0, 9).toUpperCase(),
    names.customer,
  ]) {
    expect([text, (await find(text)).slice(0, 1)]).toEqual([text, [own.invoice_id]])
    if (text !== `R-${mark}`) expect([text, await find(text)]).toEqual([text, [own.invoice_id]])
  }
})

test('a search finds the newest payments first, each once, and no more than are shown', async () => {
  const newest = await create(shop, { amount, customer_name: names.customer })
  expect(await find(names.customer)).toEqual([newest.invoice_id, own.invoice_id])
  expect(await find(names.customer, 1)).toEqual([newest.invoice_id])
  // Its own reference comes before those that only contain it.
  expect(await find(`R-${mark}`)).toEqual([own.invoice_id, alike.invoice_id])
})

test('a single character and an unknown text find nothing', async () => {
  expect(await find(names.customer.slice(0, 1))).toEqual([])
  expect(await find(`${mark}${mark}`)).toEqual([])
})
