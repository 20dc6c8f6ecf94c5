import { afterEach, expect, test, vi } from 'vitest'
import { OutboundError, type OutboundOptions } from '../../../src/lib/outbound.ts'
import { type DeliveryBatch, postEvents } from '../../../src/modules/webhooks/post-events.ts'
import { createSigningKey } from '../../../src/modules/webhooks/sign-event.ts'
import { createTestConfig } from '../../kit/config.ts'
import { exampleOutward as outward } from '../../kit/outward.ts'

// The request to a receiver with its limits, and the meaning of its answer for each event.

const { privateKey } = createSigningKey()
const address = 'https://toko.example/hook'
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']

type Endpoint = DeliveryBatch['endpoint']
type Delivery = DeliveryBatch['deliveries'][number]

const body = JSON.stringify({ type: 'payment.paid', mode: 'live', data: {} })
const delivery = (changes: object = {}, content: string | null = body): Delivery =>
  ({
    delivery: { event: { id: 'evt_4731' }, attempts: 0, isTest: false, ...changes },
    body: content,
  }) as unknown as Delivery

/** Sends a parcel, and returns the requests and the outcomes. */
async function post(
  answer: { status: number; text?: string; headers?: Record<string, string> } | Error,
  {
    endpoint = {},
    deliveries = [delivery()],
    to = address,
    teamChats = {},
  }: {
    endpoint?: object
    deliveries?: Delivery[]
    to?: string
    teamChats?: object
  } = {},
) {
  const sent: [url: string, options: OutboundOptions][] = []
  const fetch = async (url: string, options: OutboundOptions = {}) => {
    sent.push([url, options])
    if (answer instanceof Error) throw answer
    return { status: answer.status, headers: answer.headers ?? {}, body: Buffer.from(answer.text ?? '') }
  }
  const full = { format: 'json', language: 'id', failingSince: null, openS: 0, ...endpoint } as unknown as Endpoint
  const app = { outbound: { fetch }, config: createTestConfig({}), outward, ...teamChats }
  const attempts = await postEvents(app as unknown as Parameters<typeof postEvents>[0], {
    endpoint: full,
    address: to,
    key: privateKey,
    secrets,
    deliveries,
  })
  return { sent, attempts, outcome: attempts[0]!.outcome }
}

afterEach(() => vi.useRealTimers())

test('an event is posted with its signatures, and with limits of time and size', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00.900Z'), toFake: ['Date'] })
  const { sent, attempts } = await post({ status: 204 })
  expect(sent).toEqual([
    [
      address,
      {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'Warung/1 (event)',
          'webhook-id': 'evt_4731',
          'webhook-timestamp': '1795341600',
          'webhook-signature': expect.stringMatching(/^v1,[\w+/]{43}= v1a,[\w+/]{86}==$/),
          'X-Webhook-Attempt': '1',
        },
        timeoutMs: 15_000,
        responseBytesMax: 65_536,
        cut: true,
        keep: true,
        refusesPeer: expect.any(Function),
      },
    ],
  ])
  expect(attempts).toEqual([
    {
      endpoint: expect.objectContaining({ format: 'json' }),
      delivery: delivery().delivery,
      outcome: { status: 204, error: null, response: '', next: 'delivered', durationMs: expect.any(Number) },
      request: null,
      movedTo: undefined,
    },
  ])
})

test('a test event is marked, and a retry has the number of its attempt', async () => {
  const { sent } = await post({ status: 200 }, { deliveries: [delivery({ attempts: 4, isTest: true })] })
  expect(sent[0]![1].headers).toMatchObject({ 'X-Webhook-Attempt': '5', 'X-Webhook-Test': '1' })
})

test.each<[endpoint: object, attempts: number, timeoutMs: number]>([
  [{}, 0, 15_000],
  [{ failingSince: new Date() }, 0, 5_000],
  [{ failingSince: new Date() }, 1, 15_000],
  [{ failingSince: new Date(), openS: 60 }, 0, 15_000],
  [{ openS: 60 }, 0, 15_000],
])('a receiver with %j has for attempt %i at most %i ms', async (endpoint, attempts, timeoutMs) => {
  const { sent } = await post({ status: 200 }, { endpoint, deliveries: [delivery({ attempts })] })
  expect(sent[0]![1]).toMatchObject({ timeoutMs })
})

test.each<[status: number, text: string, outcome: object]>([
  [200, 'ok', { error: null, next: 'delivered' }],
  [299, '', { error: null, next: 'delivered' }],
  [300, '', { error: 'redirects are not followed', next: 'retry' }],
  [399, '', { error: 'redirects are not followed', next: 'retry' }],
  [400, 'no', { error: 'the receiver answered 400', next: 'retry' }],
  [401, '', { error: 'the receiver refused the signature', next: 'retry' }],
  [410, '', { error: 'the receiver is gone for good', next: 'stopped' }],
  [199, '', { error: 'the receiver answered 199', next: 'retry' }],
])('the answer %i is judged', async (status, text, judged) => {
  const { outcome } = await post({ status, text })
  expect(outcome).toEqual({ status, response: text, durationMs: expect.any(Number), ...judged })
})

test.each<[status: number, header: string | undefined, retryAfterS: number | undefined]>([
  [429, '7', 7],
  [503, '7', 7],
  [500, '7', undefined],
  [429, '0', 1],
  [429, '86400', 86_400],
  [429, '86401', 86_400],
  [429, '', undefined],
  [429, undefined, undefined],
  [429, 'soon', undefined],
  [429, 'Sun, 22 Nov 2026 10:00:30 GMT', 30],
  [429, 'Sun, 22 Nov 2026 09:00:00 GMT', 1],
])('the answer %i with Retry-After %s pauses %s seconds', async (status, header, retryAfterS) => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z'), toFake: ['Date'] })
  const { outcome } = await post({ status, headers: header === undefined ? {} : { 'retry-after': header } })
  expect(outcome).toMatchObject({ next: 'retry', status })
  expect(outcome.retryAfterS).toBe(retryAfterS)
})

test('the first 1024 characters of an answer are kept, without those that cannot be stored', async () => {
  const kept = async (text: string) => (await post({ status: 200, text })).outcome.response
  expect(await kept('a\0b')).toBe('ab')
  expect([await kept('x'.repeat(1024)), await kept('x'.repeat(1025))]).toEqual(Array(2).fill('x'.repeat(1024)))
})

test('an unreachable receiver is tried again, and a disallowed address is not', async () => {
  const failed = { status: null, response: null, durationMs: expect.any(Number) }
  const away = new OutboundError('unreachable' as never, 'm'.repeat(301))
  expect((await post(away)).outcome).toEqual({ ...failed, error: 'm'.repeat(300), next: 'retry' })
  const inside = await post({ status: 200 }, { to: 'http://10.0.0.1/hook' })
  expect(inside.outcome).toMatchObject({ ...failed, next: 'blocked' })
  expect(inside.sent).toEqual([])
})

test('an event that was erased is not sent', async () => {
  const { sent, outcome } = await post({ status: 200 }, { deliveries: [delivery({}, null)] })
  expect(sent).toEqual([])
  expect(outcome).toMatchObject({ status: null, error: 'its content was erased', response: null, next: 'stopped' })
})

test('a chat gets one message for all its events, and its answer is the outcome of each', async () => {
  const deliveries = [delivery({ attempts: 1 }), delivery({}, null), delivery()]
  const { sent, attempts } = await post({ status: 404 }, { endpoint: { format: 'discord' }, deliveries })
  expect(sent).toHaveLength(1)
  expect(sent[0]![1]).toMatchObject({
    method: 'POST',
    timeoutMs: 15_000,
    headers: { 'User-Agent': 'Warung/1 (event)' },
  })
  expect(attempts.map(({ delivery }) => delivery)).toEqual(deliveries.map(({ delivery }) => delivery))
  for (const { outcome, request } of attempts) {
    expect(outcome).toMatchObject({ status: 404, error: 'the chat takes no messages any more', next: 'stopped' })
    expect(request).toBe(sent[0]![1].body)
  }
})

test("a team's chat is reached through the bot, and reports its new id", async () => {
  const told: unknown[][] = []
  const judged = { status: 200, error: null, response: null, next: 'delivered' as const }
  const teamChats = {
    teamChats: {
      send: async (...args: unknown[]) => {
        told.push(args)
        return { judged, movedTo: -100_473 }
      },
    },
  }
  const { sent, attempts } = await post(new Error('no request'), {
    endpoint: { format: 'telegram' },
    to: '-473',
    teamChats,
  })
  expect(sent).toEqual([])
  expect(told).toEqual([[-473, attempts[0]!.request]])
  expect(attempts).toMatchObject([{ outcome: judged, movedTo: '-100473', request: expect.any(String) }])
})
