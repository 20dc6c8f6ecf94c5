import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { grantPlatform } from '../../src/accounts/grant-platform.ts'
import { exampleQris } from '../../src/api/qris-source.ts'
import { demoMerchant } from '../../src/connectors/simulator/demo-merchant.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import type { Shelf } from '../../src/goods/goods-store.ts'
import { type Heartbeat, startHeartbeat } from '../../src/jobs/heartbeat.ts'
import { generateInvoiceId } from '../../src/lib/ids.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { drawItems } from '../kit/draws/draw-items.ts'
import { endpoints } from '../kit/parts.ts'
import { waitUntil } from '../kit/shop-process.ts'
import { invoice, newCustomer, openStall, order, pay, type Stall } from '../orders/store.ts'
import { create, detect, send } from '../payments/scenario.ts'
import { type Asking, sendTo } from './asking.ts'
import { billPosts } from './dying-bills.ts'
import { endpointPosts, type Post } from './dying-endpoints.ts'
import { paymentPoints, platformPoints, rowPoints, storePoints, withdrawalPoints } from './dying-points.ts'
import type { DyingOrder } from './dying-process.ts'

const catalog = 'products: [{ key: mug, name: Mug, kind: physical, price: 45000, asks: [], stock: 900 }]'

let shop: TestShop
let stall: Stall
let heartbeat: Heartbeat
let picture: string

beforeAll(async () => {
  shop = await createTestShop()
  stall = await openStall(shop.app, shop.demo, catalog)
  await grantPlatform(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    merchantId: demoMerchant.id,
    maxAmount: 2_000_000,
    staticQris: demoMerchant.staticQris,
  })
  const drawn = sharp({ create: { width: 8, height: 8, channels: 3, background: '#8a5a2b' } })
  picture = (await drawn.png().toBuffer()).toString('base64')
  heartbeat = await startHeartbeat(shop.app)
})

afterAll(async () => {
  await heartbeat.stop()
  await shop.close()
})

/** A POST: its request, and a count of its effects. */
async function count(query: string, values: unknown[] = []): Promise<number> {
  return (await shop.app.sql.query<{ n: number }>(`select count(*) as n from ${query}`, values))[0]!.n
}

const eventsOf = (subject: string, type: string) => count(`event where subject = $1 and type = '${type}'`, [subject])

async function paid(): Promise<string> {
  const payment = await create(shop)
  await send(shop, { invoice_id: payment.invoice_id })
  await detect(shop)
  return payment.invoice_id
}

const uploading = (path: string, table: string, shelf: Shelf, upload: () => Asking['upload']): Post => ({
  points: storePoints,
  async ask() {
    const [last] = await shop.app.sql.query<{ id: number }>(`select coalesce(max(id), 0) as id from ${table}`)
    const effects = async () => {
      const added = await shop.app.sql.query<{ key: string }>(`select storage_key as key from ${table} where id > $1`, [
        last!.id,
      ])
      for (const { key } of added)
        expect((await buffer(await shop.app.goods.open(shelf, key))).length).toBeGreaterThan(0)
      return added.length
    }
    return { request: { path, upload: upload() as never }, effects }
  },
})

/** Returns a POST that changes nothing, so that its effect is its answer. */
const reading = (path: string, body: object): Post => ({
  points: rowPoints,
  ask: async () => ({ request: { path, body }, effects: async () => 1 }),
})

const creating = (method: string, points: object): Post => ({
  points,
  async ask() {
    const before = await count('payment')
    const body = { amount: 15_000, payment_method: method }
    return { request: { path: '/create-payment', body }, effects: async () => (await count('payment')) - before }
  },
})

const posts: Record<string, Post> = {
  '/create-payment': creating('wallet_direct', paymentPoints),
  '/create-payment with a code': creating('qris_platform', { ...paymentPoints, ...platformPoints }),
  '/cancel-payment': {
    points: rowPoints,
    async ask() {
      const invoice = (await create(shop)).invoice_id
      const effects = () => eventsOf(invoice, 'payment.cancelled')
      return { request: { path: '/cancel-payment', body: { invoice } }, effects }
    },
  },
  '/review-transfer': {
    points: rowPoints,
    async ask() {
      const { invoice_id } = await create(shop)
      await shop.api('/simulate-payment', { body: { invoice: invoice_id, simulation: 'under' } })
      const [row] = await shop.app.sql.query<{ id: number }>('select max(id) as id from transfer where state = $1', [
        'review',
      ])
      const body = { transfer_id: row!.id, action: 'ignore' }
      const effects = () => eventsOf(`transfer ${row!.id}`, 'transfer.reviewed')
      return { request: { path: '/review-transfer', body }, effects }
    },
  },
  '/upload-file': uploading('/upload-file', 'digital_file', 'files', () => ({
    field: 'file',
    name: 'resep.txt',
    base64: Buffer.from('gula').toString('base64'),
  })),
  '/upload-image': uploading('/upload-image', 'product_image', 'images', () => ({
    field: 'image',
    name: 'kopi.png',
    base64: picture,
  })),
  '/upload-content': {
    points: rowPoints,
    async ask() {
      const before = await count('hidden_content')
      const effects = async () => (await count('hidden_content')) - before
      return { request: { path: '/upload-content', body: { title: 'Resep', body: 'Gula' } }, effects }
    },
  },
  '/qris-convert': reading('/qris-convert', { nominal: 15_000, qris: exampleQris }),
  '/qris-info': reading('/qris-info', { qris: exampleQris }),
  '/msgstore-complete': {
    points: rowPoints,
    async ask() {
      const placed = await order(stall, await newCustomer(stall), { mug: 1 })
      const body = { order_number: placed.orderNumber, status: 'cancelled' }
      const effects = () =>
        count(`event where type = 'order.cancelled' and payload ->> 'orderNumber' = $1`, [placed.orderNumber])
      return { request: { path: '/msgstore-complete', body }, effects }
    },
  },
  '/msgstore-ship': {
    points: rowPoints,
    async ask() {
      const open = await invoice(stall, await newCustomer(stall), { mug: 1 })
      await shop.work()
      await pay(stall, open.payment.invoiceId)
      const { orderNumber } = open.order
      const body = { order_number: orderNumber, courier: 'jne', tracking_number: '0123456789' }
      const effects = () =>
        count(`event where type = 'order.shipped' and payload ->> 'orderNumber' = $1`, [orderNumber])
      return { request: { path: '/msgstore-ship', body }, effects }
    },
  },
  ...endpointPosts(() => shop),
  ...billPosts(() => shop),
  '/set-stock': {
    points: rowPoints,
    async ask() {
      const available = () =>
        shop.app.sql.query<{ n: number }>(
          `select available as n from stock where mode = 'test' and available is not null`,
        )
      const [before] = await available()
      const effects = async () => ((await available())[0]!.n - before!.n) / 7
      return { request: { path: '/set-stock', body: { product: 'mug', delta: 7 } }, effects }
    },
  },
  '/simulate-payment': {
    points: rowPoints,
    async ask() {
      const invoice = (await create(shop)).invoice_id
      const effects = () => count('transfer where invoice_id = $1', [invoice])
      return { request: { path: '/simulate-payment', body: { invoice } }, effects }
    },
  },
  '/redeliver': {
    points: rowPoints,
    async ask() {
      const invoice = await paid()
      const effects = () => count('delivery where invoice_id = $1 and requested_by is not null', [invoice])
      return { request: { path: '/redeliver', body: { invoice } }, effects }
    },
  },
  '/test-callback': {
    points: rowPoints,
    async ask() {
      const before = await count(`event where type = 'callback.test'`)
      const effects = async () => (await count(`event where type = 'callback.test'`)) - before
      return { request: { path: '/test-callback', body: {} }, effects }
    },
  },
  '/note-refund': {
    points: rowPoints,
    async ask() {
      const invoice = await paid()
      const effects = () => count(`movement where invoice_id = $1 and kind = 'refund_note'`, [invoice])
      return { request: { path: '/note-refund', body: { invoice } }, effects }
    },
  },
  '/refund-payment': {
    points: rowPoints,
    async ask() {
      const invoice = await paid()
      const effects = () => count('refund where invoice_id = $1', [invoice])
      return { request: { path: '/refund-payment', body: { invoice, amount: 1_000 } }, effects }
    },
  },
  '/request-withdrawal': {
    points: withdrawalPoints,
    async ask() {
      await sell(60_000)
      const before = await count('withdrawal')
      const bank = { bank: 'BCA', account_number: '1234567890', account_holder: 'Siti Aminah' }
      const effects = async () => (await count('withdrawal')) - before
      return {
        request: { path: '/request-withdrawal', apiKey: shop.keys.live, body: { amount: 50_000, ...bank } },
        effects,
      }
    },
  },
}

/** Earns live money that may be withdrawn. */
async function sell(amount: number): Promise<void> {
  const invoiceId = generateInvoiceId(shop.app.now())
  const { accountId } = shop.demo
  await shop.app.sql.write(
    `insert into payment (invoice_id, account_id, mode, payment_method, amount, unique_code, final_amount, status,
       created_at, expires_at, paid_at, paid_amount, paid_via, paid_reff_num, ended_at)
     values ($1, $2, 'live', 'qris', $3::bigint, 0, $3::bigint, 'paid',
       now(), now() + interval '1 hour', now(), $3::bigint, 'qris', 'R', now())`,
    [invoiceId, accountId, amount],
  )
  await shop.app.sql.write(
    `insert into movement (account_id, mode, kind, invoice_id, amount, net, created_at)
     values ($1, 'live', 'sale', $2, $3::bigint, $3::bigint, now())`,
    [accountId, invoiceId, amount],
  )
}

test('the tests of killed processes cover every POST', () => {
  const known = new Set(Object.keys(posts).map(name => name.split(' ')[0]))
  const all = endpoints.filter(({ method }) => method === 'POST').map(({ path }) => path)
  expect(all.filter(path => !known.has(path))).toEqual([])
})

const { '/request-withdrawal': withdrawing, ...others } = posts

describePosts(Object.entries(others))

test('the books are consistent after processes were killed', async () => {
  expect(await findViolations(shop.app)).toEqual([])
})

// It is the last test, because the sale that it withdraws was written by hand.
describePosts([['/request-withdrawal', withdrawing!]])

function describePosts(asked: [string, Post][]): void {
  describe.each(asked)('POST %s of a killed process', (name, { points, ask, isShownOnce = false }) => {
    test.each(drawItems(Object.keys(points), 1))(
      'a request whose process is killed (%s) takes effect once, and the repetition returns its response',
      async point => {
        const { request, effects } = await ask()
        const asking = { apiKey: shop.keys.demo, idempotencyKey: `${name} ${point}`, ...request } as Asking
        expect(await runTo(point, asking), 'how the process ended').toBe('SIGKILL')

        const { status, text } = await insist(asking, point in platformPoints)
        expect([status, await effects()], text).toEqual([200, 1])
        const repeated = await (await sendTo(shop.url, asking)).text()
        if (isShownOnce) expect(JSON.parse(repeated)).toMatchObject({ success: true })
        else expect(repeated).toBe(text)
        expect(await effects()).toBe(1)
      },
    )
  })
}

/** Repeats a request. Rows are available immediately, but a provider's work only once the dead process is missed. */
async function insist(asking: Asking, isLeased: boolean): Promise<{ status: number; text: string }> {
  let answer = await sendTo(shop.url, asking)
  if (isLeased) {
    await waitUntil(async () => {
      if (answer.status === 409) answer = await sendTo(shop.url, asking)
      return answer.status !== 409
    }, 60_000)
  }
  return { status: answer.status, text: await answer.text() }
}

/** Returns the signal that ended it; null if its request was answered. */
async function runTo(point: string, asking: Asking): Promise<NodeJS.Signals | null> {
  const order: DyingOrder = {
    point,
    asking,
    connection: shop.connection,
    settings: { BASE_URL: shop.url },
    clockOffsetMs: shop.app.now().getTime() - Date.now(),
  }
  const file = path.join(import.meta.dirname, 'dying-process.ts')
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [, signal] = await once(child, 'exit')
  return signal
}
