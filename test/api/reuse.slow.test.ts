import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Connection } from '../../src/connections/connection.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { type CreatedPayment, detect, letExpire, send, statusOf, transfers } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})

afterAll(() => shop.close())

const order = { amount: 15_000, payment_method: 'wallet_direct', reuse: true }

let orders = 0
const newReference = () => `ORDER/${++orders}`

const ask = (body: object, headers: Record<string, string> = {}, key = shop.keys.demo) =>
  shop.api('/create-payment', { body, headers, key })

async function made(
  body: object,
): Promise<CreatedPayment & { payment_url: string; status: string; expires_at: string }> {
  let answer = await ask(body)
  // A busy machine asks clients to retry, and they do.
  for (let again = 0; answer.status === 503 && again < 5; again++) answer = await ask(body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

const cancel = ({ invoice_id }: CreatedPayment) => shop.api('/cancel-payment', { body: { invoice: invoice_id } })

const refund = async ({ invoice_id }: CreatedPayment) =>
  expect(await shop.api('/note-refund', { body: { invoice: invoice_id } })).toMatchObject({ status: 200 })

const pay = (payment: CreatedPayment) => shop.api('/simulate-payment', { body: { invoice: payment.invoice_id } })

describe('create-payment with reuse', () => {
  test('reuse returns the open payment of the reference with its page', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    shop.advance(60)
    expect(await made({ ...body, description: 'Pressed again' })).toEqual(first)
    // Without a method, the payment may have any.
    expect(await made({ amount: body.amount, reference: body.reference, reuse: true })).toEqual(first)
  })

  test('reuse returns the paid payment, and says that it is paid', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    await pay(first)
    expect(await made(body)).toEqual({ ...first, status: 'paid' })
  })

  test.each([
    ['cancelled', (payment: CreatedPayment) => cancel(payment)],
    ['expired', () => letExpire(shop)],
  ] as const)('reuse creates another payment once the last one is %s', async (status, end) => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    await end(first)
    expect(await statusOf(shop, first)).toBe(status)
    const second = await made(body)
    expect(second).toMatchObject({ status: 'pending' })
    expect(second.invoice_id).not.toBe(first.invoice_id)
    expect(await made(body)).toEqual(second)
  })

  test('reuse creates another payment once the last one was refunded, even thirty times at once', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    await pay(first)
    await refund(first)
    const checked = await shop.api(`/check-payment?invoice=${first.invoice_id}`)
    expect(checked.body).toMatchObject({ status: 'paid', refunded_at: expect.any(String) })
    const again = await Promise.all(Array.from({ length: 30 }, () => made(body)))
    expect(new Set(again.map(({ invoice_id }) => invoice_id)).size).toBe(1)
    expect(again[0]!.invoice_id).not.toBe(first.invoice_id)
    expect(again[0]).toMatchObject({ status: 'pending' })
    expect(again[0]).not.toHaveProperty('refunded_at')
    await pay(again[0]!)
    expect(await made(body)).toEqual({ ...again[0], status: 'paid' })
  })

  test('reuse names the payment instead of creating another while its money is in review', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    await cancel(first)
    await send(shop, { invoice_id: first.invoice_id })
    await detect(shop)
    const [waiting] = (await transfers(shop)).filter(({ state }) => state === 'review')
    expect(waiting).toMatchObject({ amount: first.final_amount })
    expect(await ask(body)).toMatchObject({
      status: 400,
      body: { code: 'reference_taken', invoice_id: first.invoice_id },
    })
    const { data } = (await shop.api(`/list-transfers?invoice=${first.invoice_id}`)).body
    const decided = { transfer_id: data[0].transfer_id, action: 'refund' }
    expect(await shop.api('/review-transfer', { body: decided })).toMatchObject({ status: 200 })
    expect((await made(body)).invoice_id).not.toBe(first.invoice_id)
  })

  test('reuse names the refunded payment while more money for it is in review', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    await pay(first)
    await refund(first)
    await send(shop, { invoice_id: first.invoice_id })
    await detect(shop)
    expect(await ask(body)).toMatchObject({
      status: 400,
      body: { code: 'reference_taken', invoice_id: first.invoice_id },
    })
  })

  test.each([
    ['amount', { amount: 16_000 }],
    ['method', { payment_method: 'qris' }],
  ])('reuse refuses another %s, and names the payment by its fields', async (what, other) => {
    const body = { ...order, reference: newReference() }
    const { invoice_id, payment_url, expires_at } = await made(body)
    const refused = await ask({ ...body, ...other })
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'reference_taken', invoice_id, payment_url, expires_at, error: expect.stringContaining(what) },
    })
  })

  test('reuse without a reference is refused', async () => {
    expect(await ask(order)).toMatchObject({ status: 400, body: { fields: [{ path: 'reference' }] } })
  })

  test('reuse returns the payment even if its method has become unavailable', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    const em = shop.app.em('installation')
    const wallet = { account: shop.demo.accountId, connector: 'wallet' as const }
    await em.nativeUpdate(Connection, wallet, { isActive: false })
    // The data of a key that was just used are cached for a moment.
    const key = await createKey(shop.app, { accountId: shop.demo.accountId, mode: 'test', label: 'Another' })
    const again = await ask(body, {}, key)
    await em.nativeUpdate(Connection, wallet, { isActive: true })
    expect(again).toMatchObject({ status: 200, body: { data: first } })
  })

  test('thirty simultaneous requests with reuse create one payment, even after it was cancelled', async () => {
    const body = { ...order, reference: newReference() }
    const invoices = async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => made(body)))
      return [...new Set(answers.map(({ invoice_id }) => invoice_id))]
    }
    const first = await invoices()
    expect(first).toHaveLength(1)
    await cancel({ invoice_id: first[0]! } as CreatedPayment)
    const second = await invoices()
    expect(second).toHaveLength(1)
    expect(second).not.toEqual(first)
  })

  test('reuse during simultaneous cancellations never leaves two open payments', async () => {
    const body = { ...order, reference: newReference() }
    const tries = Array.from({ length: 10 }, async () => {
      const payment = await made(body)
      await cancel(payment)
      return payment.invoice_id
    })
    await Promise.all(tries)
    await Promise.all([made(body), made(body)])
    const listed = await shop.api(`/list-payments?reference=${encodeURIComponent(body.reference)}&status=pending`)
    expect(listed.body.data).toHaveLength(1)
  })
})

describe('a repeated Idempotency-Key', () => {
  const key = () => ({ 'idempotency-key': newReference() })

  test('a repeated Idempotency-Key returns the payment in its current state, marked as a repetition', async () => {
    const headers = key()
    const body = { ...order, reuse: undefined }
    const first = await ask(body, headers)
    expect(first.headers.get('idempotency-replayed')).toBe(null)
    const { data } = first.body
    expect(data.status).toBe('pending')
    await cancel(data)
    for (const dialect of ['detailed', 'simple']) {
      const again = await ask(body, { ...headers, 'x-api-variant': dialect })
      expect(again.headers.get('idempotency-replayed')).toBe('true')
      expect(again.body.data).toEqual({ ...data, status: 'cancelled' })
    }
    expect((await ask(body, { ...headers, 'x-api-variant': 'simple' })).body.payment.status).toBe('cancelled')
  })

  test('a repeated Idempotency-Key shows when the payment was refunded', async () => {
    const headers = key()
    const body = { ...order, reuse: undefined }
    const { data } = (await ask(body, headers)).body
    await pay(data)
    await refund(data)
    const checked = await shop.api(`/check-payment?invoice=${data.invoice_id}`)
    const { refunded_at, refunded_amount, refunds } = checked.body
    expect(refunds).toMatchObject([{ amount: data.final_amount, status: 'succeeded', by_provider: false }])
    expect(refunded_amount).toBe(data.final_amount)
    expect((await ask(body, headers)).body.data).toEqual({
      ...data,
      status: 'paid',
      refunded_at,
      refunded_amount,
      refunds,
    })
  })

  test('a repeated Idempotency-Key with reuse returns its payment', async () => {
    const body = { ...order, reference: newReference() }
    const first = await made(body)
    const headers = key()
    const reused = await ask(body, headers)
    expect(reused.headers.get('idempotency-replayed')).toBe(null)
    expect(reused.body.data).toEqual(first)
    await cancel(first)
    const again = await ask(body, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body.data).toEqual({ ...first, status: 'cancelled' })
  })

  test('a repeated Idempotency-Key of another endpoint names that endpoint', async () => {
    const headers = key()
    const body = { title: 'Resep', body: 'Gula' }
    const answers = [
      await shop.api('/upload-content', { body, headers }),
      await shop.api('/upload-content', { body, headers }),
    ]
    expect(answers.map(answer => answer.headers.get('idempotency-replayed'))).toEqual([null, 'true'])
  })
})
