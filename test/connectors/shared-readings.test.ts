import { expect, test } from 'vitest'
import { z } from 'zod'
import { discardImpossibleTime } from '../../src/connectors/discard-impossible-time.ts'
import { formatJakartaTime, parseJakartaTime, SpacedJakartaTime } from '../../src/connectors/jakarta.ts'
import { providerAddress } from '../../src/connectors/provider-address.ts'
import { classifyForeign, classifyStatus, parseAs, requestJson } from '../../src/connectors/request-json.ts'
import { OutboundError, type OutboundOptions } from '../../src/lib/outbound.ts'
import { toStorable } from '../../src/lib/storable.ts'

// All connectors share these: a mistake in one of them is a mistake about every provider.

test.each([
  [400, 'unexpected', 'unexpected'],
  [401, 'unauthorized', 'unauthorized'],
  [402, 'unexpected', 'unexpected'],
  [403, 'unauthorized', 'unreachable'],
  [404, 'unexpected', 'unexpected'],
  [407, 'unexpected', 'unexpected'],
  [408, 'unreachable', 'unreachable'],
  [409, 'unexpected', 'unexpected'],
  [429, 'unreachable', 'unreachable'],
  [430, 'unexpected', 'unexpected'],
  [499, 'unexpected', 'unexpected'],
  [500, 'unreachable', 'unreachable'],
  [599, 'unreachable', 'unreachable'],
])('HTTP %i is %s, and %s if the answer is not in the form of the provider', (status, own, foreign) => {
  expect([classifyStatus(status), classifyForeign(status)]).toEqual([own, foreign])
})

test('a time of payment is from a minute before its code to a minute after the question', () => {
  const madeAt = new Date('2026-11-22T10:00:00Z')
  const askedAt = new Date('2026-11-22T10:05:00Z')
  const at = (from: Date, ms: number) => new Date(from.getTime() + ms)
  const kept = (time: Date | null) => discardImpossibleTime(time, madeAt, askedAt)
  for (const time of [at(madeAt, -60_000), at(askedAt, 60_000), madeAt]) expect(kept(time)).toEqual(time)
  for (const time of [at(madeAt, -60_001), at(askedAt, 60_001), null]) expect(kept(time)).toBeNull()
})

test('times in Jakarta are seven hours ahead', () => {
  const moment = new Date('2026-11-21T20:35:09.999Z')
  expect(formatJakartaTime(moment)).toBe('2026-11-22T03:35:09')
  for (const text of ['2026-11-22T03:35:09', '2026-11-22 03:35:09']) {
    expect(parseJakartaTime(text)).toEqual(new Date('2026-11-21T20:35:09Z'))
    expect(SpacedJakartaTime.safeParse(text).success).toBe(text.includes(' '))
  }
  expect(SpacedJakartaTime.parse('0000-00-00 00:00:00')).toBeNull()
  expect(SpacedJakartaTime.safeParse('x 2026-11-22 03:35:09').success).toBe(false)
  expect(SpacedJakartaTime.safeParse('2026-11-22 03:35:09Z').success).toBe(false)
})

test("a provider's address is stored without its slashes and its path", () => {
  const read = (address: string, path?: RegExp) => providerAddress(path).safeParse(address).data ?? null
  expect(read('https://api.example/v2//', /\/v2$/)).toBe('https://api.example')
  expect(read('https://api.example/v2/')).toBe('https://api.example/v2')
  expect(read('ftp://api.example')).toBeNull()
  const long = (length: number) => `https://api.example/${'x'.repeat(length - 20)}`
  expect([long(2048), long(2049)].map(address => read(address)?.length ?? null)).toEqual([2048, null])
})

test('a text that cannot be stored has its characters replaced', () => {
  expect(toStorable('a\0b\0')).toBe('a\ufffdb\ufffd')
  expect(toStorable('\ud83d a \udc00 😀')).toBe('\ufffd a \ufffd 😀')
})

const answer = z.object({ a: z.object({ b: z.number().nullable() }) })

/** Sends a request to a provider that answers, and returns its result with the options that it was sent with. */
async function ask(
  reply: { status?: number; text: string } | Error,
  changes: Partial<Parameters<typeof requestJson>[1]> = {},
) {
  const sent: OutboundOptions[] = []
  const fetch = async (_url: string, options: OutboundOptions = {}) => {
    sent.push(options)
    if (reply instanceof Error) throw reply
    return { status: reply.status ?? 200, headers: {}, body: Buffer.from(reply.text) }
  }
  const url = new URL('https://api.example/x?key=s3cret')
  const result = await requestJson({ fetch }, { url, timeoutMs: 7, bytesMax: 9, answer, ...changes }).catch(error => {
    expect(error.message).not.toContain('s3cret')
    return { kind: error.kind, message: error.message, cause: error.cause }
  })
  return { result, sent: sent[0]! }
}

test('a request without a body is a GET, and one with a body is JSON by POST', async () => {
  const limits = { timeoutMs: 7, responseBytesMax: 9 }
  const text = '{"a":{"b":1}}'
  const get = await ask({ text })
  expect(get).toEqual({ result: { a: { b: 1 } }, sent: { headers: { accept: 'application/json' }, ...limits } })
  const { sent } = await ask({ text }, { body: { c: 1 }, headers: { accept: 'x', d: 'e' } })
  const headers = { accept: 'x', 'content-type': 'application/json', d: 'e' }
  expect(sent).toEqual({ method: 'POST', body: '{"c":1}', headers, ...limits })
})

test('an answer is judged by its status, its JSON and its shape', async () => {
  const text = '{"a":{"b":1}}'
  const failed = (kind: string, message: string) => ({ kind, message, cause: undefined })
  expect((await ask({ status: 201, text })).result).toEqual(failed('unexpected', 'the provider answered with HTTP 201'))
  expect((await ask({ status: 422, text }, { statuses: [422] })).result).toEqual({ a: { b: 1 } })
  expect((await ask({ status: 423, text }, { statuses: [422] })).result).toMatchObject({ kind: 'unexpected' })
  expect((await ask({ text: '{' })).result).toEqual(failed('unexpected', 'the answer is not JSON'))
  expect((await ask({ text: '{"a":{"b":"x"}}' })).result).toMatchObject({
    kind: 'unexpected',
    message: expect.stringContaining('the answer is not as agreed at "a.b": '),
  })
  expect(() => parseAs(z.number(), 'x', 'the row')).toThrow('the row is not as agreed at ""')
})

test('NaN is read as null only if the provider writes it, and never inside a text', async () => {
  for (const number of ['NaN', 'Infinity', '-Infinity']) {
    const text = `{"a":{"b":${number}}}`
    expect((await ask({ text })).result).toMatchObject({ message: 'the answer is not JSON' })
    expect((await ask({ text }, { readsNaN: true })).result).toEqual({ a: { b: null } })
  }
  const texts = z.object({ a: z.string(), b: z.null() })
  const kept = await ask({ text: String.raw`{"a":"x \" NaN","b":NaN}` }, { readsNaN: true, answer: texts })
  expect(kept.result).toEqual({ a: 'x " NaN', b: null })
})

test.each([
  ['too_large', 'unexpected'],
  ['refused', 'refused'],
  ['timeout', 'unreachable'],
] as const)('a connection that fails with %s is %s', async (kind, judged) => {
  const cause = new OutboundError(kind as never, 'no answer')
  const { result } = await ask(cause)
  expect(result).toEqual({ kind: judged, message: 'no answer', cause: kind === 'refused' ? undefined : cause })
  expect((await ask(new TypeError('a fault'))).result).toMatchObject({
    kind: 'unexpected',
    message: 'TypeError: a fault',
  })
})
