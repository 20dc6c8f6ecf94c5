import type { IncomingMessage, ServerResponse } from 'node:http'

export interface DrainBounds {
  bytesMax: number
  msMax: number
}

/** More than the largest body that any endpoint accepts, and as long as an entire request may take. */
const usual: DrainBounds = { bytesMax: 128 * 1024 * 1024, msMax: 30_000 }

/**
 * Reads a refused body to its end after the answer, and drops it. Otherwise the rest would precede the next request on
 * the connection, which behind a proxy is another client's. A body that exceeds the bounds closes the connection.
 */
export function drainBody(request: IncomingMessage, response: ServerResponse, bounds = usual): void {
  if (!mayHaveBody(request)) return
  const wantsToEnd = !response.shouldKeepAlive
  if (wantsToEnd) keepOpen(response)
  response.once('finish', () => {
    if (!request.complete) drainRequest(request, bounds)
    if (!wantsToEnd) return
    if (request.complete) request.socket.end()
    else request.once('end', () => request.socket.end())
  })
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

// Node closes such a connection after the last byte of the answer. A client that is still sending would then get a
// reset and never read the answer.
function keepOpen(response: ServerResponse): void {
  response.shouldKeepAlive = true
  response.removeHeader('Connection')
}

function drainRequest(request: IncomingMessage, { bytesMax, msMax }: DrainBounds): void {
  const { socket } = request
  const patience = setTimeout(() => socket.destroy(), msMax).unref()
  let bytesLeft = bytesMax
  request.unpipe()
  request.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length
    if (bytesLeft < 0) socket.destroy()
  })
  request.once('close', () => clearTimeout(patience))
  request.resume()
}
