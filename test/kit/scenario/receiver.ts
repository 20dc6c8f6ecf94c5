import http from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Receiver {
  url: string
  close(): Promise<void>
}

/** Receives the webhooks of a merchant's own program: `take` gets the raw body and returns the status of the answer. */
export async function startReceiver(
  take: (body: string, headers: Record<string, string>) => Promise<number>,
): Promise<Receiver> {
  const server = http.createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const status = await take(body, request.headers as Record<string, string>).catch(() => 500)
    response.writeHead(status).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
