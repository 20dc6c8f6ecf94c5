import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { generateToken } from '../../../src/lib/ids.ts'
import { changeCashier } from '../../../src/modules/counter/change-cashier.ts'
import { closeShift } from '../../../src/modules/counter/close-shift.ts'
import { findShift } from '../../../src/modules/counter/find-shift.ts'
import {
  acceptOfflineSale,
  acknowledgeOfflineSale,
  rejectOfflineSale,
} from '../../../src/modules/counter/offline/decide-offline-sale.ts'
import { OfflineSale } from '../../../src/modules/counter/offline/offline-sale.ts'
import { revokeDevice } from '../../../src/modules/counter/revoke-device.ts'
import { setCounterRules } from '../../../src/modules/counter/set-counter-rules.ts'
import { Order } from '../../../src/orders/order.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { allowOffline, type Counter, goods, lineOf, send, soldAt } from './offline-stand.ts'
import { deviceNow, openCounter, sellAt } from './sales-stand.ts'
import { ownerOf } from './stand.ts'

let shop: TestShop
let counter: Counter
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  counter = await openCounter(shop)
  await allowOffline(shop)
})

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const drawer = async () => (await findShift(shop.app, scope(), counter.shift)).totals
const itemsOf = ({ order }: OfflineSale) =>
  shop.app.sql.query('select price, quantity from order_item where order_id = $1', [order!.id])
const orderOf = async ({ order }: OfflineSale) => shop.app.em(scope()).findOneOrFail(Order, order!.id)

describe('a cash sale made without a network', () => {
  test('an offline sale is booked when it arrives, in the shift and the drawer in which it was made', async () => {
    const { sale, used } = await send(shop, counter, soldAt(shop, counter, { sold: { cashGiven: 50_000 } }))
    expect(sale).toMatchObject({ state: 'booked', reasons: [], total: 25_000 })
    expect(sale.seenAt).not.toBeNull()
    expect(used).toEqual({ sales: 1, amount: 25_000 })
    expect(await drawer()).toMatchObject({ cash: { sales: 1, amount: 25_000 }, expectedCash: 125_000 })
    expect(await orderOf(sale)).toMatchObject({ status: 'completed', paidVia: 'cash', door: 'counter', total: 25_000 })
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('an offline sale is booked once, even if twenty simultaneous requests send it', async () => {
    const arrived = soldAt(shop, counter)
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(shop, counter, arrived)))
    expect(new Set(answers.map(({ sale }) => sale.id)).size).toBe(1)
    expect(await drawer()).toMatchObject({ cash: { sales: 1, amount: 25_000 } })
  })

  test('an offline sale is the ordinary sale if that one arrived before the connection was cut', async () => {
    const arrived = soldAt(shop, counter)
    const order = await sellAt(shop, counter, { key: arrived.key })
    const { sale } = await send(shop, counter, arrived)
    expect(sale).toMatchObject({ state: 'booked', reasons: [] })
    expect(sale.order!.id).toBe(order.id)
    expect(await drawer()).toMatchObject({ cash: { sales: 1 } })
  })

  test('an offline sale is not sold again by an ordinary request that arrives late', async () => {
    await allowOffline(shop, { offlineSalesMax: 0 })
    const arrived = soldAt(shop, counter)
    expect((await send(shop, counter, arrived)).sale.state).toBe('held')
    await expect(sellAt(shop, counter, { key: arrived.key })).rejects.toMatchObject({ code: 'refused_transition' })
  })

  test('an offline sale does not take the number of another sale on its device', async () => {
    const first = soldAt(shop, counter)
    await send(shop, counter, first)
    const second = soldAt(shop, counter, { number: first.number })
    await expect(send(shop, counter, second)).rejects.toMatchObject({ code: 'idempotency_conflict' })
    expect((await send(shop, counter, { ...second, number: first.number + 7 })).sale.state).toBe('booked')
  })

  test("an offline sale is booked at the price that was paid, with the shop's price beside it", async () => {
    const variant = await goods(shop, 18_000)
    const { sale } = await send(shop, counter, soldAt(shop, counter, { sold: lineOf(variant, 15_000, 2) }))
    expect(sale).toMatchObject({ state: 'booked', reasons: ['price'], total: 30_000, shopTotal: 36_000, seenAt: null })
    expect(await orderOf(sale)).toMatchObject({ total: 30_000 })
    await acknowledgeOfflineSale(shop.app, sale.id, ownerOf(shop))
    const seen = await shop.app.em(scope()).findOneOrFail(OfflineSale, sale.id)
    expect(seen).toMatchObject({ state: 'booked', seenBy: 'user 1' })
  })

  test("an offline sale keeps its day in the books if the device's clock is wrong, and shows that clock", async () => {
    const hour = 3_600_000
    for (const [off, reason] of [
      [-26 * hour, 'clock'],
      [26 * hour, 'clock'],
      [60_000, null],
    ] as const) {
      const now = shop.app.now()
      const arrived = soldAt(shop, counter, { soldAt: new Date(now.getTime() + off) })
      const { sale } = await send(shop, counter, arrived)
      expect(sale.reasons).toEqual(reason ? [reason] : [])
      expect(Math.abs((await orderOf(sale)).createdAt.getTime() - now.getTime())).toBeLessThan(60_000)
    }
  })

  test('an offline sale says if it was made on another day than it was booked', async () => {
    const arrived = soldAt(shop, counter)
    shop.advance(24 * 3600)
    expect((await send(shop, counter, arrived)).sale).toMatchObject({ state: 'booked', reasons: ['day'] })
  })
})

describe('offline sales of counted stock', () => {
  test('counted stock sold offline is held for the owner unless allowed, and the stock stays the same', async () => {
    const variant = await goods(shop, 20_000, 3)
    const { sale } = await send(shop, counter, soldAt(shop, counter, { sold: lineOf(variant, 20_000) }))
    expect(sale).toMatchObject({ state: 'held', reasons: ['counted'], order: null })
    expect((await drawer()).cash.sales).toBe(0)
  })

  test('counted stock sold offline becomes a visible shortage if the last unit was sold twice', async () => {
    await allowOffline(shop, { offlineCounted: true })
    const variant = await goods(shop, 20_000, 1)
    const lines = [{ variant, quantity: 1, choices: [] }]
    await sellAt(shop, counter, { lines, expectedTotal: 20_000 })
    const { sale } = await send(shop, counter, soldAt(shop, counter, { sold: lineOf(variant, 20_000) }))
    expect(sale).toMatchObject({ state: 'booked', reasons: ['shortage'], seenAt: null })
    expect(await orderOf(sale)).toMatchObject({ status: 'processing', total: 20_000 })
    const items = await shop.app.sql.query('select stock_state from order_item where order_id = $1', [sale.order!.id])
    expect(items).toEqual([{ stock_state: 'short' }])
    expect(await drawer()).toMatchObject({ cash: { sales: 2, amount: 40_000 } })
    expect(await findViolations(shop.app)).toEqual([])
  })
})

describe('an offline sale that breaks a rule is held for the owner', () => {
  test("an offline sale beyond the device's number or amount in the shift is held", async () => {
    await allowOffline(shop, { offlineSalesMax: 2, offlineAmountMax: 40_000 })
    const states: string[] = []
    for (const total of [10_000, 31_000, 5_000]) {
      const { sale } = await send(shop, counter, soldAt(shop, counter, { sold: { total } }))
      states.push([sale.state, ...sale.reasons].join(' '))
    }
    // Held sales count, too; otherwise a stolen device could continue to sell.
    expect(states).toEqual(['booked', 'held limit', 'held limit'])
  })

  test('an offline sale with a larger discount than cashiers may give, or with a wrong sum, is held', async () => {
    await setCounterRules(shop.app, { discountMaxPercent: 10 }, ownerOf(shop))
    const within = soldAt(shop, counter, { sold: { free: 20_000, discount: 2_000, total: 18_000 } })
    expect((await send(shop, counter, within)).sale.reasons).toEqual([])
    const beyond = soldAt(shop, counter, { sold: { free: 20_000, discount: 2_001, total: 17_999 } })
    expect((await send(shop, counter, beyond)).sale).toMatchObject({ state: 'held', reasons: ['discount'] })
    const wrong = soldAt(shop, counter, { sold: { free: 20_000, total: 19_000 } })
    expect((await send(shop, counter, wrong)).sale).toMatchObject({ state: 'held', reasons: ['sum', 'price'] })
    await setCounterRules(shop.app, { discountMaxPercent: 0 }, ownerOf(shop))
  })

  test('an offline sale of a removed cashier is held until the owner accepts it', async () => {
    const arrived = soldAt(shop, counter)
    await changeCashier(shop.app, counter.cashier, { isActive: false }, ownerOf(shop))
    const { sale } = await send(shop, counter, arrived)
    expect(sale).toMatchObject({ state: 'held', reasons: ['cashier'] })
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    expect(await drawer()).toMatchObject({ cash: { sales: 1, amount: 25_000 }, expectedCash: 125_000 })
    await expect(rejectOfflineSale(shop.app, sale.id, ownerOf(shop))).rejects.toMatchObject({
      code: 'refused_transition',
    })
  })

  test('an offline sale of a revoked device is held, and a rejected one stays out of the books', async () => {
    const arrived = soldAt(shop, counter)
    await revokeDevice(shop.app, counter.id, ownerOf(shop))
    const { sale } = await send(shop, counter, arrived)
    expect(sale).toMatchObject({ state: 'held', reasons: ['revoked'] })
    await rejectOfflineSale(shop.app, sale.id, ownerOf(shop))
    expect((await send(shop, counter, arrived)).sale.state).toBe('rejected')
    await expect(acceptOfflineSale(shop.app, sale.id, ownerOf(shop))).rejects.toMatchObject({
      code: 'refused_transition',
    })
    expect((await drawer()).cash.sales).toBe(0)
  })

  test('an offline sale of a shift already counted is held, and once accepted belongs to that count', async () => {
    const arrived = soldAt(shop, counter)
    const device = await deviceNow(shop, counter.id)
    const { shift } = await closeShift(shop.app, device, { shift: counter.shift, cash: 125_000 })
    expect(shift.difference()).toBe(25_000)
    const { sale } = await send(shop, counter, arrived)
    expect(sale).toMatchObject({ state: 'held', reasons: ['shift'] })
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    const { shift: after, totals } = await findShift(shop.app, scope(), counter.shift)
    expect(after.difference()).toBe(0)
    expect(after.expectedCash).toBe(totals.expectedCash)
  })

  test('an offline sale of missing products is held, and becomes a typed amount once accepted', async () => {
    const sold = lineOf('x'.repeat(22), 12_000)
    const { sale } = await send(shop, counter, soldAt(shop, counter, { sold }))
    expect(sale).toMatchObject({ state: 'held', reasons: ['goods'], shopTotal: null })
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    const accepted = await shop.app.em(scope()).findOneOrFail(OfflineSale, sale.id)
    expect(await orderOf(accepted)).toMatchObject({ total: 12_000, status: 'completed' })
  })

  test("an offline sale in another shop's shift is accepted only into an open shift of its own device", async () => {
    const { sale } = await send(shop, counter, soldAt(shop, counter, { shift: 999_999_999 }))
    expect(sale).toMatchObject({ state: 'held', reasons: ['shift'], shift: null })
    const device = await deviceNow(shop, counter.id)
    await closeShift(shop.app, device, { shift: counter.shift, cash: 100_000 })
    await expect(acceptOfflineSale(shop.app, sale.id, ownerOf(shop))).rejects.toMatchObject({
      code: 'refused_transition',
    })
  })

  test("an offline sale in another device's shift adds its cash to its own device's drawer once accepted", async () => {
    const other = await openCounter(shop)
    const { sale } = await send(shop, counter, soldAt(shop, counter, { shift: other.shift }))
    expect(sale).toMatchObject({ state: 'held', reasons: ['shift'], shift: null })
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    expect((await drawer()).cash).toEqual({ sales: 1, amount: 25_000 })
    expect((await findShift(shop.app, scope(), other.shift)).totals.cash).toEqual({ sales: 0, amount: 0 })
  })

  test('an offline sale of goods without handing over at the counter becomes a typed amount', async () => {
    await allowOffline(shop, { offlineSalesMax: 0 })
    const [gone, still] = [await goods(shop, 12_000), await goods(shop, 7_000)]
    const both = [...lineOf(gone, 12_000).lines!, ...lineOf(still, 7_000).lines!]
    const sold = { lines: both, free: 0, total: 19_000, cashGiven: 19_000 }
    const { sale } = await send(shop, counter, soldAt(shop, counter, { sold }))
    expect(sale).toMatchObject({ state: 'held', reasons: ['limit'] })
    await shop.app.sql.query('update variant set public_id = $2 where public_id = $1', [gone, generateToken()])
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    const accepted = await shop.app.em(scope()).findOneOrFail(OfflineSale, sale.id)
    expect(accepted.reasons).toEqual(['limit', 'goods'])
    expect(await itemsOf(accepted)).toEqual([{ price: 19_000, quantity: 1 }])
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('an offline sale with one product at two prices becomes a typed amount of the sum paid', async () => {
    const variant = await goods(shop, 10_000)
    const lines = [...lineOf(variant, 1_000).lines!, ...lineOf(variant, 9_000).lines!]
    const sold = { lines, free: 0, total: 10_000, cashGiven: 10_000 }
    const { sale } = await send(shop, counter, soldAt(shop, counter, { sold }))
    expect(sale).toMatchObject({ state: 'held', reasons: ['sum', 'price'] })
    await acceptOfflineSale(shop.app, sale.id, ownerOf(shop))
    const accepted = await shop.app.em(scope()).findOneOrFail(OfflineSale, sale.id)
    expect(await itemsOf(accepted)).toEqual([{ price: 10_000, quantity: 1 }])
  })
})
