import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'

/** The body of an answer. */
export interface Body {
  body: Buffer
  /** Whether the connection has nothing more to bring. */
  isWhole: boolean
}

/** Reads a whole body; null if it has more than `bytesMax` bytes. Throws if it is broken. */
export async function readBody(answer: Dispatcher.ResponseData, bytesMax: number): Promise<Body | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of decodeBody(answer) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) return null
  }
  return { body: Buffer.concat(chunks), isWhole: true }
}

/** How long a body may take whose status is all that counts. */
const cutBodyMs = 1_000

/** Reads the beginning of a body, until it ends, breaks, is long enough or has had its time. */
export async function readStart(answer: Dispatcher.ResponseData, bytesMax: number): Promise<Body> {
  const chunks: Buffer[] = []
  let bytes = 0
  let isWhole = false
  const timer = setTimeout(() => answer.body.destroy(), cutBodyMs)
  try {
    for await (const chunk of decodeBody(answer) as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > bytesMax) break
    }
    isWhole = bytes <= bytesMax
  } catch {
    // The status has said what the receiver did.
  } finally {
    clearTimeout(timer)
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), isWhole }
}

function decodeBody({ body, headers }: Dispatcher.ResponseData): Readable {
  const decoder = decoders[String(headers['content-encoding'] ?? '').toLowerCase()]?.()
  if (!decoder) return body
  // Reading meets the error that ends the pipeline; there is nothing to add here.
  return pipeline(body, decoder, () => {})
}

const decoders: Record<string, (() => ReturnType<typeof createGunzip>) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
