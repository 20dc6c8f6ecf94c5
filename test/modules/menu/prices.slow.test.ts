import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeZoneId } from '../../../src/catalog/delivery-zones.ts'
import { ShopRules } from '../../../src/catalog/shop-rules.ts'
import { shipOrder } from '../../../src/orders/shipping/ship-order.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { createVisitor, type Visitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { openMenu } from './stand.ts'

let shop: WebShop
let goods: Record<string, string>
let products: Record<string, string>
const near = { name: 'Gondangdia', places: ['Gondangdia'], fee: 7_000, perKg: 0 }
const far = { name: 'Bintaro', places: ['Bintaro'], fee: 19_000, perKg: 0 }

beforeAll(async () => {
  shop = await createWebShop()
  await openMenu(shop, 'harga')
  const rows = await shop.app.sql.query<{ key: string; id: string; product: string; productId: string }>(
    `select p.key || '/' || v.key as key, v.public_id as id, p.key as product, p.public_id as "productId"
     from variant v join product p on p.id = v.product_id`,
  )
  goods = Object.fromEntries(rows.map(({ key, id }) => [key, id]))
  products = Object.fromEntries(rows.map(({ product, productId }) => [product, productId]))
  await shop.app.sql.write(
    `insert into shop_rules (account_id, delivers, pickup_place) values ($1, true, 'Jl. Melati 5')`,
    [shop.demo.accountId],
  )
  await shop.app.em('installation').nativeUpdate(ShopRules, { account: shop.demo.accountId }, { zones: [near, far] })
})
afterAll(() => shop.close())

const inForm = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const buttonOf = (text: string) => /<button class="button" data-order="[^"]*"[^>]*>([^<]*)</.exec(text)?.[1]
const fieldsOf = (text: string) => ({
  once: inForm(text, 'once'),
  expected_total: inForm(text, 'expected_total'),
  expected_fee: inForm(text, 'expected_fee'),
})

async function withCart(): Promise<Visitor> {
  const guest = createVisitor(shop)
  await guest.post('/m/harga/cart', { do: 'add', variant: goods['kopi-susu/besar']!, quantity: '2' })
  return guest
}

const sari = { name: 'Sari', phone: '0812 9876 4321', address: 'Jl. Bintaro Raya 3' }

/**
 * Orders like a browser without scripts: every press sends the current values of the page. Returns the amounts to pay.
 */
async function order(
  guest: Visitor,
  given: Record<string, string>,
): Promise<{ said: (string | undefined)[]; due: number }> {
  let page = (await guest.get('/m/harga/cart')).text
  const said = [buttonOf(page)]
  for (let press = 0; press < 3; press++) {
    const answer = await guest.post('/m/harga/order', { ...sari, ...given, ...fieldsOf(page) })
    const invoice = /invoice=(INV-[0-9A-Z]{20})/.exec(answer.location ?? '')?.[1]
    if (invoice) {
      const [row] = await shop.app.sql.query<{ amount: number }>('select amount from payment where invoice_id = $1', [
        invoice,
      ])
      return { said, due: row!.amount }
    }
    page = answer.text
    said.push(buttonOf(page))
  }
  throw new Error(`no payment: ${said.join(', ')}`)
}

const rupiah = (amount: string) => `Pesan dan bayar Rp\u00a0${amount}`

test('the button always shows the price of the next page, whatever is chosen', async () => {
  const asked: [Record<string, string>, string, number][] = [
    [{ receiving: 'delivery', zone: makeZoneId(far) }, '67.000', 67_000],
    [{ receiving: 'delivery', zone: makeZoneId(near), address: 'Gondangdia 1' }, '55.000', 55_000],
    // The zone that contains the address.
    [{ receiving: 'delivery', zone: '' }, '67.000', 67_000],
    [{ receiving: 'pickup', zone: '' }, '48.000', 48_000],
  ]
  for (const [given, price, due] of asked) {
    const ordered = await order(await withCart(), given)
    expect(ordered).toEqual({ said: ['Lihat ongkir dan total', rupiah(price)], due })
  }
})

test('a fee that changed since the page was loaded is shown before the order is placed', async () => {
  const guest = await withCart()
  const given = { ...sari, receiving: 'delivery', zone: makeZoneId(far) }
  const first = (await guest.post('/m/harga/order', { ...given, ...fieldsOf((await guest.get('/m/harga/cart')).text) }))
    .text
  expect(buttonOf(first)).toBe(rupiah('67.000'))
  await shop.app.em('installation').nativeUpdate(ShopRules, {}, { zones: [near, { ...far, fee: 23_000 }] })
  const second = await guest.post('/m/harga/order', { ...given, ...fieldsOf(first) })
  expect(second.text).toContain('Ongkirnya Rp\u00a023.000, jadi semuanya Rp\u00a071.000')
  expect(buttonOf(second.text)).toBe(rupiah('71.000'))
  expect(second.text).toContain('value="Sari"')
})

test('the price of a product follows variant, options and quantity, even without a script', async () => {
  const guest = createVisitor(shop)
  const total = (text: string) => /data-total>([^<]*)</.exec(text)?.[1]
  const path = `/m/harga/p/${products.latte}`
  const plain = (await guest.get(path)).text
  expect(total(plain)).toBe('Rp\u00a022.000')
  expect(plain).toContain('Hitung harga')
  const chosen = (await guest.get(`${path}?choice_susu=susu%3Aoat&quantity=3`)).text
  expect(total(chosen)).toBe('Rp\u00a090.000')
  expect(chosen).toMatch(/value="susu:oat"\s+data-price="8000" required checked/)
  const [coffee, big] = [`/m/harga/p/${products['kopi-susu']}`, goods['kopi-susu/besar']]
  expect(total((await guest.get(`${coffee}?variant=${big}`)).text)).toBe('Rp\u00a024.000')
  // Nothing that a guest writes there is trusted.
  const odd = (await guest.get(`${path}?choice_susu=%22%3E%3Cscript%3E&quantity=-4&variant=x`)).text
  expect(total(odd)).toBe('Rp\u00a022.000')
  expect(odd).not.toContain('<script>')
})

test('the cart asks for the way to pay in words for payers', async () => {
  const guest = await withCart()
  const select = /<select id="method"[\s\S]*?<\/select>/.exec((await guest.get('/m/harga/cart')).text)?.[0] ?? ''
  const names = [...select.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name]) => name)
  expect(names.toSorted()).toEqual(['QRIS (semua aplikasi)', 'Transfer e-wallet'])
})

test("a shipped order shows courier and number, and says if the courier's page asks for the number", async () => {
  const guest = await withCart()
  await order(guest, { receiving: 'delivery', zone: makeZoneId(near) })
  const [last] = await shop.app.sql.query<{ invoice: string; number: string; token: string }>(
    `select i.invoice_id as invoice, o.order_number as number, o.token from store_order o
     join order_invoice i on i.order_id = o.id order by o.id desc limit 1`,
  )
  await payInvoice(shop, last!.invoice)
  const path = `/m/harga/o/${last!.token}`
  const shipped = { orderNumber: last!.number, notify: false }
  await shipOrder(shop.app, shop.demo, { ...shipped, courier: 'sicepat', trackingNumber: 'JX413' })
  const form = (await guest.get(path)).text
  expect(form).toMatch(/SiCepat JX413 <a href="https:\/\/www\.sicepat\.com\/checkAwb"[^>]*>Lacak kiriman<\/a>/)
  expect(form).toContain('salin nomor di atas')
  expect(form).toContain('data-copy="JX413"')
  await shipOrder(shop.app, shop.demo, { ...shipped, courier: 'anteraja', trackingNumber: 'JX413' })
  const direct = (await guest.get(path)).text
  expect(direct).toContain('AnterAja JX413 <a href="https://anteraja.id/id/tracking/JX413"')
  expect(direct).not.toContain('salin nomor di atas')
  expect(direct).not.toContain('data-copy')
})
