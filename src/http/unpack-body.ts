import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import type Koa from 'koa'
import { readBytes, refuseBrokenBody } from '../lib/read-bytes.ts'
import { refuseField } from '../lib/refusal.ts'

/**
 * Returns a request with an uncompressed body; the same request if it was not compressed. The body is unpacked at once,
 * not as a stream, because an abandoned stream would throw its later errors at the process. Refuses `invalid_request`
 * for a body that is malformed, truncated, in an unknown encoding, or longer than `bytesMax`.
 */
export async function unpackBody(ctx: Koa.Context, bytesMax: number): Promise<Koa.Context> {
  const { 'content-encoding': encoding = 'identity', ...headers } = ctx.req.headers
  if (encoding === 'identity') return ctx
  const sent = await readBytes(ctx.req, bytesMax)
  if (sent === null) throw refuseLongBody(bytesMax)
  const bytes = await unpackBytes(sent, encoding, bytesMax)
  const req = Object.assign(Readable.from([bytes]), {
    method: ctx.req.method,
    headers: { ...headers, 'content-length': String(bytes.length) },
  })
  return Object.create(ctx, { req: { value: req } })
}

const unpackers: Record<string, ((bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>) | undefined> =
  {
    gzip: promisify(unzip),
    deflate: promisify(unzip),
    br: promisify(brotliDecompress),
  }

async function unpackBytes(bytes: Buffer, encoding: string, bytesMax: number): Promise<Buffer> {
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]! : undefined
  if (!unpack) throw refuseBrokenBody()
  try {
    return await unpack(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE'
      ? refuseLongBody(bytesMax)
      : refuseBrokenBody(error)
  }
}

/** Returns the refusal of a body that is too long. */
export const refuseLongBody = (bytesMax: number) =>
  refuseField('body', `has ${bytesMax} bytes at most`, { code: 'too_large', bytesMax })
