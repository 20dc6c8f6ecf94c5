import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { bank } from '../../src/connectors/bank/bank.ts'
import { makeBridgeAccess, makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { interactive } from '../../src/connectors/interactive/interactive.ts'
import { makeInteractiveCredentials } from '../../src/connectors/interactive/simulator.ts'
import { merchantWallet } from '../../src/connectors/merchant-wallet/merchant-wallet.ts'
import { wallet } from '../../src/connectors/wallet/wallet.ts'
import { convertQris } from '../../src/qris/convert-qris.ts'
import { parseQris } from '../../src/qris/parse-qris.ts'
import { bridgedProviders, demoAccounts } from '../kit/demo-accounts.ts'
import { type Sandbox, startSandbox } from './harness.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.stop())
beforeEach(async () => {
  for (const connector of ['interactive', ...bridgedProviders]) {
    await sandbox.call('POST', '/faults', { connector, operation: 'any', mode: 'off' })
  }
})

const qrisCall = () => ({
  credentials: interactive.credentials.parse(makeInteractiveCredentials(sandbox.url, '195255685725')),
  outbound: sandbox.outbound,
})
const walletCall = (account: string = demoAccounts.wallet) => ({
  credentials: wallet.credentials.parse(makeBridgedCredentials(sandbox.url, 'wallet', account)),
  outbound: sandbox.outbound,
})
const accessTo = (connector: 'wallet' | 'bank' | 'merchant-wallet') => ({
  credentials: makeBridgeAccess(sandbox.url, connector),
  outbound: sandbox.outbound,
})
const charge = (reference: string, amount = 25_017) =>
  interactive.charge!(qrisCall(), {
    reference,
    amount,
    requestedAt: sandbox.clock.now(),
    expiresAt: sandbox.clock.now(),
  })
const askedAbout = (code: { providerInvoiceId: string; requestDate: Date }) => ({
  reference: 'INV-A-1',
  providerInvoiceId: code.providerInvoiceId,
  amount: 25_017,
  requestDate: code.requestDate,
  askedAt: sandbox.clock.now(),
  payableUntil: sandbox.clock.now(),
})
const fault = (body: object) => sandbox.call('POST', '/faults', body)

describe('the QRIS provider', () => {
  test('the QRIS provider creates a code that any reader accepts, with the amount inside', async () => {
    const code = await charge('INV-A-1')
    const qris = parseQris(code.qris)
    expect(qris).toMatchObject({ isValid: true, isDynamic: true, amount: 25_017, currency: '360', countryCode: 'ID' })
    expect(qris.nmid).toBe(code.providerNmid)
    expect(Math.abs(code.requestDate.getTime() - sandbox.clock.now().getTime())).toBeLessThan(3_000)
  })

  test('the QRIS provider returns the same invoice for a number and amount, even for simultaneous requests', async () => {
    const codes = await Promise.all(Array.from({ length: 8 }, () => charge('INV-B-1')))
    expect(new Set(codes.map(code => code.providerInvoiceId)).size).toBe(1)
    await expect(charge('INV-B-1', 30_000)).rejects.toMatchObject({ kind: 'refused' })
    expect((await charge('INV-B-2')).providerInvoiceId).not.toBe(codes[0]!.providerInvoiceId)
  })

  test('the QRIS provider reports unpaid until the code is paid, then the payer and the time', async () => {
    const code = await charge('INV-C-1')
    const asked = askedAbout(code)
    expect(await interactive.status!(qrisCall(), asked)).toEqual({ paid: false })

    const paidAt = Math.floor(sandbox.clock.now().getTime() / 1000) * 1000
    const occurred_at = new Date(paidAt + 900 + 7 * 3_600_000).toISOString().replace('Z', '+07:00')
    const paid = { qris: code.qris, occurred_at, payer_name: 'Siti', payer_app: 'GoPay' }
    expect((await sandbox.call('POST', '/transfers', paid)).status).toBe(200)
    expect(await interactive.status!(qrisCall(), asked)).toEqual({
      paid: true,
      transfer: {
        reference: code.providerInvoiceId,
        amount: 25_017,
        occurredAt: new Date(paidAt),
        payerName: 'Siti',
        payerApp: 'GoPay',
      },
    })
  })

  test('the QRIS provider finds a code only by its own number, amount and day', async () => {
    const code = await charge('INV-D-1')
    const asked = askedAbout(code)
    for (const wrong of [
      { providerInvoiceId: '999' },
      { amount: 25_018 },
      { requestDate: new Date('2020-01-01T00:00:00Z') },
    ]) {
      await expect(interactive.status!(qrisCall(), { ...asked, ...wrong })).rejects.toMatchObject({ kind: 'refused' })
    }
  })

  test('the QRIS provider refuses an unknown key and an invalid amount', async () => {
    const call = qrisCall()
    call.credentials.api_key = 'stolen'
    const request = { reference: 'INV-E-1', amount: 25_017, requestedAt: new Date(), expiresAt: new Date() }
    await expect(interactive.charge!(call, request)).rejects.toMatchObject({ kind: 'unauthorized' })
    await expect(charge('INV-E-2', 99)).rejects.toThrow('invalid amount')
  })
})

describe('the wallet', () => {
  test('the wallet lists its own transfers in order of time, from a given time on, page by page', async () => {
    const account = '081299990000'
    sandbox.payments.set('INV-W', { finalAmount: 10_017, account, codes: [] })
    const pay = (occurred_at: string, count: number) =>
      sandbox.call('POST', '/transfers', { invoice_id: 'INV-W', occurred_at, count })
    await pay('2026-08-17T03:00:02.000Z', 150)
    await pay('2026-08-17T03:00:01.000Z', 1)
    await pay('2026-08-17T03:00:00.999Z', 1)

    const since = new Date('2026-08-17T03:00:01.000Z')
    const first = await wallet.transfers!(walletCall(account), { since, cursor: null })
    const second = await wallet.transfers!(walletCall(account), { since, cursor: first.cursor })
    expect(first.transfers).toHaveLength(100)
    expect(second.cursor).toBeNull()
    const all = [...first.transfers, ...second.transfers]
    expect(all).toHaveLength(151)
    expect(new Set(all.map(transfer => transfer.reference)).size).toBe(151)
    expect(all.map(transfer => transfer.occurredAt!.getTime())).toEqual(
      all.map(transfer => transfer.occurredAt!.getTime()).sort((a, b) => a - b),
    )
    const elsewhere = await wallet.transfers!(walletCall('081200009999'), { since, cursor: null })
    expect(elsewhere).toEqual({ transfers: [], cursor: null })
  })

  test('the wallet refuses an unknown token and invalid requests', async () => {
    const { token, session } = walletCall().credentials
    const authorization = { authorization: `Bearer ${token}`, 'x-bridge-session': session! }
    const ask = (query: string, headers = {}) => sandbox.call('GET', `/wallet/transactions${query}`, undefined, headers)
    const since = '?since=2026-08-17T03:00:00.000Z'
    expect((await ask(since)).status).toBe(401)
    expect((await ask(since, { authorization: 'Bearer stolen' })).status).toBe(401)
    expect((await ask(since, { ...authorization, authorization: 'Bearer stolen' })).status).toBe(401)
    expect((await ask(since, { ...authorization, 'x-bridge-session': 'stolen' })).status).toBe(401)
    expect((await ask(since, { authorization: authorization.authorization })).status).toBe(401)
    expect((await ask('', authorization)).status).toBe(400)
    expect((await ask('?since=yesterday', authorization)).status).toBe(400)
    expect((await ask(`${since}&cursor=nonsense`, authorization)).status).toBe(400)
    expect((await ask(since, authorization)).status).toBe(200)
  })
})

describe('the bridge', () => {
  const answer = (connectId: string, code: string) => wallet.connect!.answer(accessTo('wallet'), connectId, { code })
  const begin = async () => {
    const step = await wallet.connect!.start(accessTo('wallet'), { phone: '081234567890' })
    if (step.state !== 'otp') throw new Error(`the bridge asked for ${step.state}`)
    return step
  }

  test('the bridge opens a wallet by OTP and PIN', async () => {
    const { connectId, sentTo } = await begin()
    expect(sentTo).toBe('0812****7890')
    expect(await answer(connectId, '123456')).toMatchObject({ state: 'pin', attemptsLeft: 3 })
    const done = await answer(connectId, '112233')
    expect(done).toMatchObject({ state: 'connected', account: { number: '081234567890', holder: 'SITI RAHMA' } })
    if (done.state !== 'connected') throw new Error('not connected')
    const call = { credentials: done.credentials, outbound: sandbox.outbound }
    expect(await wallet.check!(call)).toMatchObject({ number: '081234567890' })
    expect(await wallet.transfers!(call, { since: new Date(0), cursor: null })).toEqual({ transfers: [], cursor: null })
    expect(await answer(connectId, '112233')).toMatchObject({ state: 'refused', reason: 'expired' })
  })

  test('the bridge counts wrong codes, and ends the attempt after the third', async () => {
    const { connectId } = await begin()
    expect(await answer(connectId, '000000')).toMatchObject({ reason: 'wrong_code', attemptsLeft: 2 })
    expect(await answer(connectId, '000000')).toMatchObject({ reason: 'wrong_code', attemptsLeft: 1 })
    expect(await answer(connectId, '000000')).toMatchObject({ reason: 'too_many_attempts', attemptsLeft: null })
    expect(await answer(connectId, '123456')).toMatchObject({ reason: 'expired' })
  })

  test('the bridge opens a bank and a merchant wallet directly, with the static code of each', async () => {
    const login = { host: 'bank.example', username: 'u', password: 'p', merchant_id: '885200000009', terminal_id: 'T1' }
    const atBank = await bank.connect!.start(accessTo('bank'), login)
    expect(atBank).toMatchObject({ state: 'connected', account: { number: '885200000009' } })
    expect(await bank.connect!.start(accessTo('bank'), { ...login, password: 'wrong' })).toMatchObject({
      state: 'refused',
      field: 'password',
    })
    const pasted = { token: { access_token: 'a', outlet_id: 'G42', outlet_name: 'Kopi Dua' }, device: { id: 'd' } }
    const atWallet = await merchantWallet.connect!.start(accessTo('merchant-wallet'), pasted)
    expect(atWallet).toMatchObject({ state: 'connected', account: { outletId: 'G42', outletName: 'Kopi Dua' } })
    for (const step of [atBank, atWallet]) {
      if (step.state !== 'connected') throw new Error('not connected')
      expect(parseQris(step.account.qris!)).toMatchObject({ isValid: true, isStatic: true, amount: null })
    }
  })

  test('the bridge accepts money for a printed code, with the amount of a converted one', async () => {
    const credentials = makeBridgedCredentials(sandbox.url, 'bank', '885200000077')
    const call = { credentials: bank.credentials.parse(credentials), outbound: sandbox.outbound }
    const { qris } = await bank.check!(call)
    const { converted } = convertQris(qris!, 20_123)
    expect((await sandbox.call('POST', '/transfers', { qris: converted })).status).toBe(200)
    expect((await sandbox.call('POST', '/transfers', { qris, amount: 5_000 })).status).toBe(200)
    expect((await sandbox.call('POST', '/transfers', { qris })).status).toBe(400)
    const { transfers } = await bank.transfers!(call, { since: new Date(0), cursor: null })
    expect(transfers.map(({ amount }) => amount)).toEqual([20_123, 5_000])
  })
})

describe('faults', () => {
  test('the faults error, garbage and slow reach the connector as such', async () => {
    const code = await charge('INV-F-1')
    const asked = askedAbout(code)
    const status = () => interactive.status!(qrisCall(), asked)
    await fault({ connector: 'interactive', operation: 'status', mode: 'error' })
    await expect(status()).rejects.toMatchObject({ kind: 'unreachable' })
    expect(await charge('INV-F-1')).toEqual(code)

    await fault({ connector: 'interactive', operation: 'any', mode: 'garbage' })
    await expect(status()).rejects.toMatchObject({ kind: 'unexpected' })
    await expect(status()).rejects.toMatchObject({ kind: 'unexpected' })
    await expect(charge('INV-F-2')).rejects.toMatchObject({ kind: 'unexpected' })

    await fault({ connector: 'interactive', operation: 'status', mode: 'slow', delay_ms: 120 })
    const began = performance.now()
    expect(await status()).toEqual({ paid: false })
    expect(performance.now() - began).toBeGreaterThan(110)
  })

  test('a fault with a count ends automatically, even with many simultaneous requests', async () => {
    await fault({ connector: 'wallet', operation: 'list', mode: 'error', count: 5 })
    const read = () => wallet.transfers!(walletCall(), { since: new Date(), cursor: null })
    const results = await Promise.allSettled(Array.from({ length: 12 }, read))
    expect(results.filter(result => result.status === 'rejected')).toHaveLength(5)
  })

  test('the newest fault replaces the previous one, and off ends it', async () => {
    const read = () => wallet.transfers!(walletCall(), { since: new Date(), cursor: null })
    await fault({ connector: 'wallet', operation: 'any', mode: 'error' })
    await fault({ connector: 'wallet', operation: 'list', mode: 'slow', delay_ms: 1 })
    await read()
    await fault({ connector: 'wallet', operation: 'list', mode: 'error' })
    await expect(read()).rejects.toThrow()
    await fault({ connector: 'wallet', operation: 'list', mode: 'off' })
    await read()
  })

  test('a time-out does the work and never responds', async () => {
    await fault({ connector: 'interactive', operation: 'charge', mode: 'timeout', count: 1 })
    const query = new URLSearchParams({
      do: 'create-invoice',
      apikey: 'sandbox_195255685725',
      mID: '195255685725',
      cliTrxNumber: 'INV-G-1',
      cliTrxAmount: '25017',
    })
    const address = `${sandbox.url}/interactive/restapi/qris/show_qris.php?${query}`
    await expect(sandbox.outbound.fetch(address, { timeoutMs: 300 })).rejects.toMatchObject({ kind: 'timeout' })
    const made = await sandbox.database.sql.query<{ id: number }>(
      `select id from sandbox.code where client_reference = 'INV-G-1'`,
    )
    expect(made).toHaveLength(1)
    expect((await charge('INV-G-1')).providerInvoiceId).toBe(String(made[0]!.id))
  })

  test('the fault of a duplicate list returns each row twice', async () => {
    const account = '081277770000'
    sandbox.payments.set('INV-H', { finalAmount: 10_099, account, codes: [] })
    await sandbox.call('POST', '/transfers', { invoice_id: 'INV-H', count: 2 })
    await fault({ connector: 'wallet', operation: 'list', mode: 'duplicate' })
    const { transfers } = await wallet.transfers!(walletCall(account), { since: new Date(0), cursor: null })
    expect(transfers).toHaveLength(4)
    expect(new Set(transfers.map(transfer => transfer.reference)).size).toBe(2)
  })

  test.each([
    {},
    { connector: 'broker', operation: 'any', mode: 'error' },
    { connector: 'wallet', operation: 'charge', mode: 'error' },
    { connector: 'interactive', operation: 'any', mode: 'duplicate' },
    { connector: 'wallet', operation: 'list', mode: 'sometimes' },
    { connector: 'wallet', operation: 'list', mode: 'error', count: 0 },
    { connector: 'wallet', operation: 'list', mode: 'slow', delay_ms: -1 },
    { connector: 'wallet', operation: 'list', mode: 'error', often: true },
  ])('the fault %j is refused', async body => {
    const answer = await fault(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ success: false, code: 'invalid_request' })
  })
})
