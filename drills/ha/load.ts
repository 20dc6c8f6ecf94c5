import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** The payments that the shop acknowledged, all of which must exist afterwards. */
export interface Ledger {
  /** The invoice and amount of every creation that was answered with 200. */
  created: Map<string, number>
  /** The invoices whose money was reported as settled. */
  paid: Set<string>
  /** The times when creations were answered, by `performance.now()`. */
  answeredAt: number[]
  /** The number of answers by status; 0 is a broken connection, or silence. */
  answers: Record<string, number>
}

export interface Load {
  ledger: Ledger
  /** Lets all customers finish their work, then stops them. */
  stop(): Promise<void>
}

export interface LoadOptions {
  url: string
  key: string
  callbackUrl: string
  customers: number
  /** The pause between two payments of a customer. */
  pauseMs: number
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the few fields that are read are those of the documents
  body: any
}

const answerMsMax = 10_000

/**
 * Starts customers who create payments and pay every second one. They try each once, because the measurement is what
 * customers see.
 */
export function startLoad(order: LoadOptions): Load {
  const ledger: Ledger = { created: new Map(), paid: new Set(), answeredAt: [], answers: {} }
  let over = false
  const working = Promise.all(
    Array.from({ length: order.customers }, async () => {
      for (let turn = 0; !over; turn++) {
        await buy(order, ledger, turn % 2 === 0)
        await pause(order.pauseMs)
      }
    }),
  )
  return {
    ledger,
    async stop() {
      over = true
      await working
    },
  }
}

async function buy(order: LoadOptions, ledger: Ledger, pays: boolean): Promise<void> {
  const body = {
    amount: 10_000 + randomInt(400_000),
    payment_method: 'wallet_direct',
    callback_url: order.callbackUrl,
  }
  const created = await post(order, ledger, '/api/create-payment', body)
  if (created.status !== 200) return
  const { invoice_id: invoiceId, final_amount: amount } = created.body.data
  ledger.answeredAt.push(performance.now())
  ledger.created.set(invoiceId, amount)
  if (!pays) return
  const paid = await post(order, ledger, '/api/simulate-payment', { invoice: invoiceId })
  if (paid.status === 200) ledger.paid.add(invoiceId)
}

async function post(order: LoadOptions, ledger: Ledger, path: string, body: object): Promise<Answer> {
  const answer = await sendRequest({ ...order, once: randomUUID() }, path, body)
  const name = `${path.slice('/api/'.length)} ${answer.status}`
  ledger.answers[name] = (ledger.answers[name] ?? 0) + 1
  return answer
}

/** Sends a request once; 0 is a broken connection, or silence. `once` is the Idempotency-Key. */
export async function sendRequest(
  to: { url: string; key: string; once: string },
  path: string,
  body: object,
): Promise<Answer> {
  try {
    const answer = await fetch(to.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': to.key, 'idempotency-key': to.once },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(answerMsMax),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return { status: 0, body: null }
  }
}

/** Returns the longest time without an answered creation between two moments, in ms. */
export function findLongestSilence({ answeredAt }: Ledger, since: number, until: number): number {
  const within = answeredAt.filter(at => at > since && at < until).sort((one, other) => one - other)
  return Math.max(...[...within, until].map((at, index) => at - (within[index - 1] ?? since)))
}

export function countRequests({ answers }: Ledger): number {
  return Object.values(answers).reduce((sum, count) => sum + count, 0)
}
