import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findZoneByAddress, findZoneByName, makeZoneId } from '../../src/catalog/delivery-zones.ts'
import { ShopRules } from '../../src/catalog/shop-rules.ts'
import { chooseReceiving } from '../../src/orders/choose-receiving.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { fill, look, newCustomer, openStall, order, type Stall } from './store.ts'

const catalog = `
shop:
  pickup: Jl. Melati 5
  tables: 4
  free_delivery_from: 900000
  zones:
    - { name: Menteng, places: [Menteng, 10310-10350], fee: 8000, per_kg: 2000 }
    - { name: Tebet, places: [Tebet, 12810], fee: 12000 }
    - { name: 0–3 km, fee: 5000 }
    - { name: Dekat Monas, fee: 6000, around: '-6.1754, 106.8272, 3 km' }
    - { name: Sekitar Monas, fee: 9000, around: '-6.1754, 106.8272, 9 km' }
products:
  - key: tumbler
    name: Tumbler
    kind: physical
    price: 98000
    weight: 450
    stock: unlimited
    handovers: [delivery, pickup]
  - { key: toast, name: Roti, kind: physical, price: 15000, stock: unlimited, handovers: [dine_in] }
  - { key: coffee, name: Kopi, kind: physical, price: 18000, stock: unlimited }
  - { key: code, name: Kode, kind: digital, price: 20000, stock: { serials: [A-1] } }
`
let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, catalog)
})
afterAll(() => shop.close())

const zones = async () =>
  (await shop.app.em({ accountId: shop.demo.accountId }).findOneOrFail(ShopRules, shop.demo.accountId)).zones
const idOf = (name: string) => makeZoneId({ name })
const wrong = (path: string, code: string) => ({ fields: [expect.objectContaining({ path, code })] })
const menteng = { receiving: 'delivery' as const, zone: idOf('Menteng') }

describe('the fee for delivery', () => {
  test('the delivery fee is that of the zone, plus a surcharge for each further started kilogram', async () => {
    const customer = await newCustomer(stall)
    const light = await order(stall, customer, { tumbler: 2 }, menteng)
    expect(light).toMatchObject({ total: 204_000, deliveryFee: 8000, deliveryZone: 'Menteng', receiving: 'delivery' })
    const heavy = await order(stall, await newCustomer(stall), { tumbler: 5 }, menteng)
    expect(heavy).toMatchObject({ total: 502_000, deliveryFee: 12_000 })
    const free = await order(stall, await newCustomer(stall), { tumbler: 10 }, menteng)
    expect(free).toMatchObject({ total: 980_000, deliveryFee: 0 })
  })

  test('the delivery fee is the current one, and an order that displayed another one is refused', async () => {
    const customer = await newCustomer(stall)
    await expect(order(stall, customer, { coffee: 1 }, { ...menteng, expectedFee: 7000 })).rejects.toMatchObject({
      code: 'price_changed',
    })
    expect(await order(stall, customer, {}, { ...menteng, expectedFee: 8000 })).toMatchObject({ total: 26_000 })
  })

  test('the delivery fee is found by the postcode or the kecamatan of the address', async () => {
    const all = await zones()
    expect(findZoneByAddress(all, 'Jl. Cikini 4, Jakarta 10330')?.name).toBe('Menteng')
    expect(findZoneByAddress(all, 'Jl. Barat 1, kec. TEBET')?.name).toBe('Tebet')
    expect(findZoneByAddress(all, 'Menteng atau Tebet')).toBeNull()
    expect(findZoneByAddress(all, 'Mentengan 3, 110330')).toBeNull()
    expect(findZoneByName(all, ' 0-3 KM ')?.name).toBe('0–3 km')
    const placed = await order(stall, await newCustomer(stall), { coffee: 1 }, { address: 'Jl. Barat 1, 12810' })
    expect(placed).toMatchObject({ deliveryZone: 'Tebet', deliveryFee: 12_000 })
  })

  // On maps, Monas is 2.2 km from Bundaran HI, 8.3 km from Blok M, and 47 km from Bogor.
  test('the delivery fee follows the location of the address: the smallest circle around it', async () => {
    const all = await zones()
    const at = (point: string) => findZoneByAddress(all, `📍 ${point} https://maps.google.com/?q=${point}`)?.name
    expect([at('-6.195000,106.823000'), at('-6.244000,106.798000')]).toEqual(['Dekat Monas', 'Sekitar Monas'])
    expect([at('-6.597000,106.799000'), at('95.000000,106.800000')]).toEqual([undefined, undefined])
    expect(findZoneByAddress(all, '-6.19500, 106.10330')).toBeNull()
    const where = (name: string, point: string) => ({ zone: idOf(name), address: `Jl. Jauh 7 ${point}` })
    const far = where('Dekat Monas', '-6.244000,106.798000')
    await expect(order(stall, await newCustomer(stall), { coffee: 1 }, far)).rejects.toMatchObject(
      wrong('zone', 'conflicting'),
    )
    const outside = where('Sekitar Monas', '-6.597000,106.799000')
    await expect(order(stall, await newCustomer(stall), { coffee: 1 }, outside)).rejects.toMatchObject(
      wrong('zone', 'conflicting'),
    )
    const near = { address: 'Jl. Dekat 7 📍 -6.195000,106.823000' }
    const placed = await order(stall, await newCustomer(stall), { coffee: 1 }, near)
    expect(placed).toMatchObject({ deliveryZone: 'Dekat Monas', deliveryFee: 6000 })
  })

  test("the delivery fee is that of a shop's only zone, and 0 without zones", async () => {
    const coffee = '  - { key: coffee, name: Kopi, kind: physical, price: 18000, stock: unlimited }\n'
    const sold = async (zones: string, zone?: string) => {
      const other = await openStall(
        shop.app,
        shop.second,
        `shop:\n  pickup: Jl. Melati 5\n${zones}products:\n${coffee}`,
      )
      return order(other, await newCustomer(other), { coffee: 1 }, { receiving: 'delivery', zone })
    }
    expect(await sold('')).toMatchObject({ total: 18_000, deliveryFee: 0, deliveryZone: null })
    const told = await sold('  zones:\n    - { name: Kota, fee: 9000 }\n', idOf('Kota'))
    expect(told).toMatchObject({ total: 27_000, deliveryFee: 9_000, deliveryZone: 'Kota' })
  })

  test('deliveries are only for places in a zone, and other customers get an explanation', async () => {
    const place = async (asked: object) => order(stall, await newCustomer(stall), { coffee: 1 }, asked)
    await expect(place({ address: 'Jl. Jauh 9, Bogor 16110' })).rejects.toMatchObject({
      message: expect.stringContaining('pick the goods up, or ask the seller'),
      ...wrong('zone', 'missing'),
    })
    await expect(place({ receiving: 'delivery', zone: 'gone' })).rejects.toMatchObject(wrong('zone', 'not_found'))
    const other = { receiving: 'delivery', zone: idOf('0–3 km'), address: 'Jl. Barat 1, 12810' }
    await expect(place(other)).rejects.toMatchObject(wrong('zone', 'conflicting'))
  })
})

describe('ways of receiving an order', () => {
  test('an order can be received only in ways that suit all of its goods', async () => {
    const customer = await newCustomer(stall)
    await expect(order(stall, customer, { tumbler: 1, toast: 1 })).rejects.toMatchObject(
      wrong('receiving', 'conflicting'),
    )
    const toast = await newCustomer(stall)
    await expect(order(stall, toast, { toast: 1 }, menteng)).rejects.toMatchObject(wrong('receiving', 'not_allowed'))
    await expect(order(stall, toast, {}, { receiving: 'dine_in' })).rejects.toMatchObject(wrong('table', 'missing'))
    const far = { receiving: 'dine_in', table: 5 } as const
    await expect(order(stall, toast, {}, far)).rejects.toMatchObject(wrong('table', 'out_of_range'))
    const placed = await order(stall, toast, {}, { receiving: 'dine_in', table: 4 })
    expect(placed).toMatchObject({ total: 15_000, tableNumber: 4, address: null, customerPhone: null })
  })

  test('digital goods have no way of receiving', async () => {
    expect(await order(stall, await newCustomer(stall), { code: 1 })).toMatchObject({ receiving: null, deliveryFee: 0 })
  })

  test("an unpaid order may change its way of receiving, at that way's fee", async () => {
    const customer = await newCustomer(stall)
    await fill(stall, customer, { coffee: 1 })
    const placed = await order(stall, customer, {}, menteng)
    const owner = { ...stall.standing, customerId: customer }
    const { token } = placed
    await chooseReceiving(shop.app, owner, { token, receiving: 'dine_in', table: 2 })
    expect(await look(stall, placed)).toMatchObject({ total: 18_000, deliveryZone: null, tableNumber: 2 })
    await chooseReceiving(shop.app, owner, { token, receiving: 'delivery', zone: idOf('Tebet') })
    expect(await look(stall, placed)).toMatchObject({ total: 30_000, deliveryZone: 'Tebet', tableNumber: null })
    const unknown = { token, receiving: 'dine_in', table: 9 } as const
    await expect(chooseReceiving(shop.app, owner, unknown)).rejects.toMatchObject(wrong('table', 'out_of_range'))
  })
})

test("a cart below the shop's minimum is refused with its total", async () => {
  const app = shop.app
  await app
    .em({ accountId: shop.demo.accountId })
    .nativeUpdate(ShopRules, { account: shop.demo.accountId }, { orderMin: 50_000 })
  await expect(order(stall, await newCustomer(stall), { coffee: 1 }, menteng)).rejects.toMatchObject({
    fields: [expect.objectContaining({ path: 'cart', min: 50_000 })],
  })
})
