import type { IncomingMessage } from 'node:http'
import { refuseField } from './refusal.ts'

/**
 * The whole body of a request; null where it is longer. The request stays open, so that the answer still reaches its sender.
 * Refuses `invalid_request` for a body that was cut off, also before anybody read it.
 */
export async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (bytes > bytesMax) return null
      chunks.push(chunk)
    }
  } catch (error) {
    throw brokenBody(error)
  }
  return Buffer.concat(chunks)
}

/** The refusal of a body that ends too early, or says something that cannot be understood. */
export function brokenBody(cause?: unknown) {
  return refuseField('body', 'cannot be read: it is broken or cut off', 'malformed', { cause })
}
