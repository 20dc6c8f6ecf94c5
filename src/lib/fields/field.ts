import { z } from 'zod'
import { readRupiah } from '../amounts/read-rupiah.js'
import { dayRule, isDay } from '../calendar.ts'
import { isPhone, normalizePhone, readPhone } from '../phone.ts'
import { type FieldError, makeRule } from '../refusals/field-error.ts'

/** A text in both languages. */
export type BilingualText = Readonly<Record<'id' | 'en', string>>

/** Everything that pages, chats, files and refusals need to know about a field. */
export interface Field<Property extends string = string, Name extends string = string> {
  /** The property of the entity. */
  property: Property
  /** Its name in forms, files and refusals. */
  name: Name
  /** The kind of value. A text with a `pattern` is a code, such as a barcode; a day is `YYYY-MM-DD`. */
  kind: 'rupiah' | 'count' | 'text' | 'phone' | 'tick' | 'day'
  /** The minimum of a number. A text that is filled in has at least one character. */
  min?: number
  /** The maximum of a number, or the maximum length of a text. */
  max?: number
  /** The factor between the typed and the stored number: 60 for minutes that are stored as seconds. */
  times?: number
  pattern?: { regex: RegExp; rule: string }
  /** The moment as which a day is stored: its first one, or the first one after it. */
  edge?: 'start' | 'end'
  /** The unit of a number, for error messages about files. */
  unit?: string
  /** The value if the field was never filled in; null if unset. */
  usual?: number | '' | null
  /** Whether an empty field is refused instead of taking its usual value. */
  isRequired?: true
  label: BilingualText
  hint?: BilingualText
  /** Its name in the preview of an import; unset if files do not have it. */
  short?: BilingualText
  /** The number of rows, for a text of several lines. */
  rows?: number
}

export type FieldValue = string | number | boolean | null

export function isNumber({ kind }: Field): boolean {
  return kind === 'rupiah' || kind === 'count'
}

/**
 * Returns the value that a person typed. A number that cannot be read becomes NaN, which `findFieldMistakes` refuses.
 */
export function parseTyped(
  { kind, usual = null, isRequired, times = 1 }: Field,
  input: string | null = '',
): FieldValue {
  const text = (input ?? '').replaceAll('\r\n', '\n').trim()
  if (kind === 'tick') return text === 'on'
  if (text === '' && !isRequired) return usual
  if (kind === 'rupiah') return readRupiah(text)
  if (kind === 'count') return parseCount(text) * times
  return kind === 'phone' ? normalizePhone(text) : text
}

// People group thousands by dots.
function parseCount(text: string): number {
  const digits = /^\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text
  return /^-?\d{1,12}$/.test(digits) ? Number(digits) : Number.NaN
}

/** Returns the value as a person types it. */
export function formatTyped({ times = 1 }: Field, value: FieldValue): string {
  return typeof value === 'number' ? String(value / times) : String(value ?? '')
}

/** Returns the mistakes of a value; none for null. */
export function findFieldMistakes(field: Field, value: FieldValue | undefined): FieldError[] {
  const { name: path, min = 0, max = 0, times = 1 } = field
  if (value === null || value === undefined || typeof value === 'boolean') return []
  if (field.kind === 'day') return isDay(String(value)) ? [] : [{ path, error: dayRule, code: 'not_a_day' }]
  if (!isNumber(field)) return wrongText(field, String(value))
  const number = Number(value)
  const error = `is a whole number from ${min} to ${max}`
  if (!Number.isInteger(number)) return [{ path, error, code: 'not_whole' }]
  return number >= min * times && number <= max * times ? [] : [{ path, error, code: 'out_of_range', min, max }]
}

function wrongText({ name: path, kind, max = 0, pattern, isRequired }: Field, text: string): FieldError[] {
  if (kind === 'phone') return isPhone(text) ? [] : [{ path, error: phoneRule, code: 'not_a_phone' }]
  if (pattern) return pattern.regex.test(text) ? [] : [{ path, error: pattern.rule, code: 'malformed' }]
  const isLong = [...text].length > max
  if (isRequired && (isLong || text.trim() === ''))
    return [{ path, error: `has 1 to ${max} characters`, code: 'wrong_length', min: 1, max }]
  return isLong ? [{ path, error: `has ${max} characters at most`, code: 'too_long', max }] : []
}

const phoneRule = 'is a phone number: 0812-3456-7890'

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
export const plainTextPattern = /^[^\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]*$/u

/** Returns the schema of the field in a file. */
export function createFileSchema(field: Field): z.ZodType<FieldValue> {
  const { kind, min = 0, max = 0, pattern, unit, usual } = field
  if (kind === 'tick') return z.boolean()
  if (kind === 'day') return z.string().refine(isDay, makeRule(dayRule, { code: 'not_a_day' }))
  if (isNumber(field)) {
    const whole = z.number().int(unit ? `is a whole number of ${unit}` : 'is a whole number')
    return whole.min(min, `is at least ${min}`).max(max, `is at most ${max.toLocaleString('en')}`)
  }
  if (pattern) return z.string().trim().regex(pattern.regex, pattern.rule)
  const filled = usual === '' ? z.string().trim() : z.string().trim().min(1, 'is empty')
  const text = (most: number) =>
    filled.max(most, `has ${most} characters at most`).regex(plainTextPattern, 'has odd characters')
  if (kind !== 'phone') return text(max)
  return text(writtenPhoneMax)
    .refine(isPhone, makeRule(phoneRule, { code: 'not_a_phone' }))
    .transform(written => readPhone(written)!)
}

/** The maximum length of a phone number as people paste it, with surrounding text. */
const writtenPhoneMax = 100

/** Returns the schema of the field in answers of the API. */
export function createApiSchema(field: Field): z.ZodType<FieldValue> {
  if (field.kind === 'tick') return z.boolean()
  if (field.kind === 'day') return z.string().meta({ format: 'date' }).nullable()
  return isNumber(field) ? z.int().min(0).nullable() : z.string().nullable()
}
