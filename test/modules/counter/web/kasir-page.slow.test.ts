import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addProduct } from '../../../../src/catalog/add-product.ts'
import { Variant } from '../../../../src/catalog/product.ts'
import { toLocalTime } from '../../../../src/lib/wall-clock.ts'
import { addCashier } from '../../../../src/modules/counter/add-cashier.ts'
import { createWebShop, type WebShop } from '../../../web/web-shop.ts'
import { ownerOf, pairedDevice } from '../stand.ts'

const pin = '271828'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

type Answer = { status: number; data: Record<string, unknown> }

/** Sends requests like the script of a paired counter; `from` is the browser's Sec-Fetch-Site header. */
async function counter(known?: string): Promise<(path: string, body?: unknown, from?: string) => Promise<Answer>> {
  const token = known ?? (await pairedDevice(shop)).token
  return async (path, body, from = 'same-origin') => {
    const headers = {
      cookie: `warung-kasir=${token}`,
      'content-type': 'application/json',
      'sec-fetch-site': from,
    }
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${shop.pagesUrl}/kasir/${path}`, { ...init, headers })
    return { status: answer.status, data: (await answer.json()) as Record<string, unknown> }
  }
}

/** Opens the counter with a signed-in cashier and an open shift. */
async function openCounter(name: string, token?: string) {
  const ask = await counter(token)
  const cashier = await addCashier(shop.app, { name, pin }, ownerOf(shop))
  expect((await ask('pin', { cashier: cashier.id, pin })).status).toBe(200)
  expect((await ask('open', { cash: 50_000 })).status).toBe(200)
  return ask
}

const cash = (more: object = {}) => ({
  key: randomUUID(),
  lines: [],
  free: 25_000,
  discount: 0,
  method: 'cash',
  expectedTotal: 25_000,
  ...more,
})

test('an unpaired page says so, and its script gets no other response', async () => {
  for (const path of ['state', 'sales', `sale?key=${randomUUID()}`]) {
    const answer = await fetch(`${shop.pagesUrl}/kasir/${path}`)
    expect([answer.status, await answer.json()]).toEqual([401, { code: 'unpaired' }])
  }
  const answer = await fetch(`${shop.pagesUrl}/kasir/sell`, { method: 'POST', body: JSON.stringify(cash()) })
  expect(answer.status).toBe(401)
})

test('a counter shows when it was last updated, by the clock of the shop', async () => {
  const ask = await counter()
  const { day, time } = toLocalTime(shop.app.config.timeZone, shop.app.now(), 'id')
  expect((await ask('state?lang=id')).data.at).toBe(`${day}, ${time}`)
})

test('a form of another site sells nothing', async () => {
  const ask = await openCounter('Ayu')
  expect(await ask('sell', cash(), 'cross-site')).toMatchObject({ status: 403 })
  expect((await ask('sales')).data).toEqual({ sales: [] })
})

test("sales need a PIN and a shift, and a wrong PIN is explained in the reader's language", async () => {
  const ask = await counter()
  const early = await ask('sell?lang=en', cash())
  expect(early).toMatchObject({ status: 401, data: { message: 'No cashier is signed in. Enter a PIN first.' } })
  const { id } = await addCashier(shop.app, { name: 'Citra', pin }, ownerOf(shop))
  const inEnglish = await ask('pin?lang=en', { cashier: id, pin: '314159' })
  expect(inEnglish).toMatchObject({ status: 401, data: { message: 'The PIN is not right. Try again.' } })
  const inIndonesian = await ask('pin?lang=id', { cashier: id, pin: '314159' })
  expect(inIndonesian.data.message).not.toBe(inEnglish.data.message)
  await ask('pin', { cashier: id, pin })
  expect(await ask('sell', cash())).toMatchObject({ status: 400, data: { code: 'refused_transition' } })
})

test('guessing a PIN delays only that device, and a visitor without a device cannot guess', async () => {
  const [thief, honest] = [await counter(), await counter()]
  const { id: cashier } = await addCashier(shop.app, { name: 'Hani', pin }, ownerOf(shop))
  const statuses: number[] = []
  for (const typed of ['111222', '112233', '314159', '161803', '141421'])
    statuses.push((await thief('pin', { cashier, pin: typed })).status)
  expect(statuses).toEqual([401, 401, 401, 401, 429])
  const right = await thief('pin?lang=id', { cashier, pin })
  expect(right).toMatchObject({ status: 429, data: { message: expect.stringMatching(/\d+ detik/) } })
  expect((await thief('state')).data.cashier).toBeNull()
  expect((await honest('pin', { cashier, pin })).status).toBe(200)
  const body = JSON.stringify({ cashier, pin })
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
  const stranger = await fetch(`${shop.pagesUrl}/kasir/pin`, { method: 'POST', body, headers })
  expect([stranger.status, await stranger.json()]).toEqual([401, { code: 'unpaired' }])
})

describe('a sale', () => {
  test("a sale costs the shop's price: a price in the request is ignored, and another total is refused", async () => {
    const ask = await openCounter('Dewi')
    const priced = { price: 18_000, stock: { mode: 'unlimited' as const } }
    const asked = { name: 'Nasi', kind: 'physical' as const, description: '', variant: priced }
    const publicId = await addProduct(shop.app, ownerOf(shop), asked)
    const { publicId: variant } = await shop.app.em(shop.demo).findOneOrFail(Variant, { product: { publicId } })
    const lines = [{ variant, quantity: 1, choices: [], price: 1 }]
    const cheap = await ask('sell', cash({ lines, free: 0, expectedTotal: 1 }))
    expect(cheap).toMatchObject({ status: 400, data: { code: 'price_changed', total: 18_000 } })
    const sold = await ask('sell', cash({ lines, free: 0, price: 1, total: 1, expectedTotal: 18_000 }))
    expect(sold).toMatchObject({ status: 200, data: { state: 'paid', total: 18_000, code: null } })
  })

  test('a sale refuses invalid amounts by their field', async () => {
    const ask = await openCounter('Eka')
    for (const [field, wrong] of [
      ['discount', { discount: -1, expectedTotal: 25_001 }],
      ['discount', { discount: 1, expectedTotal: 24_999 }],
      ['free', { free: -5 }],
      ['cash', { cashGiven: 24_999 }],
    ] as const)
      expect(await ask('sell', cash(wrong))).toMatchObject({ status: 400, data: { field } })
    for (const wrong of [{ free: 1.5 }, { free: '25000' }, { key: 'x' }, { method: 'stars' }, { lines: null }])
      expect((await ask('sell', cash(wrong))).status).toBe(400)
    expect((await ask('sales')).data).toEqual({ sales: [] })
  })

  test('a repeated sale is the same one, listed once, and other devices cannot read it', async () => {
    const ask = await openCounter('Fitri')
    const sale = cash({ cashGiven: 30_000 })
    const first = await ask('sell', sale)
    expect(first.data).toMatchObject({ state: 'paid', given: 30_000, receipt: { url: expect.any(String) } })
    expect(await ask('sell', sale)).toEqual(first)
    expect((await ask('sales')).data.sales).toMatchObject([{ key: sale.key, total: 25_000, method: 'cash' }])
    const other = await counter()
    expect((await other(`sale?key=${sale.key}`)).status).toBe(404)
  })
})

test('a receipt is sent as bytes for a 58 mm printer, only to its own device and for a paid sale', async () => {
  const { token } = await pairedDevice(shop)
  const ask = await openCounter('Gita', token)
  const sale = cash({ cashGiven: 50_000 })
  await ask('sell', sale)
  const bytes = (key: string, cookie = `warung-kasir=${token}`) =>
    fetch(`${shop.pagesUrl}/kasir/receipt.bin?key=${key}&lang=id`, { headers: { cookie } })
  const answer = await bytes(sale.key)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="ORD-[\w-]+\.bin"$/)
  const printed = Buffer.from(await answer.arrayBuffer()).toString('latin1')
  for (const words of [
    'Warung Kopi',
    'Kasir: Gita',
    /Total +Rp 25\.000/,
    /Tunai +Rp 50\.000\n/,
    /Kembalian +Rp 25\.000/,
  ])
    expect(printed).toMatch(words)
  expect(printed).toMatch(/\/receipt\/[\w-]{22}/)
  expect((await bytes(sale.key, '')).status).toBe(401)
  const { token: other } = await pairedDevice(shop)
  expect((await bytes(sale.key, `warung-kasir=${other}`)).status).toBe(404)
  expect((await bytes('x')).status).toBe(400)
  const open = cash({ method: 'code' })
  await ask('sell', open)
  expect((await bytes(open.key)).status).toBe(400)
})

test('the page can be installed: its manifest is public, and the policy of the page allows it', async () => {
  const { token } = await pairedDevice(shop)
  const page = await shop.page('/kasir', { cookie: `warung-kasir=${token}` })
  expect(page.headers['content-security-policy']).toContain("manifest-src 'self'")
  const address = /rel="manifest" href="([^"]+)"/.exec(page.text)![1]!
  const manifest = await shop.page(address)
  expect(manifest.headers['content-type']).toContain('application/manifest+json')
  expect(JSON.parse(manifest.text)).toMatchObject({ start_url: '/kasir', display: 'standalone' })
})

test("the offline worker is the shop's own script, only for pages of the counter", async () => {
  const worker = await shop.page('/kasir/worker.js')
  expect(worker.status).toBe(200)
  expect(worker.headers['content-type']).toContain('text/javascript')
  expect(worker.headers['service-worker-allowed']).toBe('/kasir')
  const { token } = await pairedDevice(shop)
  const policy = (await shop.page('/kasir', { cookie: `warung-kasir=${token}` })).headers['content-security-policy']
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'")
  expect(policy).not.toContain('unsafe')
})

test.each([
  ['a NUL', '\u0000'],
  ['half a surrogate pair', '\ud800'],
])('text with %s is refused by every action of the counter, as invalid', async (_name, sign) => {
  const ask = await openCounter(`Sari ${randomUUID()}`)
  const bodies = [
    ['sell', cash({ note: `x${sign}` })],
    ['sell', cash({ lines: [{ variant: `v${sign}`, quantity: 1, choices: [] }] })],
    ['sell', cash({ lines: [{ variant: 'v', quantity: 1, choices: [`c${sign}`] }] })],
    ['close', { shift: 1, cash: 1, note: `x${sign}` }],
    ['pin', { cashier: 1, pin: sign }],
  ] as const
  for (const [act, body] of bodies) {
    expect(await ask(act, body)).toMatchObject({ status: 400, data: { code: 'invalid_request' } })
  }
})
