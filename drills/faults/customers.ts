import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** The shop's answers to its customers, and their acts; the shop's books must contain everything in it. */
export interface Ledger {
  /** Creations answered with HTTP 200, by the idempotency key of the request. */
  created: Map<string, { invoiceId: string; finalAmount: number }>
  /** The references of money that the providers received, by invoice. */
  money: { invoiceId: string; reference: string }[]
  cancelled: Set<string>
  /** Answers that no fault explains, and answers that contradict earlier ones. */
  complaints: string[]
  /** The number of answers by status; 0 is a broken connection. */
  answers: Record<number, number>
}

export interface Customers {
  ledger: Ledger
  /** Moves business time while no money is on its way to a provider. */
  advanceClock(seconds: number): Promise<void>
  /** Lets all customers finish their work, then stops them. */
  stop(): Promise<void>
  /** Pays the codes that could not be paid yet. */
  payRest(): Promise<void>
  /** Sends money for payments that have ended. */
  payLate(): Promise<void>
}

export interface CustomerNeeds {
  count: number
  apiUrls: string[]
  apiKey: string
  sandboxUrl: string
}

const attemptMsMax = 10_000
const patienceMs = 60_000
const openMax = 60
const thinkMsMax = 500
const prices = [10_000, 10_500, 25_000, 50_000]

type Fate = 'pays' | 'pays twice' | 'leaves' | 'cancels' | 'cancels and pays' | 'pays late'
const fates: Fate[] = [
  ...Array(14).fill('pays'),
  'pays twice',
  'leaves',
  'leaves',
  'cancels',
  'cancels and pays',
  'pays late',
]

/** Starts customers of a shop whose processes keep dying: they retry until they get an answer, and remember it. */
export function startCustomers(needs: CustomerNeeds): Customers {
  const ledger: Ledger = { created: new Map(), money: [], cancelled: new Set(), complaints: [], answers: {} }
  const gate = createGate()
  const shop: Shop = { ...needs, ledger, gate }
  const waiting: Waiting = { toPay: [], toPayLate: [] }
  let over = false

  const one = async () => {
    while (!over) {
      if (waiting.toPay.length < openMax) await order(shop, waiting)
      await payNext(shop, waiting)
      await payNextLate(shop, waiting)
      await pause(randomInt(thinkMsMax))
    }
  }
  const working = Promise.all(Array.from({ length: needs.count }, one))
  return {
    ledger,
    advanceClock: seconds => gate.alone(() => advance(shop, seconds)),
    async stop() {
      over = true
      await working
    },
    async payRest() {
      const deadline = Date.now() + patienceMs
      while (waiting.toPay.length > 0 && Date.now() < deadline) {
        await payNext(shop, waiting)
        await pause(20)
      }
    },
    async payLate() {
      const deadline = Date.now() + patienceMs
      while (waiting.toPayLate.length > 0 && Date.now() < deadline) {
        await payNextLate(shop, waiting)
        await pause(20)
      }
    },
  }
}

interface Shop extends CustomerNeeds {
  ledger: Ledger
  gate: Gate
}

/** Invoice ids. */
interface Waiting {
  toPay: string[]
  toPayLate: string[]
}

/** Creates a payment, whose customer then pays, pays twice or late, cancels or leaves. */
async function order(shop: Shop, { toPay, toPayLate }: Waiting): Promise<void> {
  const fate = fates[randomInt(fates.length)]!
  const invoiceId = await create(shop)
  if (invoiceId === undefined) return
  if (fate.startsWith('cancels')) await cancel(shop, invoiceId)
  if (fate === 'pays late') toPayLate.push(invoiceId)
  else if (fate !== 'leaves' && fate !== 'cancels') toPay.push(invoiceId)
  if (fate === 'pays twice') toPay.push(invoiceId)
}

// A code may take long: a payment that cannot be paid yet goes to the end of the queue, without waiting.
async function payNext(shop: Shop, { toPay }: Waiting): Promise<void> {
  const invoiceId = toPay.shift()
  if (invoiceId !== undefined && (await pay(shop, invoiceId)) === 'not yet') toPay.push(invoiceId)
}

async function payNextLate(shop: Shop, { toPayLate }: Waiting): Promise<void> {
  const invoiceId = toPayLate.shift()
  if (invoiceId === undefined) return
  if (await isOver(shop, invoiceId)) await pay(shop, invoiceId)
  else toPayLate.push(invoiceId)
}

async function create(shop: Shop): Promise<string | undefined> {
  const key = randomUUID()
  const body = {
    amount: prices[randomInt(prices.length)],
    payment_method: randomInt(2) === 0 ? 'qris' : 'wallet_direct',
    ...(randomInt(2) === 0 ? { callback_url: `${shop.sandboxUrl}/receiver` } : {}),
  }
  const answer = await insist(
    shop,
    () => callApi(shop, '/create-payment', body, { 'idempotency-key': key }),
    [200, 429],
  )
  if (answer?.status !== 200) return undefined
  const { invoice_id: invoiceId, final_amount: finalAmount } = answer.body.data
  shop.ledger.created.set(key, { invoiceId, finalAmount })
  if (randomInt(5) === 0) await askAgain(shop, key, body, invoiceId)
  return invoiceId
}

async function askAgain(shop: Shop, key: string, body: object, invoiceId: string): Promise<void> {
  const again = await insist(shop, () => callApi(shop, '/create-payment', body, { 'idempotency-key': key }), [200])
  if (again && again.body.data.invoice_id !== invoiceId) {
    shop.ledger.complaints.push(`${key} was ${invoiceId}, and then ${again.body.data.invoice_id}`)
  }
}

async function cancel(shop: Shop, invoiceId: string): Promise<void> {
  const answer = await insist(shop, () => callApi(shop, '/cancel-payment', { invoice: invoiceId }), [200, 400])
  if (answer?.status === 200) shop.ledger.cancelled.add(invoiceId)
}

async function pay(shop: Shop, invoiceId: string): Promise<'done' | 'not yet'> {
  const reference = `KILL-${randomUUID().slice(0, 18)}`
  const transfer = () =>
    shop.gate.together(() => call(`${shop.sandboxUrl}/transfers`, { invoice_id: invoiceId, reference }))
  // A code is paid once; the provider itself refuses a second payment.
  const answer = await insist(shop, transfer, [200, 400, 409])
  if (answer?.status === 200) shop.ledger.money.push({ invoiceId, reference })
  return answer?.status === 409 && !(await isOver(shop, invoiceId)) ? 'not yet' : 'done'
}

// A code that could not be created in time is never created.
async function isOver(shop: Shop, invoiceId: string): Promise<boolean> {
  const answer = await insist(shop, () => callApi(shop, `/check-payment?invoice=${invoiceId}`), [200])
  return answer?.body.status !== 'pending'
}

async function advance(shop: Shop, seconds: number): Promise<void> {
  await call(`${shop.sandboxUrl}/clock`, { advance_s: seconds })
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: customers read the few fields that the spec names
  body: any
}

const expectedOfFaults = new Set([0, 503])

/**
 * Repeats a request until it gets an expected answer. Dead processes and an unavailable database explain silence and
 * 503, but nothing else.
 */
async function insist(shop: Shop, ask: () => Promise<Answer>, wanted: number[]): Promise<Answer | undefined> {
  const deadline = Date.now() + patienceMs
  while (Date.now() < deadline) {
    const answer = await ask()
    shop.ledger.answers[answer.status] = (shop.ledger.answers[answer.status] ?? 0) + 1
    if (wanted.includes(answer.status)) return answer
    if (!expectedOfFaults.has(answer.status)) {
      shop.ledger.complaints.push(`answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`)
      return undefined
    }
    await pause(20 + randomInt(60))
  }
  shop.ledger.complaints.push(`nobody answered within ${patienceMs} ms`)
  return undefined
}

function callApi(shop: Shop, path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  const url = shop.apiUrls[randomInt(shop.apiUrls.length)]!
  return call(`${url}/api${path}`, body, { 'x-api-key': shop.apiKey, ...headers })
}

async function call(url: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> {
  try {
    const answer = await fetch(url, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(attemptMsMax),
    })
    return { status: answer.status, body: await answer.json() }
  } catch {
    return { status: 0, body: null }
  }
}

interface Gate {
  together<Result>(work: () => Promise<Result>): Promise<Result>
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A gate that lets many pass together, or one alone. */
function createGate(): Gate {
  const inside = new Set<Promise<unknown>>()
  let closed: Promise<unknown> = Promise.resolve()
  return {
    async together(work) {
      let seen: Promise<unknown>
      do {
        seen = closed
        await seen
      } while (seen !== closed)
      const done = work()
      inside.add(done)
      return done.finally(() => inside.delete(done))
    },
    async alone(work) {
      const done = Promise.allSettled(inside).then(work)
      closed = done.catch(() => {})
      return done
    },
  }
}
