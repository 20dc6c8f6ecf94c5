import type { BatchQuery, PendingRequest } from '../database/batcher.ts'
import type { Standing } from '../keys/standing.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import { type Claims, type HeldPayment, heldInPartCode } from './create-payment-sql.ts'
import type { PaymentCreators } from './create-together.ts'
import type { PaymentDraft } from './draft-payment.ts'
import type { Offer } from './offer.ts'
import type { Payment } from './payment.ts'
import { drawCodes, listDrawableCodes, preferSmallCodes } from './unique-code.ts'
import { releaseSql, usedAmountsSql } from './used-amounts-sql.ts'

const dayMs = 86_400_000
const firstDraw = 2
const laterDraw = 8
const triesMax = 50

/**
 * Creates the payment with an amount that is unique on every receiving account that its offers need. Preferably the
 * amount was unused for a day, so that a customer who pays from an old screen cannot pay another customer's invoice.
 * Among those amounts a small code is chosen, so that customers pay little more than the price. Refuses
 * `amounts_exhausted`.
 */
export async function holdAmount(
  by: Executor,
  standing: Standing,
  draft: PaymentDraft,
  offers: Offer[],
): Promise<Readonly<Payment>> {
  const plan = planWanted(standing, draft, offers)
  const quick = await tryCodes(by, plan, drawCodes(preferSmallCodes(plan.codes), firstDraw), plan.restedLong)
  if (quick) return quick

  for (let attempt = 0; attempt < triesMax; attempt++) {
    const free = await freeCodes(by.sql, plan)
    if (free.codes.length === 0) break
    // After a lost attempt, the few small codes are left to others.
    const small = attempt === 0 ? preferSmallCodes(free.codes) : []
    const drawn = drawCodes(small.length > 0 ? small : free.codes, laterDraw)
    const payment = await tryCodes(by, plan, drawn, free.since)
    if (payment) return payment
  }
  throw new Refusal('amounts_exhausted', 'Every distinct amount near this one is held by another open payment', {
    fields: [
      {
        path: 'amount',
        error: 'no distinct amount is free near it; try again later or ask for another amount',
        code: 'taken',
      },
    ],
    retryAfterS: 60,
  })
}

/**
 * The means by which a payment is created: `ask` batches its statements with those of other requests, unless `sql` is a
 * transaction.
 */
export interface Executor {
  sql: Sql
  ask: BatchQuery
  creating: PaymentCreators
  /** Whether a failed statement would end an entire transaction. */
  isInTransaction?: boolean
  waiter?: PendingRequest | undefined
  /** Names that the statement claims while it creates the payment. */
  claims?: Claims | undefined
}

interface HoldPlan {
  draft: PaymentDraft
  /** The receiving accounts. */
  accounts: number[]
  offered: Pick<HeldPayment, 'held' | 'charging'>
  codes: number[]
  restedLong: Date
  restedEnough: Date
}

function planWanted(standing: Standing, draft: PaymentDraft, offers: Offer[]): HoldPlan {
  const holding = offers.filter(({ matches }) => matches === 'amount')
  const charging = offers.filter(({ matches }) => matches === 'reference')
  const slackS = Math.max(0, ...holding.map(({ window }) => window.skewS + window.resolutionS))
  // Counted from the payment's creation time, not from now: it may have waited for its idempotency key.
  const since = draft.createdAt.getTime()
  return {
    draft,
    codes: offers.length > 0 && offers.every(({ isExact }) => isExact) ? [0] : listDrawableCodes(standing, draft),
    accounts: holding.map(({ connection }) => connection.receivingAccountId),
    offered: {
      held: holding.map(({ connection, method, qris }) => ({
        receiving_account_id: connection.receivingAccountId,
        method,
        static_qris: qris,
      })),
      charging: charging.map(({ connection, method }) => ({
        connection_id: connection.id,
        method,
        // With `all` the payer chooses on the page.
        state: draft.method === 'all' ? 'offered' : 'waiting',
      })),
    },
    restedLong: new Date(since - dayMs),
    restedEnough: new Date(since - 2 * slackS * 1000),
  }
}

async function tryCodes(
  by: Executor,
  plan: HoldPlan,
  codes: number[],
  freeSince: Date,
): Promise<Readonly<Payment> | null> {
  for (const code of codes) {
    const payment = await tryCode(by, plan, code, freeSince)
    if (payment) return payment
  }
  return null
}

async function tryCode(by: Executor, plan: HoldPlan, code: number, freeSince: Date): Promise<Readonly<Payment> | null> {
  const { draft, accounts, offered } = plan
  const isWhole = by.isInTransaction !== true
  const values = { draft: draft.row, eventId: draft.eventId, ...offered, code, freeSince, isWhole, claims: by.claims }
  const payment = await by.ask(by.creating.holding, values, by.waiter).catch(nothingIfInPart)
  if (payment) return payment
  if (by.isInTransaction && accounts.length > 1) {
    await by.sql.write(releaseSql, { invoiceId: draft.invoiceId, accounts, finalAmount: draft.amount + code })
  }
  return null
}

function nothingIfInPart(error: unknown): undefined {
  if ((error as { code?: unknown }).code !== heldInPartCode) throw error
}

/**
 * Returns codes that no payment used for a day. If all were used, returns those unused for as long as money may be in
 * transit.
 */
async function freeCodes(sql: Sql, plan: HoldPlan): Promise<{ codes: number[]; since: Date }> {
  const { draft, accounts, codes, restedLong, restedEnough } = plan
  const amounts = codes.map(code => draft.amount + code)
  const range = { lowest: Math.min(...amounts), highest: Math.max(...amounts) }
  const used = await sql.query(usedAmountsSql, { accounts, ...range, restedLong, restedEnough })
  const isHeld = new Map(used.map(row => [row.amount, row.held]))
  const rested = codes.filter(code => !isHeld.has(draft.amount + code))
  return rested.length > 0
    ? { codes: rested, since: restedLong }
    : { codes: codes.filter(code => !isHeld.get(draft.amount + code)), since: restedEnough }
}
