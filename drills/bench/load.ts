import autocannon from 'autocannon'

export interface LoadRequest {
  method: 'GET' | 'POST'
  path: string
  key: string
  body?: string
}

export interface LoadOptions {
  port: number
  next: () => LoadRequest
  connections: number
  /** The duration, unless the number of answers is reached first. */
  forS?: number
  amount?: number
  /** The rate per second of all connections together; without it, as fast as they can. */
  perS?: number
}

export interface LoadFigures {
  perS: number
  p50Ms: number
  p99Ms: number
  requests: number
}

/**
 * Sends requests over kept-alive connections. At a given rate, the time by which a request is sent late counts too.
 * Throws on any answer but 2xx.
 */
export async function generateLoad({ port, next, connections, forS, amount, perS }: LoadOptions): Promise<LoadFigures> {
  const refused: string[] = []
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    ...(forS === undefined ? {} : { duration: forS }),
    ...(amount === undefined ? {} : { amount }),
    ...(perS === undefined ? {} : { overallRate: perS }),
    requests: [
      {
        setupRequest: request => ({ ...request, ...made(next()) }),
        onResponse: (status, body) => {
          if (status < 200 || status > 299) refused.push(`${status}: ${body}`)
        },
      },
    ],
  })
  const failed = result.errors + result.timeouts
  if (refused.length > 0 || failed > 0) {
    throw new Error(`${refused.length} requests were refused, ${failed} had no answer; ${refused[0] ?? ''}`)
  }
  const { p50, p99 } = result.latency
  return {
    perS: result.requests.total / result.duration,
    p50Ms: p50,
    p99Ms: p99,
    requests: result.requests.total,
  }
}

function made({ method, path, key, body }: LoadRequest): autocannon.Request {
  const headers = { 'x-api-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  return { method, path, headers, ...(body === undefined ? {} : { body }) }
}

export function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
