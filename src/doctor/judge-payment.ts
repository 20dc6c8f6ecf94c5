import type { ListedCallback } from '../callbacks/list-callbacks.ts'
import type { TransferView } from '../money/list-transfers.ts'
import type { Payment } from '../payments/payment.ts'
import type { MoneySource } from './find-sources.ts'

/** The one fact that a person should know about a payment. */
export const verdicts = [
  'paid',
  /** Paid, and the merchant has recorded a refund. */
  'refunded',
  /** Paid, but the merchant's backend does not know, because its callback failed. */
  'callback_failing',
  'money_in_review',
  'settling',
  /** Its code belongs to another merchant, whose money is not visible here. */
  'unseen',
  'money_returned',
  'money_ignored',
  /** An unreadable notification may be its money. */
  'unread',
  'preparing',
  'no_code',
  'provider_away',
  'waiting',
  'overdue',
  /** It has ended, and an unreadable row of the provider's list may be its money. */
  'row_aside',
  'expired',
  'cancelled',
] as const
export type Verdict = (typeof verdicts)[number]

interface Facts {
  payment: Pick<Payment, 'status' | 'expiresAt'> & { isForeign?: boolean; refundedAmount?: number | null }
  sources: Pick<MoneySource, 'state' | 'failures' | 'refusedSince'>[]
  transfers: Pick<TransferView, 'state' | 'amount'>[]
  callbacks: Pick<ListedCallback, 'state' | 'attempts' | 'isTest'>[]
  /** Whether a row that was set aside may be its money. */
  mayBeAside?: boolean
  /** Whether an unreadable notification may be its money. */
  mayBeUnread?: boolean
}

interface JudgedPayment {
  verdict: Verdict
  /** The amounts that the verdict is about, in whole rupiah. */
  amounts: number[]
}

const manyFailures = 3

/**
 * Returns the verdict. The most important facts come first: received money, then problems with seeing it, then what is
 * awaited.
 */
export function judgePayment(facts: Facts, now: Date): JudgedPayment {
  const { payment, transfers, callbacks, mayBeUnread } = facts
  const of = (state: TransferView['state']) =>
    transfers.filter(transfer => transfer.state === state).map(({ amount }) => amount)
  const judged = (verdict: Verdict, amounts: number[] = []): JudgedPayment => ({ verdict, amounts })
  if (of('review').length > 0) return judged('money_in_review', of('review'))
  if (payment.refundedAmount) return judged('refunded', [payment.refundedAmount])
  if (payment.status === 'paid') return judged(hasUntaken(callbacks) ? 'callback_failing' : 'paid', of('settled'))
  if (payment.isForeign && payment.status !== 'cancelled') return judged('unseen')
  if (of('unsettled').length > 0) return judged('settling', of('unsettled'))
  if (payment.status === 'pending' && mayBeUnread) return judged('unread')
  if (payment.status === 'pending') return judged(judgePending(facts, now))
  if (of('refunded').length > 0) return judged('money_returned', of('refunded'))
  if (of('ignored').length > 0) return judged('money_ignored', of('ignored'))
  return judged(judgeEnded(facts))
}

function judgeEnded({ payment, sources, mayBeUnread }: Facts): Verdict {
  if (mayBeUnread) return 'unread'
  if (payment.status === 'expired') return 'expired'
  // Cancelled because no provider created its code.
  return hasNoCode({ sources }) ? 'no_code' : 'cancelled'
}

// A callback that was not sent yet is still in progress; for one that was sent again, the last attempt counts.
function hasUntaken(callbacks: Facts['callbacks']): boolean {
  const real = callbacks.filter(({ isTest }) => !isTest)
  if (real.some(({ state }) => state === 'delivered')) return false
  return real.some(({ state, attempts }) => state !== 'pending' || attempts.length > 0)
}

// Methods that the payer has not chosen do not count.
function hasNoCode({ sources }: Pick<Facts, 'sources'>): boolean {
  const asked = sources.filter(({ state }) => state !== 'offered')
  return asked.length > 0 && asked.every(({ state }) => state === 'failed')
}

function judgePending({ payment: { expiresAt }, sources, mayBeAside }: Facts, now: Date): Verdict {
  if (hasNoCode({ sources })) return 'no_code'
  const usable = sources.filter(({ state }) => state !== 'offered' && state !== 'failed')
  if (usable.every(({ state }) => state === 'preparing') && now < expiresAt) return 'preparing'
  if (usable.some(({ failures, refusedSince }) => failures >= manyFailures || refusedSince !== null)) {
    return 'provider_away'
  }
  if (now < expiresAt) return 'waiting'
  return mayBeAside ? 'row_aside' : 'overdue'
}
