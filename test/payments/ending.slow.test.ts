import { afterEach, describe, expect, test } from 'vitest'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { silentLog } from '../../src/lib/log.ts'
import { settleTransfer } from '../../src/money/settle-transfer.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { expirePayments } from '../../src/payments/expire-payments.ts'
import { expireSql } from '../../src/payments/payment-moves-sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { shuffled } from '../kit/draws/shuffled.ts'
import { count, create, detect, events, letExpire, lifetimeS, send, statusOf, transfer, walletOf } from './scenario.ts'

let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

const cancel = (invoice: string, key = shop.keys.demo) => shop.api('/cancel-payment', { body: { invoice }, key })

describe('cancelling', () => {
  test('a pending payment is cancelled once, and a second request gets the same response', async () => {
    shop = await createTestShop()
    const payment = await create(shop)
    for (let time = 0; time < 2; time++) {
      expect(await cancel(payment.invoice_id)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    }
    expect(await events(shop, payment.invoice_id)).toEqual(['payment.cancelled', 'payment.created'])
    expect(await count(shop, 'payment', "end_reason = 'merchant'")).toBe(1)
  })

  test('cancelling a paid or expired payment is refused, and changes nothing', async () => {
    shop = await createTestShop()
    const [paid, expired] = [await create(shop), await create(shop)]
    await send(shop, { invoice_id: paid.invoice_id })
    await detect(shop)
    await letExpire(shop)
    for (const payment of [paid, expired]) {
      expect(await cancel(payment.invoice_id)).toMatchObject({ status: 400, body: { code: 'refused_transition' } })
    }
    expect([await statusOf(shop, paid), await statusOf(shop, expired)]).toEqual(['paid', 'expired'])
  })

  test("cancelling another account's payment is the same 404 as for an unknown one", async () => {
    shop = await createTestShop()
    const payment = await create(shop)
    const foreign = await cancel(payment.invoice_id, shop.keys.second)
    const unknown = await cancel('INV-00000000000000000000', shop.keys.second)
    const otherMode = await cancel(payment.invoice_id, shop.keys.live)
    const unknownLive = await cancel('INV-00000000000000000000', shop.keys.live)
    for (const [answer, asked] of [
      [foreign, unknown],
      [otherMode, unknownLive],
    ] as const) {
      expect(answer.status).toBe(404)
      expect(answer.body).toMatchObject({ error: asked.body.error, code: 'not_found' })
    }
    expect(await statusOf(shop, payment)).toBe('pending')
  })
})

test('a payment that cannot expire does not keep its batch from expiring, and is named in the log', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, error: (...words: unknown[]) => void logged.push(words) } as typeof silentLog
  shop = await createTestShop({ log })
  const payments = [await create(shop), await create(shop), await create(shop)]
  const stuck = payments[1]!
  const reactions = shop.app.reactions['payment.expired']
  const breaks = async (_tx: unknown, told: { subject: string }[]) => {
    if (told.some(({ subject }) => subject === stuck.invoice_id)) throw new Error('a reaction that is broken')
  }
  shop.app.reactions['payment.expired'] = [...reactions, breaks]
  shop.advance(lifetimeS + 5)
  await shop.app.sql.write('update reading set watermark = $1', [new Date(shop.app.now().getTime() + 3_600_000)])
  expect(await expirePayments(shop.app)).toBe(2)
  expect(await Promise.all(payments.map(payment => statusOf(shop, payment)))).toEqual(['expired', 'pending', 'expired'])
  expect(logged).toContainEqual([expect.objectContaining({ invoice_id: stuck.invoice_id }), expect.any(String)])
  shop.app.reactions['payment.expired'] = reactions
  expect(await expirePayments(shop.app)).toBe(1)
  expect(await statusOf(shop, stuck)).toBe('expired')
})

test('a selected payment does not expire if a transfer that may be its money has arrived', async () => {
  shop = await createTestShop()
  const { invoice_id, final_amount } = await create(shop)
  shop.advance(lifetimeS + 5)
  await shop.app.sql.write('update reading set watermark = $1', [new Date(shop.app.now().getTime() + 3_600_000)])
  await shop.app.sql.write(
    `insert into set_aside_row (account_id, connection_id, receiving_account_id, key, problem, content, amount, seen_at)
     select c.account_id, c.id, c.receiving_account_id, 'row 1', 'no time', '{}', $2, $3
     from hold h join connection c using (receiving_account_id) where h.invoice_id = $1`,
    [invoice_id, final_amount, shop.app.now()],
  )
  expect(await shop.app.sql.query(expireSql, { invoices: [invoice_id], now: shop.app.now() })).toEqual([])
  await shop.app.sql.write('update set_aside_row set resolved_at = now()')
  expect(await expirePayments(shop.app)).toBe(1)
})

test('paying, cancelling and expiring at the same time end each payment once, and no money is lost', async () => {
  shop = await createTestShop()
  const payments = await Promise.all(Array.from({ length: 40 }, () => create(shop)))
  const source = await walletOf(shop)
  const paidAt = shop.app.now()
  shop.advance(lifetimeS + 10)
  await shop.app.sql.write('update reading set watermark = $1', [shop.app.now()])
  const owner = { accountId: shop.demo.accountId, mode: 'test' } as const
  const moves = payments.flatMap(payment => [
    () => settleTransfer(shop.app, source, transfer({ amount: payment.final_amount, occurredAt: paidAt })),
    () => settleTransfer(shop.app, source, transfer({ amount: payment.final_amount, occurredAt: paidAt })),
    () => cancelPayment(shop.app, owner, payment.invoice_id, 'merchant').catch(() => {}),
  ])
  const sweeps = Array.from({ length: 8 }, () => () => expirePayments(shop.app))
  await Promise.all(shuffled([...moves, ...sweeps]).map(move => move()))

  expect(await count(shop, 'payment', "status = 'pending'")).toBe(0)
  expect(await count(shop, 'transfer')).toBe(payments.length)
  expect(await count(shop, 'transfer', "state = 'settled'")).toBe(await count(shop, 'payment', "status = 'paid'"))
  for (const payment of payments) expect(await events(shop, payment.invoice_id)).toHaveLength(2)
})
