import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AuditEntry } from '../../src/accounts/audit-entry.ts'
import { keyCommands } from '../../src/commands/key-commands.ts'
import { createKey } from '../../src/keys/create-key.ts'
import { listKeys } from '../../src/keys/list-keys.ts'
import { revokeKey } from '../../src/keys/revoke-key.ts'
import { rollKey } from '../../src/keys/roll-key.ts'
import { suspendAccount } from '../../src/keys/suspend-account.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { create } from '../payments/scenario.ts'

let shop: TestShop
let accountId: number

beforeEach(async () => {
  shop = await createTestShop()
  accountId = shop.demo.accountId
})
afterEach(() => shop.close())

const statusOf = async (key: string, path = '/list-payments') => (await shop.api(path, { key })).status
const refusalOf = async (key: string | null, path = '/list-payments') => {
  const { status, body } = await shop.api(path, { key })
  expect(status).toBe(401)
  return [body.code, body.error]
}
const idOf = async (key: string) =>
  (await listKeys(shop.app, accountId)).find(({ hint }) => hint.endsWith(key.slice(-4)))!.id

/** Every request sent a second from now or later must be rejected; the answer itself may be slow on a busy machine. */
async function refusedWithinASecond(ask: () => Promise<number>): Promise<void> {
  const changedAt = performance.now()
  let askedAfterMs: number
  let status: number
  do {
    askedAfterMs = performance.now() - changedAt
    status = await ask()
  } while (status === 200 && askedAfterMs < 1000)
  expect(status).toBe(401)
}

describe('API keys', () => {
  test('API keys are listed with label, permissions, expiry, last use and addresses, without their text', async () => {
    const expiresAt = new Date(shop.app.now().getTime() + 3_600_000)
    const key = await createKey(shop.app, {
      accountId,
      mode: 'live',
      label: 'Kasir',
      scopes: ['read'],
      expiresAt,
      allowedAddresses: ['127.0.0.1', '10.0.0.0/8'],
    })
    expect(await statusOf(key)).toBe(200)
    const [listed] = (await listKeys(shop.app, accountId)).filter(({ label }) => label === 'Kasir')
    expect(listed).toMatchObject({
      mode: 'live',
      label: 'Kasir',
      hint: `${key.slice(0, 13)}…${key.slice(-4)}`,
      scopes: ['read'],
      expiresAt,
      revokedAt: null,
      allowedAddresses: ['127.0.0.1/32', '10.0.0.0/8'],
      isUsable: true,
    })
    expect(listed!.lastUsedAt).toBeInstanceOf(Date)
    expect(JSON.stringify(listed)).not.toContain(key)
    expect((await listKeys(shop.app, shop.second.accountId)).map(({ label }) => label)).not.toContain('Kasir')
  })

  test('API keys are refused within a second of being revoked, even if just used', async () => {
    expect(await statusOf(shop.keys.demo)).toBe(200)
    expect(await revokeKey(shop.app, accountId, await idOf(shop.keys.demo))).toBe(true)
    await refusedWithinASecond(() => statusOf(shop.keys.demo))
    expect(await revokeKey(shop.app, accountId, await idOf(shop.keys.demo))).toBe(false)
  })

  test('API keys explain to their owner only why they ended: revoked, rolled, or of a suspended account', async () => {
    const make = (label: string) => createKey(shop.app, { accountId, mode: 'test', label })
    const [revoked, rolled] = await Promise.all([make('Revoked'), make('Rolled')])
    await revokeKey(shop.app, accountId, await idOf(revoked))
    expect(await refusalOf(revoked)).toEqual(['unauthorized', 'This API key was revoked: use another one'])
    await rollKey(shop.app, accountId, { keyId: await idOf(rolled), overlapS: 0 })
    expect(await refusalOf(rolled)).toEqual(['unauthorized', expect.stringMatching(/^This API key ended at /)])
    const other = revoked.slice(0, -1) + (revoked.endsWith('x') ? 'y' : 'x')
    expect(await refusalOf(other)).toEqual(['unauthorized', 'The API key is not valid'])
    const late = await make('Late')
    await suspendAccount(shop.app, accountId, { isSuspended: true })
    expect(await refusalOf(late)).toEqual(['unauthorized', 'The account of this API key is suspended'])
  })

  test('API keys cannot be revoked or rolled by another account, nor by an unknown number', async () => {
    const id = await idOf(shop.keys.demo)
    const stranger = shop.second.accountId
    await expect(revokeKey(shop.app, stranger, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeKey(shop.app, accountId, 999_999)).rejects.toMatchObject({ code: 'not_found' })
    await expect(rollKey(shop.app, stranger, { keyId: id, overlapS: 0 })).rejects.toMatchObject({ code: 'not_found' })
    expect(await statusOf(shop.keys.demo)).toBe(200)
  })

  test('a rolled API key overlaps with the new one until its own end', async () => {
    // The poll below sends more requests than a key may.
    const asked = { accountId, mode: 'test' as const, label: 'Toko', isRateLimited: false }
    const old = await createKey(shop.app, { ...asked, scopes: ['orders'] })
    const { key, oldExpiresAt } = await rollKey(shop.app, accountId, { keyId: await idOf(old), overlapS: 3600 })
    expect(oldExpiresAt.getTime() - shop.app.now().getTime()).toBeGreaterThan(3_590_000)
    expect(await statusOf(old, '/msgstore-orders')).toBe(200)
    expect(await statusOf(key, '/msgstore-orders')).toBe(200)
    expect(await statusOf(key, '/list-payments')).toBe(401)
    shop.advance(3601)
    await refusedWithinASecond(() => statusOf(old, '/msgstore-orders'))
    expect(await statusOf(key, '/msgstore-orders')).toBe(200)
    const ended = await idOf(old)
    await expect(rollKey(shop.app, accountId, { keyId: ended, overlapS: 0 })).rejects.toMatchObject({
      code: 'refused_transition',
    })
  })

  test('a rolled API key never lives longer than it would have', async () => {
    const expiresAt = new Date(shop.app.now().getTime() + 60_000)
    const old = await createKey(shop.app, { accountId, mode: 'test', label: 'Short', expiresAt })
    const rolled = await rollKey(shop.app, accountId, { keyId: await idOf(old), overlapS: 86_400 })
    expect(rolled.oldExpiresAt).toEqual(expiresAt)
  })

  test('API keys read with `read`, and change only what their permissions name', async () => {
    const key = (scopes: ('read' | 'payments' | 'orders' | 'money')[]) =>
      createKey(shop.app, { accountId, mode: 'test', label: scopes.join(), scopes })
    const [read, payments, orders, money] = await Promise.all([
      key(['read']),
      key(['payments']),
      key(['orders']),
      key(['money']),
    ])
    const createStatus = async (with_: string) =>
      (await shop.api('/create-payment', { key: with_, body: { amount: 10_000, payment_method: 'wallet_direct' } }))
        .status
    expect(await Promise.all([read, payments, orders, money].map(createStatus))).toEqual([401, 200, 401, 401])
    expect(await Promise.all([read, payments, orders, money].map(each => statusOf(each)))).toEqual([200, 200, 401, 401])
    const orderStatuses = [read, payments, orders, money].map(each => statusOf(each, '/msgstore-orders'))
    expect(await Promise.all(orderStatuses)).toEqual([200, 401, 200, 401])
  })

  test('API keys work only from their allowed addresses', async () => {
    const elsewhere = ['203.0.113.7', '2001:db8::/32']
    const far = await createKey(shop.app, { accountId, mode: 'test', label: 'Far', allowedAddresses: elsewhere })
    const answer = await shop.api('/list-payments', { key: far })
    expect(answer).toMatchObject({ status: 401, body: { code: 'forbidden' } })
    expect(answer.body.error).toContain('may not be used from 127.0.0.1')
    const near = await createKey(shop.app, {
      accountId,
      mode: 'test',
      label: 'Near',
      allowedAddresses: ['127.0.0.0/8'],
    })
    expect(await statusOf(near)).toBe(200)
    for (const bad of ['shop.example', '127.1', '10.0.0.0/33', '0x7f000001', '', '*']) {
      const asked = { accountId, mode: 'test' as const, label: 'Bad', allowedAddresses: [bad] }
      await expect(createKey(shop.app, asked)).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  test('an account can forbid API keys in query strings', async () => {
    const inQuery = async () => (await shop.api(`/list-payments?apiKey=${shop.keys.demo}`, { key: null })).status
    expect(await inQuery()).toBe(200)
    const words = ['off']
    const said = await keyCommands['key query'].run(shop.app, { words, options: { account: 'demo' } })
    expect(said).toEqual(['Keys come in the header X-API-Key alone now.'])
    const log = shop.app.em('installation').find(AuditEntry, { chain: accountId, act: 'settings.changed' })
    expect(await log).toMatchObject([{ actor: 'command', detail: { acceptsKeyInQuery: false } }])
    await refusedWithinASecond(inQuery)
    expect(await statusOf(shop.keys.demo)).toBe(200)
    expect(await refusalOf(null, `/list-payments?apiKey=${shop.keys.demo}`)).toEqual([
      'forbidden',
      'This account takes API keys in the header X-API-Key alone, not in the address',
    ])
  })

  test('test keys never see or change live payments, and vice versa', async () => {
    const { invoice_id: invoice } = await create(shop)
    expect(await statusOf(shop.keys.live, `/check-payment?invoice=${invoice}`)).toBe(404)
    const cancelled = await shop.api('/cancel-payment', { key: shop.keys.live, body: { invoice } })
    expect(cancelled.status).toBe(404)
    const live = await shop.api('/create-payment', {
      key: shop.keys.live,
      body: { amount: 10_000, payment_method: 'wallet_direct' },
    })
    expect(live).toMatchObject({ status: 400, body: { code: 'method_unavailable' } })
  })
})
