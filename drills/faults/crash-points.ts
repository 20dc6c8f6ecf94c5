import type { Standing } from '../../src/keys/standing.ts'
import type { App } from '../../src/needs.ts'
import { createPayment } from '../../src/payments/create-payment.ts'
import type { Payment } from '../../src/payments/payment.ts'
import type { DyingAt } from '../../test/kit/dying.ts'

/**
 * The point where a process dies: at a statement, at the commit that follows one, or at a call to the outside world.
 */
export interface CrashPoint {
  name: string
  at: DyingAt | { call: 'charge' | 'read' | 'ask' | 'books' | 'post'; when: 'before' | 'after' }
  /** The method whose payment reaches this point. */
  method?: 'wallet_direct' | 'qris' | 'qris_user'
  /**
   * The owner of the connection that makes the code: the operator's for `qris`, the merchant's own for `qris_user`.
   * Default: interactive.
   */
  provider?: 'interactive' | 'snap'
  /** Whether its process creates the payment as well. */
  creates?: true
}

const create = /insert into reservation[\s\S]*insert into payment /
const makeCode = /update "?charge"? [\s\S]*state"? = 'coded'/
const hasten = /update "?charge"? [\s\S]*set "?ask_at"? = (?!least|now)/
const claimReading = /update "?reading"? [\s\S]*lease_token"? = gen_random_uuid/
const watermark = /update "?reading"? [\s\S]*watermark"? = greatest/
const lock = /join "?payment"? p on [\s\S]*order by p.invoice_id for no key update/
const store = /insert into "?transfer"? /
const pay = /update "?payment"? set[\s\S]*status"? = 'paid'/
const endHolds = /update "?hold"? [\s\S]*set held_until = greatest/
const book = /insert into "?movement"? /
const announce = /insert into "?event"? \(id/
const plan = /insert into "?delivery"? \(/
const claimDelivery = /update "?delivery"? [\s\S]*lease_token"? = gen_random_uuid/
const mark = /insert into "?delivery_attempt"? /

const bySnap = { method: 'qris', provider: 'snap' } as const

/** A point between every two steps of a payment. */
export const crashPoints: CrashPoint[] = [
  { name: 'create: before anything is written', at: { statement: create, when: 'before' }, creates: true },
  { name: 'create: being written, with others', at: { statement: create, when: 'under way' }, creates: true },
  { name: 'create: written, not answered', at: { statement: create, when: 'after' }, creates: true },
  { name: 'charge: claimed, provider not asked', at: { call: 'charge', when: 'before' }, method: 'qris' },
  { name: 'charge: code made, not stored', at: { call: 'charge', when: 'after' }, method: 'qris' },
  {
    name: 'charge: code made at the merchant’s own InterActive, not stored',
    at: { call: 'charge', when: 'after' },
    method: 'qris_user',
  },
  {
    name: 'charge: code made at the merchant’s own SNAP provider, not stored',
    at: { call: 'charge', when: 'after' },
    method: 'qris_user',
    provider: 'snap',
  },
  { name: 'charge: code stored', at: { statement: makeCode, when: 'after' }, method: 'qris' },
  { name: 'detect: provider asked about a code, nothing stored', at: { call: 'ask', when: 'after' }, method: 'qris' },
  { name: 'detect: connection claimed', at: { statement: claimReading, when: 'after' } },
  { name: 'detect: before the list is asked for', at: { call: 'read', when: 'before' } },
  { name: 'detect: list read, nothing settled', at: { call: 'read', when: 'after' } },
  { name: 'settle: payments locked', at: { statement: lock, when: 'after' } },
  { name: 'settle: transfers stored', at: { statement: store, when: 'after' } },
  { name: 'settle: payments marked paid', at: { statement: pay, when: 'after' } },
  { name: 'settle: holds ended', at: { statement: endHolds, when: 'after' } },
  { name: 'settle: sales booked', at: { statement: book, when: 'after' } },
  { name: 'announce: events written, nothing follows yet', at: { statement: announce, when: 'after' } },
  { name: 'announce: callbacks planned', at: { statement: plan, when: 'after' } },
  { name: 'announce: all written, not committed', at: { statement: plan, when: 'before its commit' } },
  { name: 'announce: committed, nobody told', at: { statement: plan, when: 'after its commit' } },
  { name: 'detect: settled, watermark not moved', at: { statement: watermark, when: 'before' } },
  { name: 'detect: watermark moved', at: { statement: watermark, when: 'after' } },
  { name: 'charge by SNAP: code made, not stored', at: { call: 'charge', when: 'after' }, ...bySnap },
  { name: 'charge by SNAP: code stored', at: { statement: makeCode, when: 'after' }, ...bySnap },
  { name: 'detect by SNAP: before the books are asked for', at: { call: 'books', when: 'before' }, ...bySnap },
  { name: 'detect by SNAP: books read, no question hastened', at: { call: 'books', when: 'after' }, ...bySnap },
  { name: 'detect by SNAP: question hastened, not asked', at: { statement: hasten, when: 'after' }, ...bySnap },
  { name: 'detect by SNAP: provider asked, nothing stored', at: { call: 'ask', when: 'after' }, ...bySnap },
  { name: 'settle by SNAP: transfer stored', at: { statement: store, when: 'after' }, ...bySnap },
  { name: 'deliver: claimed, not committed', at: { statement: claimDelivery, when: 'before its commit' } },
  { name: 'deliver: claimed, not posted', at: { call: 'post', when: 'before' } },
  { name: 'deliver: posted, not marked', at: { call: 'post', when: 'after' } },
  { name: 'deliver: marked', at: { statement: mark, when: 'after' } },
]

/** A merchant's request with its key, repeated until it is answered. */
export interface MerchantRequest {
  key: string
  amount: number
  paymentMethod: string
  callbackUrl: string
}

/** Returns simultaneous variants of the request, each with its own key. */
export function addVariants(request: MerchantRequest): MerchantRequest[] {
  const others = Array.from({ length: 7 }, (_, at) => ({ ...request, key: `${request.key} beside ${at}` }))
  return [request, ...others.map((other, at) => ({ ...other, amount: request.amount + (at + 1) * 100_000 }))]
}

export function requestPayment(app: App, standing: Standing, { key, ...asked }: MerchantRequest): Promise<Payment> {
  return createPayment(app, standing, { ...asked, idempotencyKey: { key, fingerprint: Buffer.from(key) } })
}
