/**
 * The state of a payment in its customer's eyes right now. `preparing`: its code is not made yet. `overdue`: the
 * deadline has passed, nobody should pay any more, and money sent in time may still be on its way.
 */
export type PaymentPhase = 'preparing' | 'payable' | 'overdue' | EndedPhase
type EndedPhase = 'paid' | 'expired' | 'cancelled'

export interface Phased {
  status: 'pending' | EndedPhase
  expiresAt: Date
  /** Whether there is something to pay to: a code, or an amount that is held. */
  isReady: boolean
}

export function phaseOf(payment: Phased, now: Date): PaymentPhase {
  if (payment.status !== 'pending') return payment.status
  if (now >= payment.expiresAt) return 'overdue'
  return payment.isReady ? 'payable' : 'preparing'
}

/** Whether a payment has ended; money that comes later is for the merchant to decide. */
export function hasEnded(phase: PaymentPhase): boolean {
  return phase === 'paid' || phase === 'expired' || phase === 'cancelled'
}
