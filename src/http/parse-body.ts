import type Koa from 'koa'
import { parseJson } from '../lib/json.ts'
import { refuseBrokenBody } from '../lib/read-bytes.ts'
import { refuseField } from '../lib/refusal.ts'
import { refuseLongBody, unpackBody } from './unpack-body.ts'

/** Reads the body of a request. */
export type BodyParser = (ctx: Koa.Context) => Promise<unknown>

const parsers = new Map<string, BodyParser>()

/**
 * Returns a parser of bodies up to `bytesMax`, compressed or not: parsed JSON, or an unchanged text. Refuses
 * `invalid_request` for a body that is malformed, truncated or longer, and for JSON that would change a prototype.
 */
export function createBodyParser(kind: 'json' | 'text', bytesMax: number): BodyParser {
  const name = `${kind} ${bytesMax}`
  const parser = parsers.get(name) ?? createParser(kind, bytesMax)
  parsers.set(name, parser)
  return parser
}

function createParser(kind: 'json' | 'text', bytesMax: number): BodyParser {
  const onError = (error: Error & { status?: number; body?: unknown }) => {
    if (error.status === 413) throw refuseLongBody(bytesMax)
    if (isWholeJson(error.body)) throw refuseField('__proto__', 'is not a field', 'unknown_name')
    throw refuseBrokenBody(error)
  }
  const limits = { jsonLimit: bytesMax, textLimit: bytesMax }
  let read: Koa.Middleware | undefined
  return async ctx => {
    // Loaded with the first body that it reads: a hundred files, also for forms and their files, which we read.
    const { koaBody } = await import('koa-body')
    read ??= koaBody({
      ...limits,
      patchNode: false,
      urlencoded: false,
      json: kind === 'json',
      text: kind === 'text',
      onError,
    })
    await read(await unpackBody(ctx, bytesMax), nothing)
    return ctx.request.body
  }
}

// The parser rejects only one thing in valid JSON: a name that would change a prototype.
function isWholeJson(body: unknown): boolean {
  if (typeof body !== 'string') return false
  const value = parseJson(body)
  return typeof value === 'object' && value !== null
}

const nothing = async () => {}
