import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKey } from '../../src/keys/create-key.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { demoAccounts, makeAccountAt } from '../kit/demo-accounts.ts'

const staticQris = makeAccountAt('bank', demoAccounts.bank).qris!

describe('the edition with verification', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ ownCodes: true, settings: { EDITION: 'verification' } })
  })
  afterAll(() => shop.close())

  const converting = { amount: 10_000, payment_method: 'wallet_direct', use_qris_converter: true }

  test('use_qris_converter converts the given qris_string to the final amount', async () => {
    const { body } = await shop.api('/create-payment', { body: { ...converting, qris_string: staticQris } })
    const { final_amount, qris_converter } = body.data
    expect(qris_converter.enabled).toBe(true)
    const info = await shop.api(`/qris-info?qris=${encodeURIComponent(qris_converter.converted_qris)}`)
    expect(info.body.data).toMatchObject({ is_valid: true, is_dynamic: true, current_amount: final_amount })
    expect(qris_converter.qr_image_url).toMatch(`${shop.url}/qr/`)
  })

  test('the same key returns the same converted code again', async () => {
    const request = { body: { ...converting, qris_string: staticQris }, headers: { 'idempotency-key': 'convert-1' } }
    const first = await shop.api('/create-payment', request)
    expect((await shop.api('/create-payment', request)).body).toEqual(first.body)
  })

  test.each([
    ['a damaged code', { ...converting, qris_string: staticQris.replace('KOPI', 'KAPI') }],
    ['no code', { ...converting, qris_string: 'hello' }],
  ])('use_qris_converter refuses %s, and writes nothing', async (_name, body) => {
    const before = await shop.app.sql.query('select count(*) from payment')
    const answer = await shop.api('/create-payment', { body })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'qris_string' }] } })
    expect(await shop.app.sql.query('select count(*) from payment')).toEqual(before)
  })

  test('use_qris_converter is refused without a stored code, and nothing is written', async () => {
    // A separate key, because facts about a key are cached for a second.
    const key = await createKey(shop.app, { accountId: shop.second.accountId, mode: 'test', label: 'Without a code' })
    const answer = await shop.api('/create-payment', { key, body: converting })
    expect(answer).toMatchObject({ status: 400, body: { fields: [{ path: 'qris_string' }] } })
    expect(await shop.app.sql.query('select 1 from payment where account_id = $1', [shop.second.accountId])).toEqual([])
  })

  test('wallet_direct requires a verified account, and qris is the default method', async () => {
    await shop.app.sql.write('update account set is_verified = false where id = $1', [shop.second.accountId])
    const { second: key } = shop.keys
    const refused = await shop.api('/create-payment', {
      key,
      body: { amount: 10_000, payment_method: 'wallet_direct' },
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
    const { body } = await shop.api('/create-payment', { key, body: { amount: 10_000 } })
    expect(body.data.payment_method).toBe('qris')
  })
})

describe('the edition with subscriptions', () => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop()
  })
  afterAll(() => shop.close())

  test('the default is the first method available to the account', async () => {
    const first = await shop.api('/create-payment', { body: { amount: 10_000 } })
    expect(first.body.data.payment_method).toBe('qris')
    await shop.app.sql.write("update connection set is_active = false where connector = 'interactive'")
    // A key that was not used before, because the data of the other are cached for a second.
    const next = await shop.api('/create-payment', {
      key: shop.keys.second,
      body: { amount: 10_000, payment_method: '' },
    })
    expect(next.body.data.payment_method).toBe('wallet_direct')
  })

  test('creating payments requires an active subscription', async () => {
    await shop.app.sql.write(
      "update subscription set starts_at = '2026-01-01', ends_at = '2026-02-01' where account_id = $1",
      [shop.demo.accountId],
    )
    const key = await createKey(shop.app, { accountId: shop.demo.accountId, mode: 'test', label: 'Later' })
    const answer = await shop.api('/create-payment', { key, body: { amount: 10_000 } })
    expect(answer).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
    expect(answer.body.fields[0].error).toContain('subscription')
  })
})
