import { z } from 'zod'
import { isStorable } from '../lib/storable.ts'

/** The kinds of field that the endpoints share. Clients in many languages send `""` or `null` for "nothing". */

export const absent = (value: unknown) => (value === '' || value === null ? undefined : value)

const unstorable = 'holds a character that cannot be stored'

/** Optional text of at most `max` characters; longer is refused, never cut. */
export function text(max: number) {
  return z.preprocess(
    absent,
    z.string('is text').max(max, `has at most ${max} characters`).refine(isStorable, unstorable).optional(),
  )
}

/** An id that must be there, such as an invoice's; `what` names it in the refusal of one that is too long. */
export function requiredId(what: string) {
  return z.string('is required').min(1, 'is required').max(64, what).refine(isStorable, unstorable)
}

/** A positive whole number in a JSON body. */
export const id = z.preprocess(absent, z.int('is a whole number').positive('is a positive number').optional())

export const flag = z.preprocess(absent, z.boolean('is true or false').optional())

/** A whole number in a query, from `min` to `max`. */
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

export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words, `is one of ${words.join(', ')}`).optional()
}
