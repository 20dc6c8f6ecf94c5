import { LockMode } from '@mikro-orm/core'
import { type Actor, recordAct } from '../accounts/audit.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Payment } from '../payments/payment.ts'
import { Movement } from './movement.ts'
import { Refund, type RefundLine } from './refund.ts'

/** The details of a refund besides its amount. */
export interface RefundDetails {
  reason?: string | null | undefined
  /** When the money was returned; now if unset. */
  returnedAt?: Date | undefined
  /** The name of the picture that proves the refund. */
  proof?: string | null | undefined
  lines?: RefundLine[] | null | undefined
  /** The units that were returned to stock. */
  restocked?: RefundLine[] | null | undefined
  /** Its public id; drawn if unset. */
  key?: string | undefined
}

/** The details of a new refund with its locked payment. */
export interface NewPaymentRefund extends RefundDetails {
  payment: Payment
  amount: number
}

/**
 * Locks a paid payment, so that concurrent refunds run one after another. Refuses `not_found`, and `refused_transition`
 * for a payment that is not paid.
 */
export async function lockPaidPayment({ em }: Tx, invoiceId: string): Promise<Payment> {
  const payment = await em.findOne(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!payment) throw notFound('payment')
  if (payment.status !== 'paid') throw new Refusal('refused_transition', 'It is not paid: there is nothing to return')
  return payment
}

/** Records and books a refund that the merchant made, for a locked payment. */
export async function addNotedRefund(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  { payment, amount, corrects = null, ...facts }: NewPaymentRefund & { corrects?: Refund | null },
  by: Actor,
): Promise<Movement> {
  const now = app.now()
  const refund = tx.em.create(Refund, {
    ...makeRefundColumns(payment, facts, now),
    amount,
    corrects,
    state: 'succeeded',
    isByProvider: false,
    actor: by.actor.slice(0, 100),
    retryAt: null,
    endedAt: now,
  })
  await tx.em.flush()
  return bookRefund(app, tx, { payment, refund }, by)
}

/** Returns the columns common to all new refunds. */
export function makeRefundColumns(payment: Payment, facts: RefundDetails, now: Date) {
  const { reason = null, returnedAt = now, proof = null, lines = null, restocked = null, key } = facts
  return {
    ...(key ? { key } : {}),
    account: payment.accountId,
    mode: payment.mode,
    payment,
    reason,
    returnedAt,
    proof,
    lines,
    isRestocked: restocked !== null,
    restocked,
    providerReference: null,
    failure: null,
    createdAt: now,
  }
}

/**
 * Books a refund whose row says that it succeeded, and announces it. The balance is unchanged: the money comes from the
 * merchant's own account.
 */
export async function bookRefund(
  app: Needs<'now' | 'reactions'>,
  tx: Tx,
  { payment, refund }: { payment: Payment; refund: Refund },
  by: Actor,
): Promise<Movement> {
  const { amount, reason } = refund
  const { accountId, mode, invoiceId } = payment
  const createdAt = app.now()
  const movement = tx.em.create(Movement, {
    account: accountId,
    mode,
    kind: 'refund_note',
    payment,
    refundId: refund.id,
    amount: -amount,
    fee: 0,
    net: -amount,
    transfer: null,
    withdrawal: null,
    createdAt,
  })
  await tx.em.flush()
  // The database has computed both columns.
  await tx.em.refresh(refund)
  await tx.em.refresh(payment)
  const { key } = refund
  const place = payment.refunds!.findIndex(one => one.key === key) + 1
  // Only one event of a type is stored for each subject.
  const subject = place === 1 ? invoiceId : `${invoiceId} ${place}`
  const payload = { invoiceId, mode, amount, refund: key, reason }
  await announceFacts(app, tx, [{ accountId, type: 'payment.refunded', subject, payload, createdAt }])
  await recordAct(app, tx, {
    accountId,
    ...by,
    act: 'payment.refunded',
    subject: invoiceId,
    detail: { amount: -amount },
  })
  return movement
}
