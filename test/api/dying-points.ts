import type { DyingAt } from '../kit/dying.ts'

/** A point between two steps of a POST: at a statement, at a commit, or at a call to the outside world. */
export type DyingPoint = DyingAt | { call: 'store' | 'charge'; when: 'before' | 'after' }

const claim = /insert into "?answered_request"?/
const keep = /update "?answered_request"? /
const lookForKey = /from idempotency i/
const createPayment = /insert into payment /
const withdraw = /insert into "?withdrawal"?/

/** The points of a POST that only writes rows. */
export const rowPoints = {
  'claimed, nothing written': { statement: claim, when: 'after' },
  'written, no answer kept': { statement: keep, when: 'before' },
  'answer kept, not committed': { statement: keep, when: 'before its commit' },
  'committed, not answered': { statement: keep, when: 'after its commit' },
} satisfies Record<string, DyingPoint>

/** The points of a POST that first stores bytes. */
export const storePoints = {
  'claimed, nothing stored': { call: 'store', when: 'before' },
  'stored, nothing written': { call: 'store', when: 'after' },
  ...rowPoints,
} satisfies Record<string, DyingPoint>

export const paymentPoints = {
  'payment: key looked for': { statement: lookForKey, when: 'after' },
  'payment: being written': { statement: createPayment, when: 'under way' },
  'payment: written, not answered': { statement: createPayment, when: 'after' },
} satisfies Record<string, DyingPoint>

export const platformPoints = {
  'code: provider not asked': { call: 'charge', when: 'before' },
  'code: made, not stored': { call: 'charge', when: 'after' },
} satisfies Record<string, DyingPoint>

export const withdrawalPoints = {
  'withdrawal: written, not committed': { statement: withdraw, when: 'before its commit' },
  'withdrawal: committed, not answered': { statement: withdraw, when: 'after its commit' },
} satisfies Record<string, DyingPoint>

export const pointsByName: Record<string, DyingPoint> = {
  ...storePoints,
  ...paymentPoints,
  ...platformPoints,
  ...withdrawalPoints,
}
