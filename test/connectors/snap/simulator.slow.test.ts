import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProfileId, profileIds } from '../../../src/connectors/snap/profiles.ts'
import { makeSnapCredentials } from '../../../src/connectors/snap/simulator-credentials.ts'
import { snap } from '../../../src/connectors/snap/snap.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'

// The tests must notice a profile that differs from its provider. The simulator's rules come from the providers' own
// SDKs and pages (see `outside.test.ts`), so it refuses each of these changes to a profile.

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})

type Changes = Record<string, object>

const body = (generate: object) => ({ overrides: { generate: { body: generate } } })

/** Changes that no provider accepts. */
const always: Changes = {
  'a signature in the other algorithm': { overrides: { signature: 'rsa_with_token' } },
  'a path with another version': { overrides: { paths: { generate: '/v9.9/qr/qr-mpm-generate' } } },
  'another header for the channel': { overrides: { channel_header: 'X-CHANNEL-ID' } },
  'no amount': body({ amount: null }),
  'an amount without decimals': body({ amount: { value: '25000', currency: 'IDR' } }),
  dollars: body({ amount: { value: '25000.00', currency: 'USD' } }),
  'no reference of ours': body({ partnerReferenceNo: null }),
  'no merchant': body({ merchantId: null }),
  'another partner': { partner_id: 'SOMEBODY' },
}

const ofHmac: Changes = {
  'another secret': { client_secret: 'guessed' },
  'another path for the token': { overrides: { paths: { token: '/v9.9/access-token/b2b' } } },
  'a stranger’s key': { private_key: privateKey },
}

const ofDana: Changes = {
  'a time in UTC': { overrides: { timestamp: 'utc' } },
  'a reference with dashes, 26 characters long': { overrides: { reference_max: 64 } },
  'a stranger’s key': { private_key: privateKey },
}

const own: Record<ProfileId, Changes> = {
  midtrans: {
    ...ofHmac,
    'a signature in hex': { overrides: { encoding: 'hex' } },
    'no acquirer': body({ additionalInfo: null }),
    'an acquirer that does not exist': body({ additionalInfo: { acquirer: 'bca' } }),
  },
  dana: {
    ...ofDana,
    'a signature in hex': { overrides: { signature: 'rsa', encoding: 'hex' } },
    'no links': body({ urlParams: null }),
    'no link for notifications': body({ urlParams: [{ url: '$shopUrl', type: 'PAY_RETURN', isDeeplink: 'N' }] }),
    'no merchant category': body({ additionalInfo: { mcc: null } }),
    'no scenario': body({ additionalInfo: { order: { scenario: null } } }),
    'no title': body({ additionalInfo: { order: { orderTitle: null } } }),
    'no environment': body({ additionalInfo: { envInfo: null } }),
    'no store': body({ externalStoreId: null }),
  },
  'dana-qris': {
    ...ofDana,
    'a signature in hex': { overrides: { signature: 'rsa', encoding: 'hex' } },
    'no store': body({ storeId: null }),
  },
  doku: {
    ...ofHmac,
    'a signature in hex': { overrides: { encoding: 'hex' } },
    'an external id with letters': { overrides: { external_id: 'reference' } },
    'no postal code': body({ additionalInfo: { postalCode: null } }),
    'no terminal': body({ terminalId: null }),
  },
  bri: {
    ...ofHmac,
    'a signature in base64': { overrides: { encoding: 'base64' } },
    'an external id with letters': { overrides: { external_id: 'reference' } },
    'the client id as partner': { partner_id: undefined },
    'no terminal': body({ terminalId: null }),
    'a validity, which BRI decides': body({ validityPeriod: '2030-01-01T00:00:00+07:00' }),
  },
  btn: {
    ...ofHmac,
    'a signature in hex': { overrides: { encoding: 'hex' } },
    'no kind of QRIS': body({ additionalInfo: null }),
  },
  faspay: {
    'a signature in hex': { overrides: { signature: 'rsa', encoding: 'hex' } },
    'an external id with letters': { overrides: { external_id: 'reference' } },
    'a stranger’s key': { private_key: privateKey },
    'no bill date': body({ additionalInfo: { billDate: null } }),
    'no bill description': body({ additionalInfo: { billDescription: null } }),
    'no channel code': body({ additionalInfo: { channelCode: null } }),
    'the client id as partner': { partner_id: '$client' },
  },
  generic: {
    ...ofHmac,
    'a signature in hex': { overrides: { encoding: 'hex' } },
    'a validity in seconds': { overrides: { validity: 'seconds' } },
  },
}

// Without a token, these two do what the profile does anyway: RSA, whatever its name.
const signedByKey = new Set<ProfileId>(['dana', 'dana-qris', 'faspay'])
const otherAlgorithm = (profile: ProfileId) =>
  signedByKey.has(profile) ? { overrides: { signature: 'hmac' } } : always['a signature in the other algorithm']!

let invoices = 0

async function charge(profile: ProfileId, change: object) {
  const stored = await makeSnapCredentials(sandbox.database.sql, sandbox.url, 'WARUNG', profile)
  const text = JSON.stringify({ ...stored, ...change }).replace('"$client"', JSON.stringify(stored.client_id))
  const call = {
    credentials: JSON.parse(text),
    outbound: sandbox.outbound,
    hook: 'https://warung.example/hooks/snap/7',
  }
  const requestedAt = sandbox.clock.now()
  const expiresAt = new Date(requestedAt.getTime() + 1_800_000)
  const reference = `INV-${String(++invoices).padStart(20, 'C')}-1`
  return snap.charge!(call, { reference, amount: 25_000, requestedAt, expiresAt })
}

describe.each(profileIds)('the simulator of %s', profile => {
  const changes = {
    ...always,
    'a signature in the other algorithm': otherAlgorithm(profile),
    ...own[profile],
  }

  test('the simulator creates a code for the unchanged profile', async () => {
    expect((await charge(profile, {})).qris).toMatch(/^000201/)
  })

  test('the simulator refuses each of at least ten changes to the profile', async () => {
    expect(Object.keys(changes).length).toBeGreaterThanOrEqual(10)
    for (const [name, change] of Object.entries(changes)) {
      await expect(charge(profile, change), name).rejects.toThrow()
    }
  })

  test('the simulator refuses a query with the wrong service code', async () => {
    const stored = await makeSnapCredentials(sandbox.database.sql, sandbox.url, 'WARUNG', profile)
    const credentials = snap.credentials.parse({
      ...stored,
      overrides: { query: { body: { serviceCode: '99' } } },
    })
    const now = new Date()
    const unknown = { reference: 'INV-NONE', providerInvoiceId: '1', amount: 1000, requestDate: now }
    const asked = snap.status!(
      { credentials, outbound: sandbox.outbound },
      { ...unknown, askedAt: now, payableUntil: now },
    )
    await expect(asked).rejects.toMatchObject({ kind: 'refused' })
  })
})
