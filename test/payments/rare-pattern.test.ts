import { describe, expect, test } from 'vitest'
import { listGrams, makePattern, makeRarePattern } from '../../src/payments/rare-pattern.ts'

/** The number of the newest thousand payments that contain each part; other parts occur in none. */
const seen = (common: Record<string, number>) => ({
  looked: 1_000,
  all: 1_000_000,
  matches: new Map(Object.entries(common)),
})
const none = (text: string) => Object.fromEntries(listGrams(text).map(gram => [gram, 0]))

describe('the rare part of a search', () => {
  test("the rare part of a search leaves out what every customer's e-mail address contains", () => {
    const text = 'p33@toko'
    expect(listGrams(text)).toEqual(['p33', '33 ', ' to', 'tok', 'oko'])
    expect(makeRarePattern(text, seen({ ...none(text), ' to': 1_000, tok: 1_000, oko: 1_000 }))).toBe('%p33@%')
  })

  test('the rare part of a search keeps separate parts, in their order', () => {
    const text = 'siti kopi durian'
    const common = { 'i k': 900, ' ko': 900, kop: 900, opi: 900, 'pi ': 900, 'i d': 900 }
    expect(makeRarePattern(text, seen({ ...none(text), ...common }))).toBe('%siti % durian%')
  })

  test('the rare part of a search contains shared characters of two parts once', () => {
    expect(makeRarePattern('meja 39 le', seen({ ...none('39 le'), mej: 900, eja: 900, 'ja ': 900, ' 39': 900 }))).toBe(
      '%39 le%',
    )
  })

  test('the rare part of a search is all of it if everything or nothing is rare', () => {
    expect(makeRarePattern('durian', seen(none('durian')))).toBe('%durian%')
    expect(makeRarePattern('kopi', seen({ kop: 500, opi: 500 }))).toBe('%kopi%')
  })

  test('the rare part of a search keeps the rarest parts, and drops those that nearly all have', () => {
    const text = 'kopi meja teh'
    const grams = { ...none(text), ...Object.fromEntries(listGrams(text).map(gram => [gram, 1_000])) }
    expect(makeRarePattern(text, seen({ ...grams, kop: 200, opi: 200, teh: 40 }))).toBe('%kopi%teh%')
    expect(makeRarePattern(text, seen({ ...grams, kop: 200, opi: 200, teh: 1 }))).toBe('%teh%')
  })

  test('the rare part of a number is only as long as needed to leave few payments', () => {
    const text = 'p4829157@toko'
    const common = { ' to': 1_000, tok: 1_000, oko: 1_000 }
    const each = { p48: 2, '482': 12, '829': 10, '291': 9, '915': 10, '157': 12, '57 ': 11 }
    expect(makeRarePattern(text, seen({ ...none(text), ...common, ...each }))).toBe('%p48%291%')
    expect(makeRarePattern(text, { ...seen({ ...none(text), ...common, ...each }), all: 1e9 })).toBe('%p4829157@%')
    expect(makeRarePattern('durian', { ...seen(none('durian')), all: 20_000 })).toBe('%durian%')
  })

  test('the rare part of a search is judged in lower case and kept as written', () => {
    expect(listGrams('DURIAN')).toEqual(['dur', 'uri', 'ria', 'ian'])
    expect(
      makeRarePattern('Kopi-DURIAN', seen({ ...none('kopi durian'), kop: 900, opi: 900, 'pi ': 900, 'i d': 900 })),
    ).toBe('%-DURIAN%')
  })

  test('the rare part of a search treats parts that were not counted as common', () => {
    const long = 'abcdefghijklmnopqrstuvwxyzyxwvutsrq and much more'
    expect(listGrams(long)).toHaveLength(32)
    expect(makeRarePattern(long, seen(none(long)))).toBe(`%${long.slice(0, 34)}%`)
  })

  test('the rare part of a search has adjacent letters or digits, which the index requires', () => {
    expect(listGrams('a-b%c')).toEqual([])
    expect(makeRarePattern('a-b%c', seen({}))).toBe('%a-b\\%c%')
  })

  test('the rare part of a search keeps % and _ literally', () => {
    expect(makePattern(['50%', 'a_b\\'])).toBe('%50\\%%a\\_b\\\\%')
  })
})
