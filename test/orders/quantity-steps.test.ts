import { afterAll, beforeAll, expect, test } from 'vitest'
import { findStep } from '../../src/orders/cart/find-step.ts'
import { type QuantityPress, stepQuantity } from '../../src/orders/cart/step-quantity.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { newCustomer, openStall } from './store.ts'

// Presses of "+" and "-" that are faster than the chat shows the new number.

let shop: TestShop
let customer: number
let other: number
let now: Date
let updates = 0

beforeAll(async () => {
  shop = await createTestShop()
  const stall = await openStall(shop.app, shop.demo)
  customer = await newCustomer(stall)
  other = await newCustomer(stall)
  now = shop.app.now()
})
afterAll(() => shop.close())

const later = (ms: number) => {
  now = new Date(now.getTime() + ms)
}
const app = () => ({ ...shop.app, now: () => now })
const accountId = () => shop.demo.accountId
const press = (more: Partial<QuantityPress> = {}, who = customer) =>
  stepQuantity(app(), accountId(), who, {
    button: 'cart mug 1',
    updateId: ++updates,
    shown: 1,
    by: 1,
    min: 0,
    max: 5,
    ...more,
  })
const quantityOf = async (...asked: Parameters<typeof press>) => (await press(...asked)).quantity

test('presses within five seconds add up, and later or other ones start from the displayed quantity', async () => {
  expect(await quantityOf()).toBe(2)
  later(4_999)
  expect(await quantityOf()).toBe(3)
  later(5_000)
  expect(await quantityOf()).toBe(2)
  expect(await quantityOf({ by: -1 })).toBe(1)
  expect(await quantityOf({ button: 'cart tea 1' })).toBe(2)
  expect(await quantityOf({}, other)).toBe(2)
  expect(await quantityOf({ button: 'cart tea 1' })).toBe(3)
})

test('the same press counts once', async () => {
  later(60_000)
  expect([await quantityOf({ updateId: -1 }), await quantityOf({ updateId: -1 })]).toEqual([2, 2])
  expect(await press({ updateId: -1, max: 1 })).toEqual({ quantity: 2, isPastMax: false })
})

test('quantities stay between zero and the stock, and only more is reported as too much', async () => {
  later(60_000)
  expect(await press({ shown: 4 })).toEqual({ quantity: 5, isPastMax: false })
  expect(await press({ shown: 4 })).toEqual({ quantity: 5, isPastMax: true })
  expect(await press({ button: 'least', shown: 0, by: -1 })).toEqual({ quantity: 0, isPastMax: false })
  expect(await press({ button: 'fewer', shown: 9, by: -1 })).toEqual({ quantity: 5, isPastMax: false })
})

test('the last press is found by all parts of its name, for five seconds, for its own customer', async () => {
  later(60_000)
  await press({ button: 'cart mug 1', shown: 2 })
  const find = (parts: string[], who = customer) => findStep(app(), accountId(), who, parts)
  expect(await find(['cart', 'mug'])).toBe(3)
  expect([await find(['cart', 'tea']), await find(['mug'], other)]).toEqual([null, null])
  later(5_000)
  expect(await find(['mug'])).toBe(3)
  later(1)
  expect(await find(['mug'])).toBeNull()
})
