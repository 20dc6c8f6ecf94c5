import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { createOutbound } from '../../src/lib/outbound.ts'
import { patientServerOptions } from '../kit/patient.ts'

interface Answer {
  status?: number
  /** A function answers each path differently. */
  body: unknown | ((path: string) => unknown)
}

/** Starts a provider on this machine that sends recorded answers: objects as JSON, texts unchanged. */
export async function startProvider() {
  const requests: { url: URL; method: string; headers: IncomingMessage['headers']; body: string }[] = []
  let next: Answer = { body: '' }
  const server = createServer(patientServerOptions, async (request, response) => {
    const body = await text(request)
    const { headers, method = '' } = request
    const url = new URL(request.url!, 'http://provider')
    requests.push({ url, method, headers, body })
    const answer = typeof next.body === 'function' ? next.body(url.pathname) : next.body
    response.writeHead(next.status ?? 200).end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ allow: [host] })
  return {
    url: `http://${host}`,
    outbound,
    requests,
    answer(body: unknown, status = 200) {
      next = { status, body }
    },
    async stop() {
      await outbound.close()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
