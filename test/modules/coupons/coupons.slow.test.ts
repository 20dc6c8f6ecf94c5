import { afterEach, beforeEach, expect, test } from 'vitest'
import { findNextOpening, isOpen, listNextSlots } from '../../../src/catalog/opening-hours.ts'
import { createCalendar } from '../../../src/lib/calendar.ts'
import type { CouponProblem } from '../../../src/lib/refusal.ts'
import { removeCoupon, useCoupon } from '../../../src/modules/coupons/use-coupon.ts'
import { cancelOrder } from '../../../src/orders/cancel-order.ts'
import { chooseReceiving, chooseSlot, listSlots } from '../../../src/orders/choose-receiving.ts'
import type { Order } from '../../../src/orders/order.ts'
import { requestPayment } from '../../../src/orders/request-payment.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { fill, look, newCustomer, openStall, order, type Stall } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall
beforeEach(async () => {
  shop = await createTestShop()
})
afterEach(() => shop.close())

const goods = `
products:
  - { key: mug, name: Mug, kind: physical, price: 45000, stock: 100, asks: [] }
  - { key: token, name: Token, kind: digital, price: 20000, stock: { serials: [A, B, C] } }
  - { key: sticker, name: Sticker, kind: digital, price: 1000, stock: { serials: [D] } }
`

async function open(rest: string): Promise<void> {
  stall = await openStall(shop.app, shop.demo, goods + rest)
}

const owner = (customerId: number) => ({ accountId: shop.demo.accountId, mode: shop.demo.mode, customerId })
const use = (customerId: number, token: string, code: string) => useCoupon(shop.app, owner(customerId), { token, code })
const uses = async () =>
  (await shop.app.sql.query<{ used: number }>('select used_in_test as used from coupon order by id')).map(
    row => row.used,
  )
const problem = (why: string) => ({ code: 'coupon', details: { problem: why } })

test('a percentage and an amount are deducted within their limits, and the payment requests the rest', async () => {
  await open(`
coupons:
  - { code: HEMAT10, percent: 10, max_discount: 6000 }
  - { code: potong, amount: 500000 }
  - { code: MUGONLY, percent: 50, products: [mug] }
`)
  const budi = await newCustomer(stall)
  const placed = await order(stall, budi, { mug: 2, token: 1 })
  expect(placed.total).toBe(110_000)
  await use(budi, placed.token, ' hemat10 ')
  expect(await look(stall, placed)).toMatchObject({ total: 104_000, discount: 6_000, couponCode: 'HEMAT10' })
  await use(budi, placed.token, 'MUGONLY')
  expect(await look(stall, placed)).toMatchObject({ total: 65_000, discount: 45_000, couponCode: 'MUGONLY' })
  expect(await uses()).toEqual([0, 0, 1])
  await use(budi, placed.token, 'POTONG')
  expect(await look(stall, placed)).toMatchObject({ total: 1_000, discount: 109_000 })
  await removeCoupon(shop.app, owner(budi), placed.token)
  expect(await look(stall, placed)).toMatchObject({ total: 110_000, discount: 0, couponCode: null })
  expect(await uses()).toEqual([0, 0, 0])
  await use(budi, placed.token, 'HEMAT10')
  const { payment } = await requestPayment(shop.app, stall.standing, { customerId: budi, token: placed.token })
  expect(payment.amount).toBe(104_000)
  await expect(use(budi, placed.token, 'POTONG')).rejects.toMatchObject({ code: 'refused_transition' })
})

test('forty simultaneous customers use a coupon with ten uses ten times, and a cancellation returns one', async () => {
  await open('\ncoupons:\n  - { code: TEN, amount: 5000, uses: 10 }\n')
  const people = await Promise.all(Array.from({ length: 40 }, () => newCustomer(stall)))
  const placed: Order[] = []
  for (const person of people) placed.push(await order(stall, person, { mug: 1 }))
  const tried = await Promise.allSettled(people.map((person, at) => use(person, placed[at]!.token, 'TEN')))
  const won = tried.flatMap((one, at) => (one.status === 'fulfilled' ? [at] : []))
  expect(won).toHaveLength(10)
  for (const one of tried) if (one.status === 'rejected') expect(one.reason).toMatchObject(problem('used_up'))
  expect(await uses()).toEqual([10])
  const views = await Promise.all(placed.map(each => look(stall, each)))
  expect(views.filter(view => view.total === 40_000)).toHaveLength(10)

  const [first] = won as [number]
  await cancelOrder(shop.app, shop.demo.accountId, people[first]!, placed[first]!.token)
  expect(await uses()).toEqual([9])
  const loser = people.findIndex((_, at) => !won.includes(at))
  await use(people[loser]!, placed[loser]!.token, 'TEN')
  expect(await uses()).toEqual([10])
}, 60_000)

test('one customer uses a single-use coupon once, even with two simultaneous orders', async () => {
  await open('\ncoupons:\n  - { code: ONCE, amount: 5000, per_customer: 1 }\n')
  const budi = await newCustomer(stall)
  const two = [await order(stall, budi, { mug: 1 }), await order(stall, budi, { mug: 1 })]
  const tried = await Promise.allSettled(two.map(({ token }) => use(budi, token, 'ONCE')))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(tried.find(({ status }) => status === 'rejected')).toMatchObject({ reason: problem('used_by_you') })
})

test('an unknown, early or expired coupon, or one for more or other goods, is refused with the reason', async () => {
  await open(`
coupons:
  - { code: EARLY, percent: 5, from: 2999-01-01 }
  - { code: OVER, percent: 5, until: 2020-01-01 }
  - { code: MORE, percent: 5, min_total: 90000 }
  - { code: TOKEN, percent: 5, products: [token] }
  - { code: HIDDEN, percent: 5, active: false }
  - { code: ANY, percent: 5 }
`)
  const budi = await newCustomer(stall)
  const { token } = await order(stall, budi, { mug: 1 })
  const refused = (why: Partial<CouponProblem>) => ({ code: 'coupon', details: why })
  for (const [code, why] of Object.entries<Partial<CouponProblem>>({
    NOPE: { problem: 'unknown' },
    HIDDEN: { problem: 'unknown' },
    EARLY: { problem: 'early', startsAt: new Date('2998-12-31T17:00:00Z') },
    OVER: { problem: 'over' },
    MORE: { problem: 'too_little', totalMin: 90_000 },
    TOKEN: { problem: 'other_goods' },
  })) {
    await expect(use(budi, token, code), code).rejects.toMatchObject(refused(why))
  }
  const least = await order(stall, budi, { sticker: 1 })
  await expect(use(budi, least.token, 'ANY')).rejects.toMatchObject(refused({ problem: 'too_little', totalMin: 1000 }))
  const eve = await newCustomer(stall, 'Eve')
  await expect(use(eve, token, 'MORE')).rejects.toMatchObject({ code: 'not_found' })
})

test('shipped goods cost the delivery fee, unless they are picked up or reach the free minimum', async () => {
  await open('\nshop: { delivery_fee: 10000, free_delivery_from: 90000, pickup: Jl. Melati 5, slot_minutes: 60 }\n')
  const budi = await newCustomer(stall)
  const mug = await order(stall, budi, { mug: 1 })
  expect(await look(stall, mug)).toMatchObject({ total: 55_000, deliveryFee: 10_000, receiving: 'delivery' })
  await chooseReceiving(shop.app, owner(budi), { token: mug.token, receiving: 'pickup' })
  expect(await look(stall, mug)).toMatchObject({ total: 45_000, deliveryFee: 0, receiving: 'pickup' })
  await chooseReceiving(shop.app, owner(budi), { token: mug.token, receiving: 'delivery' })
  expect(await look(stall, mug)).toMatchObject({ total: 55_000 })
  const [slotAt] = listSlots(shop.app, { hours: null, holidays: [], slotMinutes: 60 } as never)
  await chooseSlot(shop.app, owner(budi), { token: mug.token, slotAt: slotAt! })
  expect((await look(stall, mug)).slotAt).toEqual(slotAt)
  await expect(
    chooseSlot(shop.app, owner(budi), { token: mug.token, slotAt: new Date(slotAt!.getTime() + 60_000) }),
  ).rejects.toMatchObject({ code: 'invalid_request' })
  expect(await look(stall, await order(stall, budi, { mug: 2 }))).toMatchObject({ total: 90_000, deliveryFee: 0 })
  const sent = await order(stall, budi, { token: 1 })
  expect(await look(stall, sent)).toMatchObject({ total: 20_000, receiving: null })
})

test('a closed shop refuses manual goods with its opening time, and sells automatic ones', async () => {
  await open('\nshop: { hours: {} }\n')
  const budi = await newCustomer(stall)
  await fill(stall, budi, { mug: 1 })
  await expect(order(stall, budi, {})).rejects.toMatchObject({
    code: 'closed',
    details: { opensAt: null },
  })
  const ayu = await newCustomer(stall, 'Ayu')
  expect((await order(stall, ayu, { token: 1 })).status).toBe('pending')
})

test("hours are shown in the zone's time, even over midnight", () => {
  const calendar = createCalendar('Asia/Jakarta')
  // The date is a Sunday.
  const hours = { sun: ['08:00', '17:00'], mon: ['18:00', '02:00'] } as const
  const at = (time: string) => new Date(`2026-11-${time}:00+07:00`)
  const copy = { sun: [...hours.sun], mon: [...hours.mon] } as never
  expect(
    ['22T07:59', '22T08:00', '22T16:59', '22T17:00', '23T17:00', '23T18:00', '24T01:59', '24T02:00'].map(time =>
      isOpen({ hours: copy, holidays: [] }, at(time), calendar),
    ),
  ).toEqual([false, true, true, false, false, true, true, false])
  expect(findNextOpening({ hours: copy, holidays: [] }, at('22T17:30'), calendar)).toEqual(at('23T18:00'))
  expect(findNextOpening({ hours: {}, holidays: [] }, at('22T17:30'), calendar)).toBeNull()
  const slots = listNextSlots({ hours: copy, holidays: [], slotMinutes: 120 }, at('22T13:00'), calendar)
  expect(slots.slice(0, 3)).toEqual([at('22T14:00'), at('23T18:00'), at('23T20:00')])
})

test('a file with wrong coupons or hours lists every mistake', async () => {
  const wrong = `
shop: { hours: { mon: 8-17 }, delivery_fee: -1 }
coupons:
  - { code: A, percent: 10 }
  - { code: BOTH, percent: 10, amount: 5 }
  - { code: GOODS, percent: 10, products: [tea] }
  - { code: goods, percent: 10 }
`
  await expect(open(wrong)).rejects.toMatchObject({ code: 'invalid_request', fields: { length: 6 } })
})

test('the last use of a coupon that thirty customers take at once is given once', async () => {
  await open('\ncoupons:\n  - { code: LAST, amount: 5000, uses: 1 }\n')
  const people = await Promise.all(Array.from({ length: 30 }, () => newCustomer(stall)))
  const placed: Order[] = []
  for (const person of people) placed.push(await order(stall, person, { mug: 1 }))
  const tried = await Promise.allSettled(people.map((person, at) => use(person, placed[at]!.token, 'LAST')))
  expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await uses()).toEqual([1])
  const views = await Promise.all(placed.map(each => look(stall, each)))
  expect(views.filter(({ discount }) => discount > 0)).toHaveLength(1)
}, 60_000)

test('thirty simultaneous uses of three coupons on one order leave one coupon, counted once', async () => {
  await open(`
coupons:
  - { code: SATU, amount: 5000 }
  - { code: DUA, percent: 10 }
  - { code: TIGA, amount: 7000 }
`)
  const budi = await newCustomer(stall)
  const placed = await order(stall, budi, { mug: 1 })
  const codes = ['SATU', 'DUA', 'TIGA']
  await Promise.all(Array.from({ length: 30 }, (_, at) => use(budi, placed.token, codes[at % 3]!)))
  const { couponCode, discount, total } = await look(stall, placed)
  expect({ SATU: 5_000, DUA: 4_500, TIGA: 7_000 }[couponCode!]).toBe(discount)
  expect(total).toBe(45_000 - discount)
  expect(await uses()).toEqual(codes.map(code => (code === couponCode ? 1 : 0)))
}, 60_000)
