import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '../../../src/catalog/add-product.ts'
import { Variant } from '../../../src/catalog/product.ts'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { addCashier } from '../../../src/modules/counter/add-cashier.ts'
import { counterCashReturns } from '../../../src/modules/counter/cash-returns.ts'
import { Cashier } from '../../../src/modules/counter/cashier.ts'
import { changeCashier } from '../../../src/modules/counter/change-cashier.ts'
import { closeShift } from '../../../src/modules/counter/close-shift.ts'
import { enterPin } from '../../../src/modules/counter/enter-pin.ts'
import { findShift } from '../../../src/modules/counter/find-shift.ts'
import { giveUpSale } from '../../../src/modules/counter/give-up-sale.ts'
import { refundSale, takeBackCashReturn } from '../../../src/modules/counter/refund-sale.ts'
import { setCounterRules } from '../../../src/modules/counter/set-counter-rules.ts'
import { viewSale } from '../../../src/modules/counter/view-sale.ts'
import { findReceipt } from '../../../src/orders/receipts/find-receipt.ts'
import { findCompleteReceipt } from '../../../src/orders/receipts/receipt-facts.ts'
import { receiptUrl } from '../../../src/orders/receipts/receipt-url.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { cheapCashier, deviceNow, openCounter, pin, sellAt } from './sales-stand.ts'
import { ownerOf, pairedDevice } from './stand.ts'

let shop: TestShop
let counter: Awaited<ReturnType<typeof openCounter>>
beforeAll(async () => {
  shop = await createTestShop()
  counter = await openCounter(shop)
})
afterAll(() => shop.close())

const sale = (asked: Parameters<typeof sellAt>[2] = {}) => sellAt(shop, counter, asked)

/** Adds a product with this stock; returns its variant's public id. */
async function product(price: number, count: number): Promise<string> {
  const stock = { mode: 'counter' as const, count }
  const asked = { name: 'Kopi', kind: 'physical' as const, description: '', variant: { price, stock } }
  const publicId = await addProduct(shop.app, ownerOf(shop), asked)
  const variant = await shop.app.em(shop.demo).findOneOrFail(Variant, { product: { publicId } })
  return variant.publicId
}

async function stockOf(variant: string) {
  const [row] = await shop.app.sql.query<{ available: number; reserved: number; sold: number }>(
    `select s.available, s.reserved, s.sold from stock s join variant v on v.id = s.variant_id
     where v.public_id = $1 and s.mode = 'test'`,
    [variant],
  )
  return row
}

describe('a cash sale', () => {
  test('a cash sale names the cashier as its customer, and its receipt has no name', async () => {
    const { name } = await shop.app.em({ accountId: shop.demo.accountId }).findOneOrFail(Cashier, counter.cashier)
    const order = await sale({ free: 27_000, expectedTotal: 27_000 })
    expect(order.customerName).toBe(`Kasir · ${name}`)
    const receipt = await findReceipt(shop.app, receiptUrl(shop.app, order.orderNumber).split('/').at(-1)!)
    expect(receipt).toMatchObject({ orderNumber: order.orderNumber, customer: null })
  })

  test('a cash sale is an order paid and handed over at once, without a payment, and the books balance', async () => {
    const variant = await product(15_000, 5)
    const lines = [{ variant, quantity: 2, choices: [] }]
    const order = await sale({ lines, free: 5_000, cashGiven: 50_000, expectedTotal: 35_000 })
    expect(order).toMatchObject({
      status: 'completed',
      door: 'counter',
      paidVia: 'cash',
      total: 35_000,
      invoiceCount: 0,
    })
    expect(await stockOf(variant)).toEqual({ available: 3, reserved: 0, sold: 2 })
    expect(await findViolations(shop.app)).toEqual([])
    const told = await shop.app.sql.query<{ type: string; payload: { invoiceId: unknown } }>(
      "select type, payload from event where subject = $1 and type in ('order.paid', 'order.completed') order by type desc",
      [order.orderNumber],
    )
    expect(told).toMatchObject([{ type: 'order.paid', payload: { invoiceId: null } }, { type: 'order.completed' }])
    expect(await shop.app.sql.query('select 1 from notice where bot_id = 0')).toEqual([])
  })

  test('a cash sale is made once for each key, even if several requests arrive', async () => {
    const variant = await product(10_000, 9)
    const asked = { key: randomUUID(), lines: [{ variant, quantity: 1, choices: [] }], expectedTotal: 10_000 }
    const orders = await Promise.all(Array.from({ length: 8 }, () => sale(asked)))
    expect(new Set(orders.map(({ id }) => id)).size).toBe(1)
    expect(await stockOf(variant)).toMatchObject({ available: 8, sold: 1 })
  })

  test("a cash sale has the server's price, and another displayed price is refused with the right one", async () => {
    const variant = await product(10_000, 9)
    const lines = [{ variant, quantity: 1, choices: [] }]
    await expect(sale({ lines, expectedTotal: 1_000 })).rejects.toMatchObject({
      code: 'price_changed',
      details: { total: 10_000 },
    })
    expect(await stockOf(variant)).toMatchObject({ available: 9, sold: 0 })
  })

  test('a cash sale beyond the stock is refused, and nothing is stored', async () => {
    const variant = await product(10_000, 1)
    await expect(sale({ lines: [{ variant, quantity: 2, choices: [] }], expectedTotal: 20_000 })).rejects.toMatchObject(
      { code: 'out_of_stock' },
    )
    expect(await stockOf(variant)).toMatchObject({ available: 1, reserved: 0 })
  })

  test("a cash sale refuses odd amounts, odd quantities and other accounts' products", async () => {
    const variant = await product(10_000, 9)
    for (const free of [-1, 1.5, Number.NaN, 1e12])
      await expect(sale({ free, expectedTotal: free })).rejects.toMatchObject({ fields: [{ path: 'free' }] })
    for (const quantity of [0, -1, 100, 1.5])
      await expect(sale({ lines: [{ variant, quantity, choices: [] }] })).rejects.toMatchObject({
        fields: [{ path: 'cart' }],
      })
    await expect(sale({ cashGiven: 24_999 })).rejects.toMatchObject({ fields: [{ path: 'cash' }] })
    await expect(sale({ free: 0, expectedTotal: 0 })).rejects.toMatchObject({ code: expect.any(String) })
    await expect(
      sale({ lines: [{ variant: 'A'.repeat(22), quantity: 1, choices: [] }], expectedTotal: 1 }),
    ).rejects.toMatchObject({ fields: [{ path: 'cart' }] })
  })
})

test('a discount is never negative, and never more than the owner allows', async () => {
  await expect(sale({ discount: 1, expectedTotal: 24_999 })).rejects.toMatchObject({ fields: [{ path: 'discount' }] })
  await setCounterRules(shop.app, { discountMaxPercent: 10 }, ownerOf(shop))
  await expect(sale({ discount: -2_500, expectedTotal: 27_500 })).rejects.toMatchObject({
    fields: [{ path: 'discount' }],
  })
  await expect(sale({ discount: 2_501, expectedTotal: 22_499 })).rejects.toMatchObject({
    fields: [{ path: 'discount' }],
  })
  const order = await sale({ discount: 2_500, expectedTotal: 22_500 })
  expect(order).toMatchObject({ total: 22_500, discount: 2_500, status: 'completed' })
  expect(await findViolations(shop.app)).toEqual([])
  for (const percent of [-1, 101, 1.5])
    await expect(setCounterRules(shop.app, { discountMaxPercent: percent }, ownerOf(shop))).rejects.toMatchObject({
      code: 'invalid_request',
    })
})

describe('a sale by code', () => {
  test('a sale by code waits for its money, and its goods are handed over once it is paid', async () => {
    const key = randomUUID()
    const variant = await product(15_000, 5)
    const asked = { key, method: 'code' as const, lines: [{ variant, quantity: 1, choices: [] }] }
    const order = await sale({ ...asked, expectedTotal: 15_000 })
    expect(order.status).toBe('waiting_payment')
    expect((await sale({ ...asked, expectedTotal: 15_000 })).id).toBe(order.id)
    const waiting = (await viewSale(shop.app, await deviceNow(shop, counter.id), key))!
    await payInvoice(shop, waiting.payment!.invoiceId)
    const paid = (await viewSale(shop.app, await deviceNow(shop, counter.id), key))!
    expect(paid.order).toMatchObject({ status: 'completed', paidVia: null })
    expect(await stockOf(variant)).toEqual({ available: 4, reserved: 0, sold: 1 })
    const device = await deviceNow(shop, counter.id)
    await expect(giveUpSale(shop.app, device, key)).rejects.toMatchObject({ code: 'already_paid' })
  })

  test('cancelling a sale by code releases its goods, even twice', async () => {
    const key = randomUUID()
    const variant = await product(15_000, 5)
    const lines = [{ variant, quantity: 5, choices: [] }]
    await sale({ key, method: 'code', lines, expectedTotal: 75_000 })
    const device = await deviceNow(shop, counter.id)
    for (let time = 0; time < 2; time++)
      expect(await giveUpSale(shop.app, device, key)).toMatchObject({ status: 'cancelled' })
    expect(await stockOf(variant)).toEqual({ available: 5, reserved: 0, sold: 0 })
    const { device: other } = await pairedDevice(shop)
    await expect(giveUpSale(shop.app, other, key)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('a shift', () => {
  test('a shift adds up by method, records the difference, accepts no later sale, and closes once', async () => {
    const mine = await openCounter(shop)
    const first = await sellAt(shop, mine, { free: 20_000, expectedTotal: 20_000, cashGiven: 50_000 })
    await sellAt(shop, mine, { free: 30_000, expectedTotal: 30_000 })
    expect(await refundSale(shop.app, { orderNumber: first.orderNumber }, ownerOf(shop))).toBe(true)
    expect(await refundSale(shop.app, { orderNumber: first.orderNumber }, ownerOf(shop))).toBe(false)
    const device = await deviceNow(shop, mine.id)
    const counted = { shift: mine.shift, cash: 129_000, note: 'kembalian salah' }
    const closed = await Promise.all([1, 2, 3].map(() => closeShift(shop.app, device, counted)))
    for (const { shift } of closed) expect(shift.difference()).toBe(-1_000)
    const { shift, totals } = await findShift(shop.app, shop.demo, mine.shift)
    expect(shift).toMatchObject({ expectedCash: 130_000, countedCash: 129_000, note: 'kembalian salah' })
    expect(totals).toMatchObject({ cash: { sales: 2, amount: 50_000 }, code: { sales: 0 }, returned: 20_000 })
    await expect(sellAt(shop, mine)).rejects.toMatchObject({ code: 'refused_transition' })
  })
})

test('cash is refunded in part from the open drawer, and a correction cancels the record', async () => {
  const mine = await openCounter(shop)
  const { orderNumber } = await sellAt(shop, mine, { free: 41_000, expectedTotal: 41_000, cashGiven: 50_000 })
  const owner = ownerOf(shop)
  const give = (amount: number, key?: string) =>
    refundSale(shop.app, { orderNumber, amount, reason: 'Tumpah', ...(key ? { key } : {}) }, owner)
  const returned = async () => (await findShift(shop.app, shop.demo, mine.shift)).totals.returned
  const key = randomUUID()
  expect([await give(11_000, key), await give(11_000, key)]).toEqual([true, false])
  expect(await returned()).toBe(11_000)
  for (const amount of [30_001, 0, -1]) await expect(give(amount)).rejects.toMatchObject({ code: 'invalid_request' })
  await Promise.allSettled([1, 2, 3].map(() => give(16_000)))
  expect(await returned()).toBe(27_000)
  for (let time = 0; time < 2; time++) await takeBackCashReturn(shop.app, { orderNumber, key }, owner)
  expect(await returned()).toBe(16_000)
  expect(await give(25_000)).toBe(true)
  const { returns, totals } = await findShift(shop.app, shop.demo, mine.shift)
  expect(returns.map(({ amount }) => amount)).toEqual([11_000, 16_000, -11_000, 25_000])
  expect(totals).toMatchObject({ returned: 41_000, cash: { amount: 41_000 } })
  const now = shop.app.now()
  const span = { from: new Date(now.getTime() - 60_000), before: new Date(now.getTime() + 60_000) }
  const ofSale = await shop.app.slowly(async reads => {
    const listed = await counterCashReturns.list(reads, shop.demo, span)
    return [
      await counterCashReturns.sumOfSales(reads, shop.demo, span),
      listed.reduce((sum, one) => sum + one.amount, 0),
    ]
  }, shop.demo)
  expect(ofSale[0]).toBe(ofSale[1])
})

test('a receipt of the counter contains no name, and says if its cash was refunded', async () => {
  const mine = await openCounter(shop)
  const { orderNumber } = await sellAt(shop, mine)
  const token = receiptUrl(shop.app, orderNumber).split('/').at(-1)!
  const before = await findCompleteReceipt(shop.app, token)
  expect(before).toMatchObject({ orderNumber, paid: { amount: 25_000 }, refund: null, customer: null })
  await refundSale(shop.app, { orderNumber }, ownerOf(shop))
  expect(await findCompleteReceipt(shop.app, token)).toMatchObject({ refund: { amount: 25_000 } })
})

describe('a PIN', () => {
  test('a PIN is six digits, not a common one, and stored as a hash', async () => {
    for (const bad of ['12345', '1234567', 'abcdef', '111111', '123456', '098765'])
      await expect(addCashier(shop.app, { name: 'Ayu', pin: bad }, ownerOf(shop))).rejects.toMatchObject({
        fields: [{ path: 'pin' }],
      })
    await addCashier(shop.app, { name: 'Ayu', pin }, ownerOf(shop))
    const [kept] = await shop.app.sql.query<{ all: string }>("select c::text as all from cashier c where name = 'Ayu'")
    expect(kept!.all).toContain('$argon2id$v=19$m=19456,t=2,p=1$')
    expect(kept!.all).not.toContain(pin)
  })

  test('fifty simultaneous guesses of a PIN get few checks and growing delays, on this device only', async () => {
    const { device } = await pairedDevice(shop)
    const { device: other } = await pairedDevice(shop)
    const cashier = await cheapCashier(shop)
    const guess = (typed: string, at = device) => enterPin(shop.app, at, { cashier, pin: typed })
    const guesses = await Promise.allSettled(Array.from({ length: 50 }, () => guess('314159')))
    const codes = guesses.map(one => (one as PromiseRejectedResult).reason.code)
    expect(codes.filter(code => code === 'unauthorized')).toHaveLength(4)
    expect(await waitOf(guess(pin))).toSatisfy(between(10, 30))
    await expect(guess(pin, other)).resolves.toBeUndefined()
    shop.advance(30)
    await expect(guess('314159')).rejects.toMatchObject({ code: 'unauthorized' })
    expect(await waitOf(guess(pin))).toSatisfy(between(40, 60))
    shop.advance(60)
    await expect(guess(pin)).resolves.toBeUndefined()
    expect((await deviceNow(shop, device.id)).cashier?.id).toBe(cashier)
  })

  test('the PIN of a former cashier opens nothing, and signs them out everywhere', async () => {
    const mine = await openCounter(shop)
    await changeCashier(shop.app, mine.cashier, { isActive: false }, ownerOf(shop))
    expect((await deviceNow(shop, mine.id)).cashier).toBeNull()
    await expect(sellAt(shop, mine)).rejects.toMatchObject({ code: 'unauthorized' })
    const device = await deviceNow(shop, mine.id)
    await expect(enterPin(shop.app, device, { cashier: mine.cashier, pin })).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })
})

/** Returns the seconds that a guesser has to wait. The clock advances during the comparison of PINs. */
async function waitOf(guess: Promise<void>): Promise<number> {
  const refused = await guess.then(
    () => undefined,
    error => error,
  )
  expect(refused).toMatchObject({ code: 'rate_limited' })
  return refused.retryAfterS
}

const between = (min: number, max: number) => (value: number) => min <= value && value <= max
