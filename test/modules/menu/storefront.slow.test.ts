import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { makeCoupon } from '../../../src/modules/coupons/make-coupon.ts'
import { coverBytesMax } from '../../../src/modules/menu/draw-cover.ts'
import { listCategoriesInOrder, moveCategory } from '../../../src/modules/menu/order-categories.ts'
import { setCover } from '../../../src/modules/menu/set-cover.ts'
import { setMenuLook } from '../../../src/modules/menu/set-menu-look.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createVisitor, type Visitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

// Also uses: coupons

let shop: WebShop
let goods: Record<string, { product: string; variant: string }>
beforeAll(async () => {
  shop = await createWebShop()
  await openMenu(shop, 'etalase')
  const rows = await shop.app.sql.query<{ key: string; product: string; variant: string }>(
    'select p.key, p.public_id as product, v.public_id as variant from variant v join product p on p.id = v.product_id',
  )
  goods = Object.fromEntries(rows.map(({ key, ...ids }) => [key, ids]))
  await shop.app.sql.write(
    `insert into shop_rules (account_id, delivers, delivery_fee, pickup_place) values ($1, true, 9000, 'Jl. Melati 5')`,
    [shop.demo.accountId],
  )
  const acting = { accountId: shop.demo.accountId, ...commandActor }
  await makeCoupon(shop.app, acting, { code: 'HEMAT', worth: { percent: 10 }, usesMax: null })
})
afterAll(() => shop.close())

const acting = () => ({ accountId: shop.demo.accountId, mode: 'test', ...commandActor }) as const
const inForm = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const fieldsOf = (text: string) =>
  Object.fromEntries(
    ['once', 'expected_total', 'expected_fee', 'expected_discount'].map(name => [name, inForm(text, name)]),
  )
const buttonOf = (text: string) => /<button class="button" data-order="[^"]*"[^>]*>([^<]*)</.exec(text)?.[1]
const noise = () =>
  sharp({
    create: {
      width: 1400,
      height: 1000,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()

const sari = { name: 'Sari', phone: '0812 9876 4321', address: 'Jl. Kenanga Raya 12' }

async function withBread(): Promise<Visitor> {
  const guest = createVisitor(shop)
  await guest.post('/m/etalase/cart', {
    do: 'add',
    variant: goods.latte!.variant,
    quantity: '2',
    choice_susu: 'susu:oat',
  })
  return guest
}

/** Orders and pays. Returns the address of the order's page. */
async function orderPaid(guest: Visitor, given: Record<string, string>): Promise<string> {
  const cart = (await guest.get('/m/etalase/cart')).text
  const placed = await guest.post('/m/etalase/order', { ...sari, ...fieldsOf(cart), ...given })
  const invoice = /invoice=(INV-[0-9A-Z]{20})/.exec(placed.location ?? '')?.[1]
  expect(invoice, placed.text).toBeDefined()
  await payInvoice(shop, invoice!)
  const [order] = await shop.app.sql.query<{ token: string }>(
    'select o.token from store_order o join order_invoice i on i.order_id = o.id where i.invoice_id = $1',
    [invoice],
  )
  return `/m/etalase/o/${order!.token}`
}

describe('a coupon on the menu page', () => {
  test('a coupon lowers the total without a script, before the order, and is counted once', async () => {
    const guest = await withBread()
    const cart = (await guest.get('/m/etalase/cart')).text
    expect(cart).toContain('name="coupon"')
    const form = { ...sari, receiving: 'pickup', coupon: 'hemat' }
    const priced = (await guest.post('/m/etalase/cart', { ...form, ...fieldsOf(cart), do: 'price' })).text
    expect(buttonOf(priced)).toBe('Pesan dan bayar Rp\u00a054.000')
    expect(priced).toContain('−Rp\u00a06.000')
    // A guest who orders without asking for the price sees it before the order is created.
    const unpriced = (await guest.post('/m/etalase/order', { ...form, ...fieldsOf(cart), expected_fee: '0' })).text
    expect(unpriced).toContain('Kuponmu memotong Rp\u00a06.000, jadi semuanya Rp\u00a054.000')
    expect(await shop.app.sql.query('select 1 from store_order')).toEqual([])
    const placed = await guest.post('/m/etalase/order', { ...form, ...fieldsOf(unpriced) })
    expect(placed.location, placed.text).toContain('/pay?invoice=')
    const orders = await shop.app.sql.query(
      'select total::int, discount::int, coupon_code as code from store_order order by id',
    )
    expect(orders).toEqual([{ total: 54_000, discount: 6_000, code: 'HEMAT' }])
    const [{ amount }] = (await shop.app.sql.query('select amount::int from payment')) as [{ amount: number }]
    expect(amount).toBe(54_000)
  })

  test('a refused coupon shows the reason in the cart, which can be ordered without it', async () => {
    const guest = await withBread()
    const form = { ...sari, receiving: 'pickup' }
    const cart = (await guest.get('/m/etalase/cart')).text
    const refused = await guest.post('/m/etalase/order', { ...form, ...fieldsOf(cart), coupon: 'NGASAL' })
    expect(refused.text).toMatch(/name="coupon"[^>]*aria-invalid="true"/)
    expect(refused.text).toContain('value="NGASAL"')
    expect(buttonOf(refused.text)).toBe('Pesan dan bayar Rp\u00a060.000')
    const placed = await guest.post('/m/etalase/order', { ...form, ...fieldsOf(refused.text), coupon: '' })
    expect(placed.location, placed.text).toContain('/pay?invoice=')
  })

  test('a coupon used up by an order does not block a repeated press, which leads to the same payment', async () => {
    await makeCoupon(shop.app, acting(), { code: 'SEKALI', worth: { percent: 10 }, usesMax: 1 })
    const guest = await withBread()
    const form = { ...sari, receiving: 'pickup', coupon: 'sekali', expected_fee: '0', expected_discount: '6000' }
    const cart = (await guest.get('/m/etalase/cart')).text
    const press = () => guest.post('/m/etalase/order', { ...fieldsOf(cart), ...form })
    const placed = await press()
    expect(placed.location, placed.text).toContain('/pay?invoice=')
    const again = await press()
    expect(again.location, again.text).toBe(placed.location)
    const used = "select total::int from store_order where coupon_code = 'SEKALI'"
    expect(await shop.app.sql.query(used)).toEqual([{ total: 54_000 }])
  })

  test('coupons cannot be guessed: after twenty attempts one address is refused for a while', async () => {
    const guest = await withBread()
    const tries: string[] = []
    for (let at = 0; at < 25; at++) {
      tries.push((await guest.post('/m/etalase/cart', { do: 'price', coupon: `TEBAK-${at}` })).text)
    }
    expect(tries.filter(text => text.includes('Terlalu banyak percobaan')).length).toBeGreaterThanOrEqual(5)
  })
})

describe('the list of the menu page', () => {
  test('the list of the menu page finds products by words, and says if nothing matches', async () => {
    const found = (await shop.page('/m/etalase?q=susu')).text
    expect(found).toContain('Hasil untuk “susu”')
    expect(found).toContain('>Kopi Susu<')
    expect(found).not.toContain('Roti Bakar')
    const vain = (await shop.page('/m/etalase?q=%3Cscript%3Ekulkas')).text
    expect(vain).toContain('Tidak ada yang cocok')
    expect(vain).not.toContain('<script>kulkas')
    const misses = await shop.app.sql.query('select term from search_miss')
    expect(misses).toEqual([{ term: 'script kulkas' }])
    for (const q of ['%00', '%25%25', 'a'.repeat(3000), '%27%20or%201=1', '']) {
      expect((await shop.page(`/m/etalase?q=${q}`)).status).toBe(200)
    }
  })

  test('the list of the menu page adds products without options by one press, and returns to its place', async () => {
    const guest = createVisitor(shop)
    const list = (await guest.get('/m/etalase')).text
    const quick = [...list.matchAll(/form="add" name="variant" value="([\w-]{22})"/g)].map(([, id]) => id)
    // Coffee has two sizes, and the latte requires a choice of milk.
    expect(quick).toEqual([goods.roti!.variant])
    const fields = { do: 'add', from: 'list', quantity: '1', variant: goods.roti!.variant, at_q: 'roti' }
    const added = await guest.post('/m/etalase/cart', fields)
    expect(added.location).toBe(`/m/etalase?q=roti&lang=id#p-${goods.roti!.variant}`)
    const after = (await guest.get('/m/etalase')).text
    expect(after).toContain('1 di pesanan')
    expect(after).toContain('Lihat pesanan · 1 barang · Rp\u00a015.000')
  })

  test("the list of the menu page shows the categories in the merchant's order", async () => {
    const names = async () =>
      [...(await shop.page('/m/etalase')).text.matchAll(/category=[\w-]{22}[^>]*>([^<]+)</g)].map(([, name]) => name)
    expect(await names()).toEqual(['Minuman', 'Camilan'])
    const [drinks, snacks] = await listCategoriesInOrder(shop.app, shop.demo.accountId)
    expect(drinks!.below.map(({ name }) => name)).toEqual(['Dingin'])
    await moveCategory(shop.app, acting(), snacks!.publicId, 'up')
    expect(await names()).toEqual(['Camilan', 'Minuman'])
    const [first] = (await shop.page('/m/etalase')).text.match(/<h2>[^<]*<\/h2>/) ?? []
    expect(first).toBe('<h2>Camilan</h2>')
    await moveCategory(shop.app, acting(), snacks!.publicId, 'up')
    expect(await names()).toEqual(['Camilan', 'Minuman'])
    const foreign = { ...acting(), accountId: shop.second.accountId }
    await expect(moveCategory(shop.app, foreign, snacks!.publicId, 'down')).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('the look of a menu page', () => {
  test('the menu page has its own colour and estimates, and refuses estimates that are not minutes', async () => {
    await setMenuLook(shop.app, acting(), { colour: 'blue', readyMin: 15, deliveryMin: 30 })
    const { text } = await shop.page('/m/etalase')
    expect(text).toContain('data-colour="blue"')
    expect(text).toContain('Siap ± 15 menit')
    expect(text).toContain('Diantar ± 45 menit')
    for (const readyMin of [0, 1441, 1.5, Number.NaN]) {
      const refused = setMenuLook(shop.app, acting(), { colour: 'red', readyMin, deliveryMin: null })
      await expect(refused).rejects.toMatchObject({ fields: [{ path: 'readyMin', code: 'out_of_range' }] })
    }
    const none = setMenuLook(
      shop.app,
      { ...acting(), accountId: shop.second.accountId },
      { colour: 'red', readyMin: null, deliveryMin: null },
    )
    await expect(none).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a paid order says when it should be ready, until that time has passed, and can be ordered again', async () => {
    await setMenuLook(shop.app, acting(), { colour: 'blue', readyMin: 15, deliveryMin: 30 })
    const guest = await withBread()
    const path = await orderPaid(guest, { receiving: 'pickup', expected_fee: '0' })
    expect((await guest.get(path)).text).toMatch(/data-testid="estimate">Perkiraan siap (hari ini|besok) \d\d\.\d\d/)
    expect((await guest.get('/m/etalase')).text).not.toContain('Lihat pesanan ·')
    const again = await guest.post(path, { do: 'again' })
    expect(again.location).toBe('/m/etalase/cart?lang=id')
    const cart = (await guest.get('/m/etalase/cart')).text
    expect(cart).toContain('Susu oat')
    expect(inForm(cart, 'expected_total')).toBe('60000')
    await shop.advance(16 * 60)
    expect((await guest.get(path)).text).not.toContain('data-testid="estimate"')
  })

  test('the cover of a menu page suits slow phones, whatever was uploaded, and replaces the one before', async () => {
    await setCover(shop.app, acting(), { name: 'sampul.png', bytes: await noise() })
    const { text } = await shop.page('/m/etalase')
    const [, cover] = /class="menu-cover" src="([^"]+)"/.exec(text) ?? []
    const picture = await shop.page(cover!)
    expect(picture.status).toBe(200)
    expect(picture.headers['content-type']).toBe('image/webp')
    expect(picture.bytes.length).toBeLessThanOrEqual(coverBytesMax)
    const { width, height } = await sharp(picture.bytes).metadata()
    expect([width, height]).toEqual([960, 320])
    await setCover(shop.app, acting(), { name: 'lain.png', bytes: await noise() })
    expect((await shop.page(cover!)).status).toBe(404)
    const stored = "select count(*)::int as count from stored_picture where kind = 'menu_cover'"
    expect(await shop.app.sql.query(stored)).toEqual([{ count: 1 }])
    await setCover(shop.app, acting(), null)
    expect((await shop.page('/m/etalase')).text).not.toContain('menu-cover')
    expect(await shop.app.sql.query(stored)).toEqual([{ count: 0 }])
  })

  test('the menu page gives chats a picture for shared links, in the size of https://ogp.me readers', async () => {
    const { text } = await shop.page('/m/etalase')
    const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? []
    expect(address).toMatch(/^https?:\/\/[^/]+\/m\/etalase\/share\.jpg\?v=/)
    const url = new URL(address!)
    const picture = await shop.page(url.pathname + url.search)
    expect(picture.headers['content-type']).toBe('image/jpeg')
    const { width, height, format } = await sharp(picture.bytes).metadata()
    expect([width, height, format]).toEqual([1200, 630, 'jpeg'])
    expect((await shop.page('/m/unknown/share.jpg')).status).toBe(404)
  })
})

test('the list is at most 60 KB on a first visit, with a cover', async () => {
  await setCover(shop.app, acting(), { name: 'sampul.png', bytes: await noise() })
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  const { bytes, text } = {
    bytes: (await shop.page('/m/etalase', headers)).bytes,
    text: (await shop.page('/m/etalase')).text,
  }
  const linked = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js|svg|webp|woff2)(?:\?[^"]*)?)"/g)].map(
    ([, one]) => one!,
  )
  const answers = await Promise.all([...new Set(linked)].map(address => shop.page(address, headers)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  const sum = answers.reduce((total, answer) => total + answer.bytes.length, bytes.length)
  expect(sum).toBeLessThanOrEqual(60 * 1024)
})
