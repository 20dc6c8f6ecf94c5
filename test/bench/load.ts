import http from 'node:http'

export interface Request {
  method: 'GET' | 'POST'
  path: string
  key: string
  body?: string
}

export interface Figures {
  perS: number
  p50Ms: number
  p99Ms: number
}

/** As many requests as `connections` kept-alive connections can carry in that time. Throws on any answer but 200. */
export async function generateLoad(load: {
  port: number
  next: () => Request
  connections: number
  forMs: number
}): Promise<Figures> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: load.connections })
  const latencies: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + load.forMs
  const carry = async () => {
    while (performance.now() < endsAt) {
      const sentAt = performance.now()
      await send(agent, load.port, load.next())
      latencies.push(performance.now() - sentAt)
    }
  }
  await Promise.all(Array.from({ length: load.connections }, carry))
  const tookS = (performance.now() - startedAt) / 1000
  agent.destroy()
  latencies.sort((one, other) => one - other)
  return { perS: latencies.length / tookS, p50Ms: percentile(latencies, 0.5), p99Ms: percentile(latencies, 0.99) }
}

function send(agent: http.Agent, port: number, { method, path, key, body }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = {
      'x-api-key': key,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    }
    const request = http.request({ port, host: '127.0.0.1', agent, method, path, headers }, response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('end', () => {
        if (response.statusCode === 200) resolve()
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${Buffer.concat(chunks)}`))
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

export function percentile(sorted: number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
