import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandActor } from '../../../src/accounts/audit.ts'
import { importCatalog } from '../../../src/catalog/import/import-catalog.ts'
import { setStock } from '../../../src/catalog/stock/set-stock.ts'
import { openBill } from '../../../src/modules/bills/open-bill.ts'
import { cancelLeftoverInvoices } from '../../../src/orders/cancel-leftover-invoices.ts'
import { cancelStaleOrders } from '../../../src/orders/cancel-stale-orders.ts'
import { cancelPayment } from '../../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { payInvoice } from '../../orders/pay-invoice.ts'
import { closeCharges, stockFaults } from '../../orders/store.ts'
import { checkBill, idOf, makeBill } from './stand.ts'

const catalog = `
products:
  - { key: mug, name: Mug, kind: physical, price: 45000, stock: 3, asks: [] }
  - key: susu
    name: Susu
    kind: physical
    asks: []
    options:
      - key: size
        name: Ukuran
        min: 1
        choices: [{ key: big, name: Besar, price: 5000 }, { key: small, name: Kecil }]
    variants:
      - { key: cold, name: Dingin, price: 12000, stock: unlimited }
      - { key: hot, name: Panas, price: 11000, stock: 1 }
  - { key: stick, name: Lidi, kind: physical, price: 500, stock: unlimited, asks: [] }
  - { key: token, name: Token, kind: digital, price: 20000, stock: { serials: [AAA-1] } }
`

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
  await importCatalog(shop.app, { ...shop.demo, ...commandActor, mode: 'test' }, catalog, '.')
})
afterAll(() => shop.close())

const open = async (bill: string, opening: Parameters<typeof openBill>[3] = {}) =>
  openBill(shop.app, shop.demo, await idOf(shop, bill), opening)

async function stockOf(product: string, variant?: string): Promise<{ available: number; reserved: number }> {
  const [row] = await shop.app.sql.query<{ available: number; reserved: number; sold: number }>(
    `select s.available, s.reserved, s.sold from stock s join variant v on v.id = s.variant_id
     join product p on p.id = v.product_id
     where p.account_id = $1 and s.mode = 'test' and p.key = $2 and coalesce(v.key = $3, true)`,
    [shop.demo.accountId, product, variant ?? null],
  )
  return row!
}

const mugs = (quantity: number) => [{ product: 'mug', quantity }]
const big = { product: 'susu', variant: 'cold', choices: ['size:big'] }

test("a bill for goods costs the catalogue's price, with options, and ignores a price in the request", async () => {
  const items = [...mugs(2), { ...big, price: 1 }, { ...big, quantity: 2, choices: ['size:small'] }]
  const answer = await shop.api('/create-bill', { body: { title: 'Pesanan', items } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.headers.get('x-unknown-fields')).toBe('items.1.price')
  expect(answer.body.data).toMatchObject({ kind: 'once', amount: 131_000, parts: false })
  const whole = await checkBill(shop, answer.body.bill)
  expect(whole).toMatchObject({
    order: null,
    items: [
      { name: 'Mug', quantity: 2, price: 45_000, total: 90_000, choices: [] },
      { name: 'Susu (Dingin)', quantity: 3, price: 12_000, total: 41_000, choices: ['Besar', 'Kecil'] },
    ],
  })
})

test('a bill for goods holds them only once opened, in an order, and sells them once paid', async () => {
  const before = await stockOf('mug')
  const made = await makeBill(shop, { items: mugs(1), customer_name: 'Budi', customer_phone: '0812-3456-7890' })
  expect(await stockOf('mug')).toEqual(before)
  const payment = await open(made.bill)
  expect(payment).toMatchObject({ amount: 45_000, customerName: 'Budi', description: 'Kopi' })
  expect(await stockOf('mug')).toMatchObject({ available: before.available - 1, reserved: before.reserved + 1 })
  expect((await open(made.bill, { browser: 'another' })).invoiceId).toBe(payment.invoiceId)
  await payInvoice(shop, payment.invoiceId)
  const paid = await checkBill(shop, made.bill)
  expect(paid).toMatchObject({ status: 'paid', collected: 45_000 })
  const [order] = await shop.app.sql.query(
    'select status, door, total, customer_name, customer_phone from store_order where order_number = $1',
    [paid.order],
  )
  const buyer = { customer_name: 'Budi', customer_phone: '0812-3456-7890' }
  expect(order).toEqual({ status: 'paid', door: 'bill', total: 45_000, ...buyer })
  expect(await stockOf('mug')).toMatchObject({ reserved: before.reserved })
  await expect(open(made.bill)).rejects.toMatchObject({ code: 'already_paid' })
  expect(await stockFaults(shop.app)).toEqual([])
})

test('a bill for goods releases them when its payment ends, and the next payment holds them again', async () => {
  const { bill } = await makeBill(shop, { items: [{ product: 'susu', variant: 'hot', choices: ['size:small'] }] })
  const other = await makeBill(shop, { items: [{ product: 'susu', variant: 'hot', choices: ['size:big'] }] })
  const first = await open(bill)
  await expect(open(other.bill)).rejects.toMatchObject({ code: 'out_of_stock' })
  expect((await checkBill(shop, other.bill)).payments).toEqual([])
  await cancelPayment(shop.app, shop.demo, first.invoiceId, 'merchant')
  expect(await stockOf('susu', 'hot')).toMatchObject({ available: 1, reserved: 0 })
  const second = await open(other.bill)
  expect(second.amount).toBe(16_000)
  await expect(open(bill)).rejects.toMatchObject({ code: 'out_of_stock' })
  await shop.api('/close-bill', { body: { bill: other.bill } })
  expect(await stockOf('susu', 'hot')).toMatchObject({ available: 1, reserved: 0 })
  await payInvoice(shop, (await open(bill)).invoiceId)
  expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', uses: 1 })
  expect(await stockFaults(shop.app)).toEqual([])
})

test('a bill for goods keeps the agreed price when the catalogue changes', async () => {
  const { bill } = await makeBill(shop, { items: [big] })
  await shop.app.sql.write(`update variant set price = 99000 where key = 'cold' and account_id = $1`, [
    shop.demo.accountId,
  ])
  const payment = await open(bill)
  expect(payment.amount).toBe(17_000)
  await payInvoice(shop, payment.invoiceId)
  expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: 17_000 })
  const refused = await shop.api('/update-bill', {
    body: { bill: (await makeBill(shop, { items: [big] })).bill, amount: 1_000 },
  })
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

const lidi = [{ product: 'stick', quantity: 10 }]

describe('goods on a bill for many payers', () => {
  test("goods of a bill for many are held for each payer's own order and name, for at most ten minutes", async () => {
    const { bill } = await makeBill(shop, { kind: 'many', items: lidi, ask: ['name', 'phone'] })
    const answers = { name: 'Sari', phone: '0812-3456-7890' }
    const [first, again, other] = await Promise.all([
      open(bill, { browser: 'one', answers }),
      open(bill, { browser: 'one', answers }),
      open(bill, { browser: 'two', answers: { ...answers, name: 'Budi' } }),
    ])
    expect(again.invoiceId).toBe(first.invoiceId)
    expect(other.invoiceId).not.toBe(first.invoiceId)
    expect(first.expiresAt.getTime() - shop.app.now().getTime()).toBeLessThanOrEqual(540_000)
    await payInvoice(shop, first.invoiceId)
    const next = await open(bill, { browser: 'one', answers })
    expect(next.invoiceId).not.toBe(first.invoiceId)
    const whole = await checkBill(shop, bill)
    expect(whole).toMatchObject({ status: 'open', uses: 1, collected: 5_000, order: null })
    const orders = await shop.app.sql.query<{ invoice: string; order: string }>(
      `select i.invoice_id as invoice, o.order_number as order, o.status, customer_name as name
       from store_order o join order_invoice i on i.order_id = o.id where i.invoice_id = any ($1)`,
      [[first, other, next].map(({ invoiceId }) => invoiceId)],
    )
    expect(orders).toHaveLength(3)
    expect(orders).toContainEqual(expect.objectContaining({ invoice: first.invoiceId, status: 'paid', name: 'Sari' }))
    expect(orders).toContainEqual(expect.objectContaining({ invoice: other.invoiceId, name: 'Budi' }))
    const shown = whole.payments.map((one: { invoice_id: string; order: string }) => [one.invoice_id, one.order])
    expect(new Map(shown)).toEqual(new Map(orders.map(({ invoice, order }) => [invoice, order])))
    expect(await stockFaults(shop.app)).toEqual([])
  })

  test('goods of a bill for many serve more payers than one customer can have open orders', async () => {
    const { bill } = await makeBill(shop, { kind: 'many', items: lidi })
    const payers = Array.from({ length: 6 }, (_, payer) => `payer ${payer}`)
    const opened = await Promise.all(payers.map(browser => open(bill, { browser })))
    expect(new Set(opened.map(({ invoiceId }) => invoiceId)).size).toBe(6)
  })

  test('goods of a bill for many are held only as often as uses are left', async () => {
    const { bill } = await makeBill(shop, { kind: 'many', items: lidi, uses_max: 2, slug: 'lidi' })
    for (const browser of ['one', 'two']) await open(bill, { browser })
    await expect(open(bill, { browser: 'three' })).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(open(bill)).rejects.toMatchObject({ code: 'rate_limited' })
    const [{ count }] = (await shop.app.sql.query(
      'select count(*)::int from store_order join bill using (customer_id) where bill.public_id = $1',
      [bill],
    )) as [{ count: number }]
    expect(count).toBe(2)
  })
})

describe('late money for goods of a cancelled order', () => {
  beforeAll(() =>
    shop.app.sql.write('update account set accepts_late_money = true where id = $1', [shop.demo.accountId]),
  )
  afterAll(() =>
    shop.app.sql.write('update account set accepts_late_money = false where id = $1', [shop.demo.accountId]),
  )

  /** Creates a bill whose payment, and the order with it, expired a day ago. */
  async function forgotten(terms: object, opening = {}): Promise<{ bill: string; invoiceId: string }> {
    const { bill } = await makeBill(shop, terms)
    const { invoiceId } = await open(bill, opening)
    await closeCharges(shop)
    shop.advance(86_400)
    await expirePayments(shop.app)
    shop.advance(86_401)
    await cancelStaleOrders(shop.app)
    expect((await ordersOf(bill)).map(({ status }) => status)).toEqual(['cancelled'])
    return { bill, invoiceId }
  }

  const ordersOf = async (bill: string) =>
    shop.app.sql.query<{ number: string; status: string; refundDue: boolean }>(
      `select order_number as number, o.status, refund_due as "refundDue" from store_order o
       join bill using (customer_id) where bill.id = $1 order by o.id`,
      [await idOf(shop, bill)],
    )

  const stockMugs = (available: number) =>
    setStock(shop.app, { ...shop.demo, ...commandActor, mode: 'test' }, { product: 'mug', available })

  test('late money sells the goods if they are still available', async () => {
    await stockMugs(3)
    const { bill, invoiceId } = await forgotten({ items: mugs(1) })
    const before = await stockOf('mug')
    await payInvoice(shop, invoiceId)
    expect(await ordersOf(bill)).toMatchObject([{ status: 'paid', refundDue: false }])
    expect(await stockOf('mug')).toMatchObject({ available: before.available - 1, reserved: before.reserved })
    expect(await checkBill(shop, bill)).toMatchObject({ status: 'paid', collected: 45_000 })
    expect(await stockFaults(shop.app)).toEqual([])
  })

  test('late money pays the newer waiting order of its bill, whose code is revoked', async () => {
    const { bill, invoiceId } = await forgotten({ items: [big] })
    const fresh = await open(bill)
    await payInvoice(shop, invoiceId)
    expect(await ordersOf(bill)).toMatchObject([{ status: 'cancelled', refundDue: false }, { status: 'paid' }])
    expect(await cancelLeftoverInvoices(shop.app)).toBe(1)
    const whole = await checkBill(shop, bill)
    expect(whole).toMatchObject({ status: 'paid', excess: 0, order: (await ordersOf(bill))[1]!.number })
    const statusOf = (invoice: string) =>
      whole.payments.find((one: { invoice_id: string }) => one.invoice_id === invoice).status
    expect([statusOf(invoiceId), statusOf(fresh.invoiceId)]).toEqual(['paid', 'cancelled'])
    expect(await stockFaults(shop.app)).toEqual([])
  })

  test.each([
    ['the waiting order of the same one of many payers', { browser: 'one' }, ['cancelled', 'paid']],
    ['its own order if the payer is not recognised', {}, ['paid', 'waiting_payment']],
  ])('late money pays %s, and no other', async (_name, opening, [first, second]) => {
    const { bill, invoiceId } = await forgotten({ kind: 'many', items: lidi }, opening)
    await open(bill, { browser: 'somebody else' })
    const fresh = await open(bill, opening)
    await payInvoice(shop, invoiceId)
    expect((await ordersOf(bill)).map(({ status }) => status)).toEqual([first, 'waiting_payment', second])
    await cancelLeftoverInvoices(shop.app)
    const { payments } = await checkBill(shop, bill)
    const { status } = payments.find((one: { invoice_id: string }) => one.invoice_id === fresh.invoiceId)
    expect(status).toBe(second === 'paid' ? 'cancelled' : 'pending')
    expect(await stockFaults(shop.app)).toEqual([])
  })

  test('late money is owed back if the goods are gone or were paid by another payment', async () => {
    const { bill, invoiceId } = await forgotten({ items: mugs(2) })
    const twice = await forgotten({ items: [big] })
    await payInvoice(shop, (await open(twice.bill)).invoiceId)
    await payInvoice(shop, twice.invoiceId)
    expect(await ordersOf(twice.bill)).toMatchObject([{ status: 'cancelled', refundDue: true }, { status: 'paid' }])
    const whole = await checkBill(shop, twice.bill)
    expect(whole).toMatchObject({ status: 'paid', excess: whole.amount })

    const before = await stockOf('mug')
    await stockMugs(1)
    await payInvoice(shop, invoiceId)
    expect(await ordersOf(bill)).toMatchObject([{ status: 'cancelled', refundDue: true }])
    expect(await stockOf('mug')).toMatchObject({ available: 1, reserved: before.reserved })
    expect(await stockFaults(shop.app)).toEqual([])
  })
})

test.each<[string, object, string]>([
  ['an amount', { items: mugs(1), amount: 5_000 }, 'amount'],
  ['a range', { items: mugs(1), min_amount: 1_000, max_amount: 5_000 }, 'kind'],
  ['a proposal', { items: mugs(1), kind: 'once', proposed_amount: 5_000 }, 'min_amount'],
  ['parts', { items: mugs(1), parts: true }, 'parts'],
  ['an amount that the payer chooses', { items: mugs(1), kind: 'open' }, 'kind'],
  ['no items', { items: [] }, 'items'],
  ['a missing product', { items: [...mugs(1), { product: 'teh' }] }, 'items.1.product'],
  ['no variant of two', { items: [{ product: 'susu' }] }, 'items.0.variant'],
  ['digital goods delivered in a chat', { items: [{ product: 'token' }] }, 'items.0.product'],
  ['no units', { items: [{ product: 'mug', quantity: 0 }] }, 'items.0.quantity'],
  ['a hundred in two items', { items: [...mugs(60), ...mugs(40)] }, 'items.1.quantity'],
  ['less than a payment can be', { items: [{ product: 'stick' }] }, 'items'],
])('a bill for goods with %s is refused by the name of the field', async (_name, body, path) => {
  const answer = await shop.api('/create-bill', { body: { title: 'Pesanan', ...body } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(400)
  expect(answer.body.fields?.[0]?.path ?? JSON.stringify(answer.body)).toBe(path)
})
