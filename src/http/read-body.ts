import type Koa from 'koa'
import type { Limits } from '../config.ts'
import { refuseField } from '../lib/refusal.ts'
import { computeBodySize } from './body-size.ts'
import { createBodyParser } from './parse-body.ts'
import { type Form, type FormLimits, readForm, type Sender } from './read-form.ts'
import { readJson } from './read-json.ts'

const depthMax = 16
const keysMax = 200
const refusedKeys = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Reads request bodies. Each method refuses `rate_limited` or `unavailable`, before it reads, if a body of that size
 * has no room.
 */
export interface BodyReader {
  /** Reads a JSON object. Refuses `invalid_request` for another type, malformed JSON, or a body that is too large. */
  json(ctx: Koa.Context, kind: 'plain' | 'picture', sent: Sender): Promise<Record<string, unknown>>
  /** Reads JSON, or the fields of a multipart form and the bytes of its `image`. */
  jsonOrForm(ctx: Koa.Context, sent: Sender): Promise<Record<string, unknown>>
  /** Reads the fields of a multipart form with its one file, whose name the field `original_name` may override. */
  upload(ctx: Koa.Context, limits: Omit<FormLimits, 'fieldsBytesMax'>, sent: Sender): Promise<Record<string, unknown>>
}

export function createBodyReader(limits: Limits): BodyReader {
  const fieldsBytesMax = limits.jsonBytesMax

  async function readJsonBody(ctx: Koa.Context, kind: 'plain' | 'picture', { who, upload }: Sender) {
    if (!isJson(ctx)) throw refuseField('Content-Type', 'is application/json', 'malformed')
    const bytesMax = kind === 'plain' ? limits.jsonBytesMax : limits.pictureJsonBytesMax
    upload.reserve(who, computeBodySize(ctx.req, bytesMax))
    return asObject(await (isAsItIs(ctx) ? readJson(ctx.req, bytesMax) : createBodyParser('json', bytesMax)(ctx)))
  }
  return {
    json: readJsonBody,
    async jsonOrForm(ctx, sent) {
      if (!ctx.is('multipart/form-data')) return readJsonBody(ctx, 'picture', sent)
      return checkFieldNames(await readForm(ctx.req, { ...makeImageLimits(limits), fieldsBytesMax }, sent))
    },
    async upload(ctx, fileLimits, sent) {
      if (!ctx.is('multipart/form-data')) throw refuseField('Content-Type', 'is multipart/form-data', 'malformed')
      const form = await readForm(ctx.req, { ...fileLimits, fieldsBytesMax }, sent)
      return { ...(form.fileName === null ? {} : { original_name: form.fileName }), ...checkFieldNames(form) }
    },
  }
}

// Nearly every caller writes this exact header, and parsing it in Koa takes as long as reading the entire body.
function isAsItIs(ctx: Koa.Context): boolean {
  const { 'content-type': type, 'content-length': length, 'content-encoding': packing } = ctx.req.headers
  return type === 'application/json' && length !== undefined && packing === undefined
}

function isJson(ctx: Koa.Context): boolean {
  return isAsItIs(ctx) || Boolean(ctx.is('application/json'))
}

/** Returns the maximum size of a picture, and the refusal of a larger one. */
export function makeImageLimits({ imageBytesMax }: Limits) {
  return { fileBytesMax: imageBytesMax, fileTooLarge: 'image_too_large' } as const
}

function checkFieldNames({ fields }: Form): Form['fields'] {
  for (const name of Object.keys(fields)) refuseKey(name)
  return fields
}

function asObject(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw refuseField('body', 'is a JSON object', 'malformed')
  measureDepth(body, 1, { keys: 0 })
  return body as Record<string, unknown>
}

// Deeper or wider than any valid request: refused before code recurses over it.
function measureDepth(value: object, depth: number, count: { keys: number }): void {
  if (depth > depthMax) throw refuseField('body', `is nested deeper than ${depthMax} levels`, 'malformed')
  for (const key of Object.keys(value)) {
    const inner = (value as Record<string, unknown>)[key]
    refuseKey(key)
    if (++count.keys > keysMax)
      throw refuseField('body', `has more than ${keysMax} fields`, { code: 'too_many', max: keysMax })
    if (typeof inner === 'object' && inner !== null) measureDepth(inner, depth + 1, count)
  }
}

function refuseKey(name: string): void {
  if (refusedKeys.has(name)) throw refuseField(name, 'is not a field', 'unknown_name')
}
