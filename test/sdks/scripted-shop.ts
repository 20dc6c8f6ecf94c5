import http from 'node:http'
import type { AddressInfo } from 'node:net'

/** The answer of the scripted shop to one request; `reset` breaks the connection, `hang` never answers. */
export type Step = 'reset' | 'hang' | { status: number; headers?: Record<string, string>; body?: object | string }

export interface SeenRequest {
  method: string
  path: string
  headers: http.IncomingHttpHeaders
  body: string
  at: number
}

/** A server that answers from a list, one step per request, and records the requests. */
export class ScriptedShop {
  seen: SeenRequest[] = []
  #steps: Step[] = []
  readonly #server = http.createServer((request, response) => void this.#answer(request, response))

  async listen(): Promise<string> {
    await new Promise<void>(resolve => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  script(...steps: Step[]): void {
    this.#steps = steps
    this.seen = []
  }

  async #answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const body = Buffer.concat(await request.toArray()).toString()
    this.seen.push({ method, path: url, headers, body, at: performance.now() })
    const step: Step = this.#steps.shift() ?? { status: 418, body: { error: 'the script is over', code: 'over' } }
    if (step === 'hang') return
    if (step === 'reset') return void request.socket.destroy()
    response.writeHead(step.status, { 'content-type': 'application/json', connection: 'close', ...step.headers })
    response.end(typeof step.body === 'string' ? step.body : JSON.stringify(step.body ?? {}))
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise(resolve => this.#server.close(resolve))
  }
}
