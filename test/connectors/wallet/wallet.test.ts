import { afterAll, beforeAll, expect, test } from 'vitest'
import { ConnectorError } from '../../../src/connectors/connector.ts'
import { wallet } from '../../../src/connectors/wallet/wallet.ts'
import { startProvider } from '../provider.ts'

let provider: Awaited<ReturnType<typeof startProvider>>
let call: Parameters<NonNullable<typeof wallet.transfers>>[0]

beforeAll(async () => {
  provider = await startProvider()
  const credentials = { base_url: `${provider.url}/bridge/`, token: 't0ken', account: '081234567890' }
  call = { credentials: wallet.credentials.parse(credentials), outbound: provider.outbound }
})
afterAll(() => provider.stop())

const since = new Date('2026-08-17T03:00:00.000Z')
const incoming = {
  reference: 'TRX-1',
  amount: 10_017,
  time: '2026-08-17T10:00:05.120+07:00',
  direction: 'in',
  payer: { name: 'Siti', app: 'GoPay' },
}
const read = (cursor: string | null = null) => wallet.transfers!(call, { since, cursor })

test('a page of incoming transactions is read as the contract says', async () => {
  const outgoing = { direction: 'out', reference: 'TRX-2', amount: -5.5 }
  const nameless = { ...incoming, reference: 'TRX-3', time: '2026-08-17T03:00:05Z', payer: null, extra: true }
  provider.answer({ transactions: [incoming, outgoing, nameless], next_cursor: 'page 2' })
  expect(await read()).toEqual({
    transfers: [
      {
        reference: 'TRX-1',
        amount: 10_017,
        occurredAt: new Date('2026-08-17T03:00:05.120Z'),
        payerName: 'Siti',
        payerApp: 'GoPay',
      },
      {
        reference: 'TRX-3',
        amount: 10_017,
        occurredAt: new Date('2026-08-17T03:00:05Z'),
        payerName: null,
        payerApp: null,
      },
    ],
    cursor: 'page 2',
  })
  const { url, headers } = provider.requests.at(-1)!
  expect(url.pathname).toBe('/bridge/transactions')
  expect(Object.fromEntries(url.searchParams)).toEqual({ since: '2026-08-17T03:00:00.000Z' })
  expect(headers.authorization).toBe('Bearer t0ken')
})

test('the next page is requested with its cursor and the same start', async () => {
  provider.answer({ transactions: [], next_cursor: null })
  expect(await read('page 2')).toEqual({ transfers: [], cursor: null })
  expect(provider.requests.at(-1)!.url.search).toBe('?since=2026-08-17T03%3A00%3A00.000Z&cursor=page+2')
})

const page = (row: object) => ({ transactions: [row], next_cursor: null })

test.each([
  ['HTML', '<html>', 200, 'unexpected'],
  ['half a JSON', '{"transactions":[{"ref', 200, 'unexpected'],
  ['no list', {}, 200, 'unexpected'],
  ['no next_cursor', { transactions: [] }, 200, 'unexpected'],
  ['the cursor that was sent', { transactions: [], next_cursor: 'same' }, 200, 'unexpected'],
  ['an amount as text', page({ ...incoming, amount: '10017' }), 200, 'unexpected'],
  ['a fraction of a rupiah', page({ ...incoming, amount: 10_017.5 }), 200, 'unexpected'],
  ['an amount of zero', page({ ...incoming, amount: 0 }), 200, 'unexpected'],
  ['a time without an offset', page({ ...incoming, time: '2026-08-17T10:00:05' }), 200, 'unexpected'],
  ['no reference', page({ ...incoming, reference: '' }), 200, 'unexpected'],
  ['an unknown direction', page({ ...incoming, direction: 'sideways' }), 200, 'unexpected'],
  ['HTTP 500', page(incoming), 500, 'unreachable'],
  ['HTTP 403', '', 403, 'unauthorized'],
  ['HTTP 404', '', 404, 'unexpected'],
])('a list with %s is an error, not a list', async (_name, body, status, kind) => {
  provider.answer(body, status)
  const error = await read('same').catch(e => e)
  expect(error).toBeInstanceOf(ConnectorError)
  expect(error.kind).toBe(kind)
})

test('a list longer than four mebibytes is abandoned', async () => {
  provider.answer(`{"transactions":[],"next_cursor":null}${' '.repeat(4 * 1_048_576)}`)
  await expect(read()).rejects.toMatchObject({ kind: 'unexpected' })
})

test('the token is removed from a text', () => {
  expect(wallet.scrub(call.credentials, 'Bearer t0ken')).toBe('Bearer [secret]')
})
