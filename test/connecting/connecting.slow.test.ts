import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectCommands } from '../../src/commands/connect-commands.ts'
import { answerConnectAttempt } from '../../src/connecting/answer-connect-attempt.ts'
import { replaceCredentials } from '../../src/connecting/replace-credentials.ts'
import { findConnectAttempt, startConnectAttempt } from '../../src/connecting/start-connect-attempt.ts'
import { createConnection } from '../../src/connections/create-connection.ts'
import { listConnections } from '../../src/connections/list-connections.ts'
import { setBridge } from '../../src/connections/set-bridge.ts'
import { testConnection } from '../../src/connections/test-connection.ts'
import { makeBridgeAccess, makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { sandboxWindow } from '../../src/connectors/simulator/window.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { bridgedProviders } from '../kit/demo-accounts.ts'
import { create, detect, send, statusOf } from '../payments/scenario.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
  for (const connector of bridgedProviders) {
    const { base_url: baseUrl, key } = makeBridgeAccess(shop.sandboxUrl, connector)
    await setBridge(shop.app, { connector, mode: 'test', baseUrl, key })
  }
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.app.sql.write('delete from connect_attempt')
})

const owner = () => ({ accountId: shop.operator.accountId, mode: 'test' as const })
const start = (fields: object = { phone: '081234567890' }, connector = 'wallet') =>
  startConnectAttempt(shop.app, { ...owner(), connector, fields })
const answer = (id: number, code: string) => answerConnectAttempt(shop.app, owner(), id, { code })

describe('a wallet', () => {
  test('a wallet is connected by phone, OTP and PIN, and its connection reads money', async () => {
    const asked = await start()
    expect(asked).toMatchObject({ state: 'otp', sentTo: '0812****7890', attemptsLeft: 3, problem: null })
    expect(await findConnectAttempt(shop.app, owner(), asked.id)).toEqual(asked)
    expect(await answer(asked.id, '123456')).toMatchObject({ state: 'pin' })
    const done = await answer(asked.id, '112233')
    expect(done).toMatchObject({ state: 'connected', problem: null })
    expect(await testConnection(shop.app, shop.operator.accountId, done.connectionId!)).toMatchObject({
      works: true,
      account: { number: '081234567890', holder: 'SITI RAHMA' },
    })
  })

  test('a wallet that is connected again keeps its connection', async () => {
    const connections = async () => (await listConnections(shop.app, shop.operator.accountId)).length
    const before = await connections()
    const { id } = await start()
    await answer(id, '123456')
    expect(await answer(id, '112233')).toMatchObject({ state: 'connected' })
    expect(await connections()).toBe(before)
  })

  test('codes and PINs are stored nowhere', async () => {
    const { id } = await start()
    await answer(id, '123456')
    await answer(id, '112233')
    const rows = await shop.app.sql.query('select row_to_json(a)::text as text from connect_attempt a')
    expect(JSON.stringify(rows)).not.toMatch(/123456(?!7)|112233/)
    expect(rows.map(row => JSON.parse((row as { text: string }).text).sealed_state)).toEqual([''])
  })

  test('a wallet counts wrong codes, reports them, and fails after the third', async () => {
    const { id } = await start()
    expect(await answer(id, '0000')).toMatchObject({ state: 'otp', attemptsLeft: 2, problem: 'the code is wrong' })
    await answer(id, '0000')
    expect(await answer(id, '0000')).toMatchObject({ state: 'ended', attemptsLeft: 0 })
    await expect(answer(id, '123456')).rejects.toMatchObject({ code: 'refused_transition' })
  })

  test('connecting by command exits with 1 for a wrong code and 0 for a right one', async () => {
    const { id } = await start()
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'code-')), 'code')
    const command = async (code: string) => {
      writeFileSync(file, code)
      const args = { words: [String(id)], options: { account: 'operator', mode: 'test', code: file } }
      return connectCommands['connection answer'].run(shop.app, args)
    }
    expect(await command('0000')).toMatchObject({ lines: ['the code is wrong', expect.any(String)], exitCode: 1 })
    expect(await command('123456')).toMatchObject({ exitCode: 0 })
    expect(await command('112233')).toMatchObject({ lines: [expect.stringMatching(/^Connected/)], exitCode: 0 })
    rmSync(path.dirname(file), { recursive: true })
  })

  test('a wrong code and a newly requested one continue the same attempt', async () => {
    const { id } = await start()
    await answer(id, '0000')
    const again = await answerConnectAttempt(shop.app, owner(), id, { resend: true })
    expect(again).toMatchObject({ id, state: 'otp', attemptsLeft: 2, problem: null })
    expect(await answer(id, '123456')).toMatchObject({ state: 'pin' })
  })

  test('an attempt to connect a wallet times out', async () => {
    const { id } = await start()
    shop.advance(301)
    expect(await findConnectAttempt(shop.app, owner(), id)).toMatchObject({ state: 'ended' })
    await expect(answer(id, '123456')).rejects.toMatchObject({ code: 'refused_transition' })
  })

  test('an unavailable bridge loses nothing, and the same code works afterwards', async () => {
    const { id } = await start()
    await shop.sandbox('/faults', { connector: 'wallet', operation: 'connect', mode: 'error', count: 1 })
    await expect(answer(id, '123456')).rejects.toMatchObject({ code: 'provider_unavailable' })
    expect(await answer(id, '123456')).toMatchObject({ state: 'pin' })
  })

  test("another account's attempt is not found", async () => {
    const { id } = await start()
    const other = { accountId: shop.second.accountId, mode: 'test' as const }
    await expect(findConnectAttempt(shop.app, other, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(answerConnectAttempt(shop.app, other, id, { code: '123456' })).rejects.toMatchObject({
      code: 'not_found',
    })
    const live = { ...owner(), mode: 'live' as const }
    await expect(findConnectAttempt(shop.app, live, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a wallet can be started ten times an hour', async () => {
    for (let turn = 0; turn < 10; turn++) await start()
    await expect(start()).rejects.toMatchObject({ code: 'rate_limited' })
    shop.advance(3601)
    expect(await start()).toMatchObject({ state: 'otp' })
  })

  test('a second wallet is refused before an OTP is sent', async () => {
    const { id } = await start()
    await answer(id, '123456')
    await answer(id, '112233')
    await shop.app.sql.write('delete from connect_attempt')
    const sent = async () =>
      (await shop.app.sql.query<{ n: number }>('select count(*)::int as n from sandbox.connect'))[0]!.n
    const before = await sent()
    await expect(start({ phone: '081299990000' })).rejects.toMatchObject({
      code: 'invalid_request',
      fields: [{ path: 'connector', error: 'is connected already, by another number' }],
    })
    expect(await sent()).toBe(before)
    expect(await shop.app.sql.query('select id from connect_attempt')).toEqual([])
    // An identical number in another notation is connected again.
    expect(await start({ phone: '+62 812-3456-7890' })).toMatchObject({ state: 'otp' })
  })

  test('a wallet of another account is refused before the PIN', async () => {
    await shop.app.sql.write("update connection set is_active = false where connector = 'wallet' and account_id = $1", [
      owner().accountId,
    ])
    const late = await start({ phone: '081299990000' })
    const { id } = await start()
    await answer(id, '123456')
    await answer(id, '112233')
    await expect(answer(late.id, '123456')).rejects.toMatchObject({ fields: [{ path: 'connector' }] })
    expect(await findConnectAttempt(shop.app, owner(), late.id)).toMatchObject({ state: 'otp', attemptsLeft: 3 })
  })

  test('a malformed number is refused before anything is sent', async () => {
    await expect(start({ phone: '12' })).rejects.toMatchObject({ fields: [{ path: 'phone' }] })
    await expect(start({}, 'interactive')).rejects.toMatchObject({ fields: [{ path: 'connector' }] })
  })
})

describe('a bank and a merchant wallet', () => {
  const login = {
    host: 'bank.example',
    username: 'u',
    password: 'hunter2-secret',
    merchant_id: '885200000055',
    terminal_id: 'T1',
  }

  test('a bank and a merchant wallet connect at once with their own code, and receive money by it', async () => {
    const demo = { accountId: shop.demo.accountId, mode: 'test' as const }
    const atBank = await startConnectAttempt(shop.app, { ...demo, connector: 'bank', fields: login })
    const pasted = {
      token: '{"access_token": "t0ken-secret", "outlet_id": "G55", "outlet_name": "Kopi"}',
      device: { id: 'd' },
    }
    const atWallet = await startConnectAttempt(shop.app, { ...demo, connector: 'merchant-wallet', fields: pasted })
    expect([atBank.state, atWallet.state]).toEqual(['connected', 'connected'])
    const details = await shop.app.sql.query<{ details: object }>(
      'select details from connection where id = any($1) order by id',
      [[atBank.connectionId, atWallet.connectionId]],
    )
    expect(details.map(row => row.details)).toEqual([
      { mid: '885200000055', holder: 'WARUNG KOPI DEMO' },
      { outletName: 'Kopi', outletId: 'G55', holder: 'WARUNG KOPI DEMO' },
    ])
    for (const payment_method of ['qris_user', 'wallet_qris']) {
      const payment = await create(shop, { payment_method })
      await send(shop, { invoice_id: payment.invoice_id })
      await detect(shop)
      expect(await statusOf(shop, payment)).toBe('paid')
    }
  })

  test('passwords and tokens are not stored, not even encrypted', async () => {
    const columns = await shop.app.sql.query<{ id: number; sealed: string }>(
      "select id, sealed_credentials as sealed from connection where connector in ('bank', 'merchant-wallet')",
    )
    expect(columns).toHaveLength(2)
    for (const { id, sealed } of columns) {
      expect(shop.app.seal.open(sealed, `connection|credentials|${id}`)).not.toMatch(/hunter2-secret|t0ken-secret/)
    }
  })

  test('connecting a bank names the field that was refused', async () => {
    await expect(start({ ...login, password: 'wrong' }, 'bank')).rejects.toMatchObject({
      fields: [{ path: 'password' }],
    })
    const pasted = { token: { access_token: 'expired' }, device: {} }
    await expect(start(pasted, 'merchant-wallet')).rejects.toMatchObject({ fields: [{ path: 'token' }] })
  })
})

test('a connection whose session ended fails with the reason, without its secrets', async () => {
  const { id } = await start()
  await answer(id, '123456')
  const { connectionId } = await answer(id, '112233')
  const sealed = shop.app.seal.seal(
    JSON.stringify({
      base_url: `${shop.sandboxUrl}/wallet`,
      token: 'sandbox_bridge',
      session: 'ended',
      account: '081234567890',
    }),
    `connection|credentials|${connectionId}`,
  )
  await shop.app.sql.write('update connection set sealed_credentials = $2 where id = $1', [connectionId, sealed])
  expect(await testConnection(shop.app, shop.operator.accountId, connectionId!)).toMatchObject({
    works: false,
    kind: 'unauthorized',
  })
  await expect(testConnection(shop.app, shop.second.accountId, connectionId!)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test("a reconnected account has its bridge's current limits", async () => {
  const promised = async () => {
    const [row] = await shop.app.sql.query<{ window: object; behind: number }>(
      `select window_overrides as window, extract(epoch from $1::timestamptz - watermark)::int as behind
      from connection c join reading r on r.connection_id = c.id where c.label = 'Promising'`,
      [shop.app.now()],
    )
    return row!
  }
  const connectionId = await createConnection(shop.app, {
    ...owner(),
    connector: 'merchant-wallet',
    label: 'Promising',
    credentials: makeBridgedCredentials(shop.sandboxUrl, 'merchant-wallet', 'G77'),
    window: { lagS: 0, graceS: 900, chargeLifeS: 500 },
  })
  const token = '{"access_token": "t0ken", "outlet_id": "G77", "outlet_name": "Kopi"}'
  const again = await start({ token, device: { id: 'd' } }, 'merchant-wallet')
  expect(again).toMatchObject({ state: 'connected', connectionId })
  const { lagS, graceS, skewS, resolutionS, intervalS } = sandboxWindow
  expect(await promised()).toEqual({
    window: { lagS, graceS, skewS, resolutionS, intervalS, chargeLifeS: 500 },
    behind: lagS,
  })
  // An omitted promise becomes the contract's again.
  const credentials = makeBridgedCredentials(shop.sandboxUrl, 'merchant-wallet', 'G77')
  const window = { lagS: 300, graceS: undefined, skewS: undefined, resolutionS: undefined, intervalS: undefined }
  await replaceCredentials(shop.app, owner().accountId, { connectionId, credentials, window })
  expect(await promised()).toEqual({ window: { lagS: 300, chargeLifeS: 500 }, behind: 300 })
})
