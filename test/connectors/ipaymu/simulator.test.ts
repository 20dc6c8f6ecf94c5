import { createHash, createHmac, randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeIpaymuContract } from '../../../src/connectors/ipaymu/simulator.ts'
import { useTestMode } from '../test-mode.ts'

// The expected values come from github.com/ipaymu/docs-ipaymu-api-v2: content/docs/signature.en.mdx, callback.en.mdx,
// payment/direct-payment.en.mdx, payment/payment-channels.en.mdx, balance/check-balance.en.mdx, transaction/*.en.mdx
// and ip-domain-validation.en.mdx. Its sample of a fee is 700 for 100,000.

const provider = useTestMode('ipaymu', { status: 'OK' })

interface Caller {
  va: string
  api_key: string
}
const newCaller = (): Caller => makeIpaymuContract('', `1179${randomInt(1e11, 1e12)}`)
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

function headersOf({ va, api_key }: Caller, method: string, body: string, changes: object = {}) {
  const signature = createHmac('sha256', api_key)
    .update(`${method}:${va}:${sha256(body)}:${api_key}`)
    .digest('hex')
  return { va, timestamp: '20261122170000', signature, ...changes }
}
function post(caller: Caller, path: string, body: object, changes: object = {}) {
  const text = JSON.stringify(body)
  return provider.sandbox.call('POST', `/ipaymu/api/v2${path}`, text, headersOf(caller, 'POST', text, changes))
}
const channels = (caller: Caller) =>
  provider.sandbox.call('GET', '/ipaymu/api/v2/payment-channels', undefined, headersOf(caller, 'GET', '{}'))

let orders = 0
const payment = (changes: object = {}) => ({
  name: 'Buyer',
  phone: '08123456789',
  email: 'buyer@mail.com',
  amount: 100_000,
  notifyUrl: `${provider.receiver.url}/callback`,
  referenceId: `REF-${++orders}`,
  paymentMethod: 'qris',
  paymentChannel: 'mpm',
  feeDirection: 'MERCHANT',
  ...changes,
})
const create = async (caller: Caller, changes: object = {}) =>
  (await post(caller, '/payment/direct', payment(changes))).body.Data
const pay = (qris: string) => provider.sandbox.call('POST', '/transfers', { qris, payer_name: 'BUDI' })
const done = (Data: unknown) => ({ status: 200, body: { Status: 200, Success: true, Message: 'Success', Data } })
const refused = (status: number, Message: string, fields?: object) => ({
  status,
  body: { Status: status, Success: false, Message, ...(fields ? { Error: fields } : {}) },
})
const spaced = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const jakarta = (time: string) => Date.parse(`${time.replace(' ', 'T')}+07:00`)

describe('a request for a code', () => {
  test('a code has the documented fields, and lives for five minutes', async () => {
    const { headers, ...answer } = await post(newCaller(), '/payment/direct', payment({ referenceId: 'REF 7' }))
    const code = expect.stringMatching(/^000201/)
    expect(answer).toEqual(
      done({
        SessionId: expect.stringMatching(/^\w{32}$/),
        TransactionId: expect.any(Number),
        ReferenceId: 'REF 7',
        Via: 'QRIS',
        Channel: 'MPM',
        PaymentNo: code,
        QrString: code,
        PaymentName: expect.any(String),
        SubTotal: 100_000,
        Fee: 700,
        Total: 100_000,
        FeeDirection: 'MERCHANT',
        Expired: spaced,
        QrImage: expect.stringMatching(/^https:/),
      }),
    )
    expect(answer.body.Data.PaymentNo).toBe(answer.body.Data.QrString)
    expect(jakarta(answer.body.Data.Expired) - Date.parse(headers.get('date')!)).toBe(300_000)
  })

  test('a buyer pays the fee on top, as by default', async () => {
    for (const feeDirection of ['BUYER', undefined]) {
      const made = await create(newCaller(), { feeDirection })
      expect(made).toMatchObject({ SubTotal: 100_000, Fee: 700, Total: 100_700, FeeDirection: 'BUYER' })
      expect(made.QrString).toContain('5406100700')
    }
  })

  test('a repeated reference makes another code', async () => {
    const caller = newCaller()
    const [one, other] = [await create(caller, { referenceId: 'SAME' }), await create(caller, { referenceId: 'SAME' })]
    expect(other.TransactionId).not.toBe(one.TransactionId)
    expect([one.ReferenceId, other.ReferenceId]).toEqual(['SAME', 'SAME'])
  })

  test.each([
    ['name', ''],
    ['phone', '12'],
    ['email', 'buyer'],
    ['amount', 999],
    ['amount', 10_000_001],
    ['amount', 1000.5],
    ['notifyUrl', 'toko'],
    ['referenceId', ''],
    ['referenceId', 'x'.repeat(65)],
    ['paymentMethod', 'va'],
    ['paymentChannel', 'bca'],
    ['feeDirection', 'NOBODY'],
  ])('the field %s is refused if it is %j, and its name is in the error', async (field, value) => {
    const { status, body } = await post(newCaller(), '/payment/direct', payment({ [field]: value }))
    expect({ status, body }).toEqual(refused(400, 'Bad Request', { [field]: [expect.any(String)] }))
  })

  test.each([1_000, 10_000_000])('an amount of %i is accepted', async amount => {
    expect(await create(newCaller(), { amount, referenceId: 'x'.repeat(64) })).toMatchObject({ Total: amount })
  })

  test.each([
    ['a wrong signature', { signature: 'x' }],
    ['no signature', { signature: '' }],
    ['a timestamp of another form', { timestamp: '2026-11-22' }],
    ['no timestamp', { timestamp: '' }],
    ['an account that is not a number', { va: 'toko' }],
    ['no account', { va: '' }],
  ])('a request with %s is unauthorized', async (_name, changes) => {
    const { status, body } = await post(newCaller(), '/payment/direct', payment(), changes)
    expect({ status, body }).toEqual(refused(401, 'unauthorized'))
  })

  test.each([
    ['invalid_ip', refused(403, 'Invalid IP')],
    ['invalid_domain', refused(403, 'Invalid Domain')],
    ['revoked', refused(401, 'unauthorized')],
    ['no_qris', refused(400, 'Payment channel not active')],
  ])('the fault %s refuses it', async (mode, answer) => {
    await provider.fault(mode, 'charge')
    const { status, body } = await post(newCaller(), '/payment/direct', payment())
    expect({ status, body }).toEqual(answer)
  })
})

test('the balance is that of the own account number', async () => {
  const caller = newCaller()
  const { headers: _, ...answer } = await post(caller, '/balance', { account: caller.va })
  expect(answer).toEqual(done({ Va: caller.va, MerchantBalance: 0, MemberBalance: 0 }))
  const { headers: __, ...other } = await post(caller, '/balance', { account: '1' })
  expect(other).toEqual(refused(400, 'Bad Request', { account: ['Invalid va'] }))
})

test('the channels of payments have their fees, and QRIS is active or not', async () => {
  const fee = (ActualFee: number, ActualFeeType: string) => ({ ActualFee, ActualFeeType, AdditionalFee: 0 })
  const channel = { Name: expect.any(String), FeatureStatus: 'active', HealthStatus: 'online' }
  const listed = (FeatureStatus: string) =>
    done([
      {
        Code: 'va',
        Name: 'Virtual Account',
        Channels: [{ ...channel, Code: 'bca', TransactionFee: fee(4000, 'FLAT') }],
      },
      {
        Code: 'qris',
        Name: 'QRIS',
        Channels: [{ ...channel, Code: 'mpm', FeatureStatus, TransactionFee: fee(0.7, 'PERCENT') }],
      },
    ])
  const { headers: _, ...active } = await channels(newCaller())
  expect(active).toEqual(listed('active'))
  await provider.fault('no_qris', 'methods')
  const { headers: __, ...inactive } = await channels(newCaller())
  expect(inactive).toEqual(listed('inactive'))
})

describe('a transaction', () => {
  const view = async (caller: Caller, transactionId: unknown) => {
    const { headers: _, ...answer } = await post(caller, '/transaction', { transactionId })
    return answer
  }

  test('a transaction is pending, then paid without its settlement, and settled a day later', async () => {
    const caller = newCaller()
    const made = await create(caller, { referenceId: 'REF-PAID' })
    const common = {
      TransactionId: made.TransactionId,
      SessionId: made.SessionId,
      ReferenceId: 'REF-PAID',
      RelatedId: 0,
      Sender: 'System',
      Amount: 100_000,
      Fee: 700,
      CreatedDate: spaced,
      ExpiredDate: made.Expired,
    }
    const unpaid = { Status: 0, StatusDesc: 'Pending', PaidStatus: 'unpaid', SuccessDate: null }
    expect(await view(caller, made.TransactionId)).toEqual(done({ ...common, ...unpaid }))
    await pay(made.QrString)
    const paid = {
      Status: 6,
      StatusDesc: expect.stringContaining('Unsettled'),
      PaidStatus: 'paid',
      SuccessDate: spaced,
    }
    const { body } = await view(caller, made.TransactionId)
    expect(body.Data).toEqual({ ...common, ...paid })
    expect(jakarta(made.Expired) - jakarta(body.Data.CreatedDate)).toBe(300_000)
    expect(Math.abs(jakarta(body.Data.SuccessDate) - jakarta(body.Data.CreatedDate))).toBeLessThan(60_000)
    await provider.sandbox.call('POST', '/clock', { advance_s: 86_401 })
    const settled = { ...common, ...paid, Status: 1, StatusDesc: 'Berhasil' }
    expect(await view(caller, String(made.TransactionId))).toEqual(done(settled))
  })

  test('a transaction expires after five minutes', async () => {
    const caller = newCaller()
    const { TransactionId } = await create(caller)
    await provider.sandbox.call('POST', '/clock', { advance_s: 200 })
    expect((await view(caller, TransactionId)).body.Data).toMatchObject({ Status: 0 })
    await provider.sandbox.call('POST', '/clock', { advance_s: 101 })
    expect((await view(caller, TransactionId)).body.Data).toMatchObject({ Status: -2, StatusDesc: 'Expired' })
  })

  test('a transaction of another account, or an impossible number, is not found', async () => {
    const { TransactionId } = await create(newCaller())
    for (const id of [TransactionId, 0, 'x', undefined, '1'.repeat(16)]) {
      expect(await view(newCaller(), id)).toEqual(refused(404, 'Transaction not found'))
    }
  })

  test('faults change its reference or its amount', async () => {
    const caller = newCaller()
    const { TransactionId, ReferenceId } = await create(caller)
    await provider.fault('other_order', 'status')
    expect((await view(caller, TransactionId)).body.Data).toMatchObject({ ReferenceId: 'OTHER-1', Amount: 100_000 })
    await provider.fault('off')
    await provider.fault('other_amount', 'status')
    expect((await view(caller, TransactionId)).body.Data).toMatchObject({ ReferenceId, Amount: 100_001 })
  })
})

describe('the history', () => {
  test('the newest transactions are listed page by page, and by their status', async () => {
    const caller = newCaller()
    const made = []
    for (const amount of [1_000, 2_000, 3_000]) made.push(await create(caller, { amount }))
    await create(newCaller())
    await pay(made[1].QrString)
    const list = async (filter: object) => (await post(caller, '/history', filter)).body.Data
    const ids = ({ Results }: { Results: { TransactionId: number }[] }) => Results.map(row => row.TransactionId)
    const [first, second, third] = made.map(({ TransactionId }) => TransactionId)
    const all = await list({})
    expect(ids(all)).toEqual([third, second, first])
    expect(all).toMatchObject({ Total: 3, Per_Page: 20, Current_Page: 1, Total_Page: 1 })
    expect(all.Results[1]).toEqual({
      TransactionId: second,
      ReferenceId: made[1].ReferenceId,
      Amount: 2_000,
      Fee: 14,
      Status: 6,
      StatusDesc: expect.any(String),
      CreatedDate: spaced,
      SuccessDate: spaced,
    })
    expect(all.Results[0]).toMatchObject({ Amount: 3_000, Status: 0, SuccessDate: null })
    const page = await list({ page: 2, limit: 2 })
    expect(ids(page)).toEqual([first])
    expect(page).toMatchObject({ Total: 3, Per_Page: 2, Current_Page: 2, Total_Page: 2 })
    expect(ids(await list({ status: 6 }))).toEqual([second])
    expect(ids(await list({ status: '0', limit: 20 }))).toEqual([third, first])
    expect(await list({ status: '5' })).toMatchObject({ Total: 0, Total_Page: 1, Results: [] })
    const { status, body } = await post(caller, '/history', { limit: 21 })
    expect({ status, body }).toEqual(refused(400, 'Bad Request', { limit: [expect.any(String)] }))
  })

  test('the period is one of days in Jakarta, of the request or of the payment', async () => {
    const caller = newCaller()
    const made = await create(caller)
    const { CreatedDate } = (await post(caller, '/transaction', { transactionId: made.TransactionId })).body.Data
    const today = CreatedDate.slice(0, 10)
    const day = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
    const total = async (filter: object) => (await post(caller, '/history', filter)).body.Data.Total
    expect(await total({ startdate: today, enddate: today })).toBe(1)
    expect(await total({ startdate: today, enddate: today, date: 'created_at' })).toBe(1)
    expect(await total({ startdate: day(-2), enddate: day(-1) })).toBe(0)
    expect(await total({ startdate: day(1), enddate: day(2) })).toBe(0)
    expect(await total({ startdate: today, enddate: today, date: 'indate' })).toBe(0)
    await pay(made.QrString)
    expect(await total({ startdate: day(-1), enddate: day(1), date: 'indate' })).toBe(1)
  })
})

describe('a callback', () => {
  // The recipe of the documentation: types are restored, `additional_info` added, the keys sorted, slashes escaped.
  function signatureOf(va: string, fields: Record<string, unknown>): string {
    const integers = ['trx_id', 'status_code', 'transaction_status_code', 'paid_off']
    const plain = Object.entries<unknown>({ additional_info: [], ...fields }).map(([name, value]) => {
      if (name === 'is_escrow') return [name, value === true || value === '1']
      if (name === 'additional_info') return [name, []]
      return [name, integers.includes(name) ? Number(value) : String(value)]
    })
    const sorted = Object.fromEntries(plain.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1)))
    return createHmac('sha256', va).update(JSON.stringify(sorted).replaceAll('/', '\\/')).digest('hex')
  }

  async function callback(caller: Caller, referenceId: string) {
    const made = await create(caller, { referenceId })
    await pay(made.QrString)
    return { made, sent: provider.receiver.requests.at(-1)! }
  }

  const fieldsOf = (made: { TransactionId: number; SessionId: string; Expired: string }, va: string) => ({
    trx_id: made.TransactionId,
    sid: made.SessionId,
    status: 'berhasil',
    status_code: 1,
    sub_total: '100000',
    total: '100000',
    amount: '100000',
    fee: '700',
    paid_off: 99_300,
    created_at: spaced,
    expired_at: made.Expired,
    paid_at: spaced,
    settlement_status: 'unsettle',
    transaction_status_code: 6,
    is_escrow: false,
    system_notes: expect.any(String),
    via: 'qris',
    channel: 'mpm',
    payment_no: '',
    buyer_name: expect.any(String),
    buyer_email: expect.stringContaining('@'),
    buyer_phone: expect.stringMatching(/^08/),
    merchant: va,
    url: `${provider.receiver.url}/callback`,
  })

  test('a callback as a form has the documented fields, with a signature over their types', async () => {
    const caller = newCaller()
    const { made, sent } = await callback(caller, 'REF-FORM')
    expect([sent.method, sent.url.pathname]).toEqual(['POST', '/callback'])
    const form = Object.fromEntries(new URLSearchParams(sent.body))
    const texts = Object.entries({ ...fieldsOf(made, caller.va), reference_id: 'REF-FORM', is_escrow: '0' })
    const expected = texts.map(([name, value]) => [name, typeof value === 'number' ? String(value) : value])
    expect(form).toEqual(Object.fromEntries(expected))
    expect(sent.headers).toMatchObject({
      accept: 'application/json',
      'content-type': expect.stringMatching(/^application\/x-www-form-urlencoded/),
      'x-external-id': expect.stringMatching(/^\d+$/),
      'x-timestamp': `${form.paid_at!.replace(' ', 'T')}+07:00`,
      'x-signature': signatureOf(caller.va, form),
    })
    expect(jakarta(made.Expired) - jakarta(form.created_at!)).toBe(300_000)
  })

  test('a callback as JSON has them with their types', async () => {
    const caller = newCaller()
    await provider.fault('json', 'push')
    const { made, sent } = await callback(caller, 'REF-JSON')
    const body = JSON.parse(sent.body)
    expect(body).toEqual({ ...fieldsOf(made, caller.va), reference_id: 'REF-JSON', additional_info: [] })
    expect(sent.headers).toMatchObject({
      'content-type': 'application/json',
      'x-signature': signatureOf(caller.va, body),
    })
  })

  test('a callback is repeated until it is answered with 200', async () => {
    provider.receiver.answer('', 500)
    await callback(newCaller(), 'REF-FAILED')
    expect(provider.receiver.requests).toHaveLength(4)
    provider.receiver.requests.splice(0)
    provider.receiver.answer('')
    await callback(newCaller(), 'REF-TAKEN')
    expect(provider.receiver.requests).toHaveLength(1)
  })
})
