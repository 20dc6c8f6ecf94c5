import { z } from 'zod'
import { SentFile } from '../goods/sent-file.ts'
import { dayRule } from '../lib/calendar.ts'
import { type Field, type FieldValue, isNumber } from '../lib/fields/field.ts'
import { refuseField } from '../lib/refusal.ts'
import { isStorable } from '../lib/storable.ts'
import type { App } from '../needs.ts'
import { outwardTypesMark } from './dialects/outward-types.ts'

/** Treats `""` and `null` as absent: clients in many languages send these for optional fields. */

export const treatBlankAsAbsent = (value: unknown) => (value === '' || value === null ? undefined : value)

/** Returns a schema condition, for the documents, that the text field of this name is present and not empty. */
export function requireText(name: string): object {
  return { properties: { [name]: { type: 'string', minLength: 1 } }, required: [name] }
}

/** Refuses a range of days that ends before it begins, instead of returning an unexplained empty result. */
export function checkDays(start: string | undefined, end: string | undefined): void {
  if (start !== undefined && end !== undefined && end < start)
    throw refuseField('end_date', 'is not before start_date', 'conflicting')
}

const unstorable = 'holds a character that cannot be stored: U+0000, or half of a pair'

/**
 * Rejects text that PostgreSQL cannot store. The documents mention only U+0000, because an unpaired surrogate is not
 * valid JSON anyway.
 */
function refuseUnstorable(schema: z.ZodString): z.ZodString {
  return schema.refine(isStorable, unstorable).meta({ pattern: '^[^\\x00]*$' })
}

/** Returns a schema of optional text of at most `max` characters; longer text is refused, never cut. */
export function optionalText(max: number) {
  return z.preprocess(
    treatBlankAsAbsent,
    refuseUnstorable(z.string('is text').max(max, `has at most ${max} characters`)).optional(),
  )
}

/** Returns the message for a missing field, or for one of the wrong type. */
function missingOr(what: string) {
  return { error: ({ input }: { input?: unknown }) => (treatBlankAsAbsent(input) === undefined ? 'is required' : what) }
}

/** A required amount in whole rupiah; the use case checks its limits. */
export const rupiahField = z
  .number(missingOr('is a whole number of rupiah, written as a number: 15000'))
  .refine(Number.isSafeInteger, 'is a whole number of rupiah, written as a number: 15000')

/** Returns the schema of a required id, such as an invoice's; `name` names it in the error if it is too long. */
export function requiredId(name: string) {
  return refuseUnstorable(z.string(missingOr(name)).min(1, 'is required').max(64, name))
}

const textsMax = 20

// PHP serialises an empty array as a list, and clients in every language send numbers unquoted.
function asTexts(value: unknown): unknown {
  if (Array.isArray(value) && value.length === 0) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return treatBlankAsAbsent(value)
  const told = Object.entries(value).filter(([, one]) => one !== null)
  return Object.fromEntries(told.map(([name, one]) => [name, isPlainValue(one) ? String(one) : one]))
}

const isPlainValue = (value: unknown) => typeof value === 'number' || typeof value === 'boolean'

/**
 * A map of up to 20 short texts with names chosen by the caller. Numbers and booleans become texts; null entries are
 * ignored.
 */
export const textsField = z.preprocess(
  asTexts,
  z
    .record(
      z
        .string()
        .regex(
          /^[A-Za-z0-9][A-Za-z0-9_.-]{0,39}$/,
          'has names of 1 to 40 letters, digits, dots, dashes and underscores',
        ),
      refuseUnstorable(z.string('is text').max(200, 'has at most 200 characters')),
      'is an object of texts, such as {"table": "7"}',
    )
    .refine(texts => Object.keys(texts).length <= textsMax, `has at most ${textsMax} texts`)
    .optional(),
)

const emailRule = 'is an e-mail address, such as sari@example.id'

/**
 * Returns the schema of an e-mail address. It rejects only malformed addresses: whether an address exists cannot be
 * checked.
 */
export function emailText(max: number) {
  const isEmail = (address: string) => address.length > max || /^[^\s@]+@[^\s@]+$/.test(address.trim())
  return optionalText(max).refine(address => address === undefined || isEmail(address), emailRule)
}

const aNumber = 'is a whole number from 1'

/** A positive whole number in a JSON body. */
export const idField = z.preprocess(treatBlankAsAbsent, z.int(aNumber).min(1, aNumber).optional())

/** A number that is required. */
export const requiredNumberField = z.int(missingOr(aNumber)).min(1, aNumber)

/** Returns the schema of an optional whole number in a JSON body. */
export function wholeNumber(min: number, max: number) {
  const range = `is a whole number from ${min} to ${max}`
  return z.preprocess(treatBlankAsAbsent, z.int(range).min(min, range).max(max, range).optional())
}

export const flagField = z.preprocess(treatBlankAsAbsent, z.boolean('is true or false').optional())

/** Returns the schema of a whole number in a query, from `min` to `max`. */
export function queryNumber(min: number, max: number, fallback: number) {
  const range = `is a whole number from ${min} to ${max}`
  return z
    .string(range)
    .regex(/^\d{1,9}$/, range)
    .transform(Number)
    .refine(value => value >= min && value <= max, range)
    .default(fallback)
    .meta({
      override({ jsonSchema }) {
        delete jsonSchema.pattern
        Object.assign(jsonSchema, { type: 'integer', minimum: min, maximum: max, default: fallback })
      },
    })
}

/** A required day; the calendar checks whether it exists. */
export const requiredDayField = z
  .string(missingOr(dayRule))
  .regex(/^\d{4}-\d{2}-\d{2}$/, dayRule)
  .meta({ format: 'date' })

/** An optional day; the calendar checks whether it exists. */
export const dayField = z.preprocess(treatBlankAsAbsent, requiredDayField.optional())

/** Returns the schema of a described field in a JSON body; the use case checks the rest of its rules. */
export function describedField(field: Field): z.ZodType<FieldValue | undefined> {
  const { kind, min = 0, max = 0 } = field
  if (kind === 'tick') return flagField
  if (kind === 'day') return dayField
  return isNumber(field) ? wholeNumber(min, max) : optionalText(max)
}

export const momentRule = 'is a day that exists, YYYY-MM-DD, or a moment: 2026-11-21 14:05:00, 2026-11-21T07:05:00Z'

/** A day or a moment; the calendar checks whether it exists. */
export const dayOrMomentField = z.preprocess(
  treatBlankAsAbsent,
  z
    .string(momentRule)
    .regex(/^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/, momentRule)
    .optional(),
)

/**
 * Returns the first moment of a day or, with `end`, the first moment after it; a moment is returned unchanged. Refuses
 * any other text.
 */
export function readMoment(
  { calendar }: Pick<App, 'calendar'>,
  path: string,
  text: string,
  edge: 'start' | 'end' = 'start',
): Date {
  const moment = calendar.readMoment(text, edge)
  if (moment === null) throw refuseField(path, momentRule, 'not_a_moment')
  return moment
}

export function optionalWord<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words, `is one of ${words.join(', ')}`).optional()
}

/** Returns the schema of a boolean in a query: `true`, `1`, `false` or `0`. */
export function queryFlag(fallback: boolean) {
  return z
    .enum(['true', '1', 'false', '0'], 'is true, 1, false or 0')
    .default(fallback ? 'true' : 'false')
    .transform(word => word === 'true' || word === '1')
    .meta({
      override({ jsonSchema }) {
        delete jsonSchema.enum
        Object.assign(jsonSchema, { type: 'boolean', default: fallback })
      },
    })
}

/** The filters that the three lists of digital goods accept (contract 4.3). */
export const GoodsQuery = z.object({ active_only: queryFlag(true).describe('Only active items') })

/** One event type in a query; the use case checks whether it exists. */
export const eventTypeField = z
  .string()
  .max(60, 'has at most 60 characters')
  .optional()
  .meta({
    override({ jsonSchema }) {
      delete jsonSchema.maxLength
      Object.assign(jsonSchema, { type: 'string', enum: [outwardTypesMark] })
    },
  })

/** Event types in a JSON body; the use case checks which exist. */
export const eventTypesField = z
  .array(z.string('is a list of types').max(60, 'has types of at most 60 characters'), 'is a list of types')
  .max(100, 'has at most 100 types')
  .nullable()
  .optional()
  .meta({
    override({ jsonSchema }) {
      Object.assign(jsonSchema, {
        type: 'array',
        items: { type: 'string', enum: [outwardTypesMark] },
        uniqueItems: true,
      })
      delete jsonSchema.anyOf
    },
  })

/** Returns the schema of required text of at most `max` characters that is not blank. */
export function requiredText(max: number) {
  return z
    .string(missingOr('is text'))
    .regex(/\S/, 'is required')
    .max(max, `has at most ${max} characters`)
    .refine(isStorable, unstorable)
}

/** Returns the schema of an uploaded picture, which only a form can contain. */
export function uploadedImage(description: string) {
  return defineUpload<Buffer>(Buffer.isBuffer, description)
}

/** Returns the schema of an uploaded file, which may be large. */
export function uploadedFile(description: string) {
  return defineUpload<SentFile>(value => value instanceof SentFile, description)
}

function defineUpload<Kind>(isOne: (value: unknown) => boolean, description: string) {
  return z
    .custom<Kind>(isOne, missingOr('is a file of the form'))
    .meta({ override: { type: 'string', format: 'binary' }, description })
}
