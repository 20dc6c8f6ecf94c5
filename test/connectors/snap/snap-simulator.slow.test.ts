import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChargeRef, Code } from '../../../src/connectors/connector.ts'
import { type ProfileId, profileIds, profiles } from '../../../src/connectors/snap/profiles.ts'
import { snapCredentials } from '../../../src/connectors/snap/simulator-credentials.ts'
import { snap } from '../../../src/connectors/snap/snap.ts'
import type { AccessToken, TokenCache } from '../../../src/connectors/token-cache.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  await sandbox.call('POST', '/faults', { connector: 'snap', operation: 'any', mode: 'off' })
})

const amount = 25_000

async function callTo(profile: ProfileId = 'generic', mid = 'WARUNG') {
  const credentials = snap.credentials.parse(await snapCredentials(sandbox.database.sql, sandbox.url, mid, profile))
  return { credentials, outbound: sandbox.outbound, hook: 'https://warung.example/hooks/snap/7' }
}
type SnapCall = Awaited<ReturnType<typeof callTo>> & { tokens?: TokenCache }

function charge(call: SnapCall, reference: string): Promise<Code> {
  const requestedAt = sandbox.clock.now()
  const expiresAt = new Date(requestedAt.getTime() + 1_800_000)
  return snap.charge!(call, { reference, amount, requestedAt, expiresAt })
}

const about = (code: Code, reference: string): ChargeRef => ({
  reference,
  providerInvoiceId: code.providerInvoiceId,
  amount,
  requestDate: code.requestDate,
  askedAt: sandbox.clock.now(),
  payableUntil: new Date(code.requestDate.getTime() + 1_800_000),
})

let invoices = 0
const newReference = () => `INV-${String(++invoices).padStart(20, '0')}-1`

describe.each(profileIds)('the profile %s', profile => {
  test('the profile creates a code, finds it unpaid, and then paid with its payer', async () => {
    const call = await callTo(profile)
    const reference = newReference()
    const code = await charge(call, reference)
    expect(await snap.status!(call, about(code, reference))).toEqual({ paid: false })

    const paid = await sandbox.call('POST', '/transfers', { qris: code.qris, payer_name: 'Siti', payer_app: 'GoPay' })
    expect(paid.status).toBe(200)
    expect(await snap.status!(call, about(code, reference))).toMatchObject({
      paid: true,
      transfer: { reference: code.providerInvoiceId, amount, payerName: 'Siti', payerApp: 'GoPay' },
    })
  })

  test('the profile requests the same code again after a lost response', async () => {
    const call = await callTo(profile)
    const reference = newReference()
    const codes = await Promise.all([charge(call, reference), charge(call, reference)])
    expect(codes[0]!.qris).toBe(codes[1]!.qris)
  })

  test('the profile is checked without creating anything', async () => {
    expect(await snap.check!(await callTo(profile))).toMatchObject({ number: 'WARUNG' })
  })

  test("the profile refuses a key other than the contract's", async () => {
    const call = await callTo(profile)
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const stranger = { ...call, credentials: { ...call.credentials, private_key: privateKey } }
    await expect(charge(stranger, newReference())).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(snap.check!(stranger)).rejects.toMatchObject({ kind: 'unauthorized' })
  })

  test(`${profiles[profile].cancel ? 'the profile revokes a code' : 'the profile cannot revoke a code'}`, async () => {
    const call = await callTo(profile)
    const reference = newReference()
    const code = await charge(call, reference)
    const cancelled = snap.cancel!(call, about(code, reference), 'cancelled by the merchant')
    if (profiles[profile].cancel === null) return expect(cancelled).rejects.toMatchObject({ kind: 'refused' })
    await cancelled
    expect((await sandbox.call('POST', '/transfers', { qris: code.qris })).body.code).toBe('expired')
    expect(await snap.status!(call, about(code, reference))).toEqual({ paid: false })
  })
})

test('a paid code is not revoked', async () => {
  const call = await callTo()
  const reference = newReference()
  const code = await charge(call, reference)
  await sandbox.call('POST', '/transfers', { qris: code.qris })
  await expect(snap.cancel!(call, about(code, reference), 'too late')).rejects.toMatchObject({ kind: 'refused' })
})

test('a reference used for another amount is reported as already used', async () => {
  const call = await callTo()
  const reference = newReference()
  await charge(call, reference)
  const now = sandbox.clock.now()
  const other = { reference, amount: amount + 1, requestedAt: now, expiresAt: now }
  await expect(snap.charge!(call, other)).rejects.toMatchObject({ kind: 'taken' })
})

test('a code ends with its payment, and no app accepts it afterwards', async () => {
  const call = await callTo()
  const requestedAt = sandbox.clock.now()
  const expiresAt = new Date(requestedAt.getTime() + 60_000)
  const code = await snap.charge!(call, { reference: newReference(), amount, requestedAt, expiresAt })
  expect(Math.abs(code.endsAt!.getTime() - expiresAt.getTime())).toBeLessThan(1_000)
  const later = { qris: code.qris, occurred_at: new Date(expiresAt.getTime() + 5_000).toISOString() }
  expect((await sandbox.call('POST', '/transfers', later)).body.code).toBe('expired')
})

test('money of another merchant id is visible only under its own contract', async () => {
  const operator = await callTo()
  const shop = { ...operator, credentials: snap.forMerchant!(operator.credentials, 'WARUNG.KOPI') }
  expect(snap.receivingAccount(shop.credentials)).not.toBe(snap.receivingAccount(operator.credentials))
  expect((await charge(shop, newReference())).qris).toContain('WARUNGKOPI')
  const foreign = { ...operator, credentials: snap.forMerchant!(operator.credentials, 'OTHER') }
  await expect(charge(foreign, newReference())).rejects.toMatchObject({ kind: 'refused' })
})

test('the history lists the payments of the period page by page, and an empty one is an empty list', async () => {
  const call = await callTo('generic', 'HISTORY')
  const period = { from: new Date('2030-01-01T00:00:00Z'), to: new Date('2030-01-02T00:00:00Z'), cursor: null }
  expect(await snap.history!(call, period)).toEqual({ rows: [], cursor: null })
  const reference = newReference()
  const code = await charge(call, reference)
  await sandbox.call('POST', '/transfers', { qris: code.qris })
  const now = sandbox.clock.now().getTime()
  const today = { from: new Date(now - 60_000), to: new Date(now + 60_000), cursor: null }
  expect((await snap.history!(call, today)).rows).toMatchObject([
    { chargeReference: reference, providerInvoiceId: code.providerInvoiceId, amount, isPaid: true },
  ])
})

test('one token serves many requests, and a rejected token is replaced once', async () => {
  const made: AccessToken[] = []
  let kept: string | null = 'a token from yesterday'
  const tokens: TokenCache = {
    async get(make) {
      if (kept === null) {
        made.push(await make())
        kept = made.at(-1)!.text
      }
      return kept
    },
    async drop(token) {
      if (kept === token) kept = null
    },
  }
  const call = { ...(await callTo()), tokens }
  for (let request = 0; request < 3; request++) await charge(call, newReference())
  expect(made).toHaveLength(1)
  expect(made[0]!.livesS).toBe(900)
})

test.each(['error', 'garbage', 'timeout'])('a provider that answers with %s is doubtful, never paid', async mode => {
  const call = await callTo('faspay')
  const reference = newReference()
  const code = await charge(call, reference)
  await sandbox.call('POST', '/transfers', { qris: code.qris })
  await sandbox.call('POST', '/faults', { connector: 'snap', operation: 'status', mode })
  const impatient = {
    ...call,
    outbound: { fetch: (url: string, options = {}) => sandbox.outbound.fetch(url, { ...options, timeoutMs: 300 }) },
  }
  await expect(snap.status!(impatient, about(code, reference))).rejects.toMatchObject({
    kind: expect.stringMatching(/^(unreachable|unexpected)$/),
  })
})
