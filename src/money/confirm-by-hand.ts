import { type Actor, recordAct } from '../accounts/audit.ts'
import type { AccountScope } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import type { Payment } from '../payments/payment.ts'
import { markConfirmed } from '../payments/payment-moves.ts'
import { makePaymentPaid } from '../payments/payment-paid.ts'
import { lockReplaceable, requireNamed } from './lock-replaceable.ts'

const noteMax = 500

export interface HandConfirmation extends Actor {
  invoiceId: string
  /** Where the merchant saw the money, in 1 to 500 characters. */
  note: string
  /** The payment that replaced this one, given by a caller that accepts this payment anyway. */
  replacedBy?: string | undefined
}

/**
 * Confirms, on behalf of the merchant, that a payment with another merchant's code was paid: pending or expired ->
 * paid. The money was not seen here, so nothing is booked that could be withdrawn. Other payments cannot be confirmed
 * by hand, because money that a provider reports settles them.
 *
 * Refuses `not_found`, `invalid_request` for `note`, `already_paid`, and `payment_replaced`. Refuses
 * `refused_transition` for any other payment and for a cancelled one.
 */
export async function confirmByHand(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  owner: Required<AccountScope>,
  input: HandConfirmation,
): Promise<Payment> {
  const note = input.note.trim()
  if (note === '' || note.length > noteMax)
    throw refuseField('note', `has 1 to ${noteMax} characters`, { code: 'wrong_length', min: 1, max: noteMax })
  return app.transaction(owner, tx => confirmPayment(app, tx, { ...input, note }))
}

async function confirmPayment(app: Needs<'now' | 'reactions'>, tx: Tx, input: HandConfirmation): Promise<Payment> {
  const { invoiceId, note, actor, address = null, replacedBy } = input
  const locked = await lockReplaceable(tx, invoiceId)
  if (!locked) throw notFound('payment')
  const { payment, replacement } = locked
  requireConfirmable(payment)
  const { status: from } = payment
  if (replacement) requireNamed(payment, replacement, replacedBy)
  const now = app.now()
  const paid = await markConfirmed(tx, payment, now)
  const { accountId, finalAmount: amount } = payment
  const payload = { ...makePaymentPaid(paid), from }
  const about = paid
  await announceFacts(app, tx, [
    { accountId, type: 'payment.paid', subject: invoiceId, payload, createdAt: now, about },
  ])
  await recordAct(app, tx, {
    accountId,
    actor,
    address,
    act: 'payment.confirmed_by_hand',
    subject: invoiceId,
    detail: { amount, from, note },
  })
  return paid
}

function requireConfirmable(payment: Payment): asserts payment is Payment & { status: 'pending' | 'expired' } {
  const { invoiceId, isForeign, status } = payment
  if (!isForeign) {
    throw new Refusal('refused_transition', `${invoiceId} is paid by money that is seen here, and by nobody's word`)
  }
  if (payment.mayStillBePaid()) return
  if (status === 'paid') throw new Refusal('already_paid', `${invoiceId} is paid`)
  const ended = status === 'cancelled' ? 'was cancelled' : 'ended in another installation'
  throw new Refusal('refused_transition', `${invoiceId} ${ended}, and is never paid`)
}
