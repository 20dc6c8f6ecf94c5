import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Charge } from '../payments/charge.ts'
import { Hold } from '../payments/hold.ts'
import { lockReplaceable, requireNamed } from './lock-replaceable.ts'
import { payPayments } from './pay-payments.ts'
import { findReviewedTransfer, resolveTransfer } from './resolve-transfer.ts'
import type { Transfer } from './transfer.ts'

export interface Acceptance {
  transferId: number
  /** The payment that it is for; by default the one that it belongs to, or probably does. */
  invoiceId?: string | undefined
  note?: string | undefined
  /** The payment that replaced this one, given by a caller that accepts this payment anyway. */
  replacedBy?: string | undefined
  /** Such as `user 12`, `api key 4`, `chat 4711` or `command`. */
  actor: string
}

/**
 * Settles a payment with money in review: its own payment, or another one that it is assigned to. Both are of this
 * account and mode, and the payment was payable on the account that received the money. A second call changes nothing.
 * Returns the invoice id.
 *
 * Refuses `not_found`, `invalid_request` for `invoice`, `already_paid`, `payment_replaced`, and `refused_transition`
 * for a cancelled payment and for a transfer that has another outcome.
 */
export async function acceptTransfer(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  owner: { accountId: number; mode: Mode },
  input: Acceptance,
): Promise<string> {
  return app.transaction(owner, tx => acceptReviewed(app, tx, owner.mode, input))
}

async function acceptReviewed(app: Needs<'now' | 'reactions'>, tx: Tx, mode: Mode, input: Acceptance): Promise<string> {
  const { em } = tx
  const transfer = await findReviewedTransfer(em, mode, input.transferId)
  const invoiceId = input.invoiceId ?? transfer.ownInvoiceId()
  if (invoiceId === undefined)
    throw refuseField('invoice', 'names the payment: this money belongs to none by itself', 'missing')
  if (transfer.hasPaid(invoiceId)) return invoiceId

  // Payments are locked first, and the state read under the lock is what is settled.
  const locked = await lockReplaceable(tx, invoiceId)
  if (!locked) throw refuseField('invoice', 'there is no such payment', 'not_found')
  // Another press of the same button may have decided while this one waited for the locks.
  await em.refresh(transfer)
  if (transfer.hasPaid(invoiceId)) return invoiceId
  const { payment, replacement } = locked
  const method = await methodBetween(tx, transfer, invoiceId)
  if (payment.status === 'paid') throw new Refusal('already_paid', `${invoiceId} is paid: this money is to be returned`)
  if (!payment.mayStillBePaid()) {
    const ended = payment.status === 'cancelled' ? 'was cancelled' : 'ended in another installation'
    throw new Refusal('refused_transition', `${invoiceId} ${ended}, and is never paid: return the money`)
  }
  if (replacement) requireNamed(payment, replacement, input.replacedBy)
  await resolveTransfer(app, em, { ...input, state: 'settled', invoiceId })
  const late = payment.status === 'expired' || transfer.arrivedAt() > payment.expiresAt
  await payPayments(app, tx, [{ payment, method, transfer, late, acceptedBy: input.actor }])
  await announceFacts(app, tx, [
    {
      accountId: payment.accountId,
      type: 'transfer.reviewed',
      subject: `transfer ${transfer.id}`,
      payload: {
        mode,
        transferId: transfer.id,
        outcome: 'accepted',
        invoiceId,
        amount: transfer.amount,
        by: input.actor,
        note: input.note ?? null,
      },
      createdAt: app.now(),
    },
  ])
  return invoiceId
}

/**
 * Returns the method of the offer that this money would have paid. Money never moves to another account than the one
 * that received it.
 */
async function methodBetween({ em }: Tx, transfer: Transfer, invoiceId: string): Promise<string> {
  const receivingAccount = transfer.receivingAccount.id
  const hold = await em.findOne(Hold, { payment: invoiceId, receivingAccount })
  if (hold) return hold.method
  // The operator's account receives money of all merchants: only the paid code identifies the merchant.
  const charge = transfer.charge && (await em.findOne(Charge, { id: transfer.charge.id, payment: invoiceId }))
  if (charge) return charge.method
  throw refuseField('invoice', 'was not payable where this money landed', 'conflicting')
}
