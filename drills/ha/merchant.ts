import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, sendRequest } from './load.ts'

/** The acts confirmed to a merchant's own server, over all drills. The books must contain exactly these, each once. */
export interface MerchantLedger {
  /** The amounts by withdrawal. */
  withdrawals: Map<string, number>
  /** The net stock that was added and removed. */
  stock: number
  /** The number of those changes that were answered. */
  changes: number
  /** The number of requests that had to be repeated. */
  repetitions: number
  complaints: string[]
}

export interface MerchantOptions {
  url: string
  liveKey: string
  testKey: string
  /** The key of a product whose stock is a number. */
  product: string
  ledger: MerchantLedger
}

export interface Merchant {
  /** Waits for the answers of started requests, then stops. */
  stop(): Promise<void>
}

export const createMerchantLedger = (): MerchantLedger => ({
  withdrawals: new Map(),
  stock: 0,
  changes: 0,
  repetitions: 0,
  complaints: [],
})

const bank = { bank: 'BCA', account_number: '1234567890', account_holder: 'Siti Aminah' }
const thinkMs = 150
const againMs = 200
const patienceMs = 90_000
const deltaMax = 20
/**
 * The failures that a fault explains: silence, the proxy without a process, and a repetition that arrives while the
 * first request is still running.
 */
const asksAgain = new Set([0, 409, 502, 503, 504])

/**
 * Starts a merchant's server that withdraws and reports its stock. It repeats each request with its Idempotency-Key
 * until it is answered.
 */
export function startMerchant(order: MerchantOptions): Merchant {
  let over = false
  const repeat = async (act: (order: MerchantOptions) => Promise<void>) => {
    while (!over) {
      await act(order)
      await pause(thinkMs)
    }
  }
  const working = Promise.all([repeat(withdraw), repeat(changeStock), repeat(changeStock)])
  return {
    async stop() {
      over = true
      await working
    },
  }
}

async function withdraw({ url, liveKey, ledger }: MerchantOptions): Promise<void> {
  const amount = 10_000 + randomInt(40_000)
  const answer = await insist(ledger, once =>
    sendRequest({ url, key: liveKey, once }, '/api/request-withdrawal', { amount, ...bank }),
  )
  if (answer) ledger.withdrawals.set(answer.body.data.id, amount)
}

async function changeStock({ url, testKey, product, ledger }: MerchantOptions): Promise<void> {
  const delta = (1 + randomInt(deltaMax)) * (randomInt(3) === 0 ? -1 : 1)
  const answer = await insist(ledger, once =>
    sendRequest({ url, key: testKey, once }, '/api/set-stock', { product, delta }),
  )
  if (!answer) return
  ledger.stock += delta
  ledger.changes++
}

async function insist(ledger: MerchantLedger, ask: (once: string) => Promise<Answer>): Promise<Answer | undefined> {
  const once = randomUUID()
  const deadline = performance.now() + patienceMs
  while (performance.now() < deadline) {
    const answer = await ask(once)
    if (answer.status === 200) return answer
    if (!asksAgain.has(answer.status)) {
      ledger.complaints.push(`answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
      return undefined
    }
    ledger.repetitions++
    await pause(againMs)
  }
  ledger.complaints.push(`nobody answered within ${patienceMs / 1000} s`)
  return undefined
}
