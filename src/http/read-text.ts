import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import { brokenBody, readBytes } from '../lib/read-bytes.ts'
import { refuseField } from '../lib/refusal.ts'

/**
 * The body of a request as text, unpacked where it came packed. It is unpacked as a whole and not as a stream: a stream that nobody
 * listens to any more, because it was refused, throws its later errors at the process.
 * Refuses `invalid_request` for a body that is broken, cut off, packed in an unknown way, or longer than `bytesMax`.
 */
export async function readText(request: IncomingMessage, bytesMax: number): Promise<string> {
  const sent = await readBytes(request, bytesMax)
  if (sent === null) throw tooLong(bytesMax)
  const bytes = await unpacked(sent, request.headers['content-encoding'] ?? 'identity', bytesMax)
  return new TextDecoder().decode(bytes)
}

const unpackers: Record<string, ((bytes: Buffer, limit: { maxOutputLength: number }) => Promise<Buffer>) | undefined> =
  {
    gzip: promisify(unzip),
    deflate: promisify(unzip),
    br: promisify(brotliDecompress),
    identity: async bytes => bytes,
  }

async function unpacked(bytes: Buffer, encoding: string, bytesMax: number): Promise<Buffer> {
  const unpack = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]! : undefined
  if (!unpack) throw brokenBody()
  try {
    return await unpack(bytes, { maxOutputLength: bytesMax })
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE' ? tooLong(bytesMax) : brokenBody(error)
  }
}

const tooLong = (bytesMax: number) => refuseField('body', `has ${bytesMax} bytes at most`)
