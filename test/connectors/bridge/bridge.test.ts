import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bank } from '../../../src/connectors/bank/bank.ts'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { merchantWallet } from '../../../src/connectors/merchant-wallet/merchant-wallet.ts'
import { wallet } from '../../../src/connectors/wallet/wallet.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

const account = { number: '081234567890', holder: 'SITI RAHMA', outlet_name: null, outlet_id: null, qris: null }
const bridge = () => ({
  credentials: { base_url: `${provider.url}/bridge/`, key: 'k3y' },
  outbound: provider.outbound,
})
const opened = () => ({
  credentials: wallet.credentials.parse({
    base_url: `${provider.url}/bridge`,
    token: 'k3y',
    session: 's3ssion',
    account: account.number,
  }),
  outbound: provider.outbound,
})
const start = (fields: object = { phone: '081234567890' }) => wallet.connect!.start(bridge(), fields)
const asking = { state: 'otp', connect_id: 'c-1', expires_in_s: 300, attempts_left: 3, sent_to: '0812****7890' }

describe('connecting', () => {
  test('connecting starts with the fields, and the bridge decides the next step', async () => {
    provider.answer(asking)
    expect(await start()).toEqual({
      state: 'otp',
      connectId: 'c-1',
      expiresInS: 300,
      attemptsLeft: 3,
      sentTo: '0812****7890',
    })
    const { url, method, headers, body } = provider.requests.at(-1)!
    expect({ path: url.pathname, method, key: headers.authorization }).toEqual({
      path: '/bridge/connect',
      method: 'POST',
      key: 'Bearer k3y',
    })
    expect(JSON.parse(body)).toEqual({ connector: 'wallet', fields: { phone: '081234567890' } })
  })

  test('connecting continues with a code or the request for a new one', async () => {
    provider.answer({ ...asking, state: 'pin', sent_to: null })
    expect(await wallet.connect!.answer(bridge(), 'c-1', { code: '123456' })).toMatchObject({ state: 'pin' })
    expect(provider.requests.at(-1)!.url.pathname).toBe('/bridge/connect/answer')
    expect(JSON.parse(provider.requests.at(-1)!.body)).toEqual({ connect_id: 'c-1', code: '123456' })
    await wallet.connect!.answer(bridge(), 'c-1', { resend: true })
    expect(JSON.parse(provider.requests.at(-1)!.body)).toEqual({ connect_id: 'c-1', resend: true })
  })

  test('connecting ends with credentials without a code, the account, and the promises of the bridge', async () => {
    provider.answer({ state: 'connected', session: 's3ssion', account, promises: { lag_s: 300, resolution_s: 60 } })
    expect(await wallet.connect!.answer(bridge(), 'c-1', { code: '112233' })).toEqual({
      state: 'connected',
      credentials: { base_url: `${provider.url}/bridge/`, token: 'k3y', session: 's3ssion', account: '081234567890' },
      account: { number: '081234567890', holder: 'SITI RAHMA', outletName: null, outletId: null, qris: null },
      window: { lagS: 300, resolutionS: 60 },
    })
  })

  test.each([
    ['wrong_code', 2, 2],
    ['too_many_attempts', undefined, null],
    ['expired', undefined, null],
    ['not_accepted', 2, null],
  ])('%s is a response of the bridge, not an error', async (code, attempts_left, attemptsLeft) => {
    provider.answer({ code, error: 'no', attempts_left }, 422)
    expect(await wallet.connect!.answer(bridge(), 'c-1', { code: '0' })).toEqual({
      state: 'refused',
      reason: code,
      sentence: 'no',
      attemptsLeft,
      field: null,
    })
  })

  test.each([
    ['an unknown state', { state: 'magic' }, 200, 'unexpected'],
    ['no connect_id', { ...asking, connect_id: '' }, 200, 'unexpected'],
    ['no account', { state: 'connected', session: 's' }, 200, 'unexpected'],
    ['a session that breaks a header', { state: 'connected', session: 'a\r\nb: c', account }, 200, 'unexpected'],
    ['HTML', '<html>', 422, 'unexpected'],
    ['a wrong key', {}, 401, 'unauthorized'],
    ['HTTP 502', asking, 502, 'unreachable'],
  ])('a bridge that answers with %s is an error', async (_name, body, status, kind) => {
    provider.answer(body, status)
    const error = await start().catch(e => e)
    expect(error).toBeInstanceOf(ConnectorError)
    expect(error.kind).toBe(kind)
  })

  test('the fields of each connector are checked before anything is sent', () => {
    const accepts = (connector: { connect?: { fields: { safeParse(value: unknown): { success: boolean } } } }) => {
      return (fields: object) => connector.connect!.fields.safeParse(fields).success
    }
    expect(accepts(wallet)({ phone: '+6281234567890' })).toBe(true)
    expect(accepts(wallet)({ phone: '021555' })).toBe(false)
    const login = { host: 'api.bank.example', username: 'u', password: 'p', merchant_id: '885', terminal_id: 'T1' }
    expect(accepts(bank)(login)).toBe(true)
    expect(accepts(bank)({ ...login, host: 'http://169.254.169.254/latest' })).toBe(false)
    expect(accepts(bank)({ ...login, password: undefined })).toBe(false)
    expect(accepts(merchantWallet)({ token: '{"access_token": "a"}', device: { id: 1 } })).toBe(true)
    expect(accepts(merchantWallet)({ token: '{"access_tok', device: {} })).toBe(false)
    expect(accepts(merchantWallet)({ token: '"text"', device: {} })).toBe(false)
  })
})

describe('the account of a bridge', () => {
  test('the bridge returns the account, with key and session in the headers', async () => {
    provider.answer({ account })
    expect(await wallet.check!(opened())).toMatchObject({ number: '081234567890', holder: 'SITI RAHMA' })
    const { url, headers } = provider.requests.at(-1)!
    expect(url.pathname).toBe('/bridge/account')
    expect(headers.authorization).toBe('Bearer k3y')
    expect(headers['x-bridge-session']).toBe('s3ssion')
  })

  test('an account of another person is an error', async () => {
    provider.answer({ account: { ...account, number: '089999999999' } })
    await expect(wallet.check!(opened())).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test('key and session are removed from a text', () => {
    expect(wallet.scrub(opened().credentials, 'Bearer k3y, s3ssion')).toBe('Bearer [secret], [secret]')
  })
})

describe('rows with invalid contents', () => {
  const row = { reference: 'R-1', amount: 10_017, time: '2026-08-17T10:00:05+07:00', direction: 'in', payer: null }
  const list = (...transactions: object[]) => {
    provider.answer({ transactions, next_cursor: null })
    return bank.transfers!(opened(), { since: new Date(0), cursor: null })
  }

  test.each([
    ['no reference', { ...row, reference: undefined }],
    ['an empty reference', { ...row, reference: '' }],
    ['a negative amount', { ...row, amount: -10_017 }],
    ['no amount', { ...row, amount: 0 }],
    ['a fraction of a rupiah', { ...row, amount: 10_017.5 }],
    ['an amount in words', { ...row, amount: 'Rp10.017' }],
    ['a time without an offset', { ...row, time: '2026-08-17 10:00:05' }],
    ['an invalid currency', { ...row, currency: 'rupiah' }],
    ['a currency in lower case', { ...row, currency: 'idr' }],
    ['a time in the year 9999', { ...row, time: '9999-12-31T23:59:59Z' }],
    ['a text of a megabyte', { ...row, payer: { name: 'A'.repeat(1_048_576), app: null } }],
    ['an invisible reference', { ...row, reference: 'R-\u200b1' }],
    ['a reference that looks like another', { ...row, reference: 'R-\uff11' }],
    ['half a character', { ...row, reference: 'R-\ud800' }],
    ['nothing', null],
    ['a number', 5],
  ])('rows with %s are set aside and the rest is read, and a page without valid rows fails', async (_name, bad) => {
    const { transfers, odd } = await list(row, bad as object)
    expect(transfers).toMatchObject([{ reference: 'R-1' }])
    expect(odd).toMatchObject([{ problem: expect.stringMatching(/^[\w.]+: /) }])
    expect(odd![0]!.content.length).toBeLessThanOrEqual(500)
    expect((await list(row, bad as object)).odd![0]!.key).toBe(odd![0]!.key)
    const error = await list(bad as object).catch(e => e)
    expect(error).toMatchObject({ kind: 'unexpected' })
    expect(error.message).toContain('transactions.0')
  })

  test.each([
    [10_017, 10_017],
    ['10017', 10_017],
    [-10_017, 0],
    [0, 0],
    [10_017.5, null],
    ['Rp10.017', null],
    [undefined, null],
    [1e300, null],
  ])('rows with %s are read as %s', async (amount, told) => {
    const { odd } = await list(row, { ...row, amount, reference: '' })
    expect(odd).toMatchObject([{ amount: told, reference: null }])
  })

  test('rows with NaN, which JSON does not allow, are set aside as well', async () => {
    const bad = JSON.stringify({ ...row, reference: 'a "NaN" \\', amount: 0 }).replace('"amount":0', '"amount":NaN')
    provider.answer(`{"transactions":[${JSON.stringify(row)},${bad}],"next_cursor":null}`)
    const { transfers, odd } = await bank.transfers!(opened(), { since: new Date(0), cursor: null })
    expect(transfers).toHaveLength(1)
    expect(odd).toMatchObject([{ amount: null, reference: 'a "NaN" \\' }])
  })

  test('more than a hundred invalid rows are not a list', async () => {
    const bad = Array.from({ length: 101 }, (_, place) => ({ ...row, reference: `R-${place}`, amount: 0.5 }))
    await expect(list(row, ...bad)).rejects.toMatchObject({ kind: 'unexpected' })
  })

  test('rows in another currency do not count as rupiah', async () => {
    const { transfers } = await list({ ...row, currency: 'USD', amount: 10_017.25 }, { ...row, currency: 'IDR' })
    expect(transfers).toHaveLength(1)
  })
})
