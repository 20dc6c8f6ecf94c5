import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '../../../../src/catalog/add-product.ts'
import { Category } from '../../../../src/catalog/category.ts'
import { CounterRules } from '../../../../src/modules/counter/counter-rules.ts'
import { enterPin } from '../../../../src/modules/counter/enter-pin.ts'
import { OfflineSale } from '../../../../src/modules/counter/offline/offline-sale.ts'
import { revokeDevice } from '../../../../src/modules/counter/revoke-device.ts'
import { confirmed, signInAs } from '../../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { allowOffline, send, soldAt } from '../offline-stand.ts'
import { cheapCashier, openCounter, pin } from '../sales-stand.ts'
import { ownerOf, pairedDevice } from '../stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const review = '/dashboard/counter/offline'

async function post(token: string, path: string, body: unknown, from = 'same-origin') {
  const headers = {
    cookie: `warung-kasir=${token}`,
    'content-type': 'application/json',
    'sec-fetch-site': from,
  }
  const answer = await fetch(`${shop.pagesUrl}/kasir/${path}`, { method: 'POST', body: JSON.stringify(body), headers })
  return { status: answer.status, data: (await answer.json()) as Record<string, unknown> }
}

/** Returns the token of a device with a signed-in cashier. */
async function openPaired(): Promise<string> {
  const { token, device } = await pairedDevice(shop)
  await enterPin(shop.app, device, { cashier: await cheapCashier(shop), pin })
  return token
}

const sold = { lines: [], free: 5_000, discount: 0, total: 5_000, cashGiven: 5_000 }
const sale = (more: object = {}) => ({
  key: randomUUID(),
  number: 1,
  shift: 1,
  cashier: 1,
  soldAt: Date.now(),
  sold,
  ...more,
})

describe('the endpoint for offline sales', () => {
  test('a revoked device may use only the endpoint for offline sales', async () => {
    const { token, device } = await pairedDevice(shop)
    await revokeDevice(shop.app, device.id, ownerOf(shop))
    const arrived = sale()
    expect(await post(token, 'offline', arrived)).toMatchObject({ status: 200, data: { state: 'held' } })
    expect(await post(token, 'offline', arrived)).toMatchObject({ status: 200, data: { state: 'held' } })
    expect((await post(token, 'leave', {})).status).toBe(401)
    const stored = await shop.app.em(scope()).find(OfflineSale, { device: device.id })
    expect(stored).toHaveLength(1)
    const page = await shop.page('/kasir', { cookie: `warung-kasir=${token}` })
    expect(page.text).toContain('kasir-left.js')
    expect(page.headers['set-cookie']).toBeUndefined()
  })

  test('the endpoint for offline sales is closed to strangers and to forms of other sites', async () => {
    expect((await post('x'.repeat(43), 'offline', sale())).status).toBe(401)
    const { token } = await pairedDevice(shop)
    expect((await post(token, 'offline', sale(), 'cross-site')).status).toBe(403)
  })

  test.each([
    ['number', { number: 0 }],
    ['key', { key: 'x' }],
    ['soldAt', { soldAt: 1e300 }],
    ['total', { sold: { ...sold, total: 0 } }],
    ['quantity', { sold: { ...sold, lines: [{ variant: 'v', name: 'x', price: 1, quantity: 100, choices: [] }] } }],
    ['a NUL', { sold: { ...sold, note: 'x\u0000' } }],
  ])('an offline sale with an impossible %s is refused', async (_name, wrong) => {
    const { token } = await pairedDevice(shop)
    expect(await post(token, 'offline', sale(wrong))).toMatchObject({ status: 400, data: { code: 'invalid_request' } })
  })
})

describe('open bills', () => {
  const key = randomUUID()
  const bill = { key, name: 'Bu Ani', tableNumber: null, lines: [], free: 5_000, phone: '0812-9876-5432' }

  test('open bills and customers are hidden on a device without a signed-in cashier', async () => {
    const [counter, locked] = [await openPaired(), await pairedDevice(shop)]
    expect(await post(counter, 'bill-save', bill)).toMatchObject({ status: 200, data: { bills: [{ key }] } })
    for (const [path, body] of [
      ['bill-save', { ...bill, key: randomUUID() }],
      ['bill-merge', { from: { key, version: 1 }, into: { key: randomUUID(), version: 1 } }],
      ['bill-split', { from: { key, version: 1 }, to: { key: randomUUID(), name: 'x' }, units: [] }],
      ['bill-drop', { key, version: 1 }],
    ] as const)
      expect(await post(locked.token, path, body)).toMatchObject({ status: 401, data: { code: 'unauthorized' } })
    const get = async (token: string, path: string) =>
      (await fetch(`${shop.pagesUrl}/kasir/${path}`, { headers: { cookie: `warung-kasir=${token}` } })).json()
    expect(await get(locked.token, 'customer?phone=081298765432')).toMatchObject({ code: 'unauthorized' })
    expect(await get(locked.token, 'state')).toMatchObject({ bills: [] })
    expect(await get(counter, 'state')).toMatchObject({ bills: [{ key }] })
  })

  test('open bills are refused with an impossible version', async () => {
    const counter = await openPaired()
    const wrong = { key: randomUUID(), version: 3_000_000_000 }
    expect(await post(counter, 'bill-drop', wrong)).toMatchObject({ status: 400, data: { code: 'invalid_request' } })
  })
})

describe('the owner of the counter', () => {
  test('the owner sets what devices may sell offline, and an invalid limit is named', async () => {
    const owner = await signInAs(shop)
    const form = { act: 'rules', discount: '10', offline_sales: '25', offline_amount: 'Rp 1.500.000' }
    await owner.post('/dashboard/counter', { ...form, offline_counted: '1' })
    const rules = await shop.app.em(scope()).findOneOrFail(CounterRules, { account: shop.demo.accountId })
    expect(rules).toMatchObject({ offlineSalesMax: 25, offlineAmountMax: 1_500_000, offlineCounted: true })
    const wrong = await owner.post('/dashboard/counter', { ...form, offline_sales: 'banyak' })
    expect(wrong.status).toBe(400)
    const after = await shop.app.em(scope()).findOneOrFail(CounterRules, rules.account.id, { refresh: true })
    expect(after.offlineSalesMax).toBe(25)
  })

  test('the owner sees waiting sales on the home page, and accepts, rejects and dismisses them', async () => {
    await allowOffline(shop)
    const counter = await openCounter(shop)
    const kept = await send(shop, counter, soldAt(shop, counter, { shift: 999_999 }))
    const rejected = await send(shop, counter, soldAt(shop, counter, { shift: 999_999, sold: { total: 7_000 } }))
    const late = await send(shop, counter, soldAt(shop, counter, { soldAt: new Date(0) }))
    const owner = await signInAs(shop)
    expect((await owner.get('/dashboard')).text).toContain('Penjualan tanpa jaringan yang perlu dilihat')
    expect((await owner.get(review)).text).toContain('Jam perangkatnya salah')
    await owner.post(review, { act: 'accept', sale: String(kept.sale.id) })
    await confirmed(owner, review, { act: 'reject', sale: String(rejected.sale.id) })
    await owner.post(review, { act: 'seen', sale: String(late.sale.id) })
    const states = await shop.app.em(scope()).find(OfflineSale, { device: counter.id }, { orderBy: { id: 'asc' } })
    expect(states.map(({ state, seenAt }) => [state, seenAt !== null])).toEqual([
      ['booked', true],
      ['rejected', true],
      ['booked', true],
    ])
  })

  test('the owner names the stations for kitchen tickets, and their categories reach the counter', async () => {
    const variant = { price: 9_000, stock: { mode: 'unlimited' as const } }
    const asked = { name: 'Teh', category: 'Minuman', kind: 'physical' as const, description: '', variant }
    await addProduct(shop.app, ownerOf(shop), asked)
    const { publicId } = await shop.app.em(scope()).findOneOrFail(Category, { name: 'Minuman' })
    const owner = await signInAs(shop)
    const page = '/dashboard/counter/stations'
    await owner.post(page, { act: 'add', name: 'Bar', [`category_${publicId}`]: '1' })
    expect((await owner.post(page, { act: 'add', name: 'Bar' })).status).toBe(400)
    const { token } = await pairedDevice(shop)
    const answer = await fetch(`${shop.pagesUrl}/kasir/state`, { headers: { cookie: `warung-kasir=${token}` } })
    expect(await answer.json()).toMatchObject({ stations: [{ name: 'Bar', categories: [publicId] }] })
    const station = /name="station" value="(\d+)"/.exec((await owner.get(page)).text)![1]!
    await owner.post(page, { act: 'remove', station })
    expect((await owner.get(page)).text).toContain('Belum ada tempat')
  })
})
