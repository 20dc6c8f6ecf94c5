import type { IncomingMessage } from 'node:http'
import { Refusal, refuseField } from './refusal.ts'

/** The memory that all bodies together use while they are read, and its limit. */
export interface BodyRoom {
  bytes: number
  readonly bytesMax: number
}

const retryAfterS = 1

/**
 * Reads the entire body of a request; null if it is longer. The request stays open, so that the answer still reaches
 * its sender. Refuses `invalid_request` if the body was cut off, even before it was read, and `rate_limited` if the
 * bodies exceed the limit.
 */
export async function readBytes(request: IncomingMessage, bytesMax: number, room?: BodyRoom): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      if (room) room.bytes += chunk.length
      if (bytes > bytesMax) return null
      if (room && room.bytes > room.bytesMax) throw refuseCrowded()
      chunks.push(chunk)
    }
  } catch (error) {
    throw error instanceof Refusal ? error : refuseBrokenBody(error)
  } finally {
    if (room) room.bytes -= bytes
  }
  return Buffer.concat(chunks)
}

function refuseCrowded() {
  return new Refusal('rate_limited', 'Too much is being sent at once: send it again', { retryAfterS })
}

/** Returns the refusal of a body that ends too early or cannot be understood. */
export function refuseBrokenBody(cause?: unknown) {
  return refuseField('body', 'cannot be read: it is broken or cut off', 'malformed', { cause })
}
