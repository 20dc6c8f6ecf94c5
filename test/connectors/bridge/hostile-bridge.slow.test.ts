import { afterAll, beforeAll, expect, test } from 'vitest'
import { bank } from '../../../src/connectors/bank/bank.ts'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { wallet } from '../../../src/connectors/wallet/wallet.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>

beforeAll(async () => {
  provider = await startProvider()
})
afterAll(() => provider.stop())

const bodies: unknown[] = [
  '',
  'null',
  'true',
  '0',
  '"connected"',
  '[]',
  '{}',
  '{"state":',
  '<!doctype html><script>alert(1)</script>',
  '\u0000\u0001\u0002',
  '{"__proto__":{"state":"connected"}}',
  '{"constructor":{"prototype":{"state":"connected"}}}',
  `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
  `{"transactions":[],"next_cursor":"${'c'.repeat(70_000)}"}`,
  ' '.repeat(2_000_000),
  { state: 'connected', session: 's'.repeat(100_000), account: {} },
  { state: 'connected', session: '\u202Es', account: null },
  { state: 'otp', connect_id: '../../connect', expires_in_s: -1, attempts_left: 1e9 },
  { state: ['otp'], connect_id: {}, expires_in_s: '300' },
  { transactions: { length: 1e9 } },
  { transactions: Array.from({ length: 1_001 }, () => null), next_cursor: null },
  { transactions: [[[[[]]]]], next_cursor: {} },
  { code: 'wrong_code', error: '<b>x</b>'.repeat(10_000), attempts_left: -5 },
  { code: ['wrong_code'], error: {} },
]
const statuses = [200, 204, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503]
const tries = bodies.flatMap(body => statuses.map(status => ({ body, status })))

test(`each of ${tries.length} hostile responses of a bridge at three endpoints results in a known error`, async () => {
  const bridge = { credentials: { base_url: `${provider.url}/bridge/`, key: 'k3y' }, outbound: provider.outbound }
  const opened = {
    credentials: wallet.credentials.parse({
      base_url: `${provider.url}/bridge`,
      token: 'k3y',
      session: 's',
      account: '081234567890',
    }),
    outbound: provider.outbound,
  }
  const doors = {
    start: () => wallet.connect!.start(bridge, { phone: '081234567890' }),
    answer: () => wallet.connect!.answer(bridge, 'c-1', { code: '1' }),
    list: () => bank.transfers!(opened, { since: new Date(0), cursor: null }),
  }
  for (const { body, status } of tries) {
    provider.answer(body, status)
    for (const [door, call] of Object.entries(doors)) {
      const said = `${door}, ${status}, ${JSON.stringify(body).slice(0, 60)}`
      const answer: unknown = await call().catch(error => error)
      if (answer instanceof Error) expect(answer, said).toBeInstanceOf(ConnectorError)
      // No such answer connects an account or reports money.
      else expect(answer, said).not.toMatchObject({ state: 'connected' })
      if (!(answer instanceof Error) && door === 'list') expect(answer, said).toMatchObject({ transfers: [] })
    }
  }
  expect(({} as { state?: string }).state).toBeUndefined()
})
