import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, send } from './load.ts'

/**
 * The acts that a merchant's own server had confirmed, over all drills: exactly these must be in the books, each once.
 */
export interface MerchantLedger {
  /** Amount by withdrawal. */
  withdrawals: Map<string, number>
  /** The stock that came onto the shelf and was taken out of it, together. */
  stock: number
  /** How many of those changes were answered. */
  changes: number
  /** How often something had to be asked again. */
  repetitions: number
  complaints: string[]
}

export interface MerchantOrder {
  url: string
  liveKey: string
  testKey: string
  /** The key of a product that is kept by number. */
  product: string
  ledger: MerchantLedger
}

export interface Merchant {
  /** Lets what was begun be answered. */
  stop(): Promise<void>
}

export const newMerchantLedger = (): MerchantLedger => ({
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
 * The failures that a fault explains: silence, the proxy without a process, and a repetition that came while the first
 * was still at work.
 */
const asksAgain = new Set([0, 409, 502, 503, 504])

/**
 * A merchant's server withdraws and reports its stock, and repeats each request with the same Idempotency-Key until it
 * is answered.
 */
export function startMerchant(order: MerchantOrder): Merchant {
  let over = false
  const repeat = async (act: (order: MerchantOrder) => Promise<void>) => {
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

async function withdraw({ url, liveKey, ledger }: MerchantOrder): Promise<void> {
  const amount = 10_000 + randomInt(40_000)
  const answer = await insist(ledger, once =>
    send({ url, key: liveKey, once }, '/api/request-withdrawal', { amount, ...bank }),
  )
  if (answer) ledger.withdrawals.set(answer.body.data.id, amount)
}

async function changeStock({ url, testKey, product, ledger }: MerchantOrder): Promise<void> {
  const delta = (1 + randomInt(deltaMax)) * (randomInt(3) === 0 ? -1 : 1)
  const answer = await insist(ledger, once => send({ url, key: testKey, once }, '/api/set-stock', { product, delta }))
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
