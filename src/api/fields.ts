import { z } from 'zod'

/** The kinds of field that the endpoints share. Clients in many languages send `""` or `null` for "nothing". */

export const absent = (value: unknown) => (value === '' || value === null ? undefined : value)

const noNul = (text: string) => !text.includes('\0')

/** Optional text of at most `max` characters; longer is refused, never cut. */
export function text(max: number) {
  return z.preprocess(
    absent,
    z
      .string('is text')
      .max(max, `has at most ${max} characters`)
      .refine(noNul, 'holds a character that cannot be stored')
      .optional(),
  )
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
}

export function oneOf<const Word extends string>(words: readonly [Word, ...Word[]]) {
  return z.enum(words, `is one of ${words.join(', ')}`).optional()
}
