import type Koa from 'koa'
import { SentFile } from '../goods/sent-file.ts'
import { refuseField } from '../lib/refusal.ts'
import { isStorable } from '../lib/storable.ts'
import { computeBodySize } from './body-size.ts'
import { createBodyParser } from './parse-body.ts'
import { type FormLimits, readForm, type Sender } from './read-form.ts'

/** The fields of a page's form: a list if a name occurs several times, and bytes or a `SentFile` for a file. */
export type Fields = Record<string, string | string[] | Buffer | SentFile>

// Enough for a page of thirty products with a hundred variants each, and four fields per variant.
const usualFieldsMax = 12_500
/** The limit for visitors who have not signed in, whose forms have about a dozen fields. */
export const guestFieldsMax = 50
// A form with a file is one product, a catalogue file, or a printed code with checkboxes for apps.
const withFileMax = 100

/**
 * Reads the fields of a form of our own pages. Refuses `invalid_request` for another type, a form that is malformed or
 * too large, and text that the database would reject. Refuses `rate_limited` and `unavailable` without room for it.
 */
export async function readFields(ctx: Koa.Context, limits: FormLimits, sent: Sender): Promise<Fields> {
  const fields = await readWhole(ctx, limits, sent)
  const texts = Object.entries(fields).filter(([, value]) => !isFile(value))
  if (!isStorable(texts)) throw refuseField('body', 'holds a character that no text has', 'malformed')
  return fields
}

export function isFile(value: Fields[string]): value is Buffer | SentFile {
  return Buffer.isBuffer(value) || value instanceof SentFile
}

async function readWhole(ctx: Koa.Context, limits: FormLimits, sent: Sender): Promise<Fields> {
  if (ctx.is('multipart/form-data')) {
    const ofFile = { ...limits, fieldsMax: withFileMax, takesLists: true }
    const { fields, lists, fileName } = await readForm(ctx.req, ofFile, sent)
    return { ...(fileName === null ? {} : { file_name: fileName }), ...fields, ...lists }
  }
  if (!ctx.is('application/x-www-form-urlencoded')) throw refuseField('Content-Type', 'is that of a form', 'malformed')
  const { fieldsBytesMax } = limits
  sent.upload.reserve(sent.who, computeBodySize(ctx.req, fieldsBytesMax))
  // Parsed as text, because our forms need no parser that builds objects from names with brackets.
  ctx.req.headers['content-type'] = 'text/plain'
  return parseFields(String((await createBodyParser('text', fieldsBytesMax)(ctx)) ?? ''), limits.fieldsMax)
}

/** Parses the fields of a form as browsers encode them in a body or query. Refuses `invalid_request` for too many. */
export function parseFields(text: string, fieldsMax = usualFieldsMax): Fields {
  const fields: Fields = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > fieldsMax) throw tooMany(fieldsMax)
    const before = fields[name] as string | string[] | undefined
    if (before === undefined) fields[name] = value
    else if (Array.isArray(before)) before.push(value)
    else fields[name] = [before, value]
  }
  return fields
}

const tooMany = (fieldsMax: number) =>
  refuseField('body', `has more than ${fieldsMax} fields`, { code: 'too_many', max: fieldsMax })
