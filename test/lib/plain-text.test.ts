import { expect, test } from 'vitest'
import { orderCard } from '../../bot/screens/order-card.ts'
import { html, renderLines } from '../../src/lib/html.ts'
import { createLog } from '../../src/lib/log.ts'
import { toPlainLine, toPlainName } from '../../src/lib/plain-text.ts'
import { order, id as voice } from '../bot/screens/samples.ts'

const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029']
const turning = [
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u200e',
  '\u200f',
  '\u061c',
]

test.each(breaks)('%j does not break a line', mark => {
  expect(toPlainLine(`pedas${mark}LUNAS`)).toBe('pedas LUNAS')
})

test.each([...turning, '\0', '\u001b', '\u009b', '\u200b', '\u00ad', '\ufeff', '\u{e0041}'])('%j is removed', mark => {
  expect(toPlainLine(`pe${mark}das`)).toBe('pedas')
})

test('a long run of spaces of any kind becomes one, because it would wrap like a line break', () => {
  for (const blank of [' ', '\u00a0', '\u2003', '\u3000', '\u3164', '\u2800']) {
    expect(toPlainLine(`pedas${blank.repeat(200)}LUNAS`)).toBe('pedas LUNAS')
  }
})

test('names and emoji stay as people write them', () => {
  for (const name of ['Ayu Lestari', '👩‍👩‍👧‍👦', 'محمد', 'สมชาย', '李雷', 'Nguyễn Thị', '❤️ Kopi', 'क्षत्रिय']) {
    expect(toPlainLine(name)).toBe(name)
  }
  expect(toPlainLine('half \ud83d pair')).toBe('half \ufffd pair')
})

test('texts for pages and chats are one line, unless declared otherwise', () => {
  expect(html`<b>${'a\nb\u202e<i>'}</b>`.text).toBe('<b>a b&lt;i&gt;</b>')
  expect(renderLines('a\nb\u202e<i>\r\nc').text).toBe('a\nb&lt;i&gt;\nc')
})

test("a customer's name, address and note cannot start a line of their own on the merchant's card", () => {
  const forged = `x\n\n💰 LUNAS\nTotal: Rp 1\u202e\u2028Status: LUNAS\u0085LUNAS`
  const honest = orderCard({ order: order({ customerName: 'x', address: 'x', note: 'x' }), title: 'T' }, voice)
  const attacked = orderCard(
    { order: order({ customerName: forged, address: forged, note: forged }), title: 'T' },
    voice,
  )
  expect(attacked.text.text.split('\n')).toHaveLength(honest.text.text.split('\n').length)
  expect(attacked.text.text).not.toMatch(/^.{0,3}LUNAS|[\u202e\u2028\u0085]/mu)
})

test('a log event is one line without control characters, whatever it contains', () => {
  const written: string[] = []
  const log = createLog('info', { write: line => void written.push(line) })
  log.info({ name: 'a\nb\u2028c\u202e\u001b[31m' }, 'x')
  expect(written).toHaveLength(1)
  expect(written[0]!.slice(0, -1)).not.toMatch(/[\n\u2028\u202e]/)
  expect(JSON.parse(written[0]!)).toMatchObject({ msg: 'x' })
})

test('cleaning 100,000 characters of the worst kind takes milliseconds', () => {
  for (const piece of [' ', '\u3164', '\n', '\u202e', '\ud83d', 'a ', '\r']) {
    const startedAt = performance.now()
    toPlainLine(piece.repeat(100_000))
    expect(performance.now() - startedAt).toBeLessThan(500)
  }
})

test('a name has no line breaks and no emoji', () => {
  expect(toPlainName('Budi\r\n\r\n✅ LUNAS')).toBe('Budi LUNAS')
  expect(toPlainName(' 🇮🇩 Sari 👩🏽‍🍳 ')).toBe('Sari')
  expect(toPlainName('Ibu Nur Aini, S.Pd. (2)')).toBe('Ibu Nur Aini, S.Pd. (2)')
  expect(toPlainName('✅☕️')).toBe('')
})
