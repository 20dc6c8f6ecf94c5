import type { IncomingTransfer } from '../../src/connectors/connector.ts'
import type { Window } from '../../src/connectors/window.ts'

/** A payment in the model. Times are in epoch milliseconds. */
export interface ModelPayment {
  invoiceId: string
  wallet: number
  finalAmount: number
  heldFrom: number
  heldUntil: number
  expiresAt: number
  status: 'pending' | 'paid' | 'expired' | 'cancelled'
  /** Its first final state; an expired payment may still be paid. */
  endedAs: ModelPayment['status'] | null
  paidBy: string | null
}

export interface ModelTransfer {
  state: 'settled' | 'review'
  /** Null for money that belongs to no payment. */
  invoiceId: string | null
  /** Null if it pays, and for guesses, which the model does not predict. */
  reason: 'late' | 'cancelled' | 'paid_twice' | null
}

/**
 * The rules of detection in the simplest form: one transfer after the other, in the order of their times, on objects in
 * memory, without statements, batches or locks.
 */
export class MatchingModel {
  readonly payments: ModelPayment[] = []
  /** By wallet and reference. */
  readonly transfers = new Map<string, ModelTransfer>()
  private readonly window: Window
  private readonly acceptsLate: (wallet: number) => boolean
  private readonly watermarks = new Map<number, number>()

  constructor(window: Window, acceptsLate: (wallet: number) => boolean) {
    this.window = window
    this.acceptsLate = acceptsLate
  }

  cancel(payment: ModelPayment, now: number): void {
    if (payment.status === 'pending') this.end(payment, 'cancelled', now)
  }

  /** Processes all transfers that a wallet lists, in any order, even repeatedly. */
  read(wallet: number, listed: IncomingTransfer[], now: number): void {
    const inOrder = [...listed].sort((one, other) => one.occurredAt!.getTime() - other.occurredAt!.getTime())
    for (const transfer of inOrder) this.settle(wallet, transfer, now)
    this.watermarks.set(wallet, now - this.window.lagS * 1000)
  }

  expire(now: number): void {
    for (const payment of this.payments) {
      const watermark = this.watermarks.get(payment.wallet) ?? Number.NEGATIVE_INFINITY
      const isOver = payment.expiresAt <= now && watermark > payment.expiresAt + this.window.graceS * 1000
      if (payment.status === 'pending' && isOver) this.end(payment, 'expired', now)
    }
  }

  private settle(wallet: number, transfer: IncomingTransfer, now: number): void {
    const key = `${wallet} ${transfer.reference}`
    if (!this.transfers.has(key)) this.transfers.set(key, this.judge(wallet, transfer, now))
  }

  private judge(wallet: number, transfer: IncomingTransfer, now: number): ModelTransfer {
    const at = transfer.occurredAt!.getTime()
    const payment = this.holderAt(wallet, transfer.amount, at)
    if (!payment) return { state: 'review', invoiceId: null, reason: null }
    const { invoiceId, status } = payment
    if (status === 'paid') return { state: 'review', invoiceId, reason: 'paid_twice' }
    if (status === 'cancelled') return { state: 'review', invoiceId, reason: 'cancelled' }
    const isInTime = status === 'pending' && at <= payment.expiresAt + this.window.graceS * 1000
    if (!isInTime && !this.acceptsLate(wallet)) return { state: 'review', invoiceId, reason: 'late' }
    if (status === 'pending') this.end(payment, 'paid', now)
    payment.status = 'paid'
    payment.paidBy = transfer.reference
    return { state: 'settled', invoiceId, reason: null }
  }

  private holderAt(wallet: number, amount: number, at: number): ModelPayment | undefined {
    const slack = (this.window.skewS + this.window.resolutionS) * 1000
    return this.payments
      .filter(payment => payment.wallet === wallet && payment.finalAmount === amount)
      .filter(({ heldFrom, heldUntil }) => heldFrom <= at + slack && heldUntil >= at - slack)
      .sort((one, other) => other.heldFrom - one.heldFrom)[0]
  }

  private end(payment: ModelPayment, status: ModelPayment['status'], now: number): void {
    payment.status = status
    payment.endedAs = status
    payment.heldUntil = Math.max(now, payment.expiresAt + 3_600_000)
  }
}
