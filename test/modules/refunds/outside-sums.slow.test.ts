import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refundSale } from '../../../src/modules/counter/refund-sale.ts'
import { undoRefund } from '../../../src/modules/refunds/correct-refund.ts'
import { totalSales } from '../../../src/orders/statistics/total-sales.ts'
import { foldStatistics } from '../../../src/payments/statistics/fold-statistics.ts'
import { closeCharges, invoice, newCustomer, openStall, pay, type Stall, shelves } from '../../orders/store.ts'
import { createVisitor } from '../../web/browse.ts'
import { confirmed, signInAs } from '../../web/dashboard/members.ts'
import { createWebShop, type WebShop } from '../../web/web-shop.ts'
import { makeBill } from '../bills/stand.ts'
import { openCounter, sellAt } from '../counter/sales-stand.ts'

// Also uses: bills, counter, sales-statistics, tax

// A month of random sales and refunds through the doors of a shop, summed by a script that shares no code with it.

const script = path.join(import.meta.dirname, 'outside', 'sum-doors.ts')
const days = Number(process.env.WARUNG_ROUNDS ?? 30)

let shop: WebShop
let stall: Stall
let counter: { id: number }

beforeAll(async () => {
  shop = await createWebShop({}, {}, { isClockStopped: true })
  stall = await openStall(shop.app, shop.demo, shelves.replace('stock: 3', 'stock: 1000'))
  counter = await openCounter(shop)
})
afterAll(() => shop.close())

const by = () => ({ accountId: shop.demo.accountId, mode: shop.demo.mode, actor: 'user 1' })
const drawn = <One>(list: readonly One[]) => list[randomInt(list.length)]!
const drawAmount = () => 1_000 + randomInt(90_000)

/** The money left of each paid invoice, by invoice, and of each cash sale, by its order number. */
const kept = new Map<string, number>()
const cash = new Map<string, number>()

const doors = {
  api: () => shop.invoice({ amount: drawAmount(), description: 'Kopi "susu", es' }),
  chat: async () => (await invoice(stall, await newCustomer(stall), { shave: 1 + randomInt(3) })).payment.invoiceId,
  async bill() {
    const { url } = (await makeBill(shop, { amount: drawAmount() })) as unknown as { url: string }
    const { location } = await createVisitor(shop).post(new URL(url).pathname, {})
    return /INV-[0-9A-Z]{20}/.exec(location!)![0]
  },
  async counter() {
    const free = drawAmount()
    const { orderNumber } = await sellAt(shop, counter, { free, method: 'code', expectedTotal: free })
    const [row] = await shop.app.sql.query<{ id: string }>(
      `select i.invoice_id as id from order_invoice i join store_order o on o.id = i.order_id
       where o.order_number = $1`,
      [orderNumber],
    )
    return row!.id
  },
}

/** The money refunded for orders of the chat and of the counter, by QRIS and in cash. */
let ofOrders = 0
const orderInvoices = new Set<string>()

/** Simulates a day: sales through every door, most of them paid, cash at the counter, and refunds. */
async function spendDay(): Promise<void> {
  const made = []
  for (let sale = 0; sale < 1 + randomInt(4); sale++) {
    const [name, sell] = drawn(Object.entries(doors))
    const id = await sell()
    if (name === 'chat' || name === 'counter') orderInvoices.add(id)
    made.push(id)
  }
  await shop.work()
  for (const id of made) if (randomInt(6) > 0) await pay(stall, id)
  for (const id of made) {
    const { body } = await shop.api(`/check-payment?invoice=${id}`)
    if (body.status === 'paid') kept.set(id, body.final_amount)
    else if (randomInt(2) === 0) await shop.api('/cancel-payment', { body: { invoice: id } })
  }
  const sold = await sellAt(shop, counter, { free: drawAmount() })
  cash.set(sold.orderNumber, sold.total)
  shop.advance(3_600 * (1 + randomInt(6)))
  if (randomInt(2) === 0) await giveBack()
  if (randomInt(3) === 0) await giveCashBack()
}

/** Refunds a payment through the API, fully or partly, and sometimes corrects it; the merchant has sent the money. */
async function giveBack(): Promise<void> {
  const open = [...kept].filter(([, left]) => left > 0)
  if (open.length === 0) return
  const [invoiceId, left] = drawn(open)
  const amount = randomInt(3) === 0 ? left : 1 + randomInt(left)
  const body = { invoice: invoiceId, amount, reason: 'Tumpah, "semua"' }
  const { status, body: answer } = await shop.api('/refund-payment', { body })
  expect(status, JSON.stringify(answer)).toBe(200)
  if (randomInt(4) > 0) {
    if (orderInvoices.has(invoiceId)) ofOrders += amount
    return void kept.set(invoiceId, left - amount)
  }
  const { refund_id: key } = answer.refunds?.at(-1) ?? answer.data.refunds.at(-1)
  await undoRefund(shop.app, by(), { invoiceId, key, reason: 'Salah pencet' }, by())
}

async function giveCashBack(): Promise<void> {
  const [orderNumber, left] = drawn([...cash])
  if (left === 0) return
  const amount = 1 + randomInt(left)
  await refundSale(shop.app, { orderNumber, amount }, by())
  cash.set(orderNumber, left - amount)
  ofOrders += amount
}

interface Sums {
  received: number
  refunded: number
  cash: number
  cashRefunded: number
  ordersRefunded: number
  paid: number
}

test('a month of random sales and refunds has the same sum in the API, the files, the pages and the books', {
  timeout: 300_000,
}, async () => {
  for (let day = 0; day < days; day++) {
    if (day % 2 === 0) await spendDay()
    shop.advance(86_400 - 3_600 * 3)
    await closeCharges(stall)
    await shop.work()
  }
  await totalSales(shop.app)
  await foldStatistics(shop.app)
  const owner = await signInAs(shop)
  const [one] = [...kept].filter(([, left]) => left > 1)
  const page = `/dashboard/payments/${one![0]}/refund`
  const once = /name="once" value="([^"]*)"/.exec((await owner.get(page)).text)![1]!
  await confirmed(owner, page, { act: 'refund', amount: '1', reason: 'Kembalian', once })
  kept.set(one![0], one![1] - 1)
  if (orderInvoices.has(one![0])) ofOrders += 1

  const imports = fs.readFileSync(script, 'utf8').match(/^import .*/gm) ?? []
  expect(imports.filter(line => !line.includes("'node:"))).toEqual([])
  const cookies = [...owner.cookies].map(pair => pair.join('=')).join('; ')
  const env = { PATH: process.env.PATH, SHOP_URL: shop.pagesUrl, SHOP_KEY: shop.keys.demo, SHOP_COOKIE: cookies }
  const now = { SHOP_NOW: shop.app.now().toISOString() }
  const run = promisify(execFile)(process.execPath, [script], { env: { ...env, ...now }, maxBuffer: 1 << 26 })
  const { stdout } = await run.catch((error: { stdout: string; stderr: string }) => {
    if (error.stdout === '') throw new Error(error.stderr)
    return error
  })
  const { sums, differences } = JSON.parse(stdout) as { sums: Sums; differences: string[] }
  expect(differences).toEqual([])
  // The doors agree on the sums of this test.
  const total = (map: Map<string, number>) => [...map.values()].reduce((sum, amount) => sum + amount, 0)
  expect(sums.paid).toBe(kept.size)
  expect(sums.received - sums.refunded).toBe(total(kept))
  expect(sums.cash - sums.cashRefunded).toBe(total(cash))
  expect(sums.ordersRefunded).toBe(ofOrders)
  expect(sums.refunded).toBeGreaterThan(0)
})
