import { z } from 'zod'
import { refuseFields } from '../../../lib/refusal.ts'
import { listFieldErrors } from '../../../lib/refusals/field-error.ts'
import { isStorable } from '../../../lib/storable.ts'

/** The schema of a text with at most `max` characters. */
export const lineField = (max: number) =>
  z
    .string('is invalid')
    .max(max, `is too long, the maximum is ${max}`)
    .refine(isStorable, 'has a character that cannot be stored')

/** The schema of a text that may be missing, null or empty. */
export const optionalLineField = (max: number) =>
  lineField(max)
    .nullish()
    .transform(value => value || undefined)

/** A whole number, as a number or a text. */
export const wholeNumberField = z.union([z.number(), z.string().max(20)], 'is required').transform((value, context) => {
  const number = typeof value === 'number' ? value : /^\d+(\.0+)?$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(number)) return number
  context.issues.push({ code: 'custom', message: 'must be a whole number', input: value })
  return z.NEVER
})

/** The merchant's own values, which answers repeat. */
export const metadataField = z
  .record(lineField(40), z.union([lineField(500), z.number(), z.boolean(), z.null()], 'has a value that is not plain'))
  .refine(value => Object.keys(value).length <= 50, 'has more than 50 entries')
  .nullish()

/** Returns the body parsed by its schema. Refuses `invalid_request` with every invalid field. */
export function readFields<Input>(schema: z.ZodType<Input>, body: unknown): Input {
  const parsed = schema.safeParse(body)
  if (parsed.success) return parsed.data
  throw refuseFields(
    listFieldErrors(parsed.error.issues, body).map(field => ({ ...field, path: field.path || 'body' })),
  )
}
