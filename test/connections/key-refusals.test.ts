import { expect, test } from 'vitest'
import { probeCredentials } from '../../src/connections/probe-credentials.ts'
import { connectors } from '../../src/connectors/index.ts'
import type { Refusal } from '../../src/lib/refusal.ts'
import { describeFieldProblem } from '../../src/lib/refusals/refusal-texts.ts'

/** Connects with credentials whose provider answers by the path of each request; returns the refusal. */
async function refusalOf(
  connector: string,
  credentials: object,
  answer: (path: string) => [status: number, body: object],
): Promise<Refusal> {
  const fetch = async (address: string) => {
    const [status, body] = answer(new URL(address).pathname)
    return { status, headers: {}, body: Buffer.from(JSON.stringify(body)) }
  }
  const app = { connectors, outbound: { fetch }, now: () => new Date('2026-11-29T10:00:00Z') }
  const input = { accountId: 1, mode: 'test', connector, credentials } as const
  return probeCredentials(app as never, input).then(
    () => expect.fail('the credentials were accepted'),
    error => error,
  )
}

const midtrans = { server_key: 'SB-Mid-server-abc' }
const xendit = { secret_key: 'xnd_development_abc' }
const duitku = { merchant_code: 'DS1234', api_key: 'abc' }
const tripay = { merchant_code: 'T1234', api_key: 'DEV-abc', private_key: 'abc' }
const ipaymu = { va: '1179001234567890', api_key: 'abc' }
const fee = (flat: number) => ({ flat, percent: 0 })
const channel = (payer: number) => ({
  code: 'QRIS2',
  name: 'QRIS',
  fee_merchant: fee(750 - payer),
  fee_customer: fee(payer),
  active: true,
})

test.each([
  [
    'QRIS is not active at Midtrans',
    'midtrans',
    midtrans,
    (path: string) =>
      path.endsWith('/status')
        ? [404, { status_code: '404', status_message: "Transaction doesn't exist." }]
        : [402, { status_code: '402', status_message: 'Payment channel is not activated.' }],
    /QRIS belum aktif/,
  ],
  [
    'a key of Midtrans is wrong',
    'midtrans',
    midtrans,
    () => [401, { status_code: '401', status_message: 'Unknown Merchant server_key/id' }],
    /Kunci atau nomor akunnya ditolak/,
  ],
  [
    'the answer of Midtrans holds no code',
    'midtrans',
    midtrans,
    (path: string) =>
      path.endsWith('/status')
        ? [404, { status_code: '404', status_message: "Transaction doesn't exist." }]
        : [200, { status_code: '201' }],
    /Jawaban penyedianya tidak bisa dipakai/,
  ],
  [
    'a key of Xendit lacks a permission',
    'xendit',
    xendit,
    () => [403, { error_code: 'REQUEST_FORBIDDEN_ERROR', message: 'forbidden' }],
    /belum punya izin Money-in products: Write/,
  ],
  [
    'a key of Duitku is wrong',
    'duitku',
    duitku,
    () => [401, { Message: 'Wrong signature' }],
    /Kunci atau nomor akunnya ditolak/,
  ],
  [
    'QRIS is not active at Duitku',
    'duitku',
    duitku,
    () => [200, { paymentFee: [{ paymentMethod: 'BC', paymentName: 'BCA VA' }] }],
    /QRIS belum aktif/,
  ],
  [
    'the payer pays the fee of Tripay',
    'tripay',
    tripay,
    () => [200, { success: true, data: [channel(750)] }],
    /Biayanya ditanggung pembayar. Ubah Merchant > Opsi/,
  ],
  [
    'the private key of Tripay is wrong',
    'tripay',
    tripay,
    (path: string) =>
      path.endsWith('/payment-channel')
        ? [200, { success: true, data: [channel(0)] }]
        : [400, { success: false, message: 'Invalid signature' }],
    /Private key atau kode merchant-nya milik akun lain/,
  ],
  [
    'the address is not registered at iPaymu',
    'ipaymu',
    ipaymu,
    () => [403, { Status: 403, Message: 'Invalid IP' }],
    /Alamat IP keluar server ini belum terdaftar. Daftarkan di my.ipaymu.com/,
  ],
] as const)(
  'a merchant reads in Indonesian what to do if %s',
  async (_case, connector, credentials, answer, wanted) => {
    const refusal = await refusalOf(connector, credentials, answer as (path: string) => [number, object])
    const [field] = refusal.fields!
    expect(describeFieldProblem('id', field!)).toMatch(wanted)
    // The provider's own words follow, for its support.
    expect(describeFieldProblem('id', field!)).toMatch(/Jawaban penyedia: “/)
  },
)

test('a provider that does not answer is not called a refusal', async () => {
  const refusal = await refusalOf('midtrans', midtrans, () => [503, {}])
  expect(refusal.code).toBe('provider_unavailable')
})

test.each([
  ['midtrans', { server_key: 'G490526303' }, /nomor akun, bukan kunci/],
  ['midtrans', { server_key: 'xnd_production_abc' }, /itu milik Xendit/],
  ['xendit', { secret_key: 'SB-Mid-server-abc' }, /itu milik Midtrans/],
  ['duitku', { ...duitku, api_key: 'DS1234' }, /kode merchant/],
  ['duitku', { ...duitku, merchant_code: 'T1234' }, /itu milik Tripay/],
  ['tripay', { ...tripay, api_key: 'T1234' }, /kode merchant/],
  ['tripay', { ...tripay, private_key: 'DEV-abc' }, /itu API key. Salin private key/],
  ['tripay', { ...tripay, merchant_code: 'D1234' }, /itu milik Duitku/],
  ['ipaymu', { ...ipaymu, api_key: '1179001234567890' }, /nomor akun, bukan kunci/],
] as const)('the form of %s names what was pasted: %o', async (connector, credentials, wanted) => {
  const refusal = await refusalOf(connector, credentials, () => expect.fail('the provider was asked'))
  expect(refusal.fields!.map(field => describeFieldProblem('id', field))).toEqual([expect.stringMatching(wanted)])
})

// As the documentation of each provider writes the addresses of its requests.
test.each([
  ['midtrans', midtrans, 'https://api.midtrans.com/v2', 'https://api.midtrans.com'],
  ['xendit', xendit, 'https://api.xendit.co/v3/', 'https://api.xendit.co'],
  ['duitku', duitku, 'https://passport.duitku.com/webapi/api/merchant', 'https://passport.duitku.com'],
  ['ipaymu', ipaymu, ' https://my.ipaymu.com/api/v2 ', 'https://my.ipaymu.com'],
] as const)('the address of %s is read without the path of a request', (id, credentials, pasted, base_url) => {
  expect(connectors[id].credentials.parse({ ...credentials, base_url: pasted })).toMatchObject({ base_url })
})
