import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Refusal } from '../../src/lib/refusal.ts'
import { cancelPayment } from '../../src/payments/cancel-payment.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import type { NewPayment } from '../../src/payments/draft-payment.ts'
import { findPayment } from '../../src/payments/find-payment.ts'
import { readProof } from '../../src/payments/proof/read-proof.ts'
import { startProof } from '../../src/payments/proof/start-proof.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { findRefusalReason } from '../kit/find-refusal-reason.ts'

// Pages and chats describe a refusal by its field, code and bounds.

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const amount = 20_000 + randomInt(9_000)
const create = (input: Partial<NewPayment>) =>
  createPayment(shop.app, shop.demo, { amount, paymentMethod: 'wallet_direct', ...input })

test('a new payment is refused for its amount or its reference, by field', async () => {
  expect(await findRefusalReason(create({ amount: amount + 0.5 }))).toEqual([{ path: 'amount', code: 'not_whole' }])
  for (const wrong of [999, 0, -1, 10 ** 13]) {
    const refused = create({ amount: wrong })
    await expect(refused).rejects.toMatchObject({ code: 'amount_out_of_range' })
    expect(await findRefusalReason(refused)).toEqual([
      { path: 'amount', code: 'out_of_range', min: 1000, max: expect.any(Number) },
    ])
  }
  const reference = `R-${amount}`
  const { invoiceId, expiresAt } = await create({ reference })
  const taken = await create({ reference }).catch((error: unknown) => error)
  expect(taken).toMatchObject({ fields: [{ path: 'reference', code: 'taken' }] })
  expect((taken as Refusal).details).toEqual({ code: 'reference_taken', invoiceId, expiresAt })
})

test('a payment that does not exist, or of another mode, is not found', async () => {
  const { invoiceId } = await create({})
  const missing = 'There is no such payment'
  const elsewhere = { accountId: shop.demo.accountId, mode: 'live' as const }
  for (const [of, id] of [
    [shop.demo, 'INV-00000000000000000000'],
    [elsewhere, invoiceId],
    [shop.second, invoiceId],
  ] as const) {
    expect(await findRefusalReason(findPayment(shop.app, of, id))).toBe(missing)
    expect(await findRefusalReason(cancelPayment(shop.app, of, id, 'merchant'))).toBe(missing)
  }
  const connection = shop.demo.connections.find(({ isOwn }) => isOwn)
  const proof = { connectionId: connection!.id, invoiceId }
  const scope = { accountId: shop.demo.accountId, mode: 'test' as const }
  expect(await findRefusalReason(readProof(shop.app, scope, proof))).toBe(missing)
})

test('only a pending payment is cancelled, once', async () => {
  const { invoiceId } = await create({})
  const cancel = () => cancelPayment(shop.app, shop.demo, invoiceId, 'merchant')
  const first = await cancel()
  expect(await cancel()).toEqual(first)
  await shop.app.sql.write(`update payment set status = 'expired', end_reason = 'expired' where invoice_id = $1`, [
    invoiceId,
  ])
  expect(await findRefusalReason(cancel())).toEqual({ code: 'refused_transition' })
})

test('only an own connection that creates codes is proven', async () => {
  const wallet = shop.demo.connections.find(({ connector }) => connector === 'wallet')!
  expect(await findRefusalReason(startProof(shop.app, shop.demo, wallet.id))).toEqual([
    { path: 'connection', code: 'not_allowed' },
  ])
  const operators = shop.demo.connections.find(({ isOwn }) => !isOwn)!
  for (const id of [operators.id, 0]) {
    expect(await findRefusalReason(startProof(shop.app, shop.demo, id))).toBe('There is no such connection')
  }
})
