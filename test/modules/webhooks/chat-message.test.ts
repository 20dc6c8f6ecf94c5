import { expect, test } from 'vitest'
import { type Audience, computeRestS, judgeChat, writeChatMessage } from '../../../src/modules/webhooks/chat-message.ts'
import { exampleOutward } from '../../kit/outward.ts'

type Format = Parameters<typeof writeChatMessage>[0]
const formats: Format[] = ['telegram', 'discord', 'slack', 'ntfy']

/** An audience whose sentences are the text of the event. */
const audience = (language: 'id' | 'en' = 'id'): Audience => {
  const say = (data: Record<string, unknown>) => String(data.text)
  const subjects = { order: { page: { path: 'orders', keyField: 'number' } }, stock: { page: { path: 'catalog' } } }
  const outward = { ...exampleOutward, findTexts: () => ({ sentence: { id: say, en: say } }), subjects }
  return { language, baseUrl: 'https://warung.example', outward: outward as unknown as Audience['outward'] }
}
const event = (text: string, more: object = {}) =>
  JSON.stringify({ type: 'other.kind', mode: 'live', ...more, data: { text, ...(more as { data?: object }).data } })

/** Returns the text of a message, whatever form its service takes. */
function textOf(format: Format, bodies: string[], language: 'id' | 'en' = 'id'): string {
  const { body } = writeChatMessage(format, audience(language), bodies)
  if (format === 'discord') return JSON.parse(body).content
  return format === 'slack' ? JSON.parse(body).text : body
}

const jsonHeaders = { 'Content-Type': 'application/json', 'User-Agent': 'Warung/1 (event)' }

test('each service gets its own request', () => {
  const write = (format: Format) => writeChatMessage(format, audience(), [event('Lunas')])
  expect(formats.map(write)).toEqual([
    { headers: {}, body: 'Lunas' },
    { headers: jsonHeaders, body: '{"content":"Lunas","allowed_mentions":{"parse":[]}}' },
    { headers: jsonHeaders, body: '{"text":"Lunas"}' },
    {
      headers: {
        'Content-Type': 'text/plain; charset=utf-8',
        'User-Agent': 'Warung/1 (event)',
        Title: 'Warung',
      },
      body: 'Lunas',
    },
  ])
})

const hostile = '@a ://b c.d 1.e .f g.1 &<>*_~`|#:[]()-\\'
const j = '\u2060'
const unlinked = `@${j}a :${j}//b c.${j}d 1.${j}e .f g.1 &`

test.each<[Format, string]>([
  ['telegram', `${unlinked}<>*_~\`|#:[]()-\\`],
  ['ntfy', `${unlinked}<>*_~\`|#:[]()-\\`],
  ['slack', `${unlinked}amp;&lt;&gt;＊＿～｀|#:[]()-\\`],
  ['discord', '\\@a \\://b c.d 1.e .f g.1 &\\<\\>\\*\\_\\~\\`\\|\\#\\:\\[\\]\\(\\)\\-\\\\'],
])('a text in %s has no signs with a meaning', (format, text) => {
  expect(textOf(format, [event(hostile)])).toBe(text)
})

test.each<[Format, (address: string) => string]>([
  ['telegram', address => `Lunas ${address}`],
  ['ntfy', address => `Lunas ${address}`],
  ['slack', address => `Lunas <${address}>`],
  ['discord', address => `Lunas <${address}>`],
])('a link in %s follows its sentence', (format, linked) => {
  const said = (more: object) => textOf(format, [event('Lunas', more)])
  expect(said({ data: { payment_url: 'https://warung.example/pay?x' } })).toBe(linked('https://warung.example/pay?x'))
  const dashboard = 'https://warung.example/dashboard'
  expect(said({ type: 'order.paid', data: { number: 'ORD/1' } })).toBe(linked(`${dashboard}/orders/ORD%2F1`))
  expect(said({ type: 'order.paid', data: { number: 7 } })).toBe(linked(`${dashboard}/orders`))
  expect(said({ type: 'stock.low', data: { number: 'ORD-1' } })).toBe(linked(`${dashboard}/catalog`))
  expect(said({ type: 'order.paid', data: { number: 'O', payment_url: 5 } })).toBe(linked(`${dashboard}/orders/O`))
  expect(said({})).toBe('Lunas')
})

test('a test event says so, in the language of the chat', () => {
  const body = event('Lunas', { mode: 'test' })
  expect([textOf('ntfy', [body]), textOf('ntfy', [body], 'en')]).toEqual(['[uji] Lunas', '[test] Lunas'])
})

test('a sentence is one line of at most three hundred characters', () => {
  expect(textOf('ntfy', [event(' a \n\t b')])).toBe(' a b')
  const long = 'x'.repeat(300)
  expect([textOf('ntfy', [event(long)]), textOf('ntfy', [event(`${long}y`)])]).toEqual([long, long])
  expect(textOf('ntfy', [event(`${'x'.repeat(299)}😀`)])).toBe(`${'x'.repeat(299)}\ufffd`)
})

test.each<[Format, number]>([
  ['telegram', 4096],
  ['discord', 2000],
  ['slack', 3000],
  ['ntfy', 1000],
])('a message in %s has at most %i characters, and says how many events it leaves out', (format, max) => {
  // Each line but the last has 99 characters and its line break.
  const fill = (length: number) =>
    [...Array(Math.ceil(length / 100) - 1).fill('x'.repeat(99)), 'x'.repeat(((length - 1) % 100) + 1)].map(text =>
      event(text),
    )
  expect(textOf(format, fill(max))).toHaveLength(max)
  const beyond = textOf(format, fill(max + 1))
  expect(beyond.length).toBeLessThanOrEqual(max)
  expect(beyond).toMatch(/^(x+\n)+… dan [12] lagi$/)
  const many = Array.from({ length: 200 }, () => event('x'.repeat(99)))
  const shown = Math.floor((max - '… and 999 more'.length) / 100)
  const lines = textOf(format, many, 'en').split('\n')
  expect(lines.length - 1).toBeGreaterThanOrEqual(shown)
  expect(lines.at(-1)).toBe(`… and ${200 - (lines.length - 1)} more`)
})

test('a single event that is too long for its service is cut, also within a sign', () => {
  const address = (length: number) => ({ data: { payment_url: 'y'.repeat(length) } })
  expect(textOf('ntfy', [event('x', address(998))])).toBe(`x ${'y'.repeat(998)}`)
  expect(textOf('ntfy', [event('x', address(999))])).toBe(`x ${'y'.repeat(998)}`)
  const data = { payment_url: `${'y'.repeat(997)}😀` }
  expect(textOf('ntfy', [event('x', { data })])).toBe(`x ${'y'.repeat(997)}\ufffd`)
})

const judged = { status: 500, error: 'the receiver answered 500', response: null, next: 'retry' as const }

test.each<[Format, number[]]>([
  ['telegram', []],
  ['discord', [401, 403, 404]],
  ['slack', [403, 404]],
  ['ntfy', []],
])('the statuses with which %s closes a chat are %j', (format, gone) => {
  const stopped = { error: 'the chat takes no messages any more', next: 'stopped' }
  for (const status of [200, 400, 401, 402, 403, 404, 405, 500]) {
    const expected = gone.includes(status) ? { ...judged, status, ...stopped } : { ...judged, status }
    expect(judgeChat(format, { ...judged, status })).toEqual(expected)
  }
  expect(judgeChat(format, { ...judged, status: null })).toEqual({ ...judged, status: null })
})

test.each<[retryAfterS: number | undefined, response: string | null, pause: number]>([
  [undefined, null, 0],
  [5, null, 5],
  [undefined, '{"retry_after": 1.2, "global": false}', 2],
  [5, '{"retry_after":1.2}', 5],
  [1, '{"retry_after":3}', 3],
  [undefined, '{"retry_after":"3"}', 0],
  [undefined, '{"retry_after":999999}', 999_999],
])(
  'a chat that is busy for %s seconds, as header, and %s, as body, pauses %i seconds',
  (retryAfterS, response, pause) => {
    const busy = { ...judged, status: 429, response, retryAfterS }
    expect(judgeChat('discord', busy)).toEqual({ ...busy, retryAfterS: pause })
    expect(judgeChat('discord', { ...busy, status: 503 })).toEqual({ ...busy, status: 503 })
  },
)

test('each service has its own pause after a message, or a longer one that it requests', () => {
  const rests = (retryAfterS?: number) =>
    (['json', ...formats] as const).map(format => computeRestS(format, { retryAfterS }))
  expect(rests()).toEqual([0, 3, 2, 1, 5])
  expect(rests(4)).toEqual([0, 4, 4, 4, 5])
})
