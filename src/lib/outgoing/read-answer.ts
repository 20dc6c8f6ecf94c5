import { pipeline, type Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Dispatcher } from 'undici'

/** The body of an answer. */
export interface AnswerBody {
  body: Buffer
  /** Whether the connection has no more data. */
  isWhole: boolean
}

/** Reads an entire body; null if it has more than `bytesMax` bytes. Throws if it is malformed. */
export async function readBody(answer: Dispatcher.ResponseData, bytesMax: number): Promise<AnswerBody | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of decodeBody(answer) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) return null
  }
  return { body: Buffer.concat(chunks), isWhole: true }
}

/** The time limit for a body if only the status matters. */
const cutBodyMs = 1_000

/** Reads the beginning of a body, until it ends, fails, is long enough or has used up its time. */
export async function readBodyStart(answer: Dispatcher.ResponseData, bytesMax: number): Promise<AnswerBody> {
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
    // The status already shows what the receiver did.
  } finally {
    clearTimeout(timer)
  }
  return { body: Buffer.concat(chunks).subarray(0, bytesMax), isWhole }
}

function decodeBody({ body, headers }: Dispatcher.ResponseData): Readable {
  const decoder = decoders[String(headers['content-encoding'] ?? '').toLowerCase()]?.()
  if (!decoder) return body
  // The reader gets the error that ends the pipeline, so there is nothing to do here.
  return pipeline(body, decoder, () => {})
}

const decoders: Record<string, (() => ReturnType<typeof createGunzip>) | undefined> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}
