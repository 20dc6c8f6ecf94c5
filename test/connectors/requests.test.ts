import { createHash, createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Connector } from '../../src/connectors/connector.ts'
import { duitku } from '../../src/connectors/duitku/duitku.ts'
import { ipaymu } from '../../src/connectors/ipaymu/ipaymu.ts'
import { midtrans } from '../../src/connectors/midtrans/midtrans.ts'
import { tripay } from '../../src/connectors/tripay/tripay.ts'
import { xendit } from '../../src/connectors/xendit/xendit.ts'
import type { OutboundOptions } from '../../src/lib/outbound.ts'

// Every request to a gateway, with all of its headers and fields, as its documentation has them: docs.midtrans.com,
// docs.xendit.co, docs.duitku.com/api/id, tripay.co.id/developer and github.com/ipaymu/docs-ipaymu-api-v2.

const reference = 'INV-1-1'
const requestedAt = new Date('2026-11-22T10:00:00Z')
const expiresAt = new Date('2026-11-22T10:30:00Z')
const hook = 'https://toko.example/hooks/7'
const json = 'application/json'
const basic = (key: string) => `Basic ${Buffer.from(`${key}:`).toString('base64')}`
const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex')

interface Request {
  method: string
  url: string
  headers: Record<string, string>
  body: unknown
}

/** Runs a call against a provider that fails, and returns the first request. */
async function firstRequest(
  connector: Connector,
  keys: object,
  run: (call: Parameters<NonNullable<Connector['charge']>>[0]) => Promise<unknown>,
): Promise<Request> {
  const sent: Request[] = []
  const fetch = async (url: string, { method = 'GET', headers = {}, body, ...limits }: OutboundOptions = {}) => {
    // A slow or endless answer must not occupy a connection for minutes.
    expect(limits.timeoutMs).toBeGreaterThanOrEqual(10_000)
    expect(limits.timeoutMs).toBeLessThanOrEqual(35_000)
    expect(limits.responseBytesMax).toBeLessThanOrEqual(1_048_576)
    sent.push({ method, url, headers, body: body === undefined ? undefined : JSON.parse(String(body)) })
    return { status: 500, headers: {}, body: Buffer.from('') }
  }
  // The channel of Tripay, and the form and the channel of Duitku.
  const text = connector.id === 'tripay' ? 'QRIS2' : 'hmac SP'
  const tokens = { get: async () => text, drop: async () => {} }
  const credentials = connector.credentials.parse(keys)
  await expect(run({ credentials, outbound: { fetch }, tokens, hook })).rejects.toMatchObject({ kind: 'unreachable' })
  return sent[0]!
}

const charge = (connector: Connector, keys: object, changes: object = {}) =>
  firstRequest(connector, keys, call =>
    connector.charge!(call, { reference, amount: 25_036, requestedAt, expiresAt, ...changes }),
  )
const ref = (providerInvoiceId: string) => ({
  reference,
  providerInvoiceId,
  amount: 25_036,
  requestDate: requestedAt,
  askedAt: requestedAt,
  payableUntil: expiresAt,
})
const status = (connector: Connector, keys: object, id: string) =>
  firstRequest(connector, keys, call => connector.status!(call, ref(id)))
const cancel = (connector: Connector, keys: object, id: string) =>
  firstRequest(connector, keys, call => connector.cancel!(call, ref(id), 'sold out'))
const period = { from: requestedAt, to: new Date('2026-11-23T17:30:00Z') }
const history = (connector: Connector, keys: object, cursor: string | null) =>
  firstRequest(connector, keys, call => connector.history!(call, { ...period, cursor }))

describe('Midtrans', () => {
  const keys = { server_key: 'Mid-server-requests' }
  const headers = { accept: json, 'content-type': json, authorization: basic(keys.server_key) }
  const connector = midtrans as Connector

  test('a code is requested once for each reference, with its life in seconds and its own notification', async () => {
    expect(await charge(connector, keys)).toEqual({
      method: 'POST',
      url: 'https://api.midtrans.com/v2/charge',
      headers: { ...headers, 'Idempotency-Key': reference, 'X-Override-Notification': hook },
      body: {
        payment_type: 'qris',
        transaction_details: { order_id: reference, gross_amount: 25_036 },
        custom_expiry: { expiry_duration: 1_800, unit: 'second' },
      },
    })
    const life = async (ms: number) => {
      const { body } = await charge(connector, keys, { expiresAt: new Date(requestedAt.getTime() + ms) })
      return (body as { custom_expiry: { expiry_duration: number } }).custom_expiry.expiry_duration
    }
    expect([await life(0), await life(1_500), await life(30 * 86_400_000)]).toEqual([1, 2, 7 * 86_400])
  })

  test('a code is checked, and taken back', async () => {
    const url = 'https://api.midtrans.com/v2/T%2F1'
    expect(await status(connector, keys, 'T/1')).toEqual({ method: 'GET', url: `${url}/status`, headers })
    expect(await cancel(connector, keys, 'T/1')).toEqual({ method: 'POST', url: `${url}/cancel`, headers, body: {} })
  })
})

describe('Xendit', () => {
  const keys = { secret_key: 'xnd_production_requests' }
  const headers = { accept: json, authorization: basic(keys.secret_key), 'api-version': '2024-11-11' }
  const connector = xendit as Connector
  const url = 'https://api.xendit.co'

  test('a code is requested, checked and taken back', async () => {
    expect(await charge(connector, keys)).toEqual({
      method: 'POST',
      url: `${url}/v3/payment_requests`,
      headers: { ...headers, 'content-type': json, 'idempotency-key': reference },
      body: {
        reference_id: reference,
        type: 'PAY',
        country: 'ID',
        currency: 'IDR',
        request_amount: 25_036,
        capture_method: 'AUTOMATIC',
        channel_code: 'QRIS',
        channel_properties: { expires_at: '2026-11-22T10:30:00.000Z' },
      },
    })
    const one = `${url}/v3/payment_requests/pr-1`
    expect(await status(connector, keys, 'pr-1')).toEqual({ method: 'GET', url: one, headers })
    expect(await cancel(connector, keys, 'pr-1')).toEqual({
      method: 'POST',
      url: `${one}/cancel`,
      headers: { ...headers, 'content-type': json },
      body: {},
    })
  })

  test('the history is read by the time of creation', async () => {
    const asked = await history(connector, keys, 'txn-1')
    const { origin, pathname, searchParams } = new URL(asked.url)
    expect([asked.method, origin, pathname, asked.headers]).toEqual(['GET', url, '/transactions', headers])
    expect(Object.fromEntries(searchParams)).toEqual({
      types: 'PAYMENT',
      statuses: 'SUCCESS',
      channel_categories: 'QR_CODE',
      'created[gte]': '2026-11-22T10:00:00.000Z',
      'created[lte]': '2026-11-23T17:30:00.000Z',
      limit: '50',
      after_id: 'txn-1',
    })
    expect(new URL((await history(connector, keys, null)).url).searchParams.has('after_id')).toBe(false)
  })
})

describe('Duitku', () => {
  const keys = { merchant_code: 'D0000', api_key: 'EXAMPLEKEY' }
  const headers = { accept: json, 'content-type': json }
  const connector = duitku as Connector
  const url = 'https://passport.duitku.com/webapi/api/merchant'

  test('a code is requested and checked', async () => {
    expect(await charge(connector, keys)).toEqual({
      method: 'POST',
      url: `${url}/v2/inquiry`,
      headers,
      body: {
        merchantCode: 'D0000',
        paymentAmount: 25_036,
        paymentMethod: 'SP',
        merchantOrderId: reference,
        productDetails: expect.stringContaining(reference),
        email: expect.stringContaining('@'),
        customerVaName: expect.stringMatching(/^.{1,20}$/),
        callbackUrl: hook,
        returnUrl: 'https://toko.example',
        expiryPeriod: 30,
        signature: hmac(keys.api_key, `D0000${reference}25036`),
      },
    })
    expect(await status(connector, keys, 'D00001')).toEqual({
      method: 'POST',
      url: `${url}/transactionStatus`,
      headers,
      body: { merchantCode: 'D0000', merchantOrderId: reference, signature: hmac(keys.api_key, `D0000${reference}`) },
    })
  })

  test('the life of a code is in whole minutes, at least one', async () => {
    const life = async (ms: number) => {
      const { body } = await charge(connector, keys, { expiresAt: new Date(requestedAt.getTime() + ms) })
      return (body as { expiryPeriod: number }).expiryPeriod
    }
    expect([await life(0), await life(60_001)]).toEqual([1, 2])
  })

  test('the list of methods is signed over its time in Jakarta', async () => {
    const { body, ...asked } = await firstRequest(connector, keys, call => connector.check!(call))
    expect(asked).toEqual({ method: 'POST', url: `${url}/paymentmethod/getpaymentmethod`, headers })
    const { datetime } = body as { datetime: string }
    expect(Math.abs(Date.parse(`${datetime.replace(' ', 'T')}+07:00`) - Date.now())).toBeLessThan(60_000)
    const signature = hmac(keys.api_key, `D000010000${datetime}`)
    expect(body).toEqual({ merchantcode: 'D0000', amount: 10_000, datetime, signature })
  })
})

describe('Tripay', () => {
  const keys = { merchant_code: 'T0001', api_key: 'key', private_key: 'private' }
  const headers = { accept: json, authorization: 'Bearer key' }
  const connector = tripay as Connector
  const url = 'https://tripay.co.id/api'

  test('a code is requested and checked', async () => {
    expect(await charge(connector, keys)).toEqual({
      method: 'POST',
      url: `${url}/transaction/create`,
      headers: { ...headers, 'content-type': json },
      body: {
        method: 'QRIS2',
        merchant_ref: reference,
        amount: 25_036,
        customer_name: expect.stringMatching(/./),
        customer_email: expect.stringContaining('@'),
        customer_phone: expect.stringMatching(/^08\d+$/),
        order_items: [{ name: expect.stringContaining(reference), price: 25_036, quantity: 1 }],
        callback_url: hook,
        expired_time: expiresAt.getTime() / 1000,
        signature: hmac('private', `T0001${reference}25036`),
      },
    })
    const detail = `${url}/transaction/detail?reference=T0001123`
    expect(await status(connector, keys, 'T0001123')).toEqual({ method: 'GET', url: detail, headers })
  })

  test('the life of a code is from eleven minutes to a day', async () => {
    const life = async (minutes: number) => {
      const { body } = await charge(connector, keys, { expiresAt: new Date(requestedAt.getTime() + minutes * 60_000) })
      return (body as { expired_time: number }).expired_time - requestedAt.getTime() / 1000
    }
    expect([await life(1), await life(12), await life(1_440)]).toEqual([660, 720, 86_400])
  })

  test('the history lists paid transactions, newest first', async () => {
    const asked = (page: number) => `${url}/merchant/transactions?page=${page}&per_page=50&sort=desc&status=PAID`
    expect(await history(connector, keys, null)).toEqual({ method: 'GET', url: asked(1), headers })
    expect(await history(connector, keys, '3')).toEqual({ method: 'GET', url: asked(3), headers })
  })
})

describe('iPaymu', () => {
  const keys = { va: '1179001234567890', api_key: 'QbGcoO0Qds9sQFDmY0MWg1Tq.xtuh1' }
  const connector = ipaymu as Connector
  const url = 'https://my.ipaymu.com/api/v2'

  function checkSigned({ method, headers, body }: Request) {
    const hash = createHash('sha256')
      .update(body === undefined ? '{}' : JSON.stringify(body))
      .digest('hex')
    expect(headers).toEqual({
      accept: json,
      'content-type': json,
      va: keys.va,
      timestamp: expect.stringMatching(/^\d{14}$/),
      signature: hmac(keys.api_key, `${method}:${keys.va}:${hash}:${keys.api_key}`),
    })
  }

  test('a code is requested, whose fee the merchant pays, and checked', async () => {
    const asked = await charge(connector, keys)
    checkSigned(asked)
    expect(asked).toMatchObject({ method: 'POST', url: `${url}/payment/direct` })
    expect(asked.body).toEqual({
      name: expect.stringMatching(/./),
      phone: expect.stringMatching(/^08\d+$/),
      email: expect.stringContaining('@'),
      amount: 25_036,
      notifyUrl: hook,
      referenceId: reference,
      paymentMethod: 'qris',
      paymentChannel: 'mpm',
      feeDirection: 'MERCHANT',
    })
    const checked = await status(connector, keys, '130770')
    checkSigned(checked)
    expect(checked).toMatchObject({ method: 'POST', url: `${url}/transaction`, body: { transactionId: '130770' } })
  })

  test('the history is read by the day of the payment in Jakarta', async () => {
    const asked = await history(connector, keys, '2')
    checkSigned(asked)
    expect(asked).toMatchObject({ method: 'POST', url: `${url}/history` })
    // 17:30 in London is the next day in Jakarta.
    const days = { startdate: '2026-11-22', enddate: '2026-11-24', date: 'indate' }
    expect(asked.body).toEqual({ ...days, page: 2, limit: 20 })
    expect((await history(connector, keys, null)).body).toEqual({ ...days, page: 1, limit: 20 })
  })
})
