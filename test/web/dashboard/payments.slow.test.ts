import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebShop, type WebShop } from '../web-shop.ts'
import { signInAs } from './members.ts'

let shop: WebShop

beforeAll(async () => {
  shop = await createWebShop()
})
afterAll(() => shop.close())

test('each status is one press away and keeps the search, and an empty list names both', async () => {
  const fresh = await signInAs(shop, { accountId: shop.second.accountId })
  expect((await fresh.get('/dashboard/payments')).text).toContain('Belum ada pembayaran.')
  expect((await fresh.get('/dashboard/orders')).text).toContain(
    'Belum ada pesanan. Bagikan tautan halaman menu atau bot tokomu',
  )
  expect((await fresh.get('/dashboard/orders?status=paid')).text).toContain('Tidak ada pesanan yang cocok.')

  const owner = await signInAs(shop)
  await shop.invoice({ description: 'Roti sobek' })
  const { text } = await owner.get('/dashboard/payments?search=roti&method=qris')
  expect(text).toContain('Roti sobek')
  expect(text).toContain('/dashboard/payments?search=roti&amp;status=paid&amp;method=qris')
  const paid = await owner.get('/dashboard/payments?search=roti&status=paid')
  expect(paid.text).toContain('Tidak ada pembayaran yang cocok.')
  expect(paid.text).toContain('<input type="hidden" name="status" value="paid">')
})

test('the link of an open invoice can be shared, and disappears once it is paid', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice()
  const link = `value="${shop.app.config.baseUrl}/pay?invoice=${invoice}"`
  expect((await owner.get(`/dashboard/payments/${invoice}`)).text).toContain(link)
  await shop.work()
  await shop.pay(invoice)
  expect((await owner.get(`/dashboard/payments/${invoice}`)).text).not.toContain(link)
})

describe('a ready text for WhatsApp', () => {
  const shared = async (invoice: string, lang = 'id') => {
    const { text } = await (await signInAs(shop)).get(`/dashboard/payments/${invoice}?lang=${lang}`)
    const href = /href="(https:\/\/wa\.me\/[^"]+)"/.exec(text)?.[1]
    if (href === undefined) return null
    const address = new URL(href.replaceAll('&amp;', '&'))
    return { to: address.pathname.slice(1), text: address.searchParams.get('text')! }
  }

  test('the text for WhatsApp is a bill with amount and link while unpaid, and a receipt afterwards', async () => {
    const asked = { customer_name: 'Budi & Ani', customer_phone: '0812 3456-7890', description: 'Kopi 2 × "besar"' }
    const invoice = await shop.invoice(asked)
    const link = `${shop.app.config.baseUrl}/pay?invoice=${invoice}`
    const bill = (await shared(invoice))!
    expect(bill.to).toBe('6281234567890')
    expect(bill.text).toMatch(
      /^Halo Budi & Ani, ini tagihan dari .+\.\nKopi 2 × "besar"\nTotal: Rp\u00a0\d{2}\.\d{3}\n/,
    )
    expect(bill.text.endsWith(`:\n${link}`)).toBe(true)
    await shop.work()
    await shop.pay(invoice)
    expect((await shared(invoice, 'en'))!.text).toMatch(/^Hello Budi & Ani, .+ has received your payment of Rp/)
  })

  test('the text for WhatsApp has no recipient if the number is unknown, and is gone once expired unpaid', async () => {
    const invoice = await shop.invoice({ customer_phone: '12' })
    expect((await shared(invoice))!.to).toBe('')
    await shop.api('/cancel-payment', { body: { invoice } })
    expect(await shared(invoice)).toBeNull()
  })
})

test('the code of an open invoice is beside its link, and fills the screen when pressed', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice()
  const { text } = await owner.get(`/dashboard/payments/${invoice}`)
  expect(text).toContain('href="#code"')
  const [svg] = /<svg xmlns.+?<\/svg>/s.exec(text.slice(text.indexOf('id="code"')))!
  const { data, info } = await sharp(Buffer.from(svg), { density: 600 })
    .resize(600)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const read = (jsQR as unknown as typeof jsQR.default)(new Uint8ClampedArray(data), info.width, info.height)
  expect(read?.data).toBe(`${shop.app.config.baseUrl}/pay?invoice=${invoice}`)
})

test('payment methods have the names that people know, in each language', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice({ payment_method: 'wallet_direct' })
  await shop.invoice({ payment_method: 'wallet_direct', customer_name: 'Wening' })
  await shop.work()
  for (const [lang, name] of [
    ['id', 'Transfer e-wallet'],
    ['en', 'E-wallet transfer'],
  ]) {
    const { text } = await owner.get(`/dashboard/payments/${invoice}?lang=${lang}`)
    expect(text).toContain(`<dd>${name}</dd>`)
    expect(text).not.toContain('wallet_direct')
    const list = (await owner.get(`/dashboard/payments?lang=${lang}`)).text
    expect(list).toContain(`<option value="wallet_direct">${name}</option>`)
    expect(list).toContain(`<small>${name}</small>`)
  }
})

test("a manually created invoice can choose its method, within that method's limits", async () => {
  const owner = await signInAs(shop)
  const { text } = await owner.get('/dashboard/new-payment')
  expect(text).toMatch(/<option value="">Pilihkan otomatis|<option value="" selected>Pilihkan otomatis/)
  expect(text).toMatch(/<option value="qris">QRIS langsung, paling banyak Rp\s500\.000/)
  const made = { act: 'create', amount: '25.000', description: '', customer_name: '', method: 'wallet_direct' }
  const { location } = await owner.post('/dashboard/new-payment', made)
  expect((await owner.get(location!)).text).toContain('Transfer e-wallet')
})

test('a manually created invoice is created once, even if its form is sent several times', async () => {
  const owner = await signInAs(shop)
  const form = '/dashboard/new-payment'
  const [, once] = /name="once" value="([\w-]{36})"/.exec((await owner.get(form)).text)!
  const fields = { act: 'create', amount: '31.000', description: '', customer_name: '', once: once! }
  const answers = await Promise.all([1, 2, 3].map(() => owner.post(form, fields)))
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1)
  expect(answers[0]!.location).toMatch(/\/dashboard\/payments\/INV-/)
})

test('an account without any payment method sees what each one requires, in its language', async () => {
  const owner = await signInAs(shop)
  await owner.post('/dashboard/place', { act: 'mode', mode: 'live' })
  const { text } = await owner.get('/dashboard/new-payment')
  expect(text).toContain('Belum ada cara bayar yang bisa dipakai.')
  expect(text).toContain('E-wallet belum dihubungkan.')
  expect(text).toContain('/dashboard/connections"')
  expect(text).not.toContain('No e-wallet')
  expect((await owner.get('/dashboard/new-payment?lang=en')).text).toContain('No e-wallet is connected.')
})

test('the history of a payment starts with its invoice, even if other events have the same time', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice()
  await shop.work()
  await shop.app.sql.write('update charge set request_date = $2 where invoice_id = $1', [invoice, new Date(0)])
  const { text } = await owner.get(`/dashboard/payments/${invoice}`)
  expect(text.indexOf('Tagihan dibuat')).toBeGreaterThan(0)
  expect(text.indexOf('Tagihan dibuat')).toBeLessThan(text.indexOf('Kode dibuat'))
})

test('an open payment whose money was never checked says so, until it is paid or given up', async () => {
  const owner = await signInAs(shop)
  const invoice = await shop.invoice()
  await shop.work()
  const page = async (lang: string) => {
    // A provider that pushes is not always polled.
    await shop.app.sql.write('update charge set answered_until = null where invoice_id = $1', [invoice])
    return (await owner.get(`/dashboard/payments/${invoice}?lang=${lang}`)).text
  }
  expect(await page('id')).toContain('belum pernah diperiksa')
  expect(await page('en')).toContain('never checked')
  await shop.app.sql.write('update charge set is_closed = true where invoice_id = $1', [invoice])
  expect(await page('id')).toContain('tidak dicari lagi')
  expect(await page('id')).not.toContain('belum pernah diperiksa')
  expect(await page('en')).not.toContain('never checked')
  await shop.app.sql.write('update charge set is_closed = false where invoice_id = $1', [invoice])
  await shop.pay(invoice)
  const paid = await page('id')
  expect(paid).toContain('dibayar lewat cara ini')
  expect(paid).not.toMatch(/diperiksa sampai|pernah diperiksa/)
  expect(await page('en')).not.toContain('checked')
})
