import type { IncomingTransfer } from '../connectors/connector.ts'
import type { Payment } from '../payments/payment.ts'
import type { ReviewReason } from './transfer.ts'

export interface Verdict {
  pays: boolean
  /** It came after the deadline and its grace. */
  late: boolean
  /** Why it is put in review; null where it pays. */
  reason: ReviewReason | null
}

type JudgedPayment = Pick<Payment, 'status' | 'finalAmount' | 'expiresAt'> & { acceptsLateMoney: boolean }

/**
 * Returns whether a transfer pays the payment that it belongs to. Money that arrives up to the deadline and its grace is in time, also when the
 * payment is still pending for another reason; money without a time is in time while it is pending. Spec 3.1 knows pending -> paid only: expired ->
 * paid happens by the account's own rule, and is recorded as late.
 */
export function judgeTransfer(
  payment: JudgedPayment | null,
  transfer: Pick<IncomingTransfer, 'amount' | 'occurredAt' | 'isUnproved'>,
  graceS: number,
): Verdict {
  if (payment === null) return review('unmatched')
  if (payment.status === 'paid') return review('paid_twice')
  if (payment.status === 'cancelled') return review('cancelled')
  if (transfer.amount !== payment.finalAmount) return review('inexact')
  if (transfer.isUnproved) return review('unproved')
  const deadlineMs = payment.expiresAt.getTime() + graceS * 1000
  const isInTime = transfer.occurredAt === null || transfer.occurredAt.getTime() <= deadlineMs
  if (payment.status === 'pending' && isInTime) return { pays: true, late: false, reason: null }
  if (payment.acceptsLateMoney) return { pays: true, late: true, reason: null }
  return { pays: false, late: true, reason: 'late' }
}

function review(reason: Verdict['reason']): Verdict {
  return { pays: false, late: false, reason }
}
