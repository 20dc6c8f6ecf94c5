import { describe, expect, test } from 'vitest'
import { fetchBridgeAccount } from '../../../src/connectors/bridge/bridge.ts'
import type { ConnectorCall, TransferPage } from '../../../src/connectors/connector.ts'
import { wallet } from '../../../src/connectors/wallet/wallet.ts'
import type { OutboundOptions } from '../../../src/lib/outbound.ts'

// docs/connectors/bridge.md bounds every field: at its bound it is accepted, one beyond it is not.

const keys = { base_url: 'https://bridge.example/v1', token: 'k3y', session: 's3ssion', account: '081234567890' }

/** Returns a call whose requests get this answer, and the options of the last request. */
function answering(answer: unknown, status = 200) {
  const sent: OutboundOptions[] = []
  const fetch = async (_url: string, options: OutboundOptions = {}) => {
    sent.push(options)
    return { status, headers: {}, body: Buffer.from(JSON.stringify(answer)) }
  }
  return { outbound: { fetch }, sent }
}

/** Returns whether an answer is accepted; throws any error other than a malformed answer. */
async function accepts(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    error => {
      expect(error).toMatchObject({ kind: 'unexpected', message: expect.stringContaining('not as agreed at') })
      return false
    },
  )
}

const row = { reference: 'R-1', amount: 10_219, time: '2026-08-17T10:00:05+07:00', direction: 'in', payer: null }
const account = { number: keys.account, holder: 'SITI', outlet_name: 'Kedai', outlet_id: 'K1', qris: '0002' }
const asking = { state: 'otp', connect_id: 'c-1', expires_in_s: 300, attempts_left: 3, sent_to: '0812****7890' }
const connected = { state: 'connected', session: 's', account }
const refusal = { code: 'wrong_code', error: 'no', attempts_left: 2, field: 'phone' }

function read(answer: unknown): Promise<TransferPage> {
  const credentials = wallet.credentials.parse(keys)
  const { outbound } = answering(answer)
  return wallet.transfers!({ credentials, outbound }, { since: new Date(0), cursor: null })
}

const check = (answer: unknown) =>
  fetchBridgeAccount({ credentials: wallet.credentials.parse(keys), outbound: answering(answer).outbound })

function start(answer: unknown, status = 200) {
  const call: ConnectorCall<{ base_url: string; key: string }> = {
    credentials: { base_url: keys.base_url, key: 'k3y' },
    outbound: answering(answer, status).outbound,
  }
  return wallet.connect!.start(call, { phone: keys.account })
}

const of = (length: number) => 'x'.repeat(length)

describe('the size and the time of an answer', () => {
  test.each([
    [
      'a list',
      15_000,
      4_194_304,
      (call: ConnectorCall<never>) => wallet.transfers!(call, { since: new Date(0), cursor: null }),
    ],
    ['an account', 15_000, 1_048_576, (call: ConnectorCall<never>) => wallet.check!(call)],
    ['a first step', 35_000, 65_536, (call: ConnectorCall<never>) => wallet.connect!.start(call as never, {})],
    [
      'a further step',
      35_000,
      65_536,
      (call: ConnectorCall<never>) => wallet.connect!.answer(call as never, 'c-1', { code: '1' }),
    ],
  ] as const)('%s may take %i ms and have %i bytes', async (_name, timeoutMs, responseBytesMax, run) => {
    const { outbound, sent } = answering(null)
    const credentials = { ...wallet.credentials.parse(keys), key: 'k3y' } as never
    await expect(run({ credentials, outbound })).rejects.toMatchObject({ kind: 'unexpected' })
    expect(sent).toEqual([expect.objectContaining({ timeoutMs, responseBytesMax })])
  })
})

describe('a page', () => {
  test.each<[name: string, at: object, beyond: object]>([
    ['next_cursor', { next_cursor: of(500) }, { next_cursor: of(501) }],
    ['next_cursor', { next_cursor: 'x' }, { next_cursor: '' }],
    ['next_cursor', { next_cursor: null }, { next_cursor: undefined }],
    ['transactions', { transactions: Array(1000).fill(row) }, { transactions: Array(1001).fill(row) }],
    ['transactions', { transactions: [] }, { transactions: null }],
  ])('the field %s has bounds', async (_name, at, beyond) => {
    const page = { transactions: [row], next_cursor: null }
    expect([await accepts(read({ ...page, ...at })), await accepts(read({ ...page, ...beyond }))]).toEqual([
      true,
      false,
    ])
  })

  test('up to a hundred rows may be malformed, if one is not', async () => {
    const list = (count: number) => read({ transactions: [row, ...Array(count).fill(null)], next_cursor: null })
    const { transfers, odd } = await list(100)
    expect([transfers.length, odd!.length]).toEqual([1, 100])
    expect(await accepts(list(101))).toBe(false)
  })

  test('a page with valid rows alone has no odd ones, and money that left is not a transfer', async () => {
    const page = await read({ transactions: [row, { direction: 'out' }], next_cursor: 'more' })
    const occurredAt = new Date('2026-08-17T03:00:05Z')
    expect(page).toEqual({
      transfers: [{ reference: 'R-1', amount: 10_219, occurredAt, payerName: null, payerApp: null }],
      cursor: 'more',
    })
  })
})

describe('a row', () => {
  const accepted = async (changes: object) => {
    const { transfers } = await read({
      transactions: [{ direction: 'out' }, { ...row, ...changes }],
      next_cursor: null,
    })
    return transfers.length === 1
  }

  test.each<[name: string, at: object, beyond: object]>([
    ['reference', { reference: of(100) }, { reference: of(101) }],
    ['reference', { reference: 'x' }, { reference: '' }],
    ['reference', { reference: 'x y' }, { reference: ' x' }],
    ['reference', { reference: 'é' }, { reference: 'e\u0301' }],
    ['reference', { reference: 'x' }, { reference: 'x\u2028' }],
    ['reference', { reference: 'x' }, { reference: 'x\u3164' }],
    ['amount', { amount: 1 }, { amount: 0 }],
    ['amount', { amount: Number.MAX_SAFE_INTEGER }, { amount: Number.MAX_SAFE_INTEGER + 1 }],
    ['currency', { currency: undefined }, { currency: 'IDRX' }],
    ['currency', { currency: 'IDR' }, { currency: null }],
    ['time', { time: '2000-01-01T00:00:00Z' }, { time: '1999-12-31T23:59:59.999Z' }],
    ['time', { time: '2099-12-31T23:59:59.999Z' }, { time: '2100-01-01T00:00:00Z' }],
    ['payer.name', { payer: { name: of(200) } }, { payer: { name: of(201) } }],
    ['payer.app', { payer: { app: of(200) } }, { payer: { app: of(201) } }],
    ['payer', { payer: undefined }, { payer: 'BUDI' }],
    ['direction', { direction: 'in' }, { direction: undefined }],
  ])('the field %s has bounds', async (_name, at, beyond) => {
    expect([await accepted(at), await accepted(beyond)]).toEqual([true, false])
  })

  test('a fraction is accepted in another currency, but is not a transfer', async () => {
    const foreign = { ...row, currency: 'USD', amount: 0.5 }
    expect(await read({ transactions: [foreign], next_cursor: null })).toEqual({ transfers: [], cursor: null })
  })

  test('an empty name counts as missing, and characters that cannot be stored are replaced', async () => {
    const payerOf = async (payer: object) => {
      const { transfers } = await read({ transactions: [{ ...row, payer }], next_cursor: null })
      return [transfers[0]!.payerName, transfers[0]!.payerApp]
    }
    expect(await payerOf({ name: '', app: '' })).toEqual([null, null])
    expect(await payerOf({ name: 'BUDI', app: null })).toEqual(['BUDI', null])
    expect(await payerOf({ name: null, app: 'DANA' })).toEqual([null, 'DANA'])
    expect(await payerOf({ name: 'BU\0DI', app: 'DA\ud800NA' })).toEqual(['BU\ufffdDI', 'DA\ufffdNA'])
  })

  test('a malformed row is kept with its problem, and at most five hundred characters of it', async () => {
    const oddOf = async (bad: unknown) => {
      const { odd } = await read({ transactions: [{ direction: 'out' }, bad], next_cursor: null })
      return odd![0]!
    }
    const key = expect.stringMatching(/^sha256:[0-9a-f]{64}$/)
    expect(await oddOf({ ...row, reference: 'R-7', time: 'today' })).toEqual({
      key,
      reference: 'R-7',
      amount: 10_219,
      problem: expect.stringMatching(/^time: ./),
      content: JSON.stringify({ ...row, reference: 'R-7', time: 'today' }),
    })
    expect(await oddOf(5)).toMatchObject({ reference: null, amount: null, content: '5' })
    const padding = (length: number) => 'x'.repeat(length - JSON.stringify({ x: '' }).length)
    expect((await oddOf({ x: padding(500) })).content).toHaveLength(500)
    expect((await oddOf({ x: padding(501) })).content).toHaveLength(500)
    expect((await oddOf({ x: padding(501) })).content).toBe(JSON.stringify({ x: padding(501) }).slice(0, 500))
  })

  test.each([
    ['9999999999999', 9_999_999_999_999],
    ['10000000000000', null],
    ['-1', 0],
    ['1', 1],
    ['', null],
    ['1.5', null],
    [' 1', null],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [Number.MAX_SAFE_INTEGER + 1, null],
    [true, null],
  ])('a malformed row with the amount %j has the amount %j', async (amount, kept) => {
    const { odd } = await read({ transactions: [row, { ...row, amount, reference: '' }], next_cursor: null })
    expect(odd).toMatchObject([{ amount: kept }])
  })
})

describe('an account', () => {
  test.each<[name: string, at: object, beyond: object]>([
    ['holder', { holder: of(200) }, { holder: of(201) }],
    ['outlet_name', { outlet_name: of(200) }, { outlet_name: of(201) }],
    ['outlet_id', { outlet_id: of(200) }, { outlet_id: of(201) }],
    ['qris', { qris: of(512) }, { qris: of(513) }],
  ])('the field %s has bounds', async (_name, at, beyond) => {
    const accepted = (changes: object) => accepts(check({ account: { ...account, ...changes } }))
    expect([await accepted(at), await accepted(beyond)]).toEqual([true, false])
  })

  test('a number has from three to fifty characters', async () => {
    const accepted = (number: string) => accepts(start({ ...connected, account: { ...account, number } }))
    expect(await Promise.all(['ab', 'abc', of(50), of(51), ' ab '].map(accepted))).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
  })

  test('an account has its own facts, and an empty one counts as missing', async () => {
    const { holder, number, qris } = account
    expect(await check({ account })).toEqual({ number, holder, outletName: 'Kedai', outletId: 'K1', qris })
    const missing = { number, holder: null, outletName: null, outletId: null, qris: null }
    expect(await check({ account: { number, holder: '', outlet_name: '', outlet_id: '', qris: '' } })).toEqual(missing)
    expect(await check({ account: { number } })).toEqual(missing)
  })
})

describe('a step', () => {
  test.each<[name: string, at: object, beyond: object]>([
    ['connect_id', { connect_id: of(500) }, { connect_id: of(501) }],
    ['connect_id', { connect_id: 'x' }, { connect_id: '' }],
    ['expires_in_s', { expires_in_s: 86_400 }, { expires_in_s: 86_401 }],
    ['expires_in_s', { expires_in_s: 1 }, { expires_in_s: 0 }],
    ['expires_in_s', { expires_in_s: 2 }, { expires_in_s: 1.5 }],
    ['attempts_left', { attempts_left: 100 }, { attempts_left: 101 }],
    ['attempts_left', { attempts_left: 1 }, { attempts_left: 0 }],
    ['sent_to', { sent_to: of(200) }, { sent_to: of(201) }],
    ['sent_to', { sent_to: undefined }, { sent_to: 5 }],
    ['state', { state: 'pin' }, { state: 'ended' }],
  ])('the field %s of a request for a code has bounds', async (_name, at, beyond) => {
    const accepted = (changes: object) => accepts(start({ ...asking, ...changes }))
    expect([await accepted(at), await accepted(beyond)]).toEqual([true, false])
  })

  test.each<[name: string, at: object, beyond: object]>([
    ['attempts_left', { attempts_left: 100 }, { attempts_left: 101 }],
    ['attempts_left', { attempts_left: 0 }, { attempts_left: -1 }],
    ['attempts_left', { attempts_left: null }, { attempts_left: '1' }],
    ['error', { error: of(200) }, { error: of(201) }],
    ['error', { error: '' }, { error: undefined }],
    ['field', { field: of(200) }, { field: of(201) }],
  ])('the field %s of a refusal has bounds', async (_name, at, beyond) => {
    const accepted = (changes: object) => accepts(start({ ...refusal, ...changes }, 422))
    expect([await accepted(at), await accepted(beyond)]).toEqual([true, false])
  })

  test('a refusal has its reason, its sentence, the attempts that are left and its field', async () => {
    const told = { state: 'refused', reason: 'wrong_code', sentence: 'no', attemptsLeft: 2, field: 'phone' }
    for (const status of [200, 400, 404, 410, 422]) expect(await start(refusal, status)).toEqual(told)
    expect(await start({ ...refusal, attempts_left: 0, field: '' })).toEqual({ ...told, attemptsLeft: 0, field: null })
    expect(await start({ code: 'wrong_code', error: 'no' })).toEqual({ ...told, attemptsLeft: null, field: null })
    for (const status of [403, 409, 418])
      await expect(start(refusal, status)).rejects.toMatchObject({ name: 'ConnectorError' })
  })

  test.each(['lag_s', 'skew_s', 'resolution_s', 'grace_s', 'interval_s'])('the promise %s has bounds', async name => {
    const accepted = (seconds: unknown) => accepts(start({ ...connected, promises: { [name]: seconds } }))
    expect(await Promise.all([0, 86_400, 0.5, undefined].map(accepted))).toEqual([true, true, true, true])
    expect(await Promise.all([-1, 86_401, '1', null].map(accepted))).toEqual([false, false, false, false])
  })

  test('each promise is a limit of its own, and without promises none changes', async () => {
    const promises = { lag_s: 11, skew_s: 12, resolution_s: 13, grace_s: 14, interval_s: 15 }
    const windowOf = async (promises?: object | null) =>
      ((await start({ ...connected, promises })) as { window: object }).window
    expect(await windowOf(promises)).toEqual({ lagS: 11, skewS: 12, resolutionS: 13, graceS: 14, intervalS: 15 })
    expect(await windowOf({})).toEqual({})
    expect(await windowOf(null)).toEqual({})
    expect(await windowOf()).toEqual({})
  })

  test('an account that serves no sessions is opened without one', async () => {
    const opened = async (session: unknown) => start({ ...connected, session })
    const credentials = { base_url: keys.base_url, token: 'k3y', account: keys.account }
    expect(await opened(null)).toMatchObject({ credentials })
    expect(Object.keys(((await opened(null)) as { credentials: object }).credentials).sort()).toEqual(
      Object.keys(credentials).sort(),
    )
    expect(await opened(of(4096))).toMatchObject({ credentials: { ...credentials, session: of(4096) } })
    expect(await Promise.all(['', of(4097), 'a b', 'a\u007f'].map(session => accepts(opened(session))))).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('the credentials of a bridge', () => {
  const url = (length: number) => `https://bridge.example/${of(length - 'https://bridge.example/'.length)}`

  test.each<[name: string, at: object, beyond: object]>([
    ['base_url', { base_url: url(2048) }, { base_url: url(2049) }],
    ['base_url', { base_url: 'http://10.0.0.2:8080' }, { base_url: 'ftp://bridge.example' }],
    ['token', { token: of(500) }, { token: of(501) }],
    ['token', { token: 'x' }, { token: ' ' }],
    ['session', { session: of(4096) }, { session: of(4097) }],
    ['session', { session: undefined }, { session: '' }],
    ['session', { session: '!~' }, { session: ' ' }],
    ['account', { account: of(50) }, { account: of(51) }],
    ['account', { account: 'abc' }, { account: ' ab' }],
  ])('the field %s has bounds', (_name, at, beyond) => {
    const accepted = (changes: object) => wallet.credentials.safeParse({ ...keys, ...changes }).success
    expect([accepted(at), accepted(beyond)]).toEqual([true, false])
  })

  test('an address may end in slashes, and a session is sent only if there is one', async () => {
    const asked: string[] = []
    const headers: object[] = []
    const fetch = async (url: string, options: OutboundOptions = {}) => {
      asked.push(url)
      headers.push(options.headers!)
      return { status: 500, headers: {}, body: Buffer.from('') }
    }
    const ask = (changes: object) =>
      wallet.check!({ credentials: wallet.credentials.parse({ ...keys, ...changes }), outbound: { fetch } })
    for (const slashes of ['', '/', '//']) {
      await expect(ask({ base_url: keys.base_url + slashes })).rejects.toMatchObject({ kind: 'unreachable' })
    }
    await expect(ask({ session: undefined })).rejects.toMatchObject({ kind: 'unreachable' })
    expect(new Set(asked)).toEqual(new Set(['https://bridge.example/v1/account']))
    const usual = { accept: 'application/json', authorization: 'Bearer k3y' }
    expect([headers[0], headers[3]]).toEqual([{ ...usual, 'x-bridge-session': 's3ssion' }, usual])
  })
})
