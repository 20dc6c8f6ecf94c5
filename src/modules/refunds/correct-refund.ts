import { type Actor, recordAct } from '../../accounts/audit.ts'
import { addNotedRefund, lockPaidPayment } from '../../books/book-refund.ts'
import { Refund } from '../../books/refund.ts'
import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { notFound, Refusal, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { Payment } from '../../payments/payment.ts'

type CorrectNeeds = Needs<'transaction' | 'now' | 'reactions'>
type Which = { invoiceId: string; key: string }

/** How long the reason of a recorded refund can be changed, in milliseconds. */
const changeableMs = 86_400_000

/**
 * Undoes a refund that was recorded by mistake, with a counter-entry: books are never changed. A second call changes
 * nothing. A reason is required after its day. Refuses `not_found`, and `refused_transition` for a refund that a
 * provider sends.
 */
export async function undoRefund(
  app: CorrectNeeds,
  { accountId, mode }: Required<AccountScope>,
  { reason, ...which }: Which & { reason?: string | undefined },
  by: Actor,
): Promise<Payment> {
  return app.transaction({ accountId, mode }, async tx => {
    const { payment, refund } = await lockNoted(tx, which)
    if ((await tx.em.count(Refund, { corrects: refund.id })) > 0) return payment
    if (!reason && !isChangeable(refund, app.now())) {
      throw refuseField('reason', 'is required for a refund that was noted more than a day ago', 'missing')
    }
    await addNotedRefund(app, tx, { payment, amount: -refund.amount, corrects: refund, reason }, by)
    const detail = { amount: refund.amount, reason: reason ?? null }
    await recordAct(app, tx, { accountId, ...by, act: 'refund.corrected', subject: payment.invoiceId, detail })
    return payment
  })
}

/**
 * Changes the reason of a recorded refund within a day; its amount never changes. Refuses `not_found`, and
 * `refused_transition` afterwards.
 */
export async function changeRefund(
  app: CorrectNeeds,
  { accountId, mode }: Required<AccountScope>,
  { reason, ...which }: Which & { reason: string | null },
  by: Actor,
): Promise<Payment> {
  return app.transaction({ accountId, mode }, async tx => {
    const { payment, refund } = await lockNoted(tx, which)
    if (!isChangeable(refund, app.now())) {
      throw new Refusal('refused_transition', 'It was noted more than a day ago: take it back and note it again')
    }
    refund.reason = reason
    await tx.em.flush()
    await tx.em.refresh(payment)
    await recordAct(app, tx, { accountId, ...by, act: 'refund.changed', subject: payment.invoiceId })
    return payment
  })
}

/** Returns whether the reason of a refund recorded at this time can still be changed. */
export function isChangeable({ createdAt }: { createdAt: Date }, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < changeableMs
}

async function lockNoted(tx: Tx, { invoiceId, key }: Which): Promise<{ payment: Payment; refund: Refund }> {
  const payment = await lockPaidPayment(tx, invoiceId)
  const refund = await tx.em.findOne(Refund, { payment: invoiceId, key })
  if (!refund) throw notFound('refund')
  if (refund.isByProvider || refund.amount < 0) {
    throw new Refusal('refused_transition', 'Only a refund that you noted yourself can be corrected')
  }
  return { payment, refund }
}
