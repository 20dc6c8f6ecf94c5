import type { IncomingMessage } from 'node:http'

/**
 * As many bytes as a body may come to, before it is read: what it says, and no more than its door takes. One that does
 * not say it, or is packed, may come to all that.
 */
export function bodySize({ headers }: IncomingMessage, bytesMax: number): number {
  const { 'content-length': said, 'transfer-encoding': pieces, 'content-encoding': packing = 'identity' } = headers
  if (pieces !== undefined || packing !== 'identity') return bytesMax
  return Math.min(Number(said ?? 0), bytesMax)
}
