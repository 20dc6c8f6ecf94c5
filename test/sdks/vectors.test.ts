import { createHmac, createPrivateKey } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { examples } from '../../src/api/dialects/outward-examples.ts'
import { writeEnvelope } from '../../src/callbacks/outward/outward.ts'
import { signCallback, signStandardHeaders } from '../../src/callbacks/sign-callback.ts'
import type { PaymentPaid } from '../../src/events/payloads.ts'
import { createCalendar } from '../../src/lib/calendar.ts'
import { signEvent } from '../../src/modules/webhooks/sign-event.ts'

// Writes the messages that a receiver must accept or reject, for the tests of all SDKs. The shop's own code signs them.
// The file is committed, so nothing in it is random.

const sentAt = new Date('2026-11-21T07:00:00Z')
const now = sentAt.getTime() / 1000
const secret = 'whsec_d2FydW5nIHZlY3RvcnMsIG5vYm9keSdzIHNlY3JldCE='
const otherSecret = 'whsec_YW5vdGhlciBzZWNyZXQgb2YgdGhlc2UgdmVjdG9ycyE='
const eventId = '0f2b6a0e-7f4c-4d57-9a43-6a1d4b0a7c11'
// RFC 8032, section 7.1, TEST 1: a private key that is public.
const ed25519Seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex')
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), ed25519Seed]),
  format: 'der',
  type: 'pkcs8',
})

interface Vector {
  name: string
  secrets: string[]
  now: number
  headers: Record<string, string>
  body: string
  /** The facts of an accepted message, or the reason why it is rejected. */
  expected: { id: string; type: string; invoice_id?: string; sequence: number | null; is_test: boolean } | string
}

function callback(
  fields: Partial<PaymentPaid> = {},
  attempt: { at?: Date; secrets?: string[]; isTest?: boolean } = {},
) {
  const { at = sentAt, secrets = [secret], isTest = false } = attempt
  const paid = { ...paidPayment, ...fields } as PaymentPaid
  const signed = { eventId, number: 1, paid, secrets, downloadToken: null, isTest, sentAt: at }
  return signCallback(signed, createCalendar('Asia/Jakarta'))
}

const paidPayment: Partial<PaymentPaid> = {
  invoiceId: 'INV-CZSRHR2XGY9QFHM5YCHN',
  amount: 15_000,
  uniqueCode: 36,
  finalAmount: 15_036,
  paidAt: '2026-11-21T06:59:35.000Z',
  paidAmount: 15_036,
  paidReffNum: '413255111',
  paymentMethod: 'qris',
  paidVia: 'qris',
  customerName: 'Siti Aminah',
  customerEmail: null,
  customerPhone: null,
  description: 'Kopi susu',
  redirectUrl: null,
  reference: 'ORDER-7',
  metadata: { table: '7' },
  hasFile: false,
  hasContent: false,
  payerName: 'Zainal Arief',
  payerApp: 'Sakuku',
}

function event(sequence: number) {
  const envelope = { id: eventId, type: 'payment.paid' as const, mode: 'test' as const, sequence, createdAt: sentAt }
  const body = writeEnvelope(envelope, examples['payment.paid'])
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' }).toString('base64')
  return {
    body,
    headers: signEvent({ id: eventId, body, secrets: [secret], key: pkcs8, attempt: 1, isTest: false, sentAt }),
  }
}

const paid = { id: eventId, type: 'payment.paid', invoice_id: paidPayment.invoiceId!, sequence: null, is_test: false }
const good = callback()
const fresh = Math.floor(now + 200)

function vector(name: string, expected: Vector['expected'], fields: Partial<Vector> = {}): Vector {
  return { name, secrets: [secret], now, headers: good.headers, body: good.body, ...fields, expected }
}

function signed(body: string): Partial<Vector> {
  return { body, headers: signStandardHeaders([secret], eventId, now, body) }
}

function changed(headers: Record<string, string>): Partial<Vector> {
  return { headers: { ...good.headers, ...headers } }
}

/** Returns a signature with an empty key, which a receiver without a secret would compute. */
function signedByNothing(): string {
  const text = `${eventId}.${now}.${good.body}`
  return `v1,${createHmac('sha256', '').update(text).digest('base64')}`
}

const { 'webhook-signature': _signature, ...unsigned } = good.headers
const reordered = JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(good.body)).reverse()))
const unicode = callback({
  customerName: 'Ærøskøbing 花子 👩‍🍳 \u2028 "\\',
  description: 'Kopi\tsusu – ½ gula',
  metadata: { catatan: 'é' },
})
const escaped = good.body.replace('Siti', '\\u0053iti').replace('Kopi', 'K\\u00f3pi \\ud83c\\udf75')
const dataOfEvent = JSON.parse(event(3).body).data as { invoice_id: string }
const ofEvent = { ...paid, invoice_id: dataOfEvent.invoice_id }

const vectors: Vector[] = [
  vector('good: the callback of a payment', paid),
  vector('good: a trial of the address', { ...paid, is_test: true }, callback({}, { isTest: true })),
  vector('good: an event of an endpoint', { ...ofEvent, sequence: 3 }, event(3)),
  vector('good: names of headers in capitals', paid, {
    headers: Object.fromEntries(Object.entries(good.headers).map(([name, value]) => [name.toUpperCase(), value])),
  }),
  vector('good: signed with the old and the new secret', paid, callback({}, { secrets: [otherSecret, secret] })),
  vector('good: the receiver knows the old and the new secret', paid, { secrets: [otherSecret, secret] }),
  vector('good: four minutes old', paid, { now: now + 240 }),
  vector('replayed: the same message again has the same id', paid),
  vector('replayed: with a new time', 'bad_signature', {
    now: fresh,
    ...changed({ 'webhook-timestamp': String(fresh) }),
  }),
  vector('replayed: with a new id', 'bad_signature', changed({ 'webhook-id': 'msg_another' })),
  vector('replayed: with another body', 'bad_signature', { body: event(3).body }),
  vector('replayed: ten minutes later', 'too_old', { now: now + 600 }),
  vector('old: six minutes', 'too_old', { now: now + 360 }),
  vector('old: the clocks are ten minutes apart', 'too_new', { now: now - 600 }),
  vector('forged: another secret', 'bad_signature', callback({}, { secrets: [otherSecret] })),
  vector('forged: an amount changed on the way', 'bad_signature', {
    body: good.body.replace('"amount":15000', '"amount":15001'),
  }),
  vector('forged: metadata changed on the way', 'bad_signature', {
    body: good.body.replace('"table":"7"', '"table":"8"'),
  }),
  vector('forged: a blank added at the end', 'bad_signature', { body: `${good.body} ` }),
  vector(
    'forged: a signature without its version',
    'bad_signature',
    changed({ 'webhook-signature': good.headers['webhook-signature']!.slice(3) }),
  ),
  vector(
    'forged: a signature of another version',
    'bad_signature',
    changed({ 'webhook-signature': good.headers['webhook-signature']!.replace('v1,', 'v2,') }),
  ),
  vector('forged: an empty signature', 'missing_headers', changed({ 'webhook-signature': '' })),
  vector('forged: the older signature alone', 'missing_headers', { headers: unsigned }),
  vector('forged: signed with an empty secret', 'bad_secret', {
    secrets: ['whsec_'],
    ...changed({ 'webhook-signature': signedByNothing() }),
  }),
  vector('forged: a time that is not a number', 'bad_timestamp', {
    headers: {
      ...good.headers,
      'webhook-timestamp': 'now',
      'webhook-signature': `v1,${createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
        .update(`${eventId}.now.${good.body}`)
        .digest('base64')}`,
    },
  }),
  vector('forged: a secret that is not base64', 'bad_secret', { secrets: ['whsec_*'] }),
  vector('reordered: fields reordered before it was signed', paid, signed(reordered)),
  vector('reordered: fields reordered after it was signed', 'bad_signature', { body: reordered }),
  vector('reordered: an event that is older than the last one', { ...ofEvent, sequence: 2 }, event(2)),
  vector('unicode: names, emoji and a line separator', paid, unicode),
  vector('unicode: escapes in the body stay as they were signed', paid, signed(escaped)),
  vector('unicode: escapes that a parser undid', 'bad_signature', {
    headers: signed(escaped).headers!,
    body: JSON.stringify(JSON.parse(escaped)),
  }),
  vector('signed, and not JSON', 'not_json', signed('{')),
  vector('signed, and a list', 'not_json', signed('[]')),
]

describe('the vectors of the SDKs', () => {
  test("packages/sdk-vectors.json matches the shop's signatures", async () => {
    await expect(`${JSON.stringify(vectors, null, 2)}\n`).toMatchFileSnapshot('../../packages/sdk-vectors.json')
  })

  test('the tests of every SDK read the vectors', () => {
    const packages = path.join(import.meta.dirname, '../../packages')
    const readers = [
      'sdk-typescript/test/webhooks.test.ts',
      'sdk-php/test/webhooks.php',
      'sdk-python/tests/test_webhooks.py',
      'sdk-go/webhooks_test.go',
    ]
    for (const reader of readers) {
      expect(readFileSync(path.join(packages, reader), 'utf8'), reader).toContain('sdk-vectors.json')
    }
  })
})
