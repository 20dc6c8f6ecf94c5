import type Koa from 'koa'
import { refuseField } from '../lib/refusal.ts'
import { readJson, readText } from './read-json.ts'
import { unpackBody } from './unpack-body.ts'

/**
 * Parses the JSON body of a request, compressed or not; undefined for another type. Refuses `invalid_request` for a
 * body that is malformed, truncated or longer than `bytesMax`, and for a name that would change a prototype.
 */
export async function parseJsonBody(ctx: Koa.Context, bytesMax: number): Promise<unknown> {
  if (!ctx.is('application/json')) return undefined
  const { req } = await unpackBody(ctx, bytesMax)
  const body = await readJson(req, bytesMax)
  refusePrototypes(body)
  return body
}

/** Reads the body of a request as text, compressed or not. Refuses `invalid_request` as `parseJsonBody` does. */
export async function readTextBody(ctx: Koa.Context, bytesMax: number): Promise<string> {
  const { req } = await unpackBody(ctx, bytesMax)
  return readText(req, bytesMax)
}

// Not recursive, because a body may be nested as deeply as it is long.
function refusePrototypes(body: unknown): void {
  const left = [body]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) throw refuseField('__proto__', 'is not a field', 'unknown_name')
    for (const inner of Object.values(value)) left.push(inner)
  }
}
