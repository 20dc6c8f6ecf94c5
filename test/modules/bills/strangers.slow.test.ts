import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { openBill, publicPaymentS } from '../../../src/modules/bills/open-bill.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { countAnsweredBefore, grabAll, roundCount, runFiveAtOnce } from '../../kit/strangers.ts'
import { idOf, makeBill } from './stand.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
}, 60_000)
afterAll(() => shop.close())

async function passTime(): Promise<void> {
  shop.advance(publicPaymentS + 1)
  await shop.hurry()
  await shop.work()
  await expirePayments(shop.app)
  await shop.work()
}
beforeEach(passTime)

let browsers = 0
const part = async (bill: number, address: string, amount?: number, browser = `browser ${++browsers}`) =>
  openBill(shop.app, shop.demo, bill, { address, browser, amount })

test('thirty guests at one address all get codes', async () => {
  const { bill } = await makeBill(shop, { kind: 'many', amount: 15_000 })
  const id = await idOf(shop, bill)
  const codes = await runFiveAtOnce(30, () => part(id, 'school'))
  expect(new Set(codes.map(({ invoiceId }) => invoiceId)).size).toBe(30)
})

test('an honest payer gets a code while twenty addresses keep opening what they can for an hour', async () => {
  const many = await idOf(shop, (await makeBill(shop, { kind: 'many', amount: 15_000 })).bill)
  const parts = await idOf(shop, (await makeBill(shop, { amount: 1_000_000, parts: true })).bill)
  for (let wave = 0; wave < roundCount; wave++) {
    await grabAll(address => part(many, address))
    await grabAll(address => part(parts, address, 1_000))
    for (const bill of [many, parts]) {
      expect(await part(bill, `honest ${wave}`, 50_000)).toMatchObject({ status: 'pending' })
    }
    await passTime()
  }
  expect(await findViolations(shop.app)).toEqual([])
}, 300_000)

test('strangers who open everything due of a bill in parts do not block it for others', async () => {
  const id = await idOf(shop, (await makeBill(shop, { amount: 500_000, parts: true })).bill)
  for (let wave = 0; wave < roundCount; wave++) {
    for (const amount of [500_000, 10_000]) {
      await grabAll(address => part(id, `${wave} ${address}`, amount))
    }
    // The two events must not have the same time.
    shop.advance(3)
    expect(await part(id, `honest ${wave}`, 50_000)).toMatchObject({ status: 'pending', amount: 50_000 })
    await passTime()
  }
  expect(await findViolations(shop.app)).toEqual([])
}, 300_000)

test('payers who open a bill in parts simultaneously never open more than is due', async () => {
  const id = await idOf(shop, (await makeBill(shop, { amount: 90_000, parts: true })).bill)
  await Promise.allSettled(Array.from({ length: 12 }, (_, at) => part(id, `friend ${at}`, 30_000)))
  const [sum] = await shop.app.sql.query('select sum(amount)::int as open from bill_part where bill_id = $1', [id])
  expect(sum).toEqual({ open: 90_000 })
})

test('a payer gets ahead of the repeated attempts of strangers, no matter how many browsers they use', async () => {
  const id = await idOf(shop, (await makeBill(shop, { kind: 'many', amount: 15_000 })).bill)
  const during = await countAnsweredBefore(
    address => part(id, address),
    () => part(id, 'late'),
  )
  expect(during).toBeLessThanOrEqual(8)
}, 120_000)

test('one stranger with many browsers takes at most a third of the uses', async () => {
  const id = await idOf(shop, (await makeBill(shop, { kind: 'many', amount: 15_000, uses_max: 3 })).bill)
  await part(id, 'stranger')
  await expect(part(id, 'stranger')).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(part(id, 'honest')).resolves.toMatchObject({ status: 'pending' })
})

test('a browser has one open part: another amount replaces it, but an invalid one does not', async () => {
  const id = await idOf(shop, (await makeBill(shop, { amount: 90_000, parts: true })).bill)
  const first = await part(id, 'home', 30_000, 'payer')
  await expect(part(id, 'home', 91_000, 'payer')).rejects.toMatchObject({ code: 'amount_out_of_range' })
  const second = await part(id, 'home', 90_000, 'payer')
  const open = await shop.app.sql.query("select invoice_id from bill_part where bill_id = $1 and state = 'open'", [id])
  expect(open).toEqual([{ invoice_id: second.invoiceId }])
  expect(first.expiresAt.getTime() - first.createdAt.getTime()).toBeLessThanOrEqual(publicPaymentS * 1000)
})

test('an address that left a part unpaid can open at most a third of what is due', async () => {
  const id = await idOf(shop, (await makeBill(shop, { amount: 90_000, parts: true })).bill)
  await part(id, 'stranger', 90_000)
  // Creates its code first.
  await shop.work()
  await passTime()
  await expect(part(id, 'stranger', 90_000)).rejects.toMatchObject({ fields: [{ path: 'amount', max: 30_000 }] })
  await expect(part(id, 'honest', 90_000)).resolves.toMatchObject({ amount: 90_000 })
})
