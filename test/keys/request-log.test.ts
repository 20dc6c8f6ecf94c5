import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keyCommands } from '../../src/commands/key-commands.ts'
import { deleteOldRows } from '../../src/jobs/delete-old-rows.ts'
import { listKeys } from '../../src/keys/list-keys.ts'
import { listRequests } from '../../src/keys/list-requests.ts'
import { createRequestLog, type LoggedRequest } from '../../src/keys/request-log.ts'
import { silentLog } from '../../src/lib/log.ts'
import type { StatementCall } from '../../src/lib/sql.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { createTestConfig } from '../kit/config.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const mine = () => ({ accountId: shop.demo.accountId, mode: 'test' as const })
const logged = (path: string): LoggedRequest => ({
  ...mine(),
  apiKeyId: 1,
  method: 'GET',
  path,
  status: 200,
  code: null,
  requestId: 'r',
  unknownFields: null,
  durationMs: 1,
  receivedAt: shop.app.now(),
})

test('the requests of a key are listed with path, status, code and request id, without query and body', async () => {
  await shop.api(`/list-payments?apiKey=${shop.keys.demo}&search=rahasia`)
  await shop.api('/create-payment', { body: { amount: 1, customer_name: 'rahasia' } })
  await shop.api('/list-payments', { key: 'wrg_test_wrong' })
  await shop.api('/list-payments', { key: shop.keys.second })
  const entries = await vi.waitFor(
    async () => {
      const found = await listRequests(shop.app, mine())
      expect(found).toHaveLength(2)
      return found
    },
    { timeout: 60_000 },
  )
  expect(entries).toMatchObject([
    { method: 'POST', path: '/api/create-payment', status: 400, code: 'amount_out_of_range', requestId: 'test' },
    { method: 'GET', path: '/api/list-payments', status: 200, code: null },
  ])
  expect(JSON.stringify(entries)).not.toMatch(/rahasia|wrg_test/)
  expect(await listRequests(shop.app, mine(), { failed: true })).toHaveLength(1)
  expect(await listRequests(shop.app, mine(), { beforeId: entries[0]!.id })).toHaveLength(1)
  expect(await listRequests(shop.app, mine(), { keyId: 999_999 })).toEqual([])
  expect(await listRequests(shop.app, { ...mine(), mode: 'live' })).toEqual([])
})

test('many requests are logged by one statement, and a flood displaces the oldest', async () => {
  const write = vi.fn(async (..._asked: StatementCall) => 0)
  const log = createRequestLog({ sql: { ...shop.app.sql, write }, log: silentLog })
  for (let at = 0; at < 12_000; at++) log.record(logged(`/api/${at}`))
  await log.flush()
  expect(write).toHaveBeenCalledTimes(1)
  const { request } = write.mock.calls[0]![1] as { request: { path: string }[] }
  expect(request).toHaveLength(5000)
  expect(request.at(-1)!.path).toBe('/api/11999')
})

test('requests of different kinds are stored in their order, each with its own fields', async () => {
  const log = createRequestLog(shop.app)
  const receivedAt = new Date(shop.app.now().getTime() - 877)
  const unknownFields = [{ name: 'ammount', guess: 'amount' }]
  const requests: LoggedRequest[] = [
    { ...logged('/api/kinds'), requestId: 'first', receivedAt },
    { ...logged('/api/kinds'), requestId: 'second', status: 404, code: 'not_found', durationMs: 7 },
    { ...logged('/api/kinds'), requestId: 'third', durationMs: 12, receivedAt },
    { ...logged('/api/kinds'), requestId: 'fourth', method: 'POST', unknownFields },
    { ...logged('/api/kinds'), requestId: 'fifth', status: 404, code: 'not_found', unknownFields },
    { ...logged('/api/kinds'), requestId: 'sixth', durationMs: 3, receivedAt },
  ]
  for (const request of requests) log.record(request)
  await log.flush()
  const stored = await listRequests(shop.app, mine())
  const newest = stored.filter(({ path }) => path === '/api/kinds')
  const fields = requests.map(({ accountId: _, ...request }) => expect.objectContaining(request))
  expect(newest.toReversed()).toEqual(fields)
})

test('an unavailable database loses log lines, but no request', async () => {
  const write = vi.fn(async () => Promise.reject(new Error('away')))
  const log = createRequestLog({ sql: { ...shop.app.sql, write }, log: silentLog })
  log.record(logged('/api/x'))
  await expect(log.flush()).resolves.toBeUndefined()
})

test('the command `key log ID` shows the requests of that key in either mode', async () => {
  const show = (id: number) =>
    keyCommands['key log'].run(shop.app, { words: [String(id)], options: { account: shop.demo.name } })
  const keys = await listKeys(shop.app, shop.demo.accountId)
  const idOf = (mode: string) => keys.find(key => key.mode === mode)!.id
  const log = createRequestLog(shop.app)
  log.record({ ...logged('/api/tried'), apiKeyId: idOf('test') })
  await log.flush()
  expect((await show(idOf('test')))[0]).toMatch(/GET \/api\/tried {2}200/)
  expect(await show(idOf('live'))).toEqual(['There were no requests in live mode.'])
  await expect(show(999_999)).rejects.toMatchObject({ code: 'not_found' })
})

test('lines are deleted after seven days, or as KEEP_REQUESTS_DAYS says', async () => {
  const forget = () => deleteOldRows(shop.app, new AbortController().signal)
  const log = createRequestLog(shop.app)
  log.record(logged('/api/old'))
  await log.flush()
  const before = (await listRequests(shop.app, mine())).length
  shop.advance(7 * 86_400 - 60)
  await forget()
  expect(await listRequests(shop.app, mine())).toHaveLength(before)
  shop.advance(120)
  const { config } = shop.app
  shop.app.config = createTestConfig({ KEEP_REQUESTS_DAYS: '8' })
  await forget()
  expect(await listRequests(shop.app, mine())).toHaveLength(before)
  shop.app.config = config
  await forget()
  expect(await listRequests(shop.app, mine())).toEqual([])
})
