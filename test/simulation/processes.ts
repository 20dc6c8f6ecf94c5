import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { WebShop } from '../web/web-shop.ts'
import type { ProcessOrder, ProcessTask } from './simulated-process.ts'

/** A process of its own on the database of the shop. */
export interface OwnProcess {
  /** Lets it do a round of work, and kills it in the middle: at the nth statement, or at the end. */
  dieAtWork(statement: number): Promise<void>
  /** Sends it a request, and kills it in the middle. Returns its answer if it gave one before. */
  dieAtRequest(statement: number, request: ApiRequest): Promise<unknown>
}

export interface ApiRequest {
  path: string
  body: object
  headers: Record<string, string>
}

/** Starts a process that shares the database with the shop. */
export async function startProcess(shop: WebShop, settings: Record<string, string>): Promise<OwnProcess> {
  const order: ProcessOrder = { connection: shop.connection, settings: { ...settings, BASE_URL: shop.url } }
  const file = path.join(import.meta.dirname, 'simulated-process.ts')
  const child = fork(file, [JSON.stringify(order)], { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const died = once(child, 'exit')
  const [{ port }] = (await answerOf(child, died)) as [{ port: number }]
  const kill = async () => {
    child.kill('SIGKILL')
    await died
  }
  const tell = async (task: Omit<ProcessTask, 'nowMs'>) => {
    child.send({ ...task, nowMs: shop.app.now().getTime() })
    await answerOf(child, died)
  }
  return {
    async dieAtWork(diesAfter) {
      await tell({ diesAfter, works: true })
      await kill()
    },
    async dieAtRequest(diesAfter, { path, body, headers }) {
      await tell({ diesAfter, works: false })
      const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': shop.keys.demo, ...headers },
        body: JSON.stringify(body),
      }).then(
        response => response.json(),
        () => null,
      )
      await kill()
      return answer
    },
  }
}

/** Returns the next message of a process, or its exit. */
function answerOf(child: ChildProcess, died: Promise<unknown[]>): Promise<unknown[]> {
  const ended = new AbortController()
  return Promise.race([once(child, 'message', { signal: ended.signal }).catch(() => []), died]).finally(() =>
    ended.abort(),
  )
}
