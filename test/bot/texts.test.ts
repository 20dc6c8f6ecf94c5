import { expect, test } from 'vitest'
import { couponTexts } from '../../bot/texts/coupon-texts.ts'
import { customerTexts } from '../../bot/texts/customer-texts.ts'
import { formatMoment, formatTime } from '../../bot/texts/format.ts'
import { inviteTexts } from '../../bot/texts/invite-texts.ts'
import { merchantTexts } from '../../bot/texts/merchant-texts.ts'
import { moneyTexts } from '../../bot/texts/money-texts.ts'
import { shopkeeperTexts } from '../../bot/texts/shopkeeper-texts.ts'
import { starTexts } from '../../bot/texts/star-texts.ts'
import { languageOf, texts } from '../../bot/texts/texts.ts'
import { formatRupiah } from '../../src/lib/money.ts'

/** `key: kind`, with the number of variables where it is a sentence with some. */
function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`]
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, path ? `${path}.${key}` : key))
}

// The page is plain JavaScript, without types.
const { words: pageWords } = await import(new URL('../../bot/local/page/words.js', import.meta.url).href)

const botTables = {
  texts,
  merchantTexts,
  customerTexts,
  shopkeeperTexts,
  moneyTexts,
  starTexts,
  couponTexts,
  inviteTexts,
}

test.each(Object.entries({ ...botTables, pageWords }))(
  'both languages say the same sentences with the same variables: %s',
  (_, tables) => expect(shapeOf(tables.en)).toEqual(shapeOf(tables.id)),
)

test('no sentence is left empty or untranslated by mistake', () => {
  const plain = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(plain) : []
  for (const sentence of [...plain(texts.id), ...plain(texts.en)]) expect(sentence.trim()).not.toBe('')
  const [indonesian, english] = [plain(texts.id), plain(texts.en)]
  const same = indonesian.filter((sentence, at) => sentence === english[at] && /[a-z]{4}/i.test(sentence))
  // Words that both languages have, and commands.
  expect([...new Set(same)]).toEqual(['🏠 Menu', 'Subtotal', 'Total', '/batal', 'QRIS', 'E-wallet', 'Invoice'])
})

test('answers to a press fit in its 200 characters', () => {
  for (const t of Object.values(texts)) {
    const answers = [
      ...Object.values(t.refusals),
      t.notPaidYet,
      t.alreadyPaid,
      t.overdue,
      t.codeExpired,
      t.unknownButton,
    ]
    for (const answer of answers) expect(answer.length).toBeLessThanOrEqual(200)
  }
})

test('"not found" and "not yours" are the same sentence', () => {
  for (const t of Object.values(texts)) {
    expect(t.refusals.not_found).toBe(t.orderUnknown)
    expect(t.refusals.unauthorized).toBe(t.orderUnknown)
    // Told to members alone, who know what is there: that their role does not include it.
    expect(t.refusals.forbidden).not.toBe(t.orderUnknown)
  }
})

test('the names of commands are ones that Telegram takes', () => {
  for (const t of Object.values(texts)) {
    for (const [name, description] of Object.entries({ ...t.commands, ...t.merchant.commands })) {
      expect(name).toMatch(/^[a-z0-9_]{1,32}$/)
      expect(description.length).toBeLessThanOrEqual(256)
    }
  }
})

test('money keeps together, and times are told on the clock of the shop', () => {
  const moment = new Date('2026-11-21T07:35:00Z')
  expect(formatRupiah(10_000)).toBe('Rp\u00a010.000')
  expect(formatTime('id', 'Asia/Jakarta', moment)).toBe('14.35 WIB')
  expect(formatTime('en', 'Asia/Jakarta', moment)).toBe('14:35 WIB')
  expect(formatTime('id', 'Asia/Makassar', moment)).toBe('15.35 WITA')
  expect(formatTime('id', 'Asia/Jayapura', moment)).toBe('16.35 WIT')
  expect(formatTime('id', 'Asia/Jakarta', new Date('2026-11-20T17:05:00Z'))).toBe('00.05 WIB')
  expect(formatMoment('id', 'Asia/Jakarta', moment)).toBe('21 Nov 2026 14.35 WIB')
  expect(formatMoment('en', 'Asia/Jakarta', moment)).toBe('21 Nov 2026 14:35 WIB')
})

test('a language code of Indonesia and its neighbours reads Indonesian, none too, others English', () => {
  expect(['id', 'id-ID', 'ms', 'jv', 'su', undefined].map(languageOf)).toEqual(Array(6).fill('id'))
  expect(['en', 'de', 'ja', 'sus'].map(languageOf)).toEqual(['en', 'en', 'en', 'en'])
})
