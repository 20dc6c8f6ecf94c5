import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestShop, type TestShop } from '../kit/app.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const status = (variant: string, key = shop.keys.demo) =>
  shop.api('/get-account-status', { key, headers: { 'X-API-Variant': variant } })

describe('GET /api/get-account-status (contract 2.3 and 4.2)', () => {
  test('get-account-status returns the nested form', async () => {
    const { status: code, body } = await status('detailed')
    expect(code).toBe(200)
    expect(body.data.account).toEqual({ username: 'demo', email: null, is_verified: true, is_active: true })
    expect(body.data.integrations.wallet_direct).toMatchObject({ connected: true })
    expect(body.data.statistics).toMatchObject({ total_payments: 0, paid_payments: 0, total_revenue: 0 })
  })

  test('get-account-status returns the flat form', async () => {
    const { body } = await status('simple')
    expect(body).toEqual({
      success: true,
      account: { username: 'demo', email: null, is_verified: true },
      integrations: { wallet_qris: expect.any(Boolean), bank: expect.any(Boolean), wallet_direct: true },
    })
  })

  test('get-account-status masks the phone, names the outlet, and shows the picture of the own code', async () => {
    const details = { phone: '081234567890', outletName: 'Kopi Nusantara', outletId: 'OUT-1', mid: 'M-1' }
    const qris =
      '00020101021126610014COM.GO-JEK.WWW01189360091446281948210210U9351819090303UMI51440014ID.CO.QRIS.WWW0215ID37865797543230303UMI5204581253033605802ID5911TOKO MURAHA6005Medan61052011162070703A016304B85E'
    await shop.app.sql.write('update connection set details = $2, static_qris = $3 where account_id = $1', [
      shop.second.accountId,
      details,
      qris,
    ])
    const { integrations } = (await status('detailed', shop.keys.second)).body.data
    expect(integrations.wallet_direct.phone).toBe('0812****7890')
    expect(JSON.stringify(integrations)).not.toContain('081234567890')
  })

  test("get-account-status shows only the connections of the key's mode", async () => {
    const { integrations } = (await status('detailed', shop.keys.live)).body.data
    expect(integrations.wallet_direct.connected).toBe(false)
  })
})
