import type Koa from 'koa'
import { koaBody } from 'koa-body'
import type { Limits } from '../config.ts'
import { brokenBody } from '../lib/read-bytes.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { type FormLimits, readForm } from './read-form.ts'
import { tooLong, unpackBody } from './unpack-body.ts'

const depthMax = 16
const keysMax = 200
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype'])

export interface BodyReader {
  /** The JSON object of a request. Refuses `invalid_request` for another type, broken JSON, or too much of it. */
  json(ctx: Koa.Context, kind: 'plain' | 'picture'): Promise<Record<string, unknown>>
  /** The same, or the fields of a multipart form and the bytes of its `image`. */
  jsonOrForm(ctx: Koa.Context): Promise<Record<string, unknown>>
  /**
   * The fields of a multipart form with the bytes of its one file and `original_name`, which a field can say in place of the
   * file's own. Refuses `rate_limited` while others are sending: uploads stay in memory.
   */
  upload(ctx: Koa.Context, limits: Pick<FormLimits, 'fileBytesMax' | 'fileTooLarge'>): Promise<Record<string, unknown>>
}

export function createBodyReader(limits: Limits): BodyReader {
  const plain = readJson(limits.jsonBytesMax)
  const picture = readJson(limits.pictureJsonBytesMax)
  const fieldsBytesMax = limits.jsonBytesMax

  let uploads = 0

  async function json(ctx: Koa.Context, kind: 'plain' | 'picture') {
    if (!ctx.is('application/json')) throw refuseField('Content-Type', 'is application/json')
    return asObject(await (kind === 'plain' ? plain : picture)(ctx))
  }
  return {
    json,
    async jsonOrForm(ctx) {
      if (!ctx.is('multipart/form-data')) return json(ctx, 'picture')
      const { fields } = await readForm(ctx.req, { ...imageLimits(limits), fieldsBytesMax })
      for (const name of Object.keys(fields)) refuseKey(name)
      return fields
    },
    async upload(ctx, fileLimits) {
      if (!ctx.is('multipart/form-data')) throw refuseField('Content-Type', 'is multipart/form-data')
      if (uploads >= uploadsMax) throw new Refusal('rate_limited', 'Others are uploading now', { retryAfterS: 5 })
      uploads++
      try {
        const { fields, fileName } = await readForm(ctx.req, { ...fileLimits, fieldsBytesMax })
        for (const name of Object.keys(fields)) refuseKey(name)
        return { ...(fileName === null ? {} : { original_name: fileName }), ...fields }
      } finally {
        uploads--
      }
    },
  }
}

/** How large a picture may be, and as what a larger one is refused. */
export function imageLimits({ imageBytesMax }: Limits) {
  return { fileBytesMax: imageBytesMax, fileTooLarge: 'image_too_large' } as const
}

const uploadsMax = 4

function readJson(bytesMax: number): (ctx: Koa.Context) => Promise<unknown> {
  const onError = (error: Error & { status?: number }) => {
    if (error.status === 413) throw tooLong(bytesMax)
    if (error.message.includes('prototype')) throw refuseField('__proto__', 'is not a field')
    throw brokenBody(error)
  }
  const read = koaBody({ patchNode: false, text: false, urlencoded: false, jsonLimit: bytesMax, onError })
  return async ctx => {
    await read(await unpackBody(ctx, bytesMax), nothing)
    return ctx.request.body
  }
}

const nothing = async () => {}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refuseField('body', 'is a JSON object')
  measure(body, 1, { keys: 0 })
  return body as Record<string, unknown>
}

// Deeper or wider than any request here: refused before something recurses over it.
function measure(value: object, depth: number, seen: { keys: number }): void {
  if (depth > depthMax) throw refuseField('body', `is nested deeper than ${depthMax} levels`)
  for (const [key, inner] of Object.entries(value)) {
    refuseKey(key)
    if (++seen.keys > keysMax) throw refuseField('body', `has more than ${keysMax} fields`)
    if (typeof inner === 'object' && inner !== null) measure(inner, depth + 1, seen)
  }
}

function refuseKey(name: string): void {
  if (refusedKeys.has(name)) throw refuseField(name, 'is not a field')
}
