import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Payment } from '../../../src/payments/payment.ts'
import type { Visitor } from '../../web/browse.ts'
import { signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'

let shop: WebShop
let owner: Visitor

beforeAll(async () => {
  shop = await createWebShop()
  owner = await signInAs(shop)
})
afterAll(() => shop.close())

/** Searches for a text, and returns the paths of the results. */
async function find(text: string, visitor = owner): Promise<string[]> {
  const { text: part } = await visitor.get(`/dashboard/find?q=${encodeURIComponent(text)}`)
  return [...part.matchAll(/class="hit" href="[^"]*?(\/(?:dashboard|docs)[^"]*)"/g)].map(([, path]) => path!)
}

describe('a payment', () => {
  let invoice: string
  let amount: number
  beforeAll(async () => {
    invoice = await shop.invoice({ amount: 113_000, description: 'Sewa lapangan', reference: 'SEWA/77' })
    await shop.work()
    await shop.pay(invoice)
    const row = await shop.app.em('installation').findOneOrFail(Payment, { invoiceId: invoice })
    amount = row.finalAmount
    const money = { payerName: 'Wulandari Putri', paidReffNum: '413000002' }
    await shop.app.em('installation').nativeUpdate(Payment, { invoiceId: invoice }, money)
  })

  test.each([
    ['its amount with dots', () => amount.toLocaleString('id-ID')],
    ['its plain amount', () => String(amount)],
    ['the requested amount', () => 'Rp 113.000'],
    ['the amount in thousands', () => '113rb'],
    ['the reference of its money', () => '413000002'],
    ['the beginning of that reference', () => '413000'],
    ['the reference of the merchant', () => 'SEWA/77'],
    ['the name of its payer', () => 'wulandari'],
    ['the second name of its payer', () => 'Putri'],
    ['the end of its number', () => invoice.slice(-6).toLowerCase()],
    ['its whole number', () => invoice],
    ['a part of its description', () => 'lapangan'],
  ])('a payment is found by %s', async (_what, text) => {
    expect(await find(text())).toContain(`/dashboard/payments/${invoice}`)
  })

  test('the list of payments finds a payment by the same texts as the search', async () => {
    for (const text of [amount.toLocaleString('id-ID'), '413000002', 'Wulandari']) {
      const { text: page } = await owner.get(`/dashboard/payments?search=${encodeURIComponent(text)}`)
      expect(page, text).toContain(`/dashboard/payments/${invoice}"`)
    }
  })

  test('a payment is not found by another account', async () => {
    const stranger = await signInAs(shop, { accountId: shop.second.accountId })
    expect(await find('413000002', stranger)).toEqual([])
  })
})

describe('an order and its customer', () => {
  const number = 'ORD-261127-K4RTU9'
  beforeAll(async () => {
    await shop.app.sql.write(
      `with met as (insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, phone, created_at)
          values ($1, 9, 77001, 77001, 'Rahayu Wening', '081298764321', now()) returning id, account_id)
        insert into store_order (account_id, mode, order_number, token, customer_id, total, customer_name,
          customer_phone, created_at, pending_since)
        select account_id, 'test', $2, lpad(id::text, 22, 'z'), id, 98000, 'Rahayu Wening', '081298764321', now(), now()
        from met`,
      [shop.demo.accountId, number],
    )
  })

  test.each([
    ['the name', 'rahayu'],
    ['the last four digits of the phone', '4321'],
    ['the whole phone in another notation', '+62 812-9876-4321'],
    ['the end of the order number', 'k4rtu9'],
    ['the whole order number', number],
    ['the total', '98000'],
  ])('an order and its customer are found by %s', async (_what, text) => {
    expect(await find(text)).toContain(`/dashboard/orders/${number}`)
  })
})

test.each([
  ['ongkir', '/dashboard/rules/delivery'],
  ['jam buka', '/dashboard/rules'],
  ['kata sandi', '/dashboard/profile'],
  ['tim', '/dashboard/team'],
])('"%s" leads to the page that has it', async (text, path) => {
  expect(await find(text)).toContain(path)
})

test("a search does not find settings that the user's role may not open", async () => {
  const viewer = await signInAs(shop, { role: 'read_only' })
  expect(await find('qris', viewer)).not.toContain('/dashboard/new-payment')
  expect(await find('qris')).toContain('/dashboard/new-payment')
  expect(await find('barang baru', viewer)).not.toContain('/dashboard/catalog/new')
  expect(await find('barang baru')).toContain('/dashboard/catalog/new')
})

test('a search for one character, spaces, or an unknown text finds nothing, and says so', async () => {
  expect((await owner.get('/dashboard/find?q=a')).text).toBe('')
  expect((await owner.get('/dashboard/search?q=a')).text).not.toContain('Tidak ada yang cocok')
  expect((await owner.get('/dashboard/find?q=%20%20%20')).text).toBe('')
  expect((await owner.get('/dashboard/search?q=%25%27%3Bzzqx')).text).toContain('Tidak ada yang cocok')
  expect((await owner.get(`/dashboard/find?q=${'x'.repeat(500)}`)).status).toBe(200)
  expect((await owner.get('/dashboard/find?q=%00')).status).toBeLessThan(500)
})

test('a visitor who is not signed in finds nothing', async () => {
  expect((await shop.page('/dashboard/find?q=kopi')).status).toBe(401)
})

describe('a saved view', () => {
  test('a saved view is listed by name above its list, marked while it is shown, and can be deleted', async () => {
    const query = 'status=paid&from=2026-11-01'
    const saved = await owner.post('/dashboard/search', {
      act: 'save',
      list: 'payments',
      name: 'Lunas November',
      query,
    })
    expect(saved.headers.get('location')).toContain(`/dashboard/payments?${query}`)
    const { text } = await owner.get('/dashboard/payments')
    expect(text).toContain('Lunas November')
    const { text: shown } = await owner.get(`/dashboard/payments?${query}`)
    expect(shown).toMatch(/aria-current="page">Lunas November/)
    const view = /name="view" value="(\d+)"/.exec(shown)![1]!
    await owner.post('/dashboard/search', { act: 'remove', list: 'payments', view })
    expect((await owner.get('/dashboard/payments')).text).not.toContain('Lunas November')
  })

  test('a saved view belongs to the member who saved it', async () => {
    await owner.post('/dashboard/search', { act: 'save', list: 'orders', name: 'Punyaku', query: 'status=shipped' })
    const other = await signInAs(shop)
    expect((await other.get('/dashboard/orders')).text).not.toContain('Punyaku')
  })

  test('a saved view replaces the one with its name, and there are at most twelve', async () => {
    const fresh = await signInAs(shop)
    const save = (name: string, query = 'status=paid') =>
      fresh.post('/dashboard/search', { act: 'save', list: 'orders', name, query })
    for (let at = 1; at <= 12; at++) await save(`Tampilan ${at}`)
    await save('Tampilan 1', 'status=shipped')
    expect((await fresh.get('/dashboard/orders')).text).toContain('status=shipped">Tampilan 1<')
    const refused = await save('Tampilan 13')
    expect(refused.status).toBe(400)
    expect((await fresh.get('/dashboard/orders')).text).not.toContain('Tampilan 13')
  })
})

test('a list shows the total of its filter, and days are one press away', async () => {
  const today = shop.app.calendar.formatDay(shop.app.now())
  const { text } = await owner.get(`/dashboard/payments?status=paid&from=${today}&to=${today}`)
  expect(text).toMatch(/1 pembayaran · Rp\u00a01\d{2}\.\d{3} masuk/)
  expect(text).toMatch(/aria-current="true">Hari ini/)
  const orders = (await owner.get(`/dashboard/orders?from=${today}&to=${today}`)).text
  expect(orders).toContain('1 pesanan · Rp\u00a098.000')
  expect((await owner.get('/dashboard/orders?from=2026-02-30')).status).toBe(400)
})
