import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeInteractiveCredentials } from '../../../src/connectors/interactive/simulator.ts'
import { type Sandbox, startSandbox } from '../../sandbox/harness.ts'

// The expected values come from the provider's documentation of show_qris.php and checkpaid_qris.php, whose refusals
// have HTTP 200.

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())

const newMerchant = () => String(randomInt(1e11, 1e12))
async function ask(page: string, mid: string, query: Record<string, string>) {
  const { api_key: apikey } = makeInteractiveCredentials('', mid)
  const search = new URLSearchParams({ apikey, mID: mid, ...query })
  const { status, body } = await sandbox.call('GET', `/interactive/restapi/qris/${page}.php?${search}`)
  return { status, body }
}
const create = (mid: string, query: Record<string, string> = {}) =>
  ask('show_qris', mid, { do: 'create-invoice', cliTrxNumber: 'INV-1', cliTrxAmount: '25036', useTip: 'no', ...query })
const check = (mid: string, made: { id: string; day: string }, query: Record<string, string> = {}) =>
  ask('checkpaid_qris', mid, { do: 'checkStatus', invid: made.id, trxvalue: '25036', trxdate: made.day, ...query })
const done = (data: object) => ({
  status: 200,
  body: { status: 'success', data, qris_api_version_code: expect.stringMatching(/^\d+$/) },
})
const failed = (data: unknown) => ({ status: 200, body: { status: 'failed', data } })
const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
const madeOf = ({ body }: { body: { data: { qris_invoiceid: string; qris_request_date: string } } }) => ({
  id: body.data.qris_invoiceid,
  day: body.data.qris_request_date.slice(0, 10),
})

describe('show_qris.php', () => {
  test('a code has the documented fields, and a repeated request returns the same one', async () => {
    const mid = newMerchant()
    const first = await create(mid)
    expect(first).toEqual(
      done({
        qris_content: expect.stringMatching(/^000201/),
        qris_request_date: time,
        qris_invoiceid: expect.stringMatching(/^\d+$/),
        qris_nmid: expect.stringMatching(/^ID\d+$/),
      }),
    )
    expect(await create(mid)).toEqual(first)
    expect(await create(mid, { cliTrxAmount: '25037' })).toEqual(failed('cliTrxNumber already used'))
    expect(madeOf(await create(newMerchant())).id).not.toBe(madeOf(first).id)
  })

  test.each([
    ['do', 'create', 'invalid do'],
    ['apikey', 'stolen', 'invalid apikey or mID'],
    ['mID', '1', 'invalid apikey or mID'],
    ['cliTrxNumber', '', 'invalid cliTrxNumber'],
    ['cliTrxNumber', 'a b', 'invalid cliTrxNumber'],
    ['cliTrxNumber', 'x'.repeat(65), 'invalid cliTrxNumber'],
    ['cliTrxAmount', '99', 'invalid amount'],
    ['cliTrxAmount', '10000001', 'invalid amount'],
    ['cliTrxAmount', '100.5', 'invalid amount'],
    ['cliTrxAmount', '', 'invalid amount'],
  ])('a request is refused if %s is "%s"', async (field, value, sentence) => {
    expect(await create(newMerchant(), { [field]: value })).toEqual(failed(sentence))
  })

  test.each(['100', '10000000'])('an amount of %s is accepted', async cliTrxAmount => {
    expect(await create(newMerchant(), { cliTrxAmount, cliTrxNumber: 'x'.repeat(64) })).toMatchObject(done({}))
  })
})

describe('checkpaid_qris.php', () => {
  test('an unpaid code is reported as failed, and a paid one with its payer and time', async () => {
    const mid = newMerchant()
    const first = await create(mid)
    const made = madeOf(first)
    expect(await check(mid, made)).toEqual(failed({ qris_status: 'unpaid' }))
    const { qris_content: qris } = first.body.data
    await sandbox.call('POST', '/transfers', { qris, payer_name: 'Siti', payer_app: 'GoPay' })
    expect(await check(mid, made)).toEqual(
      done({
        qris_status: 'paid',
        qris_payment_customername: 'Siti',
        qris_payment_methodby: 'GoPay',
        qris_paid_date: time,
      }),
    )
  })

  test('a payer without a name is reported with empty texts', async () => {
    const mid = newMerchant()
    const first = await create(mid)
    const { qris_content: qris } = first.body.data
    await sandbox.call('POST', '/transfers', { qris, payer_name: null, payer_app: null })
    expect(await check(mid, madeOf(first))).toMatchObject(
      done({ qris_payment_customername: '', qris_payment_methodby: '' }),
    )
  })

  test('a code is found by its merchant, its number, its amount and its day alone', async () => {
    const mid = newMerchant()
    const made = madeOf(await create(mid))
    const wrong = [
      { invid: '0' },
      { invid: 'x' },
      { invid: '1'.repeat(16) },
      { trxvalue: '25037' },
      { trxdate: '2020-01-01' },
    ]
    for (const query of wrong)
      expect(await check(mid, made, query), JSON.stringify(query)).toEqual(failed('invoice not found'))
    expect(await check(newMerchant(), made)).toEqual(failed('invoice not found'))
    expect(await check(mid, made, { do: 'check' })).toEqual(failed('invalid do'))
    expect(await check(mid, made, { apikey: 'stolen' })).toEqual(failed('invalid apikey or mID'))
  })
})
