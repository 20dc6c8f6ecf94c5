import type { IncomingMessage } from 'node:http'

/**
 * Returns the maximum size of a body before it is read: its declared length, up to the limit of its endpoint. For a
 * body without a length, or a compressed one, it is that limit.
 */
export function computeBodySize({ headers }: IncomingMessage, bytesMax: number): number {
  const { 'content-length': said, 'transfer-encoding': pieces, 'content-encoding': packing = 'identity' } = headers
  if (pieces !== undefined || packing !== 'identity') return bytesMax
  return Math.min(Number(said ?? 0), bytesMax)
}
