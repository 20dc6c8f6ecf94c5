import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { makeCoupon } from '../../../src/modules/coupons/make-coupon.ts'
import { fillCart } from '../../../src/orders/cart/fill-cart.ts'
import { findCart } from '../../../src/orders/cart/find-cart.ts'
import { isFavourite } from '../../../src/orders/customers/list-favourites.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { closeCharges } from '../../orders/store.ts'
import { createVisitor, type Visitor } from '../../web/browse.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { makeBill } from '../bills/stand.ts'
import { signedInitData } from './sign.ts'
import { addShopBot, type StoredBot, stockShop } from './stand.ts'

// Also uses: coupons

let shop: WebShop
let bot: StoredBot
let goods: Record<string, { product: string; variant: string }>
beforeAll(async () => {
  shop = await createWebShop()
  await stockShop(shop)
  bot = await addShopBot(shop)
  const rows = await shop.app.sql.query<{ key: string; product: string; variant: string }>(
    'select p.key, p.public_id as product, v.public_id as variant from variant v join product p on p.id = v.product_id',
  )
  goods = Object.fromEntries(rows.map(({ key, ...ids }) => [key, ids]))
})
afterAll(() => shop.close())

interface Buyer extends Visitor {
  /** The address of the session. */
  home: string
  /** The address to which the data led. */
  opened: string
  customerId: number
}

let people = 5_320_000_000

async function buyer(more: object = {}, { id: botId, token } = bot): Promise<Buyer> {
  const user = { id: ++people, first_name: 'Sari', language_code: 'id', allows_write_to_pm: true }
  const visitor = createVisitor(shop)
  const initData = signedInitData(token, { auth_date: shop.app.now(), user, ...more })
  const { location } = await visitor.post(`/t/${botId}/enter`, { init_data: initData }, {})
  const person = (more as { user?: typeof user }).user ?? user
  const [{ id }] = (await shop.app.sql.query('select id from customer where telegram_user_id = $1', [person.id])) as [
    { id: string },
  ]
  const post: Visitor['post'] = (path, fields) => visitor.post(path, fields, {})
  return {
    ...visitor,
    post,
    home: /^\/t\/\d+\/[\w-]{72}/.exec(location!)![0],
    opened: location!,
    customerId: Number(id),
  }
}

const scope = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const inForm = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''
const milk = {
  choice_susu: 'susu:susu-1',
  choice_manis: 'manis:manis-0',
  choice_es: 'es:es-0',
  choice_biji: 'biji:biji-0',
}
const put = (key: string, more = {}) => ({
  do: 'add',
  product: goods[key]!.product,
  variant: goods[key]!.variant,
  quantity: '1',
  ...more,
})

async function order(who: Buyer, more: Record<string, string> = {}) {
  const cart = await who.get(`${who.home}/cart`)
  const names = ['once', 'expected_total', 'expected_fee']
  const form = Object.fromEntries(names.map(name => [name, inForm(cart.text, name)]))
  return { form, placed: await who.post(`${who.home}/order`, { ...form, ...more }) }
}

const tokenIn = (location: string | null) => /\/pay\/([\w-]{22})/.exec(location ?? '')?.[1]
const notices = (customerId: number) =>
  shop.app.sql.query<{ kind: string }>(
    `select n.kind from notice n join customer c on c.chat_id = n.chat_id and c.bot_id = n.bot_id where c.id = $1`,
    [customerId],
  )

describe('ordering in the Mini App', () => {
  test('the Mini App and the chat share one cart', async () => {
    const sari = await buyer()
    await fillCart(shop.app, scope(), sari.customerId, { variantId: goods.roti!.variant, quantity: 2 })
    expect((await sari.get(sari.home)).text).toContain('Rp\u00a035.000')
    const added = await sari.post(`${sari.home}/cart`, put('latte', milk))
    expect(added.status, added.text).toBe(303)
    await sari.post(`${sari.home}/cart`, put('latte', milk))
    const { units } = await findCart(shop.app, scope(), sari.customerId)
    expect(units.map(({ quantity, total }) => [quantity, total])).toEqual([
      [2, 35_000],
      [2, 48_000],
    ])
    const choices = units[1]!.chosen
    const set = { do: 'set', variant: goods.latte!.variant, quantity: '1' }
    const again = Object.fromEntries(choices.map((key, at) => [`choice_${at}`, key]))
    await sari.post(`${sari.home}/cart`, { ...set, ...again })
    await sari.post(`${sari.home}/cart`, { do: 'set', variant: goods.roti!.variant, quantity: '0' })
    const after = await findCart(shop.app, scope(), sari.customerId)
    expect(after.units.map(({ quantity, total }) => [quantity, total])).toEqual([[1, 24_000]])
  })

  test('ordering in the Mini App creates one order, whose code and end the page and the chat show', async () => {
    const budi = await buyer()
    expect((await budi.post(`${budi.home}/cart`, put('latte', { ...milk, go: 'cart' }))).location).toContain('/cart')
    const missing = await order(budi)
    expect(missing.placed.status).toBe(400)
    expect(missing.placed.text).toMatch(/name="phone"[^>]*aria-invalid="true"/)
    const { form, placed } = await order(budi, { phone: '081234567890' })
    expect(placed.status, placed.text).toBe(303)
    const isPayable = async () => (await budi.get(placed.location!)).text.includes('data-phase="payable"')
    await shop.workUntil(isPayable)
    const page = await budi.get(placed.location!)
    expect(page.text).toContain('data-testid="qr"')
    expect((await notices(budi.customerId)).map(({ kind }) => kind)).toContain('order.code')
    // Pressing twice, and two tabs with one form, create one order.
    const token = tokenIn(placed.location)
    const twice = await budi.post(`${budi.home}/order`, { ...form, phone: '081234567890' })
    expect(tokenIn(twice.location)).toBe(token)
    const [, invoice] = /data-invoice="(INV-[0-9A-Z]{20})"/.exec(page.text)!
    await payInvoice(shop, invoice!)
    const paid = await budi.get(placed.location!)
    expect(paid.text).toContain('data-phase="paid"')
    expect(paid.text).not.toContain('data-testid="qr"')
    const own = `${budi.home}/o/${token}`
    // The browser goes back to a cached cart, and its button is pressed again after the payment.
    const late = await budi.post(`${budi.home}/order`, { ...form, phone: '081234567890' })
    expect(late.location?.split('?')[0], late.text).toBe(own)
    expect((await budi.post(own, {})).location?.split('?')[0]).toBe(own)
    expect((await budi.get(own)).text).toContain('Pesanan diterima')
    expect(
      await shop.app.sql.query('select 1 from store_order where customer_id = $1', [budi.customerId]),
    ).toHaveLength(1)
    // The customer is known now, and can order the same goods again with one press.
    await budi.post(own, { do: 'again' })
    const cart = await budi.get(`${budi.home}/cart`)
    expect(inForm(cart.text, 'expected_total')).toBe('24000')
    expect(cart.text).toMatch(/name="phone"[^>]*value="[^"]*81234567890"/)
    expect(cart.text).not.toContain('name="name"')
  })

  test('an order in the Mini App is visible only to its customer', async () => {
    const [sari, budi] = [await buyer(), await buyer()]
    await sari.post(`${sari.home}/cart`, put('roti'))
    const { placed } = await order(sari)
    const token = tokenIn(placed.location)
    for (const path of [`/o/${token}`, `/pay/${token}`]) {
      expect((await sari.get(sari.home + path)).status).toBe(200)
      expect((await budi.get(budi.home + path)).status).toBe(404)
    }
    expect((await budi.post(`${budi.home}/o/${token}`, { do: 'cancel' })).status).toBe(404)
    expect((await sari.post(`${sari.home}/o/${token}`, { do: 'cancel' })).status).toBe(303)
    expect((await sari.get(`${sari.home}/o/${token}`)).text).toContain('Pesanan dibatalkan')
    expect((await sari.get(`${sari.home}/pay/${token}`)).text).toContain('data-phase="cancelled"')
  })

  test('digital goods in the Mini App are sold only for Stars, in the chat, and stay in the cart', async () => {
    const dewi = await buyer()
    const page = await dewi.get(`${dewi.home}/p/${goods.kelas!.product}`)
    expect(page.text).toContain('Telegram Stars')
    expect(page.text).toContain(`data-chat="/${bot.username}?start=p_${goods.kelas!.product}"`)
    expect(page.text).not.toContain('Rp\u00a045.000')
    expect((await dewi.post(`${dewi.home}/cart`, put('kelas'))).status).toBe(400)
    await fillCart(shop.app, scope(), dewi.customerId, { variantId: goods.kelas!.variant, quantity: 1 })
    await dewi.post(`${dewi.home}/cart`, put('roti'))
    const { placed } = await order(dewi)
    expect(placed.status, placed.text).toBe(303)
    const left = await findCart(shop.app, scope(), dewi.customerId)
    expect(left.units.map(({ line }) => line.variant.publicId)).toEqual([goods.kelas!.variant])
    const bought = await shop.app.sql.query<{ total: string }>('select total from store_order where customer_id = $1', [
      dewi.customerId,
    ])
    expect(bought.map(({ total }) => Number(total))).toEqual([17_500])
  })

  test('a refused order in the Mini App loses nothing: a raised price, sold-out goods, an invalid form', async () => {
    const ayu = await buyer()
    await ayu.post(`${ayu.home}/cart`, put('roti'))
    const { placed } = await order(ayu, { expected_total: '1000', note: 'tanpa keju' })
    expect(placed.status).toBe(400)
    expect(placed.text).toContain('tanpa keju')
    await shop.app.sql.write("update product set is_active = false where key = 'roti'")
    expect((await order(ayu)).placed.location).toBeNull()
    await shop.app.sql.write("update product set is_active = true where key = 'roti'")
    expect((await ayu.post(`${ayu.home}/cart`, { do: 'add', variant: 'x' })).status).toBe(400)
    expect((await findCart(shop.app, scope(), ayu.customerId)).unitCount).toBe(1)
  })

  test('the Mini App deducts a coupon from the total before the order, or shows in the cart why not', async () => {
    const rani = await buyer()
    const acting = { accountId: shop.demo.accountId, ...commandActor }
    await makeCoupon(shop.app, acting, { code: 'HEMAT', worth: { amount: 1_300 }, usesMax: null })
    const totals = () =>
      shop.app.sql.query<{ total: number; discount: number }>(
        'select total::int, discount::int from store_order where customer_id = $1 order by id',
        [rani.customerId],
      )
    await rani.post(`${rani.home}/cart`, put('roti'))
    const { placed: refused } = await order(rani, { coupon: 'TIDAK-ADA' })
    expect(refused.text).toMatch(/name="coupon"[^>]*aria-invalid="true"/)
    expect(await totals()).toEqual([])
    const { placed: priced } = await order(rani, { coupon: 'hemat' })
    expect(priced.text).toContain('jadi semuanya Rp\u00a016.200')
    expect(await totals()).toEqual([])
    const { placed } = await order(rani, { coupon: 'hemat', expected_discount: '1300' })
    expect(placed.status, placed.text).toBe(303)
    expect(await totals()).toEqual([{ total: 16_200, discount: 1_300 }])
  })

  test('a repeated press with a coupon leads to the same payment, even if it used up the coupon', async () => {
    const tari = await buyer()
    const acting = { accountId: shop.demo.accountId, ...commandActor }
    await makeCoupon(shop.app, acting, { code: 'SEKALI', worth: { amount: 1_500 }, usesMax: 1 })
    await tari.post(`${tari.home}/cart`, put('roti'))
    const { form, placed } = await order(tari, { coupon: 'sekali', expected_discount: '1500' })
    expect(tokenIn(placed.location), placed.text).toBeDefined()
    const again = await tari.post(`${tari.home}/order`, { ...form, coupon: 'sekali', expected_discount: '1500' })
    expect(again.location, again.text).toBe(placed.location)
    const orders = await shop.app.sql.query(
      'select total::int, discount::int from store_order where customer_id = $1',
      [tari.customerId],
    )
    expect(orders).toEqual([{ total: 16_000, discount: 1_500 }])
  })

  test('coupons cannot be guessed in an order without a payment: after twenty attempts they are refused', async () => {
    const gita = await buyer()
    await gita.post(`${gita.home}/cart`, put('roti'))
    const { form, placed } = await order(gita)
    expect(tokenIn(placed.location), placed.text).toBeDefined()
    // Simulates that its payment could not be created.
    await shop.app.sql.write("update store_order set status = 'pending' where customer_id = $1", [gita.customerId])
    const answers: number[] = []
    // Another code is allowed every ten seconds, which a busy machine needs for a few tries.
    while (answers.at(-1) !== 429 && answers.length < 60) {
      answers.push((await gita.post(`${gita.home}/order`, { ...form, coupon: `TEBAK-${answers.length}` })).status)
    }
    expect(answers.at(-1)).toBe(429)
    expect(answers.length).toBeGreaterThan(20)
  })

  test('the Mini App says that money came late, until the merchant has decided', async () => {
    const wulan = await buyer()
    await wulan.post(`${wulan.home}/cart`, put('roti'))
    const { placed } = await order(wulan)
    const isPayable = async () => (await wulan.get(placed.location!)).text.includes('data-phase="payable"')
    await shop.workUntil(isPayable)
    const [, invoice] = /data-invoice="(INV-[0-9A-Z]{20})"/.exec((await wulan.get(placed.location!)).text)!
    await closeCharges(shop)
    shop.advance(1801)
    const isExpired = async () => (await wulan.get(placed.location!)).text.includes('data-phase="expired"')
    await shop.workUntil(isExpired)
    expect((await wulan.get(placed.location!)).text).not.toContain('Uangmu aman')
    await payInvoice(shop, invoice!)
    expect((await wulan.get(placed.location!)).text).toMatch(/Kami menerima Rp\u00a017\.\d{3}[^<]*Uangmu aman/)
  })

  test('the Mini App pays a bill of its shop, and shows no bill of another shop', async () => {
    const [sari, budi] = [await buyer(), await buyer()]
    const stranger = await buyer({}, await addShopBot(shop, shop.second.accountId))
    const { slug } = await makeBill(shop, { amount: 61_700, title: 'Iuran bulan ini' })
    const own = `${sari.home}/b/${slug}`
    expect((await sari.get(own)).text).toContain('Iuran bulan ini')
    const opened = await sari.post(own, {})
    expect(opened.status, opened.text).toBe(303)
    expect(opened.location).toMatch(new RegExp(`^${own}\\?invoice=INV-`))
    const isPayable = async () => (await sari.get(opened.location!)).text.includes('data-testid="qr"')
    await shop.workUntil(isPayable)
    // A second press and a second session find the same payment.
    expect((await sari.post(own, {})).location).toBe(opened.location)
    expect((await budi.get(`${budi.home}/b/${slug}x`)).status).toBe(404)
    expect((await stranger.get(`${stranger.home}/b/${slug}`)).status).toBe(404)
    expect((await stranger.post(`${stranger.home}/b/${slug}`, {})).status).toBe(404)
    const [, invoice] = /invoice=(INV-[0-9A-Z]{20})/.exec(opened.location!)!
    await payInvoice(shop, invoice!)
    expect((await sari.get(opened.location!)).text).toContain('data-phase="paid"')
  })
})

test('each kind of link opens its target: a product, a category, an order, a bill and a table', async () => {
  const user = { id: ++people, first_name: 'Sari', language_code: 'id', allows_write_to_pm: true }
  const opened = async (start_param: string) => {
    const one = await buyer({ user, query_id: start_param, start_param })
    const page = await one.get(one.opened)
    expect(page.status, start_param).toBe(200)
    return page.text
  }
  expect(await opened(`p_${goods.roti!.product}`)).toMatch(/<h2>Roti Sobek<\/h2>/)
  const [kopi] = await shop.app.sql.query<{ id: string }>("select public_id as id from category where key = 'kopi'")
  const category = await opened(`c_${kopi!.id}`)
  expect(category).toContain('Kopi Gula Aren')
  expect(category).not.toContain('Roti Sobek')
  const sari = await buyer({ user, query_id: 'order' })
  await sari.post(`${sari.home}/cart`, put('roti'))
  const { placed } = await order(sari)
  expect(await opened(`o_${tokenIn(placed.location)}`)).toContain('Menunggu pembayaran')
  const { slug } = await makeBill(shop, { amount: 71_300, title: 'Arisan RT 5' })
  expect(await opened(`b_${slug}`)).toContain('Arisan RT 5')
  await shop.app.sql.write(
    'insert into shop_rules (account_id, tables) values ($1, 9) on conflict (account_id) do update set tables = 9',
    [shop.demo.accountId],
  )
  expect(await opened('m7')).toContain('Meja 7')
  // The shop has nine tables.
  expect(await opened('m12')).not.toContain('Meja 12')
})

describe('favourites in the Mini App', () => {
  test('favourites are shared with the chat, and no other customer sees or changes them', async () => {
    const [sari, budi] = [await buyer(), await buyer()]
    const page = `/p/${goods.roti!.product}`
    const marked = await sari.post(sari.home + page, { mark: '1' })
    expect(marked.location).toContain(`${sari.home}${page}`)
    const owner = { accountId: shop.demo.accountId, customerId: sari.customerId }
    expect(await isFavourite(shop.app, owner, goods.roti!.product)).toBe(true)
    const only = '?only=favourites'
    const names = (text: string) => [...text.matchAll(/class="whole-link"[^>]*>([^<]+)</g)].map(([, name]) => name)
    expect(names((await sari.get(sari.home + only)).text)).toEqual(['Roti Sobek'])
    expect(inForm((await sari.get(sari.home + page)).text, 'mark')).toBe('0')
    expect(names((await budi.get(budi.home + only)).text)).toEqual([])
    await budi.post(budi.home + page, { mark: '0' })
    expect(names((await sari.get(sari.home + only)).text)).toEqual(['Roti Sobek'])
    await sari.post(sari.home + page, { mark: '0' })
    expect(names((await sari.get(sari.home + only)).text)).toEqual([])
  })

  test("favourites contain no missing or other shop's product, and a hundred at most", async () => {
    const stranger = await buyer({}, await addShopBot(shop, shop.second.accountId))
    expect((await stranger.post(`${stranger.home}/p/${goods.roti!.product}`, { mark: '1' })).status).toBe(404)
    const ayu = await buyer()
    for (const id of ['x'.repeat(22), 'x', '%00']) {
      expect((await ayu.post(`${ayu.home}/p/${id}`, { mark: '1' })).status).toBe(404)
    }
    await shop.app.sql.write(
      `with made as (
         insert into product (account_id, public_id, key, name, kind, is_active, created_at)
         select $1, 'favourite-' || lpad(n::text, 12, '0'), 'favourite-' || n, 'Favorit ' || n, 'physical', true, now()
         from generate_series(1, 100) n returning id)
       insert into favourite (account_id, customer_id, product_id, marked_at) select $1, $2, id, now() from made`,
      [shop.demo.accountId, ayu.customerId],
    )
    const refused = await ayu.post(`${ayu.home}/p/${goods.roti!.product}`, { mark: '1' })
    expect(refused.status).toBe(400)
    const owner = { accountId: shop.demo.accountId, customerId: ayu.customerId }
    expect(await isFavourite(shop.app, owner, goods.roti!.product)).toBe(false)
    await shop.app.sql.write('delete from favourite')
    await shop.app.sql.write("delete from product where key like 'favourite-%'")
  })
})

const firstBytesMax = 60 * 1024

/** Returns all bytes that a phone receives to draw a page for the first time, as they are transferred. */
async function sentFor(path: string): Promise<number> {
  const headers = { 'accept-encoding': 'gzip, deflate, br' }
  const { status, bytes } = await shop.page(path, headers)
  expect(status, path).toBe(200)
  const { text } = await shop.page(path)
  const linked = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:css|js|svg|webp|woff2)(?:\?[^"]*)?)"/g)]
  const answers = await Promise.all(
    [...new Set(linked.map(([, address]) => address!))].map(address => shop.page(address, headers)),
  )
  expect(answers.length).toBeGreaterThan(2)
  return answers.reduce((sum, answer) => sum + answer.bytes.length, bytes.length)
}

test('the entrance and the list together are at most 60 KB on a first visit', async () => {
  const { home } = await buyer()
  expect(await sentFor(`/t/${bot.id}`)).toBeLessThanOrEqual(firstBytesMax)
  const both = (await sentFor(home)) + (await shop.page(`/t/${bot.id}`)).bytes.length
  expect(both).toBeLessThanOrEqual(firstBytesMax)
})
