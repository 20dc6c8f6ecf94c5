import { expect, test } from 'vitest'
import type { Standing } from '../../src/keys/standing.ts'
import type { Needs } from '../../src/needs.ts'
import { draftPayment, type NewPayment } from '../../src/payments/draft-payment.ts'
import type { Offer } from '../../src/payments/offer.ts'
import { findRefusalReason } from '../kit/find-refusal-reason.ts'

const now = new Date('2026-11-22T10:00:00Z')
const app = { now: () => now } as unknown as Needs<'now' | 'edition'>
const standing = { accountId: 4741, mode: 'test', invoiceLifetimeS: 900, amountMax: null } as unknown as Standing
const offer = (window: object) => ({ window: { chargeLifeS: Infinity, ...window } }) as unknown as Offer

const draft = (input: Partial<NewPayment> = {}, ...windows: object[]) =>
  draftPayment(
    app,
    standing,
    { amount: 47_410, paymentMethod: 'qris', ...input },
    { method: 'qris', offers: windows.map(offer) },
  )
const reasonOf = (input: Partial<NewPayment>, ...windows: object[]) =>
  findRefusalReason(Promise.resolve().then(() => draft(input, ...windows)))
const livesS = ({ row }: ReturnType<typeof draft>) => (row.expires_at.getTime() - now.getTime()) / 1000

test('a payment without further facts has none', () => {
  const { row, ...rest } = draft()
  expect(rest).toEqual({
    invoiceId: row.invoice_id,
    method: 'qris',
    amount: 47_410,
    isPublic: false,
    createdAt: now,
    eventId: expect.any(String),
  })
  expect(row).toEqual({
    invoice_id: expect.stringMatching(/^INV-[0-9A-Z]{20}$/),
    account_id: 4741,
    mode: 'test',
    payment_method: 'qris',
    amount: 47_410,
    description: null,
    customer_name: null,
    customer_email: null,
    customer_phone: null,
    callback_url: null,
    redirect_url: null,
    file_id: null,
    content_id: null,
    product_image_id: null,
    use_qris_converter: false,
    created_at: now,
    expires_at: new Date(now.getTime() + 900_000),
    reference: null,
    metadata: {},
  })
})

test('every fact of a payment is in its row', () => {
  const { row, isPublic } = draft({
    description: 'd',
    customerName: 'n',
    customerEmail: 'e',
    customerPhone: 'p',
    callbackUrl: 'c',
    redirectUrl: 'r',
    fileId: 1,
    contentId: 2,
    productImageId: 3,
    useQrisConverter: true,
    reference: 'f',
    metadata: { a: 'b' },
    isPublic: true,
  })
  expect(isPublic).toBe(true)
  expect(row).toMatchObject({
    description: 'd',
    customer_name: 'n',
    customer_email: 'e',
    customer_phone: 'p',
    callback_url: 'c',
    redirect_url: 'r',
    file_id: 1,
    content_id: 2,
    product_image_id: 3,
    use_qris_converter: true,
    reference: 'f',
    metadata: { a: 'b' },
  })
})

test('a payment lives as long as its account, its request and all of its offers allow', () => {
  expect(livesS(draft())).toBe(900)
  expect(livesS(draft({}, { chargeLifeS: 901 }, { chargeLifeS: 1_200 }))).toBe(900)
  expect(livesS(draft({}, { chargeLifeS: 300 }, { chargeLifeS: 899 }))).toBe(300)
  expect(livesS(draft({ lifetimeMaxS: 60 }))).toBe(60)
  expect(livesS(draft({ lifetimeMaxS: 901 }))).toBe(900)
  expect(livesS(draft({ lifetimeMaxS: 400 }, { chargeLifeS: 300 }))).toBe(300)
})

test('an amount is whole, and within the limits of every offer', async () => {
  const windows = [{ amountMin: 2_000, amountMax: 60_000 }, { amountMin: 3_000 }, { amountMax: 50_000 }]
  expect([3_000, 50_000].map(amount => draft({ amount }, ...windows).amount)).toEqual([3_000, 50_000])
  const range = [{ path: 'amount', code: 'out_of_range', min: 3_000, max: 50_000 }]
  for (const amount of [2_999, 50_001]) expect(await reasonOf({ amount }, ...windows)).toEqual(range)
  for (const amount of [3_000.5, Number.NaN, 2 ** 53]) {
    expect(await reasonOf({ amount }, ...windows)).toEqual([{ path: 'amount', code: 'not_whole' }])
  }
})
