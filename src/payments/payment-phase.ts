/**
 * The current state of a payment as its customer sees it. `preparing`: its code does not exist yet. `overdue`: the
 * deadline has passed and the customer should no longer pay, but money sent in time may still arrive.
 */
export type PaymentPhase = 'preparing' | 'payable' | 'overdue' | EndedPhase
type EndedPhase = 'paid' | 'expired' | 'cancelled'

export interface PhaseFields {
  status: 'pending' | EndedPhase
  expiresAt: Date
  /** Whether it can be paid, by a code or a held amount. */
  isReady: boolean
}

export function findPaymentPhase(payment: PhaseFields, now: Date): PaymentPhase {
  if (payment.status !== 'pending') return payment.status
  if (now >= payment.expiresAt) return 'overdue'
  return payment.isReady ? 'payable' : 'preparing'
}

/** Returns whether a payment has ended; the merchant decides about money that comes later. */
export function hasEnded(phase: PaymentPhase): boolean {
  return phase === 'paid' || phase === 'expired' || phase === 'cancelled'
}
