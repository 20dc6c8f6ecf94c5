import type Koa from 'koa'
import { koaBody } from 'koa-body'
import { brokenBody } from '../lib/read-bytes.ts'
import { refuseField } from '../lib/refusal.ts'
import { isStorable } from '../lib/storable.ts'
import { type FormLimits, readForm } from './read-form.ts'
import { tooLong, unpackBody } from './unpack-body.ts'

/** What a form of a page sends: a name that comes several times is a list, a file is its bytes. */
export type Fields = Record<string, string | string[] | Buffer>

const fieldsMax = 200

/**
 * The fields of a form of our own pages. Refuses `invalid_request` for another type, for what is broken or too large, and for a text that the database
 * would not take.
 */
export async function readFields(ctx: Koa.Context, limits: FormLimits): Promise<Fields> {
  const fields = await readWhole(ctx, limits)
  const texts = Object.entries(fields).filter(([, value]) => !Buffer.isBuffer(value))
  if (!isStorable(texts)) throw refuseField('body', 'holds a character that no text has')
  return fields
}

async function readWhole(ctx: Koa.Context, limits: FormLimits): Promise<Fields> {
  if (ctx.is('multipart/form-data')) {
    const { fields, fileName } = await readForm(ctx.req, limits)
    return { ...(fileName === null ? {} : { file_name: fileName }), ...fields }
  }
  if (!ctx.is('application/x-www-form-urlencoded')) throw refuseField('Content-Type', 'is that of a form')
  const { fieldsBytesMax } = limits
  const onError = (error: Error & { status?: number }) => {
    throw error.status === 413 ? tooLong(fieldsBytesMax) : brokenBody(error)
  }
  const read = koaBody({ patchNode: false, json: false, urlencoded: false, textLimit: fieldsBytesMax, onError })
  // As text: what builds objects out of names with brackets is nothing that a form here needs.
  ctx.req.headers['content-type'] = 'text/plain'
  await read(await unpackBody(ctx, fieldsBytesMax), async () => {})
  return parseFields(String(ctx.request.body ?? ''))
}

function parseFields(text: string): Fields {
  const fields: Fields = Object.create(null)
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    if (++count > fieldsMax) throw refuseField('body', `has more than ${fieldsMax} fields`)
    const before = fields[name] as string | string[] | undefined
    fields[name] = before === undefined ? value : [before, value].flat()
  }
  return fields
}
