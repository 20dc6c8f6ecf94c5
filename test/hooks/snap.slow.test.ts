import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import type { ProfileId } from '../../src/connectors/snap/profiles.ts'
import { signAsymmetric } from '../../src/connectors/snap/signature.ts'
import { findViolations } from '../../src/doctor/find-violations.ts'
import { count, create, send, statusOf } from '../payments/scenario.ts'
import { connectSnap, notifyPath, openSnapShop, push, type SnapShop, signAsProvider } from './snap-shop.ts'

let shop: SnapShop

afterEach(async () => {
  const violations = await findViolations(shop.app)
  await shop.close()
  expect(violations).toEqual([])
})

interface Coded {
  invoice_id: string
  amount: number
  unique_code: number
  final_amount: number
  reference: string
  providerInvoiceId: string
}

/** Creates a payment whose code has been created and checked: the next regular check is a while away. */
async function coded(): Promise<Coded> {
  const payment = await create(shop, { payment_method: 'qris' })
  await shop.work()
  await shop.work()
  const [charge] = await shop.app.sql.query<{ reference: string; providerInvoiceId: string }>(
    'select reference, provider_invoice_id as "providerInvoiceId" from charge where invoice_id = $1',
    [payment.invoice_id],
  )
  await shop.app.sql.write("update charge set ask_at = now() + interval '1 hour'")
  return { ...payment, ...charge! }
}

const notification = (charge: Coded, status = '00') => ({
  originalReferenceNo: charge.providerInvoiceId,
  originalPartnerReferenceNo: charge.reference,
  latestTransactionStatus: status,
  amount: { value: `${charge.final_amount}.00`, currency: 'IDR' },
})

/** Pays at the provider, which sends no push. */
async function payQuietly(charge: Coded): Promise<void> {
  await shop.sandbox('/faults', { connector: 'snap', operation: 'push', mode: 'error', count: 1 })
  await send(shop, { invoice_id: charge.invoice_id })
}

describe.each(['generic', 'dana', 'dana-qris', 'doku', 'bri', 'midtrans', 'faspay'] as ProfileId[])(
  'with the profile %s',
  profile => {
    test('a push settles its payment at once, without waiting for the next check', async () => {
      shop = await openSnapShop(profile)
      const charge = await coded()
      await shop.work()
      expect(await statusOf(shop, charge)).toBe('pending')
      // The sandbox pushes by itself, in the profile's way.
      await send(shop, { invoice_id: charge.invoice_id })
      await shop.work()
      expect(await statusOf(shop, charge)).toBe('paid')
      expect(await count(shop, 'transfer', "state = 'settled'")).toBe(1)
    })
  },
)

test("a verified push is answered in the provider's form", async () => {
  shop = await openSnapShop()
  const charge = await coded()
  const answer = await push(shop, { body: notification(charge) })
  expect(answer).toMatchObject({ status: 200, body: { responseCode: '2005200', responseMessage: 'Successful' } })
})

test('a push is never trusted: if the provider then reports unpaid, the payment stays pending', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  expect((await push(shop, { body: notification(charge) })).status).toBe(200)
  await shop.work()
  expect(await statusOf(shop, charge)).toBe('pending')
  expect(await count(shop, 'transfer')).toBe(0)
})

test('a forged push is 401 and triggers nothing', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  await payQuietly(charge)
  const body = notification(charge)
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const timestamp = new Date().toISOString()
  const text = { method: 'POST', path: notifyPath(shop), body: JSON.stringify(body), timestamp }
  const forgeries: [string, object][] = [
    ['no signature', { signature: null }],
    ['an empty signature', { signature: '' }],
    ['a signature that is none', { signature: 'AAAA' }],
    ["a stranger's signature", { timestamp, signature: signAsymmetric(stranger, text).signature }],
    ['another body than the signed one', { sent: JSON.stringify(notification(charge, '05')) }],
    ['a body with one blank inside a text', { sent: JSON.stringify(body).replace('00"', '00 "') }],
  ]
  for (const [name, change] of forgeries) {
    const answer = await push(shop, { body, ...change })
    expect(answer, name).toMatchObject({ status: 401, body: { responseCode: '4015200' } })
    await shop.work()
    expect(await statusOf(shop, charge), name).toBe('pending')
  }
})

test('a body that was indented in transit still matches its signature', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  const sent = JSON.stringify(notification(charge), null, 2)
  expect((await push(shop, { body: notification(charge), sent })).status).toBe(200)
})

test('a push that is replayed a hundred times simultaneously settles once', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  await payQuietly(charge)
  const timestamp = new Date().toISOString()
  const replays = Array.from({ length: 100 }, () => push(shop, { body: notification(charge), timestamp }))
  const answers = await Promise.all(replays)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await Promise.all([shop.work(), shop.work(), shop.work()])
  await push(shop, { body: notification(charge), timestamp })
  await shop.work()
  expect(await statusOf(shop, charge)).toBe('paid')
  expect(await count(shop, 'transfer')).toBe(1)
  expect(await count(shop, 'movement')).toBe(1)
})

test('a push from eleven minutes ago or ahead is refused, even with a valid signature', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  for (const shiftMs of [-11 * 60_000, 11 * 60_000]) {
    const timestamp = new Date(Date.now() + shiftMs).toISOString()
    expect((await push(shop, { body: notification(charge), timestamp })).status).toBe(401)
  }
})

test('a push whose time was changed after signing is refused', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  const body = JSON.stringify(notification(charge))
  const signedAt = new Date(Date.now() - 60_000).toISOString()
  const signature = await signAsProvider(shop, { path: notifyPath(shop), body, timestamp: signedAt })
  expect((await push(shop, { body, signature, timestamp: new Date().toISOString() })).status).toBe(401)
  expect((await push(shop, { body, signature, timestamp: signedAt })).status).toBe(200)
})

test('pushes out of order change nothing: cancelled after paid, paid before its code was checked', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  await payQuietly(charge)
  await push(shop, { body: notification(charge, '00') })
  await push(shop, { body: notification(charge, '05') })
  await shop.work()
  await push(shop, { body: notification(charge, '03') })
  await push(shop, { body: notification(charge, '06') })
  await shop.work()
  expect(await statusOf(shop, charge)).toBe('paid')
  expect(await count(shop, 'transfer')).toBe(1)
})

describe('across accounts', () => {
  test("a push for one connection is not accepted at another's address", async () => {
    shop = await openSnapShop()
    const charge = await coded()
    await payQuietly(charge)
    const other = await connectSnap(shop, shop.second.accountId, 'SECOND')
    // Signed for the right address but sent to the other: the path is part of the signed text.
    const timestamp = new Date().toISOString()
    const body = JSON.stringify(notification(charge))
    const signature = await signAsProvider(shop, { path: notifyPath(shop), body, timestamp })
    expect((await push(shop, { connectionId: other, body, timestamp, signature })).status).toBe(401)
    // The provider serves both and may sign for either: a charge is found only on its own connection.
    expect((await push(shop, { connectionId: other, body })).status).toBe(200)
    await shop.work()
    expect(await statusOf(shop, charge)).toBe('pending')
  })

  test('a connection that is missing, removed or of another connector is refused like a wrong signature', async () => {
    shop = await openSnapShop()
    const charge = await coded()
    const unknown = await push(shop, { connectionId: 999_999, body: notification(charge) })
    const interactive = shop.operator.connections.find(({ connector }) => connector === 'interactive')!
    const foreign = await push(shop, { connectionId: interactive.id, body: notification(charge) })
    const forged = await push(shop, { body: notification(charge), signature: 'AAAA' })
    expect([unknown.status, foreign.status, forged.status]).toEqual([401, 401, 401])
    expect(unknown.body).toEqual(forged.body)
    await shop.app.sql.write('update connection set is_active = false, removed_at = now() where id = $1', [
      shop.connectionId,
    ])
    expect((await push(shop, { body: notification(charge) })).status).toBe(401)
  })
})

test('signed bodies with an unknown payment are accepted, and invalid ones are 400', async () => {
  shop = await openSnapShop()
  const bodies: [string, number][] = [
    ['paid!', 400],
    ['', 400],
    ['{"latestTransactionStatus":"00"}', 400],
    ['[]', 400],
    ['null', 400],
    ['{"originalPartnerReferenceNo":"INV-NOBODY"}', 200],
  ]
  for (const [body, status] of bodies) expect((await push(shop, { body })).status, body).toBe(status)
  // Rejected before all of it is read.
  const endless = await push(shop, { body: { fill: 'x'.repeat(300_000) } })
  expect(endless).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
})

test('other methods and addresses are 405 and 404', async () => {
  shop = await openSnapShop()
  const get = await fetch(`${shop.url}/hooks/snap/${shop.connectionId}`)
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
  for (const path of ['/hooks/wallet/1', '/hooks/nobody/1', '/hooks/snap/x', '/hooks/__proto__/1']) {
    expect((await fetch(shop.url + path, { method: 'POST' })).status).toBe(404)
  }
})

test('a push during a check of its charge causes another check, because the response may be older', async () => {
  shop = await openSnapShop()
  const charge = await coded()
  await shop.app.sql.write('update charge set ask_at = now()')
  await shop.sandbox('/faults', { connector: 'snap', operation: 'status', mode: 'slow', delay_ms: 400, count: 1 })
  const asking = shop.work()
  await expect.poll(() => count(shop, 'charge', 'lease_token is not null')).toBe(1)
  await expect.poll(() => count(shop, 'sandbox.fault', 'remaining = 0')).toBe(1)
  await push(shop, { body: notification(charge) })
  await asking
  expect(await count(shop, 'charge', "ask_at = '-infinity'")).toBe(1)
})

describe('a provider that requires our token (DOKU)', () => {
  test('DOKU gets a token for its signature, and a notification with another token is refused', async () => {
    shop = await openSnapShop('doku')
    const charge = await coded()
    const tail = '/v1.0/access-token/b2b'
    const refused = await push(shop, { tail, body: { grantType: 'client_credentials' } })
    expect(refused).toMatchObject({ status: 401, body: { responseCode: '4017300' } })
    const foreign = await fetch(`${shop.url}/hooks/snap/${shop.connectionId}/v1.0/qr/qr-mpm-notify`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer 9999999999.forged',
        'x-timestamp': new Date().toISOString(),
        'x-signature': 'AA==',
      },
      body: JSON.stringify(notification(charge)),
    })
    expect(foreign.status).toBe(401)
  })
})
