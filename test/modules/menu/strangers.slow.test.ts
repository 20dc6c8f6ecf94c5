import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../../src/doctor/find-violations.ts'
import { scarcePaymentS } from '../../../src/modules/menu/guest-holds.ts'
import { menuHoldS, orderFromMenu } from '../../../src/modules/menu/order-from-menu.ts'
import { menuPaymentS, payMenuOrder } from '../../../src/modules/menu/pay-menu-order.ts'
import { releaseIdleGoods } from '../../../src/orders/release-idle-goods.ts'
import { expirePayments } from '../../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { countAnsweredBefore, grabAll, roundCount, runFiveAtOnce } from '../../kit/strangers.ts'
import { openMenu } from './stand.ts'

const stock = 120

let shop: TestShop
let coffee: string
let bread: string
beforeAll(async () => {
  shop = await createTestShop()
  await openMenu(shop, 'kopi')
  await shop.app.sql.write('update stock set available = $1 where available is not null', [stock])
  await shop.app.sql.write('insert into shop_rules (account_id, tables) values ($1, 9)', [shop.demo.accountId])
  const rows = await shop.app.sql.query<{ key: string; id: string }>(
    "select p.key || '/' || v.key as key, v.public_id as id from variant v join product p on p.id = v.product_id",
  )
  const goods = new Map(rows.map(({ key, id }) => [key, id]))
  coffee = goods.get('kopi-susu/reguler')!
  bread = goods.get('roti/only')!
}, 60_000)
afterAll(() => shop.close())

async function passTime(): Promise<void> {
  shop.advance(menuHoldS + menuPaymentS + 1)
  await shop.hurry()
  await shop.work()
  await expirePayments(shop.app)
  await releaseIdleGoods(shop.app)
  await shop.work()
}
beforeEach(passTime)

let browsers = 0
async function place(address: string, quantity: number, more: { browser?: string; variant?: string } = {}) {
  const scope = { accountId: shop.demo.accountId, mode: 'test' } as const
  const number = ++browsers
  const { variant = coffee, browser = `browser ${number}` } = more
  const placed = await orderFromMenu(
    shop.app,
    { ...scope, browser, address, name: 'Sari', language: 'id' },
    {
      units: [{ variantId: variant, quantity, choices: [] }],
      receiving: 'dine_in',
      table: 2,
      once: `form ${number}`,
      expectedTotal: quantity * (variant === coffee ? 18_000 : 15_000),
    },
  )
  const pay = () => payMenuOrder(shop.app, shop.demo, { order: placed, way: undefined, backTo: 'https://kopi.example' })
  return { pay }
}
const order = async (...asked: Parameters<typeof place>) => (await place(...asked)).pay()

describe('the menu page', () => {
  test('thirty guests at one address all get codes', async () => {
    const codes = await runFiveAtOnce(30, () => order('café', 1))
    expect(new Set(codes.map(({ invoiceId }) => invoiceId)).size).toBe(30)
  })

  test('a guest gets ahead of the repeated orders of strangers, no matter how many browsers they use', async () => {
    const during = await countAnsweredBefore(
      address => place(address, 1),
      () => place('late', 1),
    )
    expect(during).toBeLessThanOrEqual(8)
  }, 120_000)

  test('one address holds at most a third of the stock, in one order or in many', async () => {
    await expect(order('greedy', 99)).rejects.toMatchObject({ fields: [{ path: 'quantity', max: stock / 3 }] })
    await order('greedy', stock / 3)
    await expect(order('greedy', 1)).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(order('other', 2)).resolves.toMatchObject({ status: 'pending' })
  })

  test('a browser has one open order, and a new one replaces the unpaid one', async () => {
    const first = await order('home', 1, { browser: 'mine' })
    const second = await order('home', 2, { browser: 'mine' })
    const statuses = await shop.app.sql.query<{ id: string; status: string }>(
      'select invoice_id as id, status from payment where invoice_id = any ($1)',
      [[first.invoiceId, second.invoiceId]],
    )
    expect(new Map(statuses.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [first.invoiceId, 'cancelled'],
        [second.invoiceId, 'pending'],
      ]),
    )
  })

  test('a refused order leaves the open one of its browser alone', async () => {
    const first = await order('home', 1, { browser: 'careful' })
    await expect(order('home', 99, { browser: 'careful' })).rejects.toMatchObject({ code: 'invalid_request' })
    const [row] = await shop.app.sql.query('select status from payment where invoice_id = $1', [first.invoiceId])
    expect(row).toEqual({ status: 'pending' })
  })

  test('a guest gets a code in 99 of 100 attempts while twenty addresses hold all they can for an hour', async () => {
    let codes = 0
    const honest: string[] = []
    for (let wave = 0; wave < roundCount; wave++) {
      expect(await grabAll(address => order(address, 40).catch(() => order(address, 1)))).toBeGreaterThan(0)
      for (let guest = 0; guest < 3; guest++) {
        const code = await order(`honest ${wave} ${guest}`, 1).catch(() => null)
        if (code) honest.push(code.invoiceId)
        codes++
      }
      await grabAll(address => order(address, 1))
      const ends = await shop.app.sql.query(
        "select status from payment where invoice_id = any ($1) and status <> 'pending'",
        [honest.slice(-3)],
      )
      expect(ends).toEqual([])
      await passTime()
    }
    expect(honest.length / codes).toBeGreaterThanOrEqual(0.99)
    expect(await findViolations(shop.app)).toEqual([])
  }, 300_000)

  /** Reduces the stock of a product to this number. */
  const leave = (variant: string, left: number) =>
    shop.app.sql.write(
      'update stock set available = $2 where variant_id = (select id from variant where public_id = $1)',
      [variant, left],
    )

  test('strangers at many addresses never hold the last tenth of a small stock, even in a race', async () => {
    await leave(bread, 12)
    await grabAll(address => order(address, 1, { variant: bread }))
    const [row] = await shop.app.sql.query<{ available: number }>(
      `select available::int from stock
       where mode = 'test' and variant_id = (select id from variant where public_id = $1)`,
      [bread],
    )
    expect(row).toEqual({ available: 2 })
    expect(await findViolations(shop.app)).toEqual([])
  })

  test('a payment for little stock lives five minutes, and an address that did not pay waits an hour', async () => {
    await leave(bread, 2)
    const first = await order('near', 1, { variant: bread })
    expect(first.expiresAt.getTime() - first.createdAt.getTime()).toBeLessThanOrEqual(scarcePaymentS * 1000)
    await passTime()
    await expect(order('near', 1, { variant: bread })).rejects.toMatchObject({ code: 'rate_limited' })
    await expect(order('far', 1, { variant: bread })).resolves.toMatchObject({ status: 'pending' })
    await passTime()
    shop.advance(3600)
    await expect(order('near', 1, { variant: bread })).resolves.toMatchObject({ status: 'pending' })
  })

  test('a guest who pays for the second to last unit can have the last one', async () => {
    await leave(bread, 2)
    const first = await order('table', 1, { variant: bread })
    await expect(order('table', 1, { variant: bread })).rejects.toMatchObject({ code: 'rate_limited' })
    await shop.work()
    expect((await shop.api('/simulate-payment', { body: { invoice: first.invoiceId } })).status).toBe(200)
    await shop.work()
    await expect(order('table', 1, { variant: bread })).resolves.toMatchObject({ status: 'pending' })
  })

  test('an order whose payment ended holds its goods again only within the share of its address', async () => {
    await leave(coffee, 120)
    const first = await place('turns', 40)
    await first.pay()
    await shop.work()
    await passTime()
    await order('turns', 40)
    await expect(first.pay()).rejects.toMatchObject({ code: 'rate_limited' })
  })

  test('the last unit goes to the first guest', async () => {
    await shop.app.sql.write(
      'update stock set available = 1 where variant_id = (select id from variant where public_id = $1)',
      [bread],
    )
    await expect(order('home', 1, { variant: bread })).resolves.toMatchObject({ status: 'pending' })
    await expect(order('other', 1, { variant: bread })).rejects.toMatchObject({ code: 'out_of_stock' })
  })
})

test('forty orders of strangers send the merchant one message, and none when they expire', async () => {
  const count = async () => {
    const [row] = await shop.app.sql.query<{ count: number }>(
      "select count(distinct dedupe_key)::int as count from notice where kind in ('merchant.order_new', 'merchant.order_cancelled')",
    )
    return row!.count
  }
  await shop.app.sql.write('update stock set available = 500 where available is not null')
  const before = await count()
  for (let at = 0; at < 40; at++) await order(`address ${at}`, 1)
  await passTime()
  // Three cards, and a summary for each ten minutes.
  expect((await count()) - before).toBeLessThanOrEqual(5)
})
