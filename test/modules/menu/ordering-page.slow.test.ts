import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateOrderStatus } from '../../../src/orders/update-order-status.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createVisitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

let shop: WebShop
let goods: Record<string, string>
beforeAll(async () => {
  shop = await createWebShop()
  await openMenu(shop, 'kopi')
  const rows = await shop.app.sql.query<{ key: string; id: string }>(
    "select p.key || '/' || v.key as key, v.public_id as id from variant v join product p on p.id = v.product_id",
  )
  goods = Object.fromEntries(rows.map(({ key, id }) => [key, id]))
  await shop.app.sql.write('insert into shop_rules (account_id, tables) values ($1, 4)', [shop.demo.accountId])
})
afterAll(() => shop.close())

const inForm = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const add = (key: string, more = {}) => ({ do: 'add', variant: goods[key]!, quantity: '1', ...more })
const sari = { name: 'Sari', receiving: 'dine_in', table: '3' }

describe('the menu page without script', () => {
  test('the menu page sells without a script, from the code on the table to the payment page', async () => {
    const sariAt = createVisitor(shop)
    await sariAt.get('/m/kopi?table=3')
    await sariAt.post('/m/kopi/cart', add('latte/only', { choice_susu: 'susu:oat' }))
    await sariAt.post('/m/kopi/cart', add('kopi-susu/reguler', { quantity: '2' }))
    const cart = await sariAt.get('/m/kopi/cart')
    expect(cart.text).toContain('Rp\u00a066.000')
    expect(cart.text).toContain('value="3"')
    const form = { ...sari, once: inForm(cart.text, 'once'), expected_total: inForm(cart.text, 'expected_total') }
    const placed = await sariAt.post('/m/kopi/order', { ...form, price: '1', total: '1' })
    expect(placed.status, placed.text).toBe(303)
    const invoice = /invoice=(INV-[0-9A-Z]{20})/.exec(placed.location!)![1]!
    // The browser's back button sends the form again.
    expect((await sariAt.post('/m/kopi/order', form)).status).toBe(400)
    const [, order] = /href="[^"]*(\/m\/kopi\/o\/[\w-]{22}[^"]*)"/.exec((await sariAt.get('/m/kopi')).text)!
    expect((await sariAt.get(order!)).text).toContain('Menunggu pembayaran')
    await payInvoice(shop, invoice)
    expect((await createVisitor(shop).get(order!)).text).toContain('Pesanan diterima')
    const [{ number }] = (await shop.app.sql.query<{ number: string }>(
      'select order_number as number from store_order',
    )) as [{ number: string }]
    for (const [status, words] of [
      ['processing', 'Sedang disiapkan'],
      ['completed', 'Pesananmu siap untuk meja 3'],
    ] as const) {
      await updateOrderStatus(shop.app, shop.demo, { orderNumber: number, status, notify: false })
      expect((await sariAt.get(order!)).text).toContain(words)
    }
  })

  test('a refused order loses nothing: the mistake is beside its field, and cart and texts stay', async () => {
    const budi = createVisitor(shop)
    await budi.post('/m/kopi/cart', add('kopi-susu/besar'))
    const form = { ...sari, name: 'Budi <3', table: '9', expected_total: '24000', once: 'a' }
    const wrong = await budi.post('/m/kopi/order?lang=en', form)
    expect(wrong.status).toBe(400)
    expect(wrong.text).toContain('value="Budi &lt;3"')
    expect(wrong.text).toMatch(/name="table"[^>]*aria-invalid="true"/)
    expect(wrong.text).toContain('Kopi Susu (Besar)')
    expect((await budi.post('/m/kopi/order', { ...form, table: '2', expected_total: '1' })).text).toContain('24.000')
  })

  test('an order whose payment cannot be created stays, and its page says why', async () => {
    const dewi = createVisitor(shop)
    await shop.app.sql.write(
      `insert into reservation (receiving_account_id, final_amount, invoice_id, held_until)
       select distinct c.receiving_account_id, 24000 + code, 'INV-TAKEN', 'infinity'::timestamptz
       from connection c, generate_series(0, 999) code on conflict do nothing`,
    )
    await dewi.post('/m/kopi/cart', add('kopi-susu/besar'))
    await dewi.get('/m/kopi/cart')
    const form = { ...sari, method: 'wallet_direct', expected_total: '24000', once: 'dear' }
    const placed = await dewi.post('/m/kopi/order', form)
    await shop.app.sql.write("delete from reservation where invoice_id = 'INV-TAKEN'")
    expect(placed.location).toMatch(/^\/m\/kopi\/o\/[\w-]{22}\?why=/)
    const page = await dewi.get(placed.location!)
    expect(page.status).toBe(200)
    expect(page.text).toContain('Menunggu pembayaran')
    expect(page.text).toMatch(/class="banner stop"[\s\S]*kode/)
    expect((await dewi.get(placed.location!.replace(/why=.*/, 'why=%3Cb%3E'))).text).not.toContain('banner stop')
  })

  test('the menu page says which products are sold out, and accepts no form of another site', async () => {
    const [one, two] = [createVisitor(shop), createVisitor(shop)]
    for (const guest of [one, two]) await guest.post('/m/kopi/cart', add('roti/only'))
    for (const guest of [one, two]) await guest.get('/m/kopi/cart')
    const form = { ...sari, expected_total: '15000', once: 'b' }
    expect((await one.post('/m/kopi/order', form)).status).toBe(303)
    const late = await two.post('/m/kopi/order', form)
    expect(late.status).toBe(400)
    expect(late.text).toContain('Roti Bakar')
    expect(late.text).toContain('Habis')
    const foreign = await two.post('/m/kopi/cart', add('latte/only'), { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
  })

  test('addresses without a menu and orders of other shops get a friendly page', async () => {
    const guest = createVisitor(shop)
    for (const path of ['/m/kopi/o/AAAAAAAAAAAAAAAAAAAAAA', '/m/kopi/o/x', '/m/nobody/cart']) {
      expect((await guest.get(path)).status, path).toBe(404)
    }
    const unknown = { do: 'add', variant: 'AAAAAAAAAAAAAAAAAAAAAA', quantity: '1' }
    expect((await guest.post('/m/kopi/cart', unknown)).status).toBe(404)
    const tampered = { cookie: 'cart=%7B%00; warung_cart=eyJzIjoxfQ' }
    expect((await guest.get('/m/kopi/cart', tampered)).text).toContain('Belum ada yang dipilih')
  })
})

describe('the rules of the shop hold on its menu page', () => {
  const setRules = (columns: string) =>
    shop.app.sql.write(`update shop_rules set ${columns} where account_id = $1`, [shop.demo.accountId])

  test('while the shop is closed the menu page says when it opens, accepts no order, and keeps the cart', async () => {
    const guest = createVisitor(shop)
    await guest.post('/m/kopi/cart', add('kopi-susu/besar'))
    const every = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map(day => `"${day}": ["00:00", "00:01"]`)
    await setRules(`hours = '{${every.join(', ')}}'`)
    expect((await guest.get('/m/kopi')).text).toMatch(/Sedang tutup[\s\S]*Buka/)
    const before = await shop.app.sql.query('select 1 from store_order')
    const refused = await guest.post('/m/kopi/order', { ...sari, expected_total: '24000', once: 'closed' })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(refused.text).toMatch(/class="banner stop"[\s\S]*tutup/)
    expect(refused.text).toContain('Kopi Susu (Besar)')
    expect(await shop.app.sql.query('select 1 from store_order')).toHaveLength(before.length)
    await setRules('hours = null')
    expect((await guest.post('/m/kopi/order', { ...sari, expected_total: '24000', once: 'open' })).status).toBe(303)
  })

  test('while the shop is open the menu page says until when, if that is within a day', async () => {
    const today = shop.app.calendar.formatDay(shop.app.now())
    const weekday = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][new Date(`${today}T00:00:00Z`).getUTCDay()]
    const state = async () => /menu-state">([\s\S]*?)<\/p>/.exec((await createVisitor(shop).get('/m/kopi')).text)![1]!
    await setRules(`hours = '{"${weekday}": ["00:00", "23:59"]}'`)
    expect(await state()).toContain('sampai hari ini 23.59')
    await setRules('hours = null')
    expect(await state()).not.toContain('sampai')
  })

  test('a delivery costs the fee of its zone, chosen or found by the address, and is paid with the order', async () => {
    const zones = [
      { name: 'Menteng', places: ['Menteng'], fee: 9_000, perKg: 0 },
      { name: 'Lebih jauh', places: [], fee: 20_000, perKg: 0 },
    ]
    await setRules(`zones = '${JSON.stringify(zones)}', free_delivery_from = 100000`)
    const brought = { name: 'Sari', phone: '0812-3456-7890', receiving: 'delivery', expected_total: '24000' }
    const orderBy = async (more: Record<string, string>) => {
      const guest = createVisitor(shop)
      await guest.post('/m/kopi/cart', add('kopi-susu/besar'))
      const cart = await guest.get('/m/kopi/cart')
      expect(cart.text).toMatch(/Menteng · Rp.9\.000/)
      const placed = await guest.post('/m/kopi/order', { ...brought, once: inForm(cart.text, 'once'), ...more })
      const rows = await shop.app.sql.query<{ fee: number; total: number; zone: string }>(
        'select delivery_fee as fee, total, delivery_zone as zone from store_order order by id desc limit 1',
      )
      return { ...placed, order: rows[0]! }
    }
    const found = await orderBy({ address: 'Jl. Cikini 5, Menteng' })
    expect([found.status, found.order]).toEqual([303, { fee: 9_000, total: 33_000, zone: 'Menteng' }])
    const far = /<option value="([^"]+)">Lebih jauh/.exec((await cartOf()).text)![1]!
    const chosen = await orderBy({ address: 'Jl. Raya 1, Depok', zone: far })
    expect([chosen.status, chosen.order]).toEqual([303, { fee: 20_000, total: 44_000, zone: 'Lebih jauh' }])
    const nowhere = await orderBy({ address: 'Jl. Raya 1, Bogor' })
    expect(nowhere.status).toBe(400)
    expect(nowhere.text).toContain('Jl. Raya 1, Bogor')
    await setRules("zones = '[]', free_delivery_from = null")
  })

  async function cartOf() {
    const guest = createVisitor(shop)
    await guest.post('/m/kopi/cart', add('kopi-susu/besar'))
    return guest.get('/m/kopi/cart')
  }
})

test('the sheet of table codes has one for each table, and explains a missing one', async () => {
  const support = await signInAs(shop, { role: 'support' })
  const sheet = await support.get('/dashboard/menu/tables')
  expect(sheet.status).toBe(200)
  expect(sheet.text.match(/aria-label="Kode QR meja \d"/g)).toHaveLength(4)
  await shop.app.sql.write('update shop_rules set tables = null where account_id = $1', [shop.demo.accountId])
  expect((await support.get('/dashboard/menu/tables')).text).toContain('Isi jumlah mejanya')
})
