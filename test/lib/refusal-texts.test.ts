import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { formatMoment } from '../../bot/texts/format.ts'
import { answerError, refusals } from '../../src/http/errors.ts'
import {
  type CouponProblem,
  Refusal,
  type RefusalCode,
  type RefusalDetails,
  refuseField,
} from '../../src/lib/refusal.ts'
import type { FieldCode, FieldError, FieldProblem } from '../../src/lib/refusals/field-error.ts'
import { listFieldErrors } from '../../src/lib/refusals/field-error.ts'
import { describeFieldProblem, formatRefusalSentence, refusalTexts } from '../../src/lib/refusals/refusal-texts.ts'
import { describeRefusal, refusedBanner } from '../../src/web/parts/forms.ts'

const monday = new Date('2026-11-23T02:00:00Z')
const couponProblems: { [Problem in CouponProblem['problem']]: Extract<CouponProblem, { problem: Problem }> | null } = {
  unknown: null,
  early: { problem: 'early', startsAt: monday },
  over: null,
  used_up: null,
  used_by_you: null,
  too_little: { problem: 'too_little', totalMin: 25_000 },
  other_goods: null,
}
const detailed: RefusalDetails[] = [
  { code: 'out_of_stock', names: ['Kopi'] },
  { code: 'price_changed', total: 25_000 },
  { code: 'too_many_open_orders', max: 3 },
  { code: 'insufficient_balance', available: 25_000 },
  { code: 'storage_full', bytesMax: 100_000_000, filesMax: 50 },
  { code: 'closed', opensAt: monday },
  { code: 'closed', opensAt: null },
  ...Object.entries(couponProblems).map(
    ([problem, details]) => ({ code: 'coupon', ...(details ?? { problem }) }) as RefusalDetails,
  ),
]
const plain = (Object.keys(refusals) as RefusalCode[])
  .filter(code => !detailed.some(one => one.code === code))
  .map(code => ({ code }) as RefusalDetails)
const problems: { [Code in FieldCode]: Extract<FieldProblem, { code: Code }> | null } = {
  missing: null,
  empty: null,
  taken: null,
  unknown_name: null,
  not_found: null,
  malformed: null,
  too_complex: null,
  not_json: null,
  not_a_phone: null,
  not_an_email: null,
  not_mailed: null,
  not_https: null,
  not_a_host: null,
  not_a_private_key: null,
  not_a_public_key: null,
  not_whole: null,
  not_a_day: null,
  not_a_moment: null,
  end_before_start: null,
  in_the_past: null,
  wrong: null,
  unreadable: null,
  repeated: null,
  conflicting: null,
  not_allowed: null,
  no_bridge: null,
  connected_already: null,
  another_in_place: null,
  connected_here: { code: 'connected_here', label: 'HP kasir', account: '081234567890' },
  too_long: { code: 'too_long', max: 1500 },
  wrong_length: { code: 'wrong_length', min: 2, max: 1500 },
  too_many: { code: 'too_many', max: 1500 },
  too_large: { code: 'too_large', bytesMax: 5_242_880 },
  out_of_range: { code: 'out_of_range', min: 1000, max: 2500 },
  not_one_of: { code: 'not_one_of', values: ['satu', 'dua'] },
  wrong_key: { code: 'wrong_key', kind: 'client_key' },
  refused_by_provider: { code: 'refused_by_provider', sentence: 'PIN salah' },
}
const fieldErrors = Object.entries(problems).map(
  ([code, problem]) =>
    ({ path: 'nominal', error: 'is an English sentence of the API', code, ...problem }) as FieldError,
)
const moment = (language: 'id' | 'en') => (date: Date) => formatMoment(language, 'Asia/Jakarta', date)

describe.each(['onPages', 'inChats'] as const)('%s', place => {
  test.each([...plain, ...detailed])('$code has a sentence in both languages', details => {
    const [id, en] = (['id', 'en'] as const).map(language =>
      formatRefusalSentence(refusalTexts[language][place], { details }, moment(language)),
    )
    expect(id).toMatch(/\w/)
    expect(en).toMatch(/\w/)
    expect(id).not.toBe(en)
    // Telegram's maximum for the answer to a button press.
    expect(Math.max(id!.length, en!.length)).toBeLessThanOrEqual(200)
    expect(id).not.toMatch(/undefined|\[object|NaN|\b(the|is|has|was|are)\b/)
  })
})

test('the details of a refusal are shown in its sentence', () => {
  const say = (details: RefusalDetails) => formatRefusalSentence(refusalTexts.id.inChats, { details }, moment('id'))
  expect(say({ code: 'closed', opensAt: monday })).toContain('Buka lagi 23 Nov 2026 09.00 WIB')
  expect(say({ code: 'coupon', problem: 'early', startsAt: monday })).toContain('23 Nov 2026 09.00 WIB')
  expect(say({ code: 'coupon', problem: 'too_little', totalMin: 25_000 })).toContain('Rp\u00a025.000')
  expect(say({ code: 'too_many_open_orders', max: 3 })).toContain('3 pesanan')
  const balance = new Refusal({ code: 'insufficient_balance', available: 25_000 }, 'an English sentence')
  expect(describeRefusal('id', balance)).toBe('Saldo tidak cukup. Yang ada Rp\u00a025.000.')
})

describe.each(fieldErrors)('a field error of the kind $code', problem => {
  test("a field error is in the language of the form, with its numbers, without the API's sentence", () => {
    const refusal = new Refusal('invalid_request', `nominal: ${problem.error}`, { fields: [problem] })
    const banner = String(refusedBanner({ language: 'id', refusal, labels: { nominal: 'Nominal' } }))
    expect(banner).toContain('Nominal')
    expect(banner).not.toContain('English')
    expect(banner).not.toMatch(/undefined|\[object|NaN/)
    expect(describeFieldProblem('id', problem)).not.toBe(describeFieldProblem('en', problem))
    expect(describeFieldProblem('id', problem)).not.toMatch(/\b(the|is|has|it|may|must)\b/i)
    for (const value of Object.values(problems[problem.code] ?? {})) {
      if (typeof value !== 'number') continue
      const shown = value === 5_242_880 ? '5 MiB' : value.toLocaleString('id-ID')
      expect(describeFieldProblem('id', problem)).toContain(shown)
    }
  })
})

test('API errors contain the same sentences, word for word', () => {
  const refusal = refuseField('label', 'has 1 to 100 characters', { code: 'wrong_length', min: 1, max: 100 })
  const ctx = { state: { requestId: 'one' }, set() {} } as never as Parameters<typeof answerError>[0]
  answerError(ctx, refusal, null as never)
  expect(ctx).toMatchObject({ status: 400 })
  expect(JSON.parse(JSON.stringify(ctx.body))).toEqual({
    success: false,
    error: 'label: has 1 to 100 characters',
    code: 'invalid_request',
    fields: [{ path: 'label', error: 'has 1 to 100 characters' }],
    request_id: 'one',
  })
})

test('the refusal of a field has its code, its details and its sentence', () => {
  const refusal = new Refusal('invalid_crc', 'the checksum is wrong').of('qris')
  expect(refusal).toMatchObject({ code: 'invalid_crc', message: 'qris: the checksum is wrong' })
  expect(refusal.said()).toEqual({ fields: [{ path: 'qris', error: 'the checksum is wrong' }] })
})

test('a schema error has the code and the numbers of its rule', () => {
  const shape = z.strictObject({
    name: z.string('is missing').max(5, 'is long'),
    amount: z.int().min(1000),
    mode: z.enum(['live', 'test']),
    ids: z.array(z.number()).max(2),
    day: z.string().regex(/^\d+$/, 'is digits'),
    note: z.string().min(1),
  })
  const given = { name: 'too long', amount: 5, mode: 'x', ids: [1, 2, 3], day: 'x', note: '', other: 1 }
  const found = listFieldErrors(shape.safeParse(given).error!.issues, given)
  expect(Object.fromEntries(found.map(({ path, error: _, ...problem }) => [path, problem]))).toEqual({
    name: { code: 'too_long', max: 5 },
    amount: { code: 'out_of_range', min: 1000 },
    mode: { code: 'not_one_of', values: ['live', 'test'] },
    ids: { code: 'too_many', max: 2 },
    day: { code: 'malformed' },
    note: { code: 'missing' },
    '': { code: 'unknown_name' },
  })
  const nothing = listFieldErrors(shape.safeParse({}).error!.issues, {})
  expect(new Set(nothing.map(({ code }) => code))).toEqual(new Set(['missing']))
  expect(
    listFieldErrors(shape.safeParse({ ...given, amount: 1.5 }).error!.issues, { ...given, amount: 1.5 }),
  ).toContainEqual(expect.objectContaining({ path: 'amount', code: 'not_whole' }))
})
