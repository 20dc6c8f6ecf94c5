import http from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * How webhooks are treated on their way. `down`: the connection breaks. `holding`: answers 503, and the receiver sees
 * nothing. `doubling`: sends two of each at once. `cutting`: the receiver's answer is lost. `dying`: the receiver is
 * killed as soon as it has the whole message; `dying-late`: it is killed after its answer, which is lost.
 */
export const relayModes = ['up', 'down', 'holding', 'doubling', 'cutting', 'dying', 'dying-late'] as const
export type RelayMode = (typeof relayModes)[number]

export interface Message {
  method: string
  path: string
  headers: Record<string, string>
  body: string
}

/** A relay between the shop and the receiver of its webhooks, which can be interrupted and records all messages. */
export interface Relay {
  url: string
  mode: RelayMode
  /** The receiver's own address, without a path. */
  target: string
  kill: () => Promise<void>
  /** Whether the receiver was killed and has not been started since. */
  isKilled: boolean
  /** Everything that the shop sent, oldest first. */
  messages: Message[]
  /** Sends a message to the receiver, and returns the status of its answer; 0 without an answer. */
  send(message: Message): Promise<number>
  /**
   * Waits for the messages under way. The shop gives up on a slow receiver, which continues and may still be killed.
   */
  finish(): Promise<void>
  close(): Promise<void>
}

const hopHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive'])

export async function startRelay(): Promise<Relay> {
  const underWay = new Set<Promise<void>>()
  const server = http.createServer((request, response) => {
    const forwarded = forward(request, response).catch(() => void response.destroy())
    underWay.add(forwarded)
    void forwarded.finally(() => underWay.delete(forwarded))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  async function forward(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray()).toString()
    const headers = Object.fromEntries(
      Object.entries(request.headers)
        .filter(([name]) => !hopHeaders.has(name))
        .map(([name, value]) => [name, String(value)]),
    )
    const message = { method: request.method!, path: request.url!, headers, body }
    relay.messages.push(message)
    // The mode may change while the receiver works.
    const { mode } = relay
    if (mode === 'down') return void response.destroy()
    if (mode === 'holding') return void response.writeHead(503).end()
    if (mode === 'dying') {
      let killed: Promise<void> | undefined
      await post(relay.target, message, () => (killed = killReceiver())).catch(() => {})
      await killed
      return void response.destroy()
    }
    const [status] = await Promise.all([relay.send(message), ...(mode === 'doubling' ? [relay.send(message)] : [])])
    if (mode === 'dying-late') await killReceiver()
    if (mode === 'cutting' || mode === 'dying-late' || status === 0) return void response.destroy()
    response.writeHead(status!).end()
  }

  async function killReceiver(): Promise<void> {
    relay.isKilled = true
    await relay.kill()
  }

  const relay: Relay = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mode: 'up',
    target: '',
    kill: async () => {},
    isKilled: false,
    messages: [],
    send: message => post(relay.target, message).catch(() => 0),
    async finish() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  return relay
}

function post(target: string, { method, path, headers, body }: Message, onSent?: () => void): Promise<number> {
  return new Promise((resolve, reject) => {
    const options = {
      method,
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
    } as const
    const request = http.request(`${target}${path}`, options, response => {
      response.resume().on('end', () => resolve(response.statusCode!))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body, () => onSent?.())
  })
}
