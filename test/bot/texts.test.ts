import { describe, expect, test } from 'vitest'
import { listCommands } from '../../bot/bots/introduce-bot.ts'
import type { PlatformScreen, ShopScreen } from '../../bot/screens/screen.ts'
import { connectTexts } from '../../bot/texts/connect-texts.ts'
import { customerTexts } from '../../bot/texts/customer-texts.ts'
import { formatMoment, formatTime } from '../../bot/texts/format.ts'
import { merchantTexts } from '../../bot/texts/merchant-texts.ts'
import { moneyTexts } from '../../bot/texts/money-texts.ts'
import { shopRulesTexts } from '../../bot/texts/shop-rules-texts.ts'
import { shopkeeperTexts } from '../../bot/texts/shopkeeper-texts.ts'
import { texts, toLanguage } from '../../bot/texts/texts.ts'
import { formatRupiah } from '../../src/lib/money.ts'
import { billTexts } from '../../src/modules/bills/texts/bill-chat-texts.ts'
import { couponTexts } from '../../src/modules/coupons/texts/coupon-chat-texts.ts'
import { inviteTexts } from '../../src/modules/coupons/texts/invite-texts.ts'
import { starTexts } from '../../src/modules/stars/texts/star-texts.ts'
import { botScreens, slots } from '../kit/parts.ts'

const { shop: shopScreens, platform: platformScreens } = botScreens

/** `key: kind`, with the number of variables for a sentence that has some. */
function shapeOf(value: unknown, path = ''): string[] {
  if (typeof value === 'function') return [`${path}(${value.length})`]
  if (typeof value !== 'object' || value === null) return [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([key, inner]) => shapeOf(inner, path ? `${path}.${key}` : key))
}

/** Returns every sentence; those with variables as they are written in the source. */
function sentencesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value)]
  return typeof value === 'object' && value ? Object.values(value).flatMap(sentencesOf) : []
}

// The page is checked by a configuration of its own, so the compiler must not see this import.
const { texts: pageWords } = await import(new URL('../../packages/local-bot-api/page/words.ts', import.meta.url).href)

const botTables = {
  texts,
  merchantTexts,
  customerTexts,
  shopkeeperTexts,
  moneyTexts,
  starTexts,
  billTexts,
  connectTexts,
  couponTexts,
  inviteTexts,
  shopRulesTexts,
}

test.each(Object.entries({ ...botTables, pageWords }))(
  'both languages have the same sentences with the same variables: %s',
  (_, tables) => expect(shapeOf(tables.en)).toEqual(shapeOf(tables.id)),
)

test('no text is empty or untranslated by mistake', () => {
  const plain = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : typeof value === 'object' && value ? Object.values(value).flatMap(plain) : []
  for (const sentence of [...plain(texts.id), ...plain(texts.en)]) expect(sentence.trim()).not.toBe('')
  const [indonesian, english] = [plain(texts.id), plain(texts.en)]
  const same = indonesian.filter((sentence, at) => sentence === english[at] && /[a-z]{4}/i.test(sentence))
  // Words that both languages share, and commands.
  expect([...new Set(same)]).toEqual(['🏠 Menu', 'Subtotal', 'Total', 'E-wallet', 'Invoice', 'QRIS'])
})

test('answers to a press fit into the 200 characters allowed', () => {
  for (const t of Object.values(texts)) {
    const answers = [
      ...Object.values(t.refusals).flatMap(sentence => (typeof sentence === 'string' ? sentence : [])),
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
    // The refusal that names a role is only for members, who know what exists.
    expect(t.refusals.forbidden).not.toBe(t.orderUnknown)
  }
})

describe.each(['id', 'en'] as const)('the commands in %s', language => {
  test.each([
    ['a shop', false, [...shopScreens]],
    ['the platform bot', true, [...platformScreens]],
  ] as [string, boolean, Pick<ShopScreen | PlatformScreen, 'commands'>[]][])(
    'the commands of %s are valid for Telegram and answered by a screen',
    (_, isPlatform, screens) => {
      const answered = screens.flatMap(({ commands }) => Object.keys(commands ?? {}))
      for (const { command, description } of listCommands({ slots }, language, isPlatform)) {
        expect(command).toMatch(/^[a-z0-9_]{1,32}$/)
        expect(['batal', 'cancel', ...answered]).toContain(command)
        expect(description.length).toBeLessThanOrEqual(256)
      }
    },
  )

  test('commands have the same names in sentences and in the menu', () => {
    const words = Object.values(botTables).map(tables => tables[language])
    const menu = [false, true].flatMap(isPlatform =>
      listCommands({ slots }, language, isPlatform).map(({ command }) => command),
    )
    const named = sentencesOf(words).flatMap(sentence =>
      [...sentence.matchAll(/(?<![\w./<])\/([a-z]+)\b/g)].map(([, name]) => name!),
    )
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter(name => !menu.includes(name))).toEqual(['promo'])
  })
})

test("amounts do not wrap, and times follow the shop's clock", () => {
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

test('languages of Indonesia and its neighbours, or none, read Indonesian, and others read English', () => {
  expect(['id', 'id-ID', 'ms', 'jv', 'su', undefined].map(toLanguage)).toEqual(Array(6).fill('id'))
  expect(['en', 'de', 'ja', 'sus'].map(toLanguage)).toEqual(['en', 'en', 'en', 'en'])
})
