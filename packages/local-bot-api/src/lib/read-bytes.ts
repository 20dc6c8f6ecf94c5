import type { IncomingMessage } from 'node:http'

/** The memory of all bodies that are being read, and its limit. */
export interface BodyMemory {
  bytes: number
  readonly bytesMax: number
}

/**
 * Reads the whole body of a request. Returns `long` if it has more than `bytesMax`, and `crowded` if all bodies
 * together exceed the room. The request stays open, so that the answer still reaches its sender.
 */
export async function readBytes(
  request: IncomingMessage,
  bytesMax: number,
  room: BodyMemory,
): Promise<Buffer | 'long' | 'crowded'> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      room.bytes += chunk.length
      if (bytes > bytesMax) return 'long'
      if (room.bytes > room.bytesMax) return 'crowded'
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  } finally {
    room.bytes -= bytes
  }
}
