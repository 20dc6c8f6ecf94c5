import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setMaintenance } from '../../src/methods/set-maintenance.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'

const itemFields = [
  'id',
  'name',
  'description',
  'enabled',
  'available',
  'maintenance',
  'requirements',
  'icon',
  'verified_only',
  'subscription_required',
  'max_amount',
]

describe.each(['subscription', 'verification'])('GET /api/get-payment-methods (contract 2.2), edition %s', edition => {
  let shop: TestShop

  beforeAll(async () => {
    shop = await createTestShop({ settings: { EDITION: edition }, ownCodes: true })
  })
  afterAll(() => shop.close())

  const list = async (key = shop.keys.demo) => (await shop.api('/get-payment-methods', { key })).body.data
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  const method = async (id: string, key?: string): Promise<any> =>
    (await list(key)).payment_methods.find((item: { id: string }) => item.id === id)

  test('get-payment-methods lists the five methods with every field', async () => {
    const { payment_methods } = await list()
    expect(payment_methods.map((item: { id: string }) => item.id)).toEqual([
      'qris',
      'qris_platform',
      'qris_user',
      'wallet_qris',
      'wallet_direct',
    ])
    for (const item of payment_methods) expect(Object.keys(item)).toEqual(expect.arrayContaining(itemFields))
    expect(await method('wallet_qris')).toMatchObject({ recommended: true, available: true, requirements: [] })
    expect(await method('qris')).toMatchObject({ max_amount: 500_000 })
    expect(await method('wallet_direct')).toMatchObject({ max_amount: null, has_wallet_direct_connected: true })
    expect(await method('qris_user')).toMatchObject({ has_bank_configured: true, has_qris_image: true })
    expect(await method('qris_platform')).toMatchObject({ has_grant: false, has_mid: false, available: false })
  })

  test('get-payment-methods shows the state of the account, and what the operator has switched on', async () => {
    const { user_status, feature_status } = await list()
    expect(user_status).toEqual({
      is_verified: true,
      has_active_subscription: true,
      has_qris_platform_grant: false,
      has_wallet_qris_connected: true,
      has_wallet_direct_connected: true,
      has_bank_configured: true,
      has_qris_image: true,
    })
    expect(feature_status).toMatchObject({ qris: true, qris_platform: true, wallet_direct: true })
  })

  test('a method in maintenance is refused with the text of the list, and returns later', async () => {
    await setMaintenance(shop.app, 'wallet_direct', 'the provider changes its app')
    // A different key from those whose data are cached for a moment.
    const key = shop.keys.second
    const listed = await method('wallet_direct', key)
    expect(listed).toMatchObject({ enabled: false, maintenance: true, available: false })
    expect(listed.requirements[0]).toContain('the provider changes its app')
    const { status, body } = await shop.api('/create-payment', {
      key,
      body: { amount: 10_000, payment_method: 'wallet_direct' },
    })
    expect(status).toBe(400)
    expect(body.code).toBe('method_unavailable')
    expect(JSON.stringify(body)).toContain(listed.requirements[0])
    await setMaintenance(shop.app, 'wallet_direct', null)
    expect(await shop.app.sql.query('select 1 from method_maintenance')).toEqual([])
  })

  test('an unknown method cannot be switched off', async () => {
    await expect(setMaintenance(shop.app, 'cash', 'gone')).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(setMaintenance(shop.app, 'qris', '')).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
