import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import { cancelStaleOrders } from '../../src/orders/cancel-stale-orders.ts'
import type { Order } from '../../src/orders/order.ts'
import { placeOrder } from '../../src/orders/place-order.ts'
import { releaseIdleGoods } from '../../src/orders/release-idle-goods.ts'
import { requestPayment } from '../../src/orders/request-payment.ts'
import { updateOrderStatus } from '../../src/orders/update-order-status.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { shuffleItems } from '../kit/draws/shuffle-items.ts'
import { closeCharges, invoice, newCustomer, openStall, order, pay, type Stall, stockFaults } from './store.ts'

let shop: TestShop
let stall: Stall

const serials = (start: string, count: number) => Array.from({ length: count }, (_, at) => `${start}-${at}`).join(', ')

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(
    shop.app,
    shop.demo,
    `products:
  - { key: ticket, name: Tiket, kind: service, price: 10000, stock: 100, asks: [] }
  - { key: code, name: Kode, kind: digital, price: 10000, stock: { serials: [${serials('C', 100)}] } }
  - { key: last, name: Terakhir, kind: digital, price: 10000, stock: { serials: [only] } }
  - { key: one, name: Satu, kind: service, price: 10000, stock: 1, asks: [] }
  - { key: busy, name: Ramai, kind: service, price: 10000, stock: 12, asks: [] }
  - { key: keys, name: Kunci, kind: digital, price: 10000, stock: { serials: [${serials('K', 12)}] } }
`,
  )
})

afterAll(() => shop.close())
afterEach(async () => expect(await stockFaults(shop.app)).toEqual([]))

async function crowd(size: number, goods: Record<string, number>): Promise<number[]> {
  const { sql } = stall.app
  await newCustomer(stall)
  const customers = await sql.query<{ id: number }>(
    `insert into customer (account_id, bot_id, telegram_user_id, chat_id, name, created_at)
     select $1, $1, n, n, 'Pembeli ' || n, now() from generate_series(
       (select max(telegram_user_id) + 1000000 from customer), (select max(telegram_user_id) + 999999 + $2
         from customer)) n
     returning id`,
    [stall.standing.accountId, size],
  )
  const ids = customers.map(customer => customer.id)
  for (const [name, quantity] of Object.entries(goods)) {
    await sql.write(
      `insert into cart_line (customer_id, variant_id, account_id, quantity, added_at)
       select c, v.id, v.account_id, $3, now() from unnest($1::bigint[]) c join variant v on v.public_id = $2`,
      [ids, stall.variants[name], quantity],
    )
  }
  return ids
}

interface Outcome {
  placed: Order[]
  refused: string[]
}

const atOnce = 200

async function placeAll(customers: number[]): Promise<Outcome> {
  const tries: PromiseSettledResult<Order>[] = []
  const waiting = customers.values()
  const buy = async () => {
    for (const customer of waiting)
      tries.push(...(await Promise.allSettled([insist(() => placeOrder(stall.app, stall.standing, customer))])))
  }
  await Promise.all(Array.from({ length: atOnce }, buy))
  return {
    placed: tries.flatMap(one => (one.status === 'fulfilled' ? [one.value] : [])),
    refused: tries.flatMap(one => (one.status === 'rejected' ? [one.reason.code ?? String(one.reason)] : [])),
  }
}

/** Repeats the request while a busy machine has no free connection. */
async function insist<Result>(ask: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!/timeout exceeded when trying to connect/.test((error as Error).message)) throw error
    }
  }
}

describe.each(['ticket', 'code'])('1,000 buyers of 100 units (%s)', name => {
  test('exactly 100 units are sold, and every other buyer is refused before paying', async () => {
    const { placed, refused } = await placeAll(await crowd(1000, { [name]: 1 }))
    expect(placed).toHaveLength(100)
    expect(refused).toHaveLength(900)
    expect(new Set(refused)).toEqual(new Set(['out_of_stock']))

    const open = await Promise.all(
      placed.map(({ customerId, token }) =>
        requestPayment(stall.app, stall.standing, { customerId: customerId, token: token }),
      ),
    )
    // Money that is reported twice at once is stored once, and each unit is handed over once.
    await Promise.all(
      open.flatMap(({ payment }) => [1, 2].map(() => pay(stall, payment.invoiceId, `money ${payment.invoiceId}`))),
    )
    const [sold] = await stall.app.sql.query<{ orders: number; units: number; refunds: number }>(
      `select count(distinct o.id) as orders, sum(i.quantity) as units, count(*) filter (where o.refund_due) as refunds
       from store_order o join order_item i on i.order_id = o.id join variant v on v.id = i.variant_id
       where v.public_id = $1 and o.status in ('paid', 'completed') and i.stock_state = 'sold'`,
      [stall.variants[name]],
    )
    expect(sold).toEqual({ orders: 100, units: 100, refunds: 0 })
    const [left] = await placeAll(await crowd(1, { [name]: 1 })).then(one => one.refused)
    expect(left).toBe('out_of_stock')
  }, 60_000)
})

test.each(['last', 'one'])('the last unit goes to one of two customers (%s)', async name => {
  const { placed, refused } = await placeAll(await crowd(2, { [name]: 1 }))
  expect(placed).toHaveLength(1)
  expect(refused).toEqual(['out_of_stock'])
})

test('simultaneous paying, expiring, cancelling, completing and retrying keep the stock correct', async () => {
  const { app, standing } = stall
  await app.sql.write('update account set accepts_late_money = true where id = $1', [standing.accountId])
  for (let round = 0; round < 4; round++) {
    const customers = await Promise.all(Array.from({ length: 10 }, () => newCustomer(stall)))
    const opened = await Promise.allSettled(
      customers.map((customer, at) =>
        at % 3 === 0
          ? invoice(stall, customer, { busy: 1, keys: 1 })
          : at % 3 === 1
            ? invoice(stall, customer, { keys: 2 })
            : invoice(stall, customer, { keys: 1, busy: 2 }),
      ),
    )
    const open = opened.flatMap(one => (one.status === 'fulfilled' ? [one.value] : []))
    await closeCharges(stall)
    shop.advance(1801)
    const { accountId } = standing
    const acts = open.flatMap(({ order: { customerId, token, orderNumber }, payment: { invoiceId } }, at) => [
      () => pay(stall, invoiceId),
      () => (at % 2 === 0 ? cancelOrder(app, accountId, customerId, token) : pay(stall, invoiceId)),
      () => requestPayment(app, standing, { customerId: customerId, token: token }),
      () => updateOrderStatus(app, standing, { orderNumber, status: at % 2 ? 'completed' : 'cancelled', notify: true }),
      () => (at % 5 === 0 ? cancelPayment(app, standing, invoiceId, 'merchant') : expirePayments(app)),
    ])
    acts.push(
      () => releaseIdleGoods(app),
      () => cancelStaleOrders(app),
    )
    const done = await Promise.allSettled(shuffleItems(acts).map(act => act()))
    const odd = done.flatMap(one => (one.status === 'rejected' && one.reason.name !== 'Refusal' ? [one.reason] : []))
    expect(odd).toEqual([])
    expect(await stockFaults(app)).toEqual([])
  }
  await app.sql.write('update account set accepts_late_money = false where id = $1', [standing.accountId])
  const ends = await app.sql.query<{ status: string }>(
    `select distinct status from store_order o join order_item i on i.order_id = o.id where product_name = 'Kunci'`,
  )
  expect(ends.map(end => end.status)).toEqual(expect.arrayContaining(['cancelled', 'completed']))
  const unpaid = await app.sql.query(
    `select o.order_number from store_order o
     where o.mode = 'test' and o.account_id = $1 and o.status in ('paid', 'processing', 'completed') and not exists (
       select 1 from order_invoice i join payment p on p.invoice_id = i.invoice_id where i.order_id = o.id
         and p.status = 'paid')`,
    [standing.accountId],
  )
  expect(unpaid).toEqual([])
})

test('the database itself refuses overselling, a move backwards, and a second open invoice', async () => {
  const { sql } = stall.app
  const paid = await invoice(stall, await newCustomer(stall), { keys: 0, ticket: 0 }).catch(error => error)
  expect(paid).toMatchObject({ code: 'invalid_request' })
  await expect(sql.write('update stock set available = available - 1000')).rejects.toMatchObject({ code: '23514' })
  await expect(
    sql.write(`update store_order set status = 'pending', completed_at = null where status = 'completed'`),
  ).rejects.toMatchObject({ code: '23001' })
  const placed = await order(stall, (await crowd(1, {}))[0]!, { busy: 1 }).catch(() => null)
  if (placed === null) return
  const { payment } = await requestPayment(stall.app, stall.standing, {
    customerId: placed.customerId,
    token: placed.token,
  })
  await expect(
    sql.write(
      'insert into order_invoice select $1, account_id, order_id, 99, true from order_invoice where invoice_id = $2',
      ['INV-00000000000000000000', payment.invoiceId],
    ),
  ).rejects.toMatchObject({ code: '23505' })
})
