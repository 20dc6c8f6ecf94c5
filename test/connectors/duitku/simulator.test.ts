import { createHash, createHmac, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeDuitkuContract } from '../../../src/connectors/duitku/simulator.ts'
import { useTestMode } from '../test-mode.ts'

// The expected values come from https://docs.duitku.com/api/id/ (v2, HMAC since April 2026): get payment method,
// inquiry, callback and check transaction, and from the official duitku-php for what it calls `Message`.

const provider = useTestMode('duitku', 'SUCCESS')

type Caller = ReturnType<typeof makeDuitkuContract>
type Kind = Parameters<typeof makeDuitkuContract>[2]
const newCaller = (kind?: Kind): Caller => makeDuitkuContract('', `D${randomInt(1e9, 1e10)}`, kind)
const sign = ({ api_key }: Caller, text: string) => createHmac('sha256', api_key).update(text).digest('hex')
const signOld = ({ api_key }: Caller, text: string, hash: 'md5' | 'sha256') =>
  createHash(hash)
    .update(text + api_key)
    .digest('hex')

async function post(path: string, body: object) {
  const { status, body: told } = await provider.sandbox.call('POST', `/duitku/webapi/api/merchant${path}`, body)
  return { status, body: told }
}
const refused = (status: number, Message: unknown) => ({ status, body: { Message } })

let orders = 0
function inquiry(caller: Caller, changes: Record<string, unknown> = {}) {
  const { paymentAmount = 25_036, merchantOrderId = `INV-${++orders}` } = changes
  return {
    merchantCode: caller.merchant_code,
    paymentAmount,
    paymentMethod: 'SP',
    merchantOrderId,
    productDetails: 'Pembayaran',
    email: 'pembeli@example.com',
    customerVaName: 'Pembeli',
    callbackUrl: `${provider.receiver.url}/callback`,
    returnUrl: 'https://toko.example/',
    expiryPeriod: 15,
    signature: sign(caller, `${caller.merchant_code}${merchantOrderId}${paymentAmount}`),
    ...changes,
  }
}
const inquire = (caller: Caller, changes?: Record<string, unknown>) => post('/v2/inquiry', inquiry(caller, changes))
async function create(caller: Caller, changes?: Record<string, unknown>) {
  const asked = inquiry(caller, changes)
  const { body } = await post('/v2/inquiry', asked)
  return { ...(body as { reference: string; qrString: string }), merchantOrderId: String(asked.merchantOrderId) }
}
const pay = (qris: string) =>
  provider.sandbox.call('POST', '/transfers', { qris, payer_name: 'Siti', payer_app: 'GoPay' })

// Jakarta has had the offset +07:00 since 1964.
const jakartaNow = (ms = 0) => new Date(Date.now() + ms + 7 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
function methodsOf(caller: Caller, changes: Record<string, unknown> = {}) {
  const { datetime = jakartaNow(), amount = 10_000 } = changes
  const signature = sign(caller, `${caller.merchant_code}${amount}${datetime}`)
  const asked = { merchantcode: caller.merchant_code, amount, datetime, signature, ...changes }
  return provider.sandbox.call('POST', '/duitku/webapi/api/merchant/paymentmethod/getpaymentmethod', asked)
}

describe('the list of methods', () => {
  const method = (paymentMethod: string, totalFee: string) => ({
    paymentMethod,
    paymentName: expect.any(String),
    paymentImage: expect.stringMatching(/^https:.*\.PNG$/),
    totalFee,
  })
  const listed = (...paymentFee: object[]) => ({
    status: 200,
    body: { paymentFee, responseCode: '00', responseMessage: 'SUCCESS' },
  })

  test('a project has two channels of QRIS beside another one, or none', async () => {
    const { headers: _, ...usual } = await methodsOf(newCaller())
    expect(usual).toEqual(listed(method('BC', '0'), method('SP', '70'), method('NQ', '70')))
    const { headers: __, ...without } = await methodsOf(newCaller('noqris'))
    expect(without).toEqual(listed(method('BC', '0')))
  })

  test("the merchant code is read as the documentation spells it, and as Duitku's own library does", async () => {
    const caller = newCaller()
    const { merchant_code: merchantCode } = caller
    expect(await methodsOf(caller, { merchantcode: undefined, merchantCode })).toMatchObject({ status: 200 })
  })

  test('a request is at most five minutes old, and of the documented form', async () => {
    const caller = newCaller()
    for (const ms of [-200_000, 280_000]) {
      expect(await methodsOf(caller, { datetime: jakartaNow(ms) })).toMatchObject({ status: 200 })
    }
    for (const ms of [-310_000, 420_000]) {
      const late = await methodsOf(caller, { datetime: jakartaNow(ms) })
      expect(late).toMatchObject(refused(400, 'Request expired'))
      expect(Math.abs(Date.parse(late.headers.get('date')!) - Date.now())).toBeLessThan(60_000)
    }
    for (const datetime of ['2026-11-22T17:00:00', 'today', `${jakartaNow()}.5`]) {
      expect(await methodsOf(caller, { datetime })).toMatchObject(refused(400, 'Invalid datetime'))
    }
  })

  test('under the fault `clock`, the provider is ten minutes ahead, and its answer has that time', async () => {
    await provider.fault('clock', 'methods')
    const caller = newCaller()
    const late = await methodsOf(caller)
    expect(late).toMatchObject(refused(400, 'Request expired'))
    const ahead = Date.parse(late.headers.get('date')!) - Date.now()
    expect(Math.abs(ahead - 600_000)).toBeLessThan(60_000)
    expect(await methodsOf(caller, { datetime: jakartaNow(ahead) })).toMatchObject({ status: 200 })
  })
})

describe('every request', () => {
  const requests: [string, (caller: Caller, changes: Record<string, unknown>) => Promise<object>][] = [
    [
      'the list of methods',
      (caller, { merchantCode, ...rest }) => methodsOf(caller, { ...rest, merchantcode: merchantCode }),
    ],
    ['an inquiry', (caller, changes) => inquire(caller, changes)],
    [
      'a question about a code',
      (_caller, changes) => post('/transactionStatus', { merchantOrderId: 'X', signature: 'x', ...changes }),
    ],
  ]
  test.each(requests)('%s needs a merchant code and its signature', async (_name, ask) => {
    const caller = newCaller()
    const { merchant_code: merchantCode } = caller
    for (const code of ['', 'a b', 'x'.repeat(51), 7]) {
      expect(await ask(caller, { merchantCode: code })).toMatchObject(refused(404, 'Merchant not found'))
    }
    const wrong = refused(401, 'Wrong signature')
    expect(await ask(caller, { merchantCode, signature: 'x' })).toMatchObject(wrong)
    await provider.fault('revoked')
    expect(await ask(caller, { merchantCode })).toMatchObject(wrong)
  })

  test('a project from before April 2026 accepts only the old signatures', async () => {
    const caller = newCaller('old')
    const { merchant_code: code } = caller
    const datetime = jakartaNow()
    const old = signOld(caller, `${code}10000${datetime}`, 'sha256')
    expect(await methodsOf(caller, { datetime, signature: old })).toMatchObject({ status: 200 })
    expect(await methodsOf(caller)).toMatchObject(refused(401, 'Wrong signature'))
    const changes = { merchantOrderId: 'OLD', signature: signOld(caller, `${code}OLD25036`, 'md5') }
    expect(await inquire(caller, changes)).toMatchObject({ status: 200 })
    const signature = signOld(caller, `${code}OLD`, 'md5')
    const asked = { merchantCode: code, merchantOrderId: 'OLD', signature }
    expect(await post('/transactionStatus', asked)).toMatchObject({ status: 200, body: { statusCode: '01' } })
  })
})

describe('an inquiry', () => {
  test('a code has the documented fields, with its amount as a text', async () => {
    const caller = newCaller()
    const { status, body } = await inquire(caller)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        merchantCode: caller.merchant_code,
        reference: expect.stringMatching(new RegExp(`^${caller.merchant_code}\\d{12}$`)),
        paymentUrl: `https://sandbox.duitku.com/topup/v2/TopUpQRIS.aspx?reference=${body.reference}`,
        qrString: expect.stringMatching(/^000201/),
        amount: '25036',
        statusCode: '00',
        statusMessage: 'SUCCESS',
      },
    })
  })

  test.each([
    ['paymentAmount', 25_036.5],
    ['paymentMethod', 'QRIS'],
    ['merchantOrderId', ''],
    ['merchantOrderId', 'x'.repeat(51)],
    ['productDetails', ''],
    ['productDetails', 'x'.repeat(256)],
    ['email', 'pembeli'],
    ['email', undefined],
    ['email', `${'x'.repeat(250)}@example.com`],
    ['customerVaName', ''],
    ['customerVaName', 'x'.repeat(21)],
    ['callbackUrl', 'toko'],
    ['callbackUrl', `https://toko.example/${'x'.repeat(250)}`],
    ['returnUrl', undefined],
    ['returnUrl', `https://toko.example/${'x'.repeat(250)}`],
    ['expiryPeriod', 0],
    ['expiryPeriod', 1.5],
    ['itemDetails', 'Kopi'],
  ])('the field %s is refused if it is %j', async (field, value) => {
    expect(await inquire(newCaller(), { [field]: value })).toEqual(refused(400, `Invalid ${field}`))
  })

  test.each([
    { merchantOrderId: 'x'.repeat(50), customerVaName: 'x'.repeat(20), productDetails: 'x'.repeat(255) },
    { paymentAmount: 10_000, paymentMethod: 'NQ', expiryPeriod: 1 },
    { paymentAmount: 10_000_000 },
    { itemDetails: [{ name: 'Kopi', price: 12_518, quantity: 2 }] },
  ])('an inquiry with %j is accepted', async changes => {
    expect(await inquire(newCaller(), changes)).toMatchObject({ status: 200, body: { statusCode: '00' } })
  })

  test.each([
    ['a channel that is off', { paymentMethod: 'DQ' }, 'Payment channel not available'],
    ['less than the minimum', { paymentAmount: 9_999 }, 'Minimum Payment 10000 IDR'],
    ['more than the maximum', { paymentAmount: 10_000_001 }, 'Maximum Payment 10000000 IDR'],
    [
      'items of another sum',
      { itemDetails: [{ name: 'Kopi', price: 12_518, quantity: 3 }] },
      expect.stringMatching(/item/),
    ],
  ])('an inquiry with %s is refused', async (_name, changes, message) => {
    expect(await inquire(newCaller(), changes)).toEqual(refused(400, message))
  })

  test('a project without QRIS refuses its code', async () => {
    expect(await inquire(newCaller('noqris'))).toEqual(refused(400, 'Payment channel not available'))
  })

  test('a reference is used once, by each merchant', async () => {
    const [caller, other] = [newCaller(), newCaller()]
    const changes = { merchantOrderId: 'ONCE' }
    expect(await inquire(caller, changes)).toMatchObject({ status: 200 })
    expect(await inquire(caller, changes)).toEqual(refused(409, expect.stringMatching(/in process/)))
    expect(await inquire(other, changes)).toMatchObject({ status: 200 })
  })
})

describe('a question about a code', () => {
  const view = (caller: Caller, merchantOrderId: string) =>
    post('/transactionStatus', {
      merchantCode: caller.merchant_code,
      merchantOrderId,
      signature: sign(caller, `${caller.merchant_code}${merchantOrderId}`),
    })

  test('a code is open, paid, or over after its minutes', async () => {
    const caller = newCaller()
    const [paid, over] = [await create(caller, { expiryPeriod: 2 }), await create(caller, { expiryPeriod: 2 })]
    const common = { merchantOrderId: paid.merchantOrderId, reference: paid.reference, amount: '25036', fee: '0.00' }
    const answer = (statusCode: string) => ({
      status: 200,
      body: { ...common, statusCode, statusMessage: expect.any(String) },
    })
    expect(await view(caller, paid.merchantOrderId)).toEqual(answer('01'))
    await pay(paid.qrString)
    expect(await view(caller, paid.merchantOrderId)).toEqual(answer('00'))
    await provider.sandbox.call('POST', '/clock', { advance_s: 60 })
    expect(await view(caller, over.merchantOrderId)).toMatchObject({ body: { statusCode: '01' } })
    await provider.sandbox.call('POST', '/clock', { advance_s: 61 })
    expect(await view(caller, over.merchantOrderId)).toMatchObject({ body: { statusCode: '02' } })
    expect(await view(caller, paid.merchantOrderId)).toEqual(answer('00'))
  })

  test('a code of another merchant is not found', async () => {
    const { merchantOrderId } = await create(newCaller())
    expect(await view(newCaller(), merchantOrderId)).toEqual(refused(404, 'Transaction not found'))
  })

  test('more than three questions in a minute block a code for an hour', async () => {
    const caller = newCaller()
    const [{ merchantOrderId }, other] = [await create(caller), await create(caller)]
    const blocked = refused(400, 'Too many requests')
    const ask = async (count: number) => {
      for (let asked = 0; asked < count; asked++)
        expect(await view(caller, merchantOrderId)).toMatchObject({ status: 200 })
    }
    await ask(3)
    await provider.sandbox.call('POST', '/clock', { advance_s: 61 })
    await ask(3)
    expect(await view(caller, merchantOrderId)).toEqual(blocked)
    await provider.sandbox.call('POST', '/clock', { advance_s: 3_500 })
    expect(await view(caller, merchantOrderId)).toEqual(blocked)
    expect(await view(caller, other.merchantOrderId)).toMatchObject({ status: 200 })
    await provider.sandbox.call('POST', '/clock', { advance_s: 101 })
    await ask(1)
  })

  test('faults block it, or change its reference or its amount', async () => {
    const caller = newCaller()
    const { merchantOrderId } = await create(caller)
    await provider.fault('blocked', 'status')
    expect(await view(caller, merchantOrderId)).toEqual(refused(400, 'Too many requests'))
    await provider.fault('off')
    await provider.fault('other_order', 'status')
    expect(await view(caller, merchantOrderId)).toMatchObject({ body: { merchantOrderId: 'OTHER-1', amount: '25036' } })
    await provider.fault('off')
    await provider.fault('other_amount', 'status')
    expect(await view(caller, merchantOrderId)).toMatchObject({ body: { merchantOrderId, amount: '25037' } })
  })
})

describe('a callback', () => {
  test('a callback is a form with the documented fields', async () => {
    const caller = newCaller()
    const { merchant_code: merchantCode } = caller
    const { merchantOrderId, reference, qrString } = await create(caller)
    await pay(qrString)
    const { method, url, headers, body } = provider.receiver.requests.at(-1)!
    expect([method, url.pathname]).toEqual(['POST', '/callback'])
    expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/)
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      merchantCode,
      amount: '25036',
      merchantOrderId,
      productDetail: expect.any(String),
      additionalParam: '',
      paymentCode: 'SP',
      resultCode: '00',
      merchantUserId: '',
      reference,
      // In this order, unlike in an inquiry.
      signature: sign(caller, `${merchantCode}25036${merchantOrderId}`),
      publisherOrderId: expect.stringMatching(/\d/),
      spUserHash: '',
      settlementDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      issuerCode: 'GoPay',
      customerName: 'Siti',
    })
  })

  test('a callback of an old project has an old signature', async () => {
    const caller = newCaller('old')
    const { merchant_code: code } = caller
    const changes = { merchantOrderId: 'OLDER', signature: signOld(caller, `${code}OLDER25036`, 'md5') }
    await pay((await create(caller, changes)).qrString)
    const { body } = provider.receiver.requests.at(-1)!
    expect(new URLSearchParams(body).get('signature')).toBe(signOld(caller, `${code}25036OLDER`, 'md5'))
  })

  test('a callback is repeated five times until it is answered with 200', async () => {
    provider.receiver.answer('', 500)
    await pay((await create(newCaller())).qrString)
    expect(provider.receiver.requests).toHaveLength(6)
    provider.receiver.requests.splice(0)
    provider.receiver.answer('')
    await pay((await create(newCaller())).qrString)
    expect(provider.receiver.requests).toHaveLength(1)
  })
})
