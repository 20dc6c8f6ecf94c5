/** The client for requests to addresses that bots name. */
export interface Outbound {
  /**
   * Sends one request without following redirects. `address` is absolute http(s). Throws an Error with one of the kinds
   * below.
   */
  fetch(address: string, options: OutboundOptions): Promise<OutboundAnswer>
}

export interface OutboundOptions {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  /** The time limit of the whole request, including the connection. */
  timeoutMs: number
  responseBytesMax: number
  /** Whether to keep the first `responseBytesMax` bytes of a longer answer instead of throwing `too_large`. */
  cut?: boolean
  signal?: AbortSignal
}

export interface OutboundAnswer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/**
 * The kind of a failure. With `refused` and `unresolved`, the request was not sent; with the others it is unknown
 * whether it had an effect.
 */
export type OutboundErrorKind = 'refused' | 'unresolved' | 'timeout' | 'too_large' | 'failed'

/** The cause of a failed request; undefined for an error without one. */
export function findErrorKind(error: unknown): OutboundErrorKind | undefined {
  return error instanceof Error ? (error as Error & { kind?: OutboundErrorKind }).kind : undefined
}

class OutboundError extends Error {
  readonly kind: OutboundErrorKind

  constructor(kind: OutboundErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** Creates the client for requests to any address, because the bots and the network are the developer's own. */
export function createOutbound(): Outbound {
  return {
    async fetch(address, { method = 'GET', headers = {}, body = null, timeoutMs, signal, ...limits }) {
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        const answer = await fetch(address, {
          method,
          headers,
          body,
          redirect: 'manual',
          signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        })
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: await readAnswer(answer, limits),
        }
      } catch (error) {
        throw timeout.aborted ? new OutboundError('timeout', 'it took too long') : asOutboundError(error)
      }
    },
  }
}

async function readAnswer(
  answer: Response,
  { responseBytesMax, cut }: Pick<OutboundOptions, 'responseBytesMax' | 'cut'>,
): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of answer.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes <= responseBytesMax) continue
    if (!cut) throw new OutboundError('too_large', `the answer has more than ${responseBytesMax} bytes`)
    break
  }
  return Buffer.concat(chunks).subarray(0, responseBytesMax)
}

function asOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error
  // `fetch` reports only that it failed; the reason is in the cause.
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return new OutboundError('unresolved', message)
  return new OutboundError('failed', code ?? message)
}
