import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findBalance } from '../../src/books/find-balance.ts'
import { Delivery } from '../../src/callbacks/delivery.ts'
import { prepareDemo, writeDemo } from '../../src/demo/demo.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { Transfer } from '../../src/money/transfer.ts'
import { Notice } from '../../src/notices/notice.ts'
import { Order } from '../../src/orders/order.ts'
import { Review } from '../../src/orders/reviews/review.ts'
import { Payment } from '../../src/payments/payment.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop
let accountId: number
const folder = mkdtempSync(path.join(tmpdir(), 'demo-history-'))
const file = path.join(folder, 'demo.json')
const withHistory = () => ({ ...shop.app, config: { ...shop.app.config, demoHasHistory: true } })
const scope = () => ({ accountId, mode: 'test' as const })

beforeAll(async () => {
  shop = await createTestShop()
  const demo = await prepareDemo(withHistory(), file)
  writeDemo(file, demo)
  accountId = shop.demo.accountId
})
afterAll(async () => {
  await shop.close()
  rmSync(folder, { recursive: true })
})

test('a new demo has four weeks of orders, payments in every final state, refunds and reviews', async () => {
  const em = shop.app.em(scope())
  const payments = await em.find(Payment, {})
  const count = (status: string) => payments.filter(payment => payment.status === status).length
  expect(count('paid')).toBeGreaterThan(60)
  expect(count('expired')).toBeGreaterThan(3)
  expect(count('cancelled')).toBeGreaterThan(2)
  expect(payments.filter(payment => payment.refundedAt)).toHaveLength(2)
  expect(await em.count(Review)).toBeGreaterThan(10)
  const orders = await em.find(Order, {})
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['completed', 'cancelled', 'paid', 'processing']))
  expect(orders.every(({ mode }) => mode === 'test')).toBe(true)
  const oldest = Math.min(...orders.map(({ createdAt }) => createdAt.getTime()))
  expect((shop.app.now().getTime() - oldest) / 86_400_000).toBeGreaterThan(26)
  expect(await em.count(Transfer, { state: 'review' })).toBe(1)
})

test("the demo's history agrees with the books: every invariant holds, and the balance is the income by qris", async () => {
  expect(await findViolations(shop.app)).toEqual([])
  const paid = await shop.app.em(scope()).find(Payment, { status: 'paid' })
  const { available } = await findBalance(shop.app, scope())
  expect(available).toBe(paid.reduce((sum, { paidAmount }) => sum + paidAmount!, 0))
})

test("the demo's history is not announced: it causes no callbacks, notices or owed webhooks", async () => {
  const em = shop.app.em('installation')
  expect(await em.count(Delivery)).toBe(0)
  expect(await em.count(Notice)).toBe(0)
  const owed = await shop.app.sql.query('select 1 from owed_event union all select 1 from owed_reaction')
  expect(owed).toEqual([])
})

test('a second start of the demo adds no orders', async () => {
  const orders = await shop.app.em(scope()).count(Order)
  await prepareDemo(withHistory(), file)
  expect(await shop.app.em(scope()).count(Order)).toBe(orders)
})
