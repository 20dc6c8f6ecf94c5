import type { IncomingMessage } from 'node:http'

/** The whole body of a request; null where it is longer. The request stays open, so that the answer still reaches its sender. */
export async function readBytes(request: IncomingMessage, bytesMax: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > bytesMax) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
