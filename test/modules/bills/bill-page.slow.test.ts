import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { setStock } from '../../../src/catalog/stock/set-stock.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { openStall } from '../../orders/store.ts'
import { createVisitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { checkBill, makeBill } from './stand.ts'

let shop: WebShop
beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

const pathOf = ({ slug }: Record<string, unknown>) => `/b/${slug}`
const invoiceOf = (location: string | null) => /invoice=(INV-[0-9A-Z]{20})/.exec(location ?? '')?.[1] ?? ''
const own = { 'sec-fetch-site': 'same-origin' }

describe('the page of a bill', () => {
  test('the page of a bill has a preview and creates nothing, even if it is requested repeatedly', async () => {
    const bill = await makeBill(shop, { amount: 50_000, title: 'Iuran <b>', note: 'RT 05', customer_name: 'Budi' })
    for (let time = 0; time < 5; time++) {
      for (const method of ['GET', 'HEAD']) {
        const { status } = await shop.page(pathOf(bill), { 'user-agent': 'WhatsApp/2.23.20' }, method)
        expect(status).toBe(200)
      }
    }
    const { text, headers } = await shop.page(pathOf(bill))
    expect(text).toContain('<meta property="og:title" content="Iuran &lt;b&gt;: tagihan dari Warung Kopi">')
    expect(text).toMatch(/<meta property="og:description" content="Rp.50\.000\. Bayar dengan QRIS/)
    expect(text).toContain('RT 05')
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await checkBill(shop, bill.bill)).payments).toEqual([])
    expect((await shop.page(`${pathOf(bill)}?lang=en`)).text).toContain('Bill from')
  })

  test('the pages of a bill and its payment are compressed if the browser accepts it', async () => {
    const bill = await makeBill(shop, { amount: 50_000 })
    const { location } = await createVisitor(shop).post(pathOf(bill), {})
    for (const path of [pathOf(bill), location!]) {
      const plain = await shop.page(path)
      expect(plain.headers['content-encoding']).toBeUndefined()
      const unpackers = { 'gzip, deflate, br': brotliDecompressSync, 'gzip, deflate': gunzipSync }
      for (const [accepted, unpack] of Object.entries(unpackers)) {
        const packed = await shop.page(path, { 'accept-encoding': accepted })
        expect(packed.headers.vary).toContain('Accept-Encoding')
        const text = unpack(packed.bytes).toString()
        // Each page contains the time of its creation, and seals the shop's name every time.
        const timeless = (page: string) => page.replace(/data-now="[^"]*"/, '').replace(/shop=[\w.-]+/, '')
        expect(timeless(text)).toBe(timeless(plain.text))
        expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2)
      }
    }
  })

  test('the button of a bill leads all browsers to the same payment until it is paid', async () => {
    const bill = await makeBill(shop, {
      amount: 50_000,
      thanks: 'Sampai jumpa!',
      redirect_url: 'https://kopi.example/ok',
    })
    const [one, two] = [createVisitor(shop), createVisitor(shop)]
    await one.get(pathOf(bill))
    const first = await one.post(pathOf(bill), {})
    expect(first.status).toBe(303)
    const invoiceId = invoiceOf(first.location)
    expect(invoiceOf((await one.post(pathOf(bill), {})).location)).toBe(invoiceId)
    expect(invoiceOf((await two.post(pathOf(bill), { amount: '1' })).location)).toBe(invoiceId)
    expect((await checkBill(shop, bill.bill)).payments).toMatchObject([{ amount: 50_000 }])
    await payInvoice(shop, invoiceId)
    const { text } = await one.get(pathOf(bill))
    expect(text).toContain('Lunas')
    expect(text).toContain('Sampai jumpa!')
    expect(text).toContain('href="https://kopi.example/ok"')
    const again = await one.post(pathOf(bill), {})
    expect(again.status).toBe(400)
    expect(again.text).toContain('Lunas')
  })

  test('a paid payment links back to its bill, as a page of the shop', async () => {
    const bill = await makeBill(shop, { amount: 50_000 })
    const { location } = await createVisitor(shop).post(pathOf(bill), {})
    await payInvoice(shop, invoiceOf(location))
    const { text } = await shop.page(location!)
    expect(text).toMatch(new RegExp(`href="${bill.url}[^"]*" data-testid="continue">Kembali ke tagihannya<`))
    expect(text).not.toContain('Kamu akan meninggalkan')
  })

  test('a bill for goods lists them, and says if they are sold out before it is paid', async () => {
    const catalog = "products: [{ key: mug, name: 'Mug <b>', kind: physical, price: 45000, stock: 2, asks: [] }]"
    await openStall(shop.app, shop.demo, catalog)
    const bill = await makeBill(shop, { items: [{ product: 'mug', quantity: 2 }] })
    const visitor = createVisitor(shop)
    expect((await visitor.get(pathOf(bill))).text).toMatch(/Mug &lt;b&gt; × 2<\/span><b>Rp.90\.000/)
    await setStock(shop.app, { ...shop.demo, ...commandActor, mode: 'test' }, { product: 'mug', available: 1 })
    const gone = await visitor.post(pathOf(bill), {})
    expect(gone.status).toBe(400)
    expect(gone.text).toContain('Stoknya tidak cukup')
    expect((await checkBill(shop, bill.bill)).payments).toEqual([])
    await setStock(shop.app, { ...shop.demo, ...commandActor, mode: 'test' }, { product: 'mug', available: 2 })
    expect((await visitor.post(pathOf(bill), {})).status).toBe(303)
  })

  test('the page of a bill lists its methods, and those with a lower limit', async () => {
    const ways = async (amount: number, query = '') => {
      const { text } = await shop.page(`${pathOf(await makeBill(shop, { amount }))}${query}`)
      return /data-testid="ways"><small>([^<]*)</.exec(text)![1]
    }
    expect(await ways(50_000)).toBe('Bisa dibayar lewat QRIS (semua aplikasi) atau transfer e-wallet.')
    const large =
      /^Bisa dibayar lewat transfer e-wallet\. Nominalnya di atas batas QRIS \(semua aplikasi\), Rp.500\.000\.$/
    expect(await ways(750_000)).toMatch(large)
    expect(await ways(750_000, '?lang=en')).toMatch(
      /^Can be paid by e-wallet transfer\. .* the limit of QRIS \(all apps\), Rp.500\.000\.$/,
    )
  })

  test('a bill for many payers gives each browser its own payment, even for two simultaneous presses', async () => {
    const bill = await makeBill(shop, { kind: 'many', amount: 15_000, slug: 'kas-rt' })
    const visitors = [createVisitor(shop), createVisitor(shop), createVisitor(shop)]
    for (const visitor of visitors) await visitor.get('/b/kas-rt')
    const presses = [...visitors, ...visitors].map(visitor => visitor.post('/b/kas-rt', {}))
    const invoices = (await Promise.all(presses)).map(({ location }) => invoiceOf(location))
    expect(new Set(invoices).size).toBe(3)
    expect(invoices.slice(0, 3)).toEqual(invoices.slice(3))
    expect((await checkBill(shop, bill.bill)).payments).toHaveLength(3)
  })

  test('the page of a bill asks for amount and name, and shows mistakes beside the field, with the input', async () => {
    const bill = await makeBill(shop, { min_amount: 5_000, max_amount: 90_000, proposed_amount: 20_000, ask: ['name'] })
    const visitor = createVisitor(shop)
    expect((await visitor.get(pathOf(bill))).text).toContain('value="20.000"')
    const wrong = await visitor.post(pathOf(bill), { amount: 'Rp 4.000', name: 'Siti <3' })
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('value="Siti &lt;3"')
    expect(wrong.text).toMatch(/name="amount"[^>]*aria-invalid="true"/)
    for (const amount of ['', 'abc', '-5000', '7500,5', '9'.repeat(13)]) {
      expect((await visitor.post(pathOf(bill), { amount, name: 'Siti' })).status, amount).toBe(400)
    }
    expect((await checkBill(shop, bill.bill)).payments).toEqual([])
    const right = await visitor.post(pathOf(bill), { amount: 'Rp 7.500', name: 'Siti' })
    expect(right.status).toBe(303)
    expect((await checkBill(shop, bill.bill)).payments).toMatchObject([{ amount: 7_500, payer_name: 'Siti' }])
  })

  test('a bill that can no longer be paid explains why, and drafts are hidden', async () => {
    const closed = await makeBill(shop, { amount: 50_000 })
    await shop.api('/close-bill', { body: { bill: closed.bill } })
    const page = await shop.page(pathOf(closed))
    expect(page.status).toBe(200)
    expect(page.text).toContain('Tagihan sudah ditutup')
    expect(page.text).toContain('Hubungi Warung Kopi')
    expect(page.text).not.toContain('<form')
    await shop.app.sql.write(
      `insert into shop_rules (account_id, whatsapp, address) values ($1, '0812-3456-7890', 'Jl. Kopi <1>')`,
      [shop.demo.accountId],
    )
    const reached = (await shop.page(pathOf(closed))).text
    expect(reached).toContain('href="https://wa.me/6281234567890?text=')
    expect(reached).toContain('Jl. Kopi &lt;1&gt;')
    const draft = await makeBill(shop, { amount: 50_000, draft: true })
    for (const path of [pathOf(draft), '/b/tidak-ada', '/b/AAAAAAAAAAAAAAAAAAAAAA', '/b/%00', '/b/a/b']) {
      expect((await shop.page(path, { accept: 'text/html' })).status, path).toBe(404)
    }
  })

  test('a hundred tabs pressed at once lead to one payment, or ask to wait a moment', async () => {
    const catalog = 'products: [{ key: cup, name: Cup, kind: physical, price: 45000, stock: 2, asks: [] }]'
    await openStall(shop.app, shop.demo, catalog)
    const bill = await makeBill(shop, { items: [{ product: 'cup' }] })
    const presses = Array.from({ length: 100 }, () => createVisitor(shop).post(pathOf(bill), { amount: '1' }))
    const answers = await Promise.all(presses)
    const led = answers.filter(({ status }) => status === 303).map(({ location }) => invoiceOf(location))
    expect(led.length).toBeGreaterThanOrEqual(20)
    expect(new Set(led).size).toBe(1)
    const others = answers.filter(({ status }) => status !== 303)
    for (const { status, text } of others) expect([status, text]).toEqual([429, expect.stringContaining('sebentar')])
    expect((await checkBill(shop, bill.bill)).payments).toMatchObject([{ amount: 45_000 }])
  })

  test('the page of a bill accepts no form of another site, and limits the requests of one address', async () => {
    const bill = await makeBill(shop, { kind: 'many', amount: 15_000 })
    const stranger = createVisitor(shop)
    for (const site of ['cross-site', 'same-site']) {
      expect((await stranger.post(pathOf(bill), {}, { 'sec-fetch-site': site })).status).toBe(403)
    }
    const statuses: number[] = []
    for (let time = 0; time < 60; time++) statuses.push((await createVisitor(shop).post(pathOf(bill), {}, own)).status)
    expect(statuses).toContain(429)
    expect((await checkBill(shop, bill.bill)).payments.length).toBeLessThanOrEqual(50)
  })
})
