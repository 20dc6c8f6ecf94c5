import { Connection } from '../connections/connection.ts'
import type { IncomingTransfer } from '../connectors/connector.ts'
import type { Window } from '../connectors/window.ts'
import { toInstances } from '../database/columns.ts'
import { forkScoped } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import type { Needs } from '../needs.ts'
import { findReplacementAmong } from '../payments/find-replacement.ts'
import { findHolders, type Holder } from '../payments/hold.ts'
import { Payment } from '../payments/payment.ts'
import { listAdditions } from '../slots.ts'
import { belongsToOthers } from './belongs-to-others.ts'
import { guessPayment } from './guess-payment.ts'
import { lateMoneyRule, payPayments } from './pay-payments.ts'
import { recogniseTransfers } from './recognise-elsewhere.ts'
import { type RecognisedTransfer, storeSightings } from './recognise-notifications.ts'
import { lockPaymentsSql } from './settle-transfers-sql.ts'
import type { ReviewReason } from './transfer.ts'

/** The source of a transfer. `charge` names the payment if the provider's reference does. */
export interface TransferSource {
  connectionId: number
  /** The connection's account, which decides about money that belongs to no payment. */
  accountId: number
  receivingAccountId: number
  window: Window
  charge?: Holder & { id: number }
}

/** `known`: it is already stored, or another merchant's reader stores it. */
export type Settlement = 'known' | 'settled' | 'review' | 'unsettled'
export type SettleNeeds = Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'log' | 'slots' | 'calendar'>

declare module '../slots.ts' {
  interface Slots {
    /**
     * Decides whether money read by a merchant's rule may settle a payment. Its writes are committed with that payment;
     * money that may not is put in review.
     */
    mayPayByRule(app: Needs<'now' | 'calendar'>, tx: Tx, money: RuledMoney): Promise<boolean>
  }
}

/** Money read by a merchant's rule, and the payment that it would settle. */
export interface RuledMoney {
  ruleId: number
  receivingAccountId: number
  reference: string
  amount: number
  invoiceId: string
}

/** A transfer with its outcome, before it is stored. */
export interface JudgedTransfer {
  transfer: RecognisedTransfer
  state: 'settled' | 'review' | 'unsettled'
  reason: ReviewReason | null
  late: boolean
  /** The payment that it belongs to; null if none. */
  payment: Payment | null
  /** The method of the offer by which it was paid; null if it belongs to no payment. */
  method: string | null
  likelyInvoiceId: string | null
  accountId: number
}

/**
 * Writes transfers with their outcomes. Returns their ids by reference, without those that another process has already
 * written.
 */
export type StoreTransfers = (
  tx: Tx,
  source: TransferSource,
  judged: JudgedTransfer[],
  now: Date,
) => Promise<Map<string, number>>

/**
 * Stores transfers, each once, in this order. The same transaction settles their payments or puts them in review, as if
 * each had come alone. References are distinct. Throws if one is already stored and the following ones were judged
 * without it.
 */
export async function settleTogether(
  app: Needs<'now' | 'reactions' | 'calendar' | 'slots'>,
  tx: Tx,
  { source, transfers, store }: { source: TransferSource; transfers: IncomingTransfer[]; store: StoreTransfers },
): Promise<Settlement[]> {
  const now = app.now()
  const recognised = await recogniseTransfers(tx, source, transfers, now)
  const fresh = [...recognised.values()].filter(transfer => transfer !== null)
  const judged = await limitRules(app, tx, source, judgeAll(source, await findPayments(tx, source, fresh, now)))
  for (const each of judged) if (each.reason === 'unmatched') await guessTransfer(tx, source, each, now)
  const ids = await store(tx, source, judged, now)
  const stored = judged.flatMap(each => {
    const id = ids.get(each.transfer.reference)
    return id === undefined ? [] : [{ ...each, transfer: { ...each.transfer, id } }]
  })
  await storeSightings(tx, source, { recognised, ids }, now)
  const paying = stored.filter(({ state }) => state === 'settled')
  if (judged.length > 1 && paying.length < judged.filter(({ state }) => state === 'settled').length) {
    throw new Error('a transfer of this page was stored meanwhile')
  }
  await payPayments(
    app,
    tx,
    paying.map(({ payment, method, transfer, late }) => ({
      payment: payment!,
      method: method!,
      transfer,
      late,
      acceptedBy: late ? lateMoneyRule : null,
    })),
  )
  await announceReviews(
    app,
    tx,
    source,
    stored.filter(({ state }) => state === 'review'),
  )
  const states = new Map(judged.map(({ transfer, state }) => [transfer.reference, state]))
  return transfers.map(transfer => {
    const reference = recognised.get(transfer)?.reference ?? ''
    return ids.has(reference) ? states.get(reference)! : 'known'
  })
}

type LockedPayment = Readonly<Payment> & { accepts_late_money: boolean }

interface Candidate {
  transfer: RecognisedTransfer
  payment: LockedPayment | null
  method: string | null
}

/** Returns each transfer with its locked payment, without those that another merchant's reader stores. */
export async function findPayments(
  tx: Tx,
  source: TransferSource,
  transfers: RecognisedTransfer[],
  now: Date,
): Promise<Candidate[]> {
  const holders = source.charge ? transfers.map(() => source.charge!) : await findHolders(tx, source, transfers, now)
  const invoiceIds = new Set(holders.flatMap(holder => holder?.invoiceId ?? []))
  const rows = invoiceIds.size === 0 ? [] : await tx.query(lockPaymentsSql, { invoices: [...invoiceIds] })
  const locked = toInstances(Payment, rows)
  await leaveReplacedToPeople(tx, locked)
  const payments = new Map(locked.map(payment => [payment.invoiceId, payment]))
  const heldPayments = transfers.map((_, place) => payments.get(holders[place]?.invoiceId ?? '') ?? null)
  const holderIds = heldPayments.map(payment => ({ holderId: payment?.accountId ?? null }))
  const isLeft = source.charge ? [] : await belongsToOthers(tx, source, holderIds)
  return transfers.flatMap((transfer, place): Candidate[] => {
    if (isLeft[place]) return []
    const payment = heldPayments[place]
    // The payment's own account no longer has a reader here, so the account that reads the money decides.
    const isForeign = !source.charge && payment?.accountId !== source.accountId
    if (!payment || isForeign) return [{ transfer, payment: null, method: null }]
    return [{ transfer, payment, method: holders[place]!.method }]
  })
}

// The rule for late money cannot know which of two payments with one reference the customer meant.
async function leaveReplacedToPeople(tx: Tx, payments: LockedPayment[]): Promise<void> {
  for (const payment of payments) {
    const { accountId, mode, reference, status, accepts_late_money } = payment
    if (status !== 'expired' || !accepts_late_money || reference === null) continue
    // Read under the lock, so that payments created while waiting for it count as well.
    const all = await tx.em.find(Payment, { account: accountId, mode, reference }, { refresh: true })
    if (findReplacementAmong(all, payment)) payment.accepts_late_money = false
  }
}

function judgeAll(source: TransferSource, candidates: Candidate[]): JudgedTransfer[] {
  const paid = new Set<string>()
  return candidates.map(({ transfer, payment, method }) => {
    const isPaid = payment !== null && paid.has(payment.invoiceId)
    const verdict = payment?.judge(transfer, {
      graceS: source.window.graceS,
      acceptsLateMoney: payment.accepts_late_money,
      isPaidMeanwhile: isPaid,
    }) ?? { pays: false, late: false, reason: 'unmatched' as const }
    if (verdict.pays) paid.add(payment!.invoiceId)
    return {
      transfer,
      state: verdict.pays ? 'settled' : 'review',
      reason: verdict.reason,
      late: verdict.late,
      payment,
      method,
      likelyInvoiceId: null,
      accountId: payment?.accountId ?? source.accountId,
    }
  })
}

/** Puts money in review if a merchant's rule may not settle with it automatically. */
async function limitRules(
  app: Needs<'now' | 'calendar' | 'slots'>,
  tx: Tx,
  { receivingAccountId }: TransferSource,
  judged: JudgedTransfer[],
): Promise<JudgedTransfer[]> {
  for (const one of judged) {
    const { taughtBy: ruleId, reference, amount } = one.transfer
    if (one.state !== 'settled' || ruleId === undefined) continue
    const money = { ruleId, receivingAccountId, reference, amount, invoiceId: one.payment!.invoiceId }
    const answers: boolean[] = []
    for (const mayPay of listAdditions(app, 'mayPayByRule')) answers.push(await mayPay(app, tx, money))
    if (answers.length > 0 && answers.every(Boolean)) continue
    one.transfer.isUnproved = true
    one.state = 'review'
    one.reason = 'unproved'
    one.late = false
  }
  return judged
}

async function guessTransfer(tx: Tx, source: TransferSource, judged: JudgedTransfer, now: Date): Promise<void> {
  const match = await guessPayment(tx.em, source, judged.transfer, now)
  if (!match) return
  judged.reason = match.reason
  judged.likelyInvoiceId = match.invoiceId
}

async function announceReviews(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  { connectionId }: TransferSource,
  reviewed: (JudgedTransfer & { transfer: { id: number } })[],
): Promise<void> {
  if (reviewed.length === 0) return
  const { mode } = await forkScoped(tx, 'installation').findOneOrFail(Connection, connectionId, { fields: ['mode'] })
  const createdAt = app.now()
  await announceFacts(
    app,
    tx,
    reviewed.map(({ transfer, payment, reason, likelyInvoiceId, accountId }) => ({
      accountId,
      type: 'transfer.in_review',
      subject: `transfer ${transfer.id}`,
      payload: {
        mode,
        reason: reason!,
        invoiceId: payment?.invoiceId ?? null,
        likelyInvoiceId,
        amount: transfer.amount,
        reference: transfer.reference,
        occurredAt: transfer.occurredAt?.toISOString() ?? null,
        payerName: transfer.payerName,
      },
      createdAt,
    })),
  )
}
