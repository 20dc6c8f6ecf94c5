import { expect, test } from 'vitest'
import { findChannel, findChannelCode } from '../../../src/connectors/tripay/channel.ts'
import { tripay } from '../../../src/connectors/tripay/tripay.ts'

// https://tripay.co.id/developer?tab=channels: each channel has a fixed and a percentage fee for both sides.

const setting = 'Merchant > Opsi > Atur Channel Pembayaran'
const row = {
  group: 'E-Wallet',
  code: 'QRIS2',
  name: 'QRIS',
  fee_merchant: { flat: 750, percent: '0.70' },
  fee_customer: { flat: 0, percent: '0.00' },
  minimum_amount: 1_000,
  maximum_amount: 5_000_000,
  active: true,
}
type Answer = { code: string } | { advice: object | undefined }

const credentials = tripay.credentials.parse({ merchant_code: 'T0001', api_key: 'key', private_key: 'private' })

/** Returns a call to which Tripay answers with this list. */
function callWith(data: unknown[]) {
  const fetch = async () => ({ status: 200, headers: {}, body: Buffer.from(JSON.stringify({ success: true, data })) })
  return { credentials, outbound: { fetch } }
}

/** Returns the channel that is found in a list, or the advice of the refusal. */
async function find(...data: unknown[]): Promise<Answer> {
  return findChannel(callWith(data)).then(
    ({ code }) => ({ code }),
    error => {
      expect(error).toMatchObject({ name: 'ConnectorError', kind: 'refused' })
      return { advice: error.advice }
    },
  )
}
const found = { code: 'QRIS2' }
const none = { advice: { kind: 'qris_inactive' } }
const feeOnPayer = { advice: { kind: 'fee_on_payer', name: setting } }

test.each<[fee: object, answer: Answer]>([
  [{ flat: 0, percent: 0 }, found],
  [{ flat: '0', percent: '0.00' }, found],
  [{ flat: null, percent: null }, found],
  [{}, found],
  [{ flat: 1, percent: 0 }, feeOnPayer],
  [{ flat: '750', percent: '0.00' }, feeOnPayer],
  [{ flat: 0, percent: 0.01 }, feeOnPayer],
  [{ flat: 0, percent: '0.70' }, feeOnPayer],
  [{ flat: null, percent: '0.70' }, feeOnPayer],
  [{ flat: 750, percent: null }, feeOnPayer],
  [{ flat: 750, percent: '0.70' }, feeOnPayer],
  [{ flat: 'gratis', percent: 0 }, feeOnPayer],
])('a channel whose payer pays %j is the answer %j', async (fee_customer, answer) => {
  expect(await find({ ...row, fee_customer })).toEqual(answer)
})

test.each<[name: string, change: object, answer: Answer]>([
  ['is not active', { active: false }, none],
  ['is not a QRIS', { code: 'BRIVA', name: 'BRI Virtual Account' }, none],
  ['has QRIS in its code only', { code: 'qrisc', name: null }, { code: 'qrisc' }],
  ['has QRIS in its name only', { code: 'SP', name: 'ShopeePay qris' }, { code: 'SP' }],
  ['has QRIS within its code', { code: 'MYQRIS', name: undefined }, none],
  ['has no code', { code: '' }, none],
  ['has a code of thirty characters', { code: `QRIS${'2'.repeat(26)}` }, { code: `QRIS${'2'.repeat(26)}` }],
  ['has a code of thirty-one', { code: `QRIS${'2'.repeat(27)}` }, none],
  ['has a code that breaks an address', { code: 'QRIS/2' }, none],
  ["does not name the payer's fee", { fee_customer: undefined }, none],
  ["does not name the merchant's fee", { fee_merchant: undefined }, none],
  ['has unreadable limits', { minimum_amount: 'none', maximum_amount: {} }, found],
  ['has no limits', { minimum_amount: null, maximum_amount: undefined }, found],
])('a channel that %s', async (_name, change, answer) => {
  expect(await find({ ...row, ...change })).toEqual(answer)
})

test('of several channels the first active one without a fee for the payer is used', async () => {
  const paying = { ...row, code: 'QRISC', fee_customer: { flat: 0, percent: '0.70' } }
  expect(await find(null, { ...row, code: 'QRIS', active: false }, paying, row, { ...row, code: 'QRIS3' })).toEqual(
    found,
  )
  expect(await find()).toEqual(none)
})

test('a refusal names the channel whose payer pays the fee, or says that none is active', async () => {
  const refused = (data: unknown[]) => findChannel(callWith(data)).catch(error => error.message)
  expect(await refused([{ ...row, fee_customer: { flat: 1, percent: 0 } }])).toBe(
    `the payer pays the fee of QRIS2 on top, which a QRIS must not ask for. Set the fee to the merchant at Tripay (${setting})`,
  )
  expect(await refused([])).toBe(`no QRIS channel is active: switch one on at Tripay (${setting})`)
})

test.each([
  [1_000, 1_000],
  ['1000', 1_000],
  ['999999999999', 999_999_999_999],
  ['1000000000000', null],
  ['1.5', null],
  [1.5, null],
  [null, null],
])('the limit %j is read as %j', async (limit, read) => {
  const data = [{ ...row, minimum_amount: limit, maximum_amount: limit }]
  expect(await findChannel(callWith(data))).toMatchObject({
    minimum_amount: read,
    maximum_amount: read,
  })
})

test('the code of the channel is kept for an hour if it can be kept, otherwise it is read each time', async () => {
  const call = callWith([row])
  const kept: object[] = []
  const tokens = {
    get: async (make: () => Promise<{ text: string; livesS: number }>) => {
      kept.push(await make())
      return 'kept'
    },
    drop: async () => {},
  }
  expect(await findChannelCode({ ...call, tokens })).toBe('kept')
  expect(kept).toEqual([{ text: 'QRIS2', livesS: 3_600 }])
  expect(await findChannelCode(call)).toBe('QRIS2')
})
