import { afterEach, describe, expect, test } from 'vitest'
import { grantPlatform } from '../../src/accounts/grant-platform.ts'
import { revokePlatform } from '../../src/accounts/revoke-platform.ts'
import { setPlatformFee } from '../../src/accounts/set-platform-fee.ts'
import { demoMerchant } from '../../src/connectors/simulator/demo-merchant.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { findStandingByAccount } from '../../src/keys/standing.ts'
import { acceptTransfer } from '../../src/money/accept-transfer.ts'
import { openSnapShop } from '../hooks/snap-shop.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createTestConfig } from '../kit/config.ts'
import { count, detect, impatient, letExpire, send, statusOf } from './scenario.ts'

let shop: TestShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

const grant = (change: object = {}) =>
  grantPlatform(shop.app, {
    accountId: shop.demo.accountId,
    connector: 'interactive',
    merchantId: demoMerchant.id,
    maxAmount: 2_000_000,
    staticQris: demoMerchant.staticQris,
    ...change,
  })

async function openGranted(edition = 'subscription'): Promise<void> {
  shop = await createTestShop({ settings: { EDITION: edition } })
  await grant()
}

const request = { amount: 25_000, payment_method: 'qris_platform' }
const create = (body: object = {}, more: object = {}) =>
  shop.api('/create-payment', { body: { ...request, ...body }, ...more })
const fault = (mode: string, more: object = {}) =>
  shop.sandbox('/faults', { connector: 'interactive', operation: 'charge', mode, ...more })

describe.each(['subscription', 'verification'])('in the edition with %s', edition => {
  test('the response to create-payment has the code, and every field of the provider', async () => {
    await openGranted(edition)
    const { status, body } = await create()
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      status: 'pending',
      payment_method: 'qris_platform',
      payment_method_label: 'QRIS Platform',
      amount: 25_000,
      unique_code: 0,
      final_amount: 25_000,
      provider_invoiceid: expect.stringMatching(/^\d+$/),
      provider_nmid: expect.stringMatching(/^ID\d+$/),
      provider_request_date: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    })
    const { qris_string, qris_dynamic_string, qris_dynamic_image_url, qris_static_image_url } = body.data
    expect(qris_string).toBe(qris_dynamic_string)
    const info = await shop.api(`/qris-info?qris=${encodeURIComponent(qris_string)}`)
    expect(info.body.data).toMatchObject({ is_valid: true, is_dynamic: true, current_amount: 25_000 })
    for (const picture of [qris_dynamic_image_url, qris_static_image_url]) {
      const answer = await fetch(picture)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    }
  })

  test("use_qris_converter returns the provider's code if the edition returns converted codes", async () => {
    await openGranted(edition)
    const { data } = (await create({ use_qris_converter: true })).body
    const told = { enabled: true, converted_qris: data.qris_dynamic_string, qr_image_url: data.qris_dynamic_image_url }
    expect(data.qris_converter).toEqual(edition === 'verification' ? told : false)
  })

  test('a payment is paid end to end: the callback has method and payer, and the account has the money', async () => {
    await openGranted(edition)
    const { data } = (await create()).body
    await send(shop, { invoice_id: data.invoice_id, payer_name: 'Siti', payer_app: 'GoPay' })
    await detect(shop)
    expect(await statusOf(shop, data)).toBe('paid')
    const [callback] = (await shop.sandbox('/receiver/log')).body.received ?? (await shop.sandbox('/receiver/log')).body
    const body = typeof callback.body === 'string' ? JSON.parse(callback.body) : callback.body
    expect(body).toMatchObject({
      payment_method: 'qris_platform',
      paid_via: 'qris_platform',
      provider_payment_customername: 'Siti',
      provider_payment_methodby: 'GoPay',
      unique_code: 0,
    })
    const [transfer] = await shop.app.sql.query<object>(
      `select t.account_id as "accountId", r.external_id as "externalId"
       from transfer t join receiving_account r on r.id = t.receiving_account_id
       where t.invoice_id = $1`,
      [data.invoice_id],
    )
    expect(transfer).toEqual({ accountId: shop.demo.accountId, externalId: demoMerchant.id })
  })

  test('the simple dialect returns the same fields beside its short form', async () => {
    await openGranted(edition)
    const { body } = await create({}, { headers: { 'x-api-variant': 'simple' } })
    expect(body.payment).toMatchObject({ unique_code: 0, final_amount: 25_000 })
    expect(body.data.qris_string).toMatch(/^000201/)
  })

  test('a payment without a grant is refused, with the missing requirement', async () => {
    shop = await createTestShop({ settings: { EDITION: edition } })
    const { status, body } = await create()
    expect([status, body.code]).toEqual([400, 'method_unavailable'])
    expect(body.error).toContain('Approval by the operator is required')
    expect(await count(shop, 'payment')).toBe(0)
  })
})

test("late money for a code under the account's own merchant id waits for the merchant's decision", async () => {
  await openGranted()
  const { data } = (await create()).body
  await letExpire(shop)
  const { reference } = await send(shop, { invoice_id: data.invoice_id })
  await detect(shop)
  const [late] = await shop.app.sql.query<{ id: number; reason: string }>(
    'select id, reason from transfer where reference = $1',
    [reference],
  )
  expect(late!.reason).toBe('late')
  await acceptTransfer(shop.app, shop.demo, { transferId: late!.id, actor: 'test' })
  expect(await statusOf(shop, data)).toBe('paid')
})

test('the fee in basis points is added to the amount, without a unique code', async () => {
  await openGranted()
  for (const [feeBps, amount, final_amount] of fees) {
    await setPlatformFee(shop.app, shop.demo.accountId, feeBps)
    shop.forgetKeys()
    const { body } = await create({ amount })
    expect(body.data, `${feeBps} of ${amount}`).toMatchObject({ amount, unique_code: 0, final_amount })
    const info = await shop.api(`/qris-info?qris=${encodeURIComponent(body.data.qris_string)}`)
    expect(info.body.data.current_amount).toBe(final_amount)
  }
})

const fees: [feeBps: number, amount: number, final: number][] = [
  [0, 25_000, 25_000],
  [70, 25_000, 25_175],
  // Half a rupiah is rounded up: 0.5 % of 10,100 is 50.5.
  [50, 10_100, 10_151],
  [70, 10_050, 10_120],
  [1, 1_000, 1_000],
  [5, 1_000, 1_001],
  [1_000, 1_999_999, 2_199_999],
]

test('a fee below zero, above ten percent or with a fraction of a basis point is refused', async () => {
  await openGranted()
  for (const feeBps of [-1, 1_001, 0.5]) {
    await expect(setPlatformFee(shop.app, shop.demo.accountId, feeBps)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  }
})

describe('each missing requirement is reported by name', () => {
  const missing = async () => {
    const standing = (await findStandingByAccount(shop.app, shop.demo.accountId, 'test'))!
    return shop.app.edition.requirements(standing, 'qris_platform').map(({ sentence }) => sentence)
  }

  test('qris_platform requires a premium subscription', async () => {
    await openGranted()
    await shop.app.sql.write("update subscription set plan = 'paid' where account_id = $1", [shop.demo.accountId])
    expect(await missing()).toEqual(['An active premium subscription is required'])
    expect((await create()).status).toBe(400)
  })

  test('qris_platform requires approval, then a merchant id, then a key of the provider', async () => {
    shop = await createTestShop()
    expect(await missing()).toEqual([
      'Approval by the operator is required',
      'The operator has not assigned a merchant id',
    ])
    await grant({ merchantId: null, staticQris: null })
    expect(await missing()).toEqual(['The operator has not assigned a merchant id'])
    await grant()
    expect(await missing()).toEqual([])
    await shop.app.sql.write("update connection set is_active = false where connector = 'interactive'")
    expect(await missing()).toEqual(['The operator has no provider API key for it'])
  })

  test('qris_platform requires an amount within the limit of its merchant id', async () => {
    await openGranted()
    expect((await create({ amount: 2_000_000 })).status).toBe(200)
    const { status, body } = await create({ amount: 2_000_001 })
    expect([status, body.code]).toEqual([400, 'amount_out_of_range'])
    expect(body.error).toContain('2.000.000')
    expect((await create({ amount: 999 })).body.code).toBe('amount_out_of_range')
  })

  test('a revoked grant forbids new payments, and existing codes stay payable', async () => {
    await openGranted()
    const { data } = (await create()).body
    expect(await revokePlatform(shop.app, shop.demo.accountId)).toBe(true)
    expect(await revokePlatform(shop.app, shop.demo.accountId)).toBe(false)
    expect((await missing())[0]).toBe('Approval by the operator is required')
    await send(shop, { invoice_id: data.invoice_id })
    await detect(shop)
    expect(await statusOf(shop, data)).toBe('paid')
  })
})

describe('a grant', () => {
  test('a grant with a wrong value is refused with the name of its field', async () => {
    shop = await createTestShop()
    const wrong: [field: string, change: object][] = [
      ['connector', { connector: 'wallet' }],
      ['merchant_id', { merchantId: '' }],
      ['merchant_id', { merchantId: 'x'.repeat(65) }],
      ['max_amount', { maxAmount: 999 }],
      ['max_amount', { maxAmount: 1_000.5 }],
      ['static_qris', { staticQris: 'hello' }],
      ['static_qris', { staticQris: `${demoMerchant.staticQris.slice(0, -4)}0000` }],
    ]
    for (const [field, change] of wrong) {
      await expect(grant(change)).rejects.toMatchObject({ fields: [{ path: field }] })
    }
  })

  test('a merchant id can be granted to one account only', async () => {
    await openGranted()
    await expect(grant({ accountId: shop.second.accountId })).rejects.toMatchObject({
      fields: [{ path: 'merchant_id' }],
    })
    expect(await grant({ maxAmount: 5_000 })).toBe(false)
  })
})

describe('a failing provider', () => {
  async function openImpatient(): Promise<void> {
    await openGranted()
    Object.assign(shop.app, { outbound: impatient(createTestConfig({ BASE_URL: shop.url }).outboundAllow) })
  }

  test.each(['error', 'garbage', 'timeout'])(
    'a provider that fails with %s returns provider_unavailable, and the payment is cancelled',
    async mode => {
      await openImpatient()
      await fault(mode)
      const { status, headers, body } = await create()
      expect([status, body.code]).toEqual([503, 'provider_unavailable'])
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await count(shop, 'payment', "status = 'cancelled' and end_reason = 'provider_unavailable'")).toBe(1)
      expect(await count(shop, 'charge', "state = 'failed' and is_closed and last_error <> ''")).toBe(1)
      // No other process requests it again without the caller's knowledge.
      await fault('off')
      await detect(shop)
      expect(await count(shop, 'charge', "state = 'coded'")).toBe(0)
    },
  )

  test('a provider that refuses returns the same response, and the reason is stored', async () => {
    await openImpatient()
    await grant({ merchantId: 'SOMEBODY-ELSES' })
    const { body } = await create()
    expect(body.code).toBe('provider_unavailable')
    expect(await count(shop, 'payment', "status = 'cancelled'")).toBe(1)
    // A rejected merchant id does not disable the codes of other accounts.
    expect(await count(shop, 'connection', 'failing_since is not null')).toBe(0)
  })

  test('the same Idempotency-Key repeats the failure, and another key creates another payment', async () => {
    await openImpatient()
    await fault('error', { count: 1 })
    const first = await create({}, { headers: { 'idempotency-key': 'a' } })
    const again = await create({}, { headers: { 'idempotency-key': 'a' } })
    expect([first.body.code, again.body.code]).toEqual(['provider_unavailable', 'provider_unavailable'])
    expect((await create({}, { headers: { 'idempotency-key': 'b' } })).status).toBe(200)
    expect(await count(shop, 'payment')).toBe(2)
  })
})

test('the same Idempotency-Key returns the same code, even for simultaneous requests', async () => {
  await openGranted()
  const headers = { 'idempotency-key': 'twice' }
  await fault('slow', { delay_ms: 300, count: 1 })
  const answers = await Promise.all([create({}, { headers }), create({}, { headers })])
  const codes = answers.map(({ status, body }) => (status === 200 ? 'made' : body.code)).sort()
  expect(codes).toEqual(['idempotency_conflict', 'made'])
  const made = answers.find(({ status }) => status === 200)!
  expect((await create({}, { headers })).body).toEqual(made.body)
  expect(await count(shop, 'sandbox.code')).toBe(1)
})

test('a request that died before its code came is resumed in the background, or by the same key', async () => {
  await openGranted()
  const headers = { 'idempotency-key': 'died' }
  const { body } = await create({}, { headers })
  // A killed process leaves this: no code, and a lease without a holder.
  await shop.app.sql.write(
    `update charge set state = 'waiting', qris = null, provider_invoice_id = null, request_date = null, payable_until = null`,
  )
  const again = await create({}, { headers })
  expect(again.body).toEqual(body)
  expect(await count(shop, 'sandbox.code')).toBe(1)
})

test('SNAP also works under the merchant id of the account', async () => {
  const snapShop = await openSnapShop()
  shop = snapShop
  await grant({ connector: 'snap' })
  const { data } = (await create()).body
  expect(data.qris_string).toContain('WARUNGDEMO')
  await send(shop, { invoice_id: data.invoice_id })
  await shop.work()
  expect(await statusOf(shop, data)).toBe('paid')
})

test('two accounts charge under one contract, and each sees only its own money', async () => {
  await openGranted()
  await grant({ accountId: shop.second.accountId, merchantId: 'WARUNG.TWO', staticQris: null })
  const mine = (await create()).body.data
  const theirs = (await create({}, { key: shop.keys.second })).body.data
  expect(theirs.qris_static_image_url).toBeNull()
  expect((await shop.api(`/check-payment?invoice=${theirs.invoice_id}`)).status).toBe(404)
  await send(shop, { invoice_id: theirs.invoice_id })
  await detect(shop)
  expect(await statusOf(shop, mine)).toBe('pending')
  expect(await statusOf(shop, theirs, shop.keys.second)).toBe('paid')
  expect(await count(shop, 'transfer', `account_id = ${shop.second.accountId}`)).toBe(1)
})
