import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { commandActor, type MemberActor } from '../../../src/accounts/audit.ts'
import { setStarPrice } from '../../../src/catalog/set-star-price.ts'
import { showProduct } from '../../../src/catalog/show-product.ts'
import { offerStars } from '../../../src/modules/stars/offer-stars.ts'
import { payStars } from '../../../src/modules/stars/pay-stars.ts'
import { recordStarRefund } from '../../../src/modules/stars/record-star-refund.ts'
import { refundStars } from '../../../src/modules/stars/refund-stars.ts'
import { releaseIdleStars } from '../../../src/modules/stars/release-idle-stars.ts'
import { reserveStars } from '../../../src/modules/stars/reserve-stars.ts'
import { sendStarRefunds } from '../../../src/modules/stars/send-star-refunds.ts'
import type { StarPurchase } from '../../../src/modules/stars/star-purchase.ts'
import { placeOrder } from '../../../src/orders/place-order.ts'
import { createTestShop, type TestShop } from '../../kit/app.ts'
import { newCustomer, openStall, type Stall, stockFaults } from '../../orders/store.ts'

let shop: TestShop
let stall: Stall
let productId: string
let variantId: string
let round = 0

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

beforeEach(async () => await restock(2))

const by = (accountId = shop.demo.accountId): MemberActor => ({ ...commandActor, accountId })

/** Creates a product with this number of keys, at 150 Stars. */
async function restock(count: number): Promise<void> {
  const key = `key${++round}`
  const keys = Array.from({ length: count }, (_, at) => `${key}-${at}`).join(', ')
  stall = await openStall(
    shop.app,
    shop.demo,
    `products:
  - { key: ${key}, name: Kunci, kind: digital, price: 25000, stock: { serials: [${keys}] } }
`,
  )
  variantId = stall.variants[key]!
  const [row] = await shop.app.sql.query<{ id: string }>(
    'select p.public_id as id from product p join variant v on v.product_id = p.id where v.public_id = $1',
    [variantId],
  )
  productId = row!.id
  await setStarPrice(shop.app, by(), variantId, 150)
}

async function offer(customerId?: number): Promise<StarPurchase & { buyer: number }> {
  const buyer = customerId ?? (await newCustomer(stall))
  const once = `press ${randomUUID()}`
  const offered = await offerStars(shop.app, stall.standing, { customerId: buyer, productId, variantId, once })
  return Object.assign(offered, { buyer })
}

const reserve = ({ token, buyer }: { token: string; buyer: number }, stars = 150) =>
  reserveStars(shop.app, stall.standing, { token, customerId: buyer, stars })
const pay = ({ token, buyer }: { token: string; buyer: number }, chargeId: string) =>
  payStars(shop.app, stall.standing, { token, customerId: buyer, chargeId })

async function rowsOf(token: string): Promise<{ status: string; reason: string | null; key: string | null }[]> {
  return shop.app.sql.query(
    `select p.status, p.refund_reason as reason, u.line as key from star_purchase p
     left join stock_unit u on u.star_purchase_id = p.id and u.state = 'sold' where p.token = $1`,
    [token],
  )
}

const unitStates = async () =>
  (
    await shop.app.sql.query<{ state: string }>(
      `select state from stock_unit u join variant v on v.id = u.variant_id where v.public_id = $1 order by u.id`,
      [variantId],
    )
  ).map(({ state }) => state)

test('only digital goods sent in the chat have a price in Stars, and 0 removes it', async () => {
  const other = await openStall(shop.app, shop.demo)
  for (const name of ['mug', 'shave', 'guide/hand']) {
    await expect(setStarPrice(shop.app, by(), other.variants[name]!, 5)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
  for (const wrong of [-1, 1.5, 10_001, Number.NaN]) {
    await expect(setStarPrice(shop.app, by(), variantId, wrong)).rejects.toMatchObject({ code: 'invalid_request' })
  }
  await expect(setStarPrice(shop.app, by(shop.second.accountId), variantId, 5)).rejects.toMatchObject({
    code: 'not_found',
  })
  await setStarPrice(shop.app, by(), variantId, 0)
  await expect(offer()).rejects.toMatchObject({ code: 'unavailable' })
})

test('an invoice holds nothing, a pre-checkout holds one unit, and repeating it holds the same one', async () => {
  const purchase = await offer()
  expect(await unitStates()).toEqual(['available', 'available'])
  await reserve(purchase)
  await reserve(purchase)
  expect(await unitStates()).toEqual(['held', 'available'])
  shop.advance(301)
  expect(await releaseIdleStars(shop.app)).toBe(1)
  expect(await unitStates()).toEqual(['available', 'available'])
  await reserve(purchase)
  await pay(purchase, 'late but kept')
  expect(await rowsOf(purchase.token)).toMatchObject([{ status: 'paid', key: expect.stringContaining('key') }])
})

test('one of fifty buyers who press Pay simultaneously gets the last unit, and no order gets it as well', async () => {
  await restock(1)
  const offers = await Promise.all(Array.from({ length: 50 }, () => offer()))
  const rupiah = await newCustomer(stall)
  const tries = await Promise.allSettled([
    ...offers.map(one => reserve(one)),
    placeOrder(shop.app, stall.standing, rupiah, { only: { variantId, quantity: 1 } }),
  ])
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const one of tries) if (one.status === 'rejected') expect(one.reason.code).toBe('out_of_stock')
  expect(await stockFaults(shop.app)).toEqual([])
})

test('a payment that is reported ten times at once is delivered and announced once', async () => {
  const purchase = await offer()
  await reserve(purchase)
  await Promise.all(Array.from({ length: 10 }, () => pay(purchase, 'told ten times')))
  expect(await unitStates()).toEqual(['sold', 'available'])
  const notices = await shop.app.sql.query(
    "select 1 from notice where kind = 'customer.star_goods' and data ->> 'purchaseId' = $1",
    [String(purchase.id)],
  )
  expect(notices).toHaveLength(1)
})

test('two simultaneous charges of one invoice deliver the goods once, and refund the other Stars', async () => {
  const purchase = await offer()
  await reserve(purchase)
  await Promise.all([pay(purchase, 'first charge'), pay(purchase, 'second charge')])
  const rows = await shop.app.sql.query(
    `select status, refund_reason as reason from star_purchase where charge_id in ('first charge', 'second charge') order by status`,
  )
  expect(rows).toEqual([
    { status: 'paid', reason: null },
    { status: 'refund_due', reason: 'paid_twice' },
  ])
  expect(await unitStates()).toEqual(['sold', 'available'])
})

test('Stars for goods that are sold out are owed back, never kept', async () => {
  await restock(1)
  const slow = await offer()
  await reserve(slow)
  shop.advance(301)
  await releaseIdleStars(shop.app)
  const quick = await offer()
  await reserve(quick)
  await pay(quick, 'quick charge')
  await pay(slow, 'slow charge')
  expect(await rowsOf(slow.token)).toEqual([{ status: 'refund_due', reason: 'short', key: null }])
})

test('a changed price, a hidden product, another customer and a paid invoice are refused before paying', async () => {
  const purchase = await offer()
  await expect(reserve(purchase, 1)).rejects.toMatchObject({ code: 'price_changed' })
  const stranger = { token: purchase.token, buyer: await newCustomer(stall) }
  await expect(reserve(stranger)).rejects.toMatchObject({ code: 'not_found' })
  await setStarPrice(shop.app, by(), variantId, 200)
  await expect(reserve(purchase)).rejects.toMatchObject({ code: 'price_changed' })
  await setStarPrice(shop.app, by(), variantId, 150)
  await showProduct(shop.app, by(), productId, false)
  await expect(reserve(purchase)).rejects.toMatchObject({ code: 'unavailable' })
  await showProduct(shop.app, by(), productId, true)
  await reserve(purchase)
  await pay(purchase, 'paid once')
  await expect(reserve(purchase)).rejects.toMatchObject({ code: 'already_paid' })
})

test('Stars are refunded once for any number of requests, and a lost response is requested again', async () => {
  const purchase = await offer()
  await reserve(purchase)
  await pay(purchase, 'to be given back')
  const owner = stall.standing
  await expect(
    refundStars(shop.app, { ...by(shop.second.accountId), mode: 'test' }, purchase.id),
  ).rejects.toMatchObject({ code: 'not_found' })
  await Promise.all([1, 2, 3].map(() => refundStars(shop.app, { ...by(), mode: 'test' }, purchase.id)))
  const asked: string[] = []
  let isLost = true
  const cashier = {
    async refund({ chargeId }: { chargeId: string }) {
      if (chargeId !== 'to be given back') return
      asked.push(chargeId)
      if (isLost) throw new Error('the answer was lost')
    },
  }
  const work = async () => {
    const { work } = await sendStarRefunds({ ...shop.app, cashier }, 50)
    await Promise.all(work)
  }
  await Promise.all([work(), work()])
  expect(asked).toHaveLength(1)
  expect(await rowsOf(purchase.token)).toMatchObject([{ status: 'refund_due', reason: 'seller' }])
  isLost = false
  shop.advance(61)
  await work()
  await recordStarRefund(shop.app, owner, 'to be given back')
  shop.advance(61)
  await work()
  expect(asked).toHaveLength(2)
  expect(await rowsOf(purchase.token)).toMatchObject([{ status: 'refunded', reason: 'seller' }])
  const told = await shop.app.sql.query("select 1 from event where type = 'stars.refunded' and subject = $1", [
    `stars ${purchase.id}`,
  ])
  expect(told).toHaveLength(1)
})

test('of 10 Stars purchases, each refund requested and sent 5 times simultaneously is made once', async () => {
  await restock(10)
  const purchases: Awaited<ReturnType<typeof offer>>[] = []
  while (purchases.length < 10) {
    const purchase = await offer()
    await reserve(purchase)
    await pay(purchase, `race ${purchases.length}`)
    purchases.push(purchase)
  }
  const sent: string[] = []
  const cashier = {
    async refund({ chargeId }: { chargeId: string }) {
      if (chargeId.startsWith('race ')) sent.push(chargeId)
    },
  }
  const round = async () => {
    const { work } = await sendStarRefunds({ ...shop.app, cashier }, 50)
    await Promise.all(work)
  }
  const asking = purchases.flatMap(({ id }) =>
    Array.from({ length: 5 }, () => refundStars(shop.app, { ...by(), mode: 'test' }, id)),
  )
  await Promise.all([...asking, ...Array.from({ length: 5 }, round)])
  await Promise.all([round(), round()])
  shop.advance(61)
  // Each account has a share of the refunds that run at once.
  for (let rounds = 0; rounds < 3; rounds++) await round()
  expect(sent.sort()).toEqual(purchases.map((_, at) => `race ${at}`))
  // Telegram reports it as well, twice.
  const told = purchases.flatMap((_, at) => [1, 2].map(() => recordStarRefund(shop.app, stall.standing, `race ${at}`)))
  await Promise.all(told)
  for (const { token } of purchases) expect(await rowsOf(token)).toMatchObject([{ status: 'refunded' }])
  const subjects = purchases.map(({ id }) => `stars ${id}`)
  for (const type of ['stars.refund_due', 'stars.refunded']) {
    const announced = await shop.app.sql.query('select 1 from event where type = $1 and subject = any($2)', [
      type,
      subjects,
    ])
    expect([type, announced.length]).toEqual([type, 10])
  }
})

test('payments, orders and statistics exclude Stars, which are not rupiah', async () => {
  const statistics = async () => (await shop.api('/get-statistics?period=all')).body
  const before = await statistics()
  expect(before.success).toBe(true)
  const purchase = await offer()
  await reserve(purchase)
  await pay(purchase, 'no rupiah')
  expect(await statistics()).toEqual(before)
  const [counted] = await shop.app.sql.query<{ payments: number; orders: number }>(
    'select (select count(*) from payment) as payments, (select count(*) from store_order where customer_id = $1) as orders',
    [purchase.buyer],
  )
  expect(counted).toEqual({ payments: 0, orders: 0 })
})

test('of thirty simultaneous buyers of the last unit one gets it, and the others are owed Stars once', async () => {
  await restock(1)
  const offers = await Promise.all(Array.from({ length: 30 }, () => offer()))
  await Promise.all(offers.map((one, at) => pay(one, `race ${round} ${at}`)))
  const rows = (await Promise.all(offers.map(({ token }) => rowsOf(token)))).flat()
  expect(rows).toHaveLength(30)
  expect(rows.filter(({ status, key }) => status === 'paid' && key !== null)).toHaveLength(1)
  expect(rows.filter(({ reason }) => reason === 'short')).toHaveLength(29)
  expect(await unitStates()).toEqual(['sold'])
})

test('thirty reports of a charge, and thirty requests for a refund, count once', async () => {
  const purchase = await offer()
  await Promise.all(Array.from({ length: 30 }, () => pay(purchase, `once ${round}`)))
  expect(await rowsOf(purchase.token)).toMatchObject([{ status: 'paid' }])
  const asked = Array.from({ length: 30 }, () => refundStars(shop.app, { ...by(), mode: 'test' }, purchase.id))
  await Promise.allSettled(asked)
  const [row] = await shop.app.sql.query<{ count: number }>(
    'select count(*)::int as count from star_purchase where token = $1 and refund_reason is not null',
    [purchase.token],
  )
  expect(row!.count).toBe(1)
})
