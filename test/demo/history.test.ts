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

test('a new demo has four weeks of orders, payments in every state that is over, refunds and reviews', async () => {
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

test('the past agrees with the books: every invariant holds, and the balance is what qris brought', async () => {
  expect(await findViolations(shop.app)).toEqual([])
  const paid = await shop.app.em(scope()).find(Payment, { status: 'paid' })
  const { available } = await findBalance(shop.app, scope())
  expect(available).toBe(paid.reduce((sum, { paidAmount }) => sum + paidAmount!, 0))
})

test('the past is not announced: no callback, no notice, and nothing that is owed to a webhook', async () => {
  const em = shop.app.em('installation')
  expect(await em.count(Delivery)).toBe(0)
  expect(await em.count(Notice)).toBe(0)
  const owed = await shop.app.sql.query('select 1 from owed_event union all select 1 from owed_reaction')
  expect(owed).toEqual([])
})

test('a second start adds nothing', async () => {
  const orders = await shop.app.em(scope()).count(Order)
  await prepareDemo(withHistory(), file)
  expect(await shop.app.em(scope()).count(Order)).toBe(orders)
})
