import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Variant } from '../../src/catalog/product.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { newCustomer, openStall, order, type Stall, stockFaults } from '../orders/store.ts'

const catalog = `
products:
  - { key: mug, name: Mug, kind: physical, price: 45000, asks: [], stock: 3 }
  - { key: licence, name: Lisensi, kind: digital, variants: [
      { key: year, name: Setahun, price: 150000, stock: { webhook: 'https://example.com/stock' } },
      { key: month, name: Sebulan, price: 20000, stock: { webhook: 'https://example.com/stock' } }] }
  - { key: code, name: Kode, kind: digital, price: 10000, stock: { serials: [AAA-1, AAA-2] } }
`

let shop: TestShop
let stall: Stall

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, catalog)
})

afterAll(async () => {
  expect(await stockFaults(shop.app)).toEqual([])
  await shop.close()
})

const set = (body: object, headers: Record<string, string> = {}) => shop.api('/set-stock', { body, headers })

const buy = async (goods: Record<string, number>) => order(stall, await newCustomer(stall), goods)

describe('set-stock', () => {
  beforeEach(() => set({ product: 'mug', available: 3 }))

  test('set-stock sets the available number, or changes it by a difference', async () => {
    const answer = await set({ product: 'mug', available: 12 })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      success: true,
      data: {
        product: 'mug',
        variant: 'only',
        product_name: 'Mug',
        variant_name: null,
        kind: 'physical',
        price: 45_000,
        barcode: null,
        stock_mode: 'counter',
        available: 12,
        reserved: 0,
        is_active: true,
      },
    })
    expect((await set({ product: 'mug', variant: 'only', delta: -5 })).body.data.available).toBe(7)
    expect((await set({ product: 'mug', delta: 2 })).body.data.available).toBe(9)
    expect((await set({ product: 'mug', available: 0 })).body.data.available).toBe(0)
    await expect(buy({ mug: 1 })).rejects.toMatchObject({ code: 'out_of_stock' })
  })

  test('set-stock applies a request repeated with one Idempotency-Key once', async () => {
    const key = { 'idempotency-key': 'count-of-monday' }
    const answers = await Promise.all([1, 2, 3].map(() => set({ product: 'mug', delta: 4 }, key)))
    expect(answers.map(({ status }) => status)).toContain(200)
    expect((await set({ product: 'mug', delta: 4 }, key)).body.data.available).toBe(7)
    expect((await set({ product: 'mug', delta: 5 }, key)).status).toBe(422)
  })

  test('set-stock preserves the holds of unpaid orders', async () => {
    await buy({ mug: 2 })
    const { data } = (await set({ product: 'mug', available: 10 })).body
    expect(data).toMatchObject({ available: 10, reserved: 2 })
  })

  test('set-stock applies every one of many simultaneous differences', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => set({ product: 'mug', delta: 1 })))
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect((await set({ product: 'mug', delta: 0 })).body.data.available).toBe(23)
  })

  test.each([
    [{ available: 3 }, 400, 'product'],
    [{ product: 'mug' }, 400, 'available'],
    [{ product: 'mug', available: 1, delta: 1 }, 400, 'available'],
    [{ product: 'mug', available: -1 }, 400, 'available'],
    [{ product: 'mug', available: 1.5 }, 400, 'available'],
    [{ product: 'mug', available: '3' }, 400, 'available'],
    [{ product: 'mug', available: 1_000_001 }, 400, 'available'],
    [{ product: 'mug', delta: -4 }, 400, 'delta'],
    [{ product: 'mug', delta: 999_999 }, 400, 'delta'],
    [{ product: 'mug', variant: 'large', available: 1 }, 400, 'variant'],
    [{ product: 'licence', available: 1 }, 400, 'variant'],
    [{ product: 'code', available: 5 }, 400, 'variant'],
    [{ product: 'licence', variant: 'month', delta: 1 }, 400, 'delta'],
    [{ product: 'teapot', available: 1 }, 404, undefined],
  ])('set-stock answers %j with %i and names %s', async (body, status, field) => {
    const answer = await set(body)
    expect([answer.status, answer.body.fields?.[0].path]).toEqual([status, field])
  })

  test('set-stock cannot reach another account, and requires a key for orders', async () => {
    const foreign = { body: { product: 'mug', available: 1 }, key: shop.keys.second }
    expect((await shop.api('/set-stock', foreign)).status).toBe(404)
    expect((await shop.api('/set-stock', { body: { product: 'mug', available: 1 }, key: null })).status).toBe(401)
  })
})

test("stock of the seller's server is unlimited until the server reports a number, and then runs out", async () => {
  const year = { product: 'licence', variant: 'year' }
  const orderable = async () => {
    const variant = await shop.app
      .em({ accountId: shop.demo.accountId, mode: 'test' })
      .findOneOrFail(Variant, { key: 'year' }, { populate: ['stocks.orderable'] })
    return variant.available()
  }
  expect(await orderable()).toBeNull()
  await buy({ 'licence/year': 4 })
  expect((await set({ ...year, available: 2 })).body.data).toMatchObject({ available: 2, reserved: 4 })
  await buy({ 'licence/year': 2 })
  expect(await orderable()).toBe(0)
  await expect(buy({ 'licence/year': 1 })).rejects.toMatchObject({ code: 'out_of_stock' })
  await set({ ...year, delta: 1 })
  await buy({ 'licence/year': 1 })
  expect(await orderable()).toBe(0)
})

test('list-stock lists every variant with the keys that set-stock takes', async () => {
  const all = await shop.api('/list-stock?limit=3')
  expect(all.body.pagination).toMatchObject({ page: 1, limit: 3, total: 4, total_pages: 2 })
  expect(all.body.data).toHaveLength(3)
  const licences = await shop.api('/list-stock?product=licence')
  expect(licences.body.data).toMatchObject([
    { variant: 'year', variant_name: 'Setahun', stock_mode: 'webhook' },
    { variant: 'month', available: null, reserved: 0 },
  ])
  const codes = await shop.api('/list-stock?product=code')
  expect(codes.body.data).toMatchObject([{ stock_mode: 'serial', available: 2, reserved: null }])
  expect((await shop.api('/list-stock', { key: shop.keys.second })).body.data).toEqual([])
})
