import { type Acting, audit } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { announceWithdrawal } from './announce-withdrawal.ts'
import { Movement } from './movement.ts'
import { movementOf } from './request-withdrawal.ts'
import { Withdrawal, withdrawalMoves } from './withdrawal.ts'

export interface WithdrawalDecision {
  id: string
  to: keyof typeof withdrawalMoves
  /** A reason, or the bank's reference. */
  note?: string | undefined
  by: Acting
}

/**
 * The operator moves a withdrawal on: approved, then sent; or rejected, or failed, and then the money is back on the balance.
 * Refuses `not_found`, and `refused_transition` for another status and for an approval before the destination's 24 hours.
 */
export async function decideWithdrawal(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { id, to, note, by }: WithdrawalDecision,
): Promise<Withdrawal> {
  return app.transaction('installation', async tx => {
    const now = app.now()
    const found = await tx.em.findOne(Withdrawal, id)
    if (!found) throw new Refusal('not_found', 'There is no such withdrawal')
    if (to === 'approved' && found.waitsUntil && found.waitsUntil > now) {
      throw new Refusal('refused_transition', 'Its destination was changed less than 24 hours before it was requested')
    }
    const count = await tx.em.nativeUpdate(
      Withdrawal,
      { id, status: withdrawalMoves[to] },
      { status: to, changedAt: now, ...(note === undefined ? {} : { note }) },
    )
    if (count === 0) throw new Refusal('refused_transition', `It is ${found.status}, not ${withdrawalMoves[to]}`)
    if (to === 'rejected' || to === 'failed') tx.em.create(Movement, movementOf(found, found.amount, now))
    await audit(app, tx, {
      accountId: found.account.id,
      ...by,
      act: `withdrawal.${to}`,
      subject: id,
      detail: { amount: found.amount, note: note ?? null },
    })
    await tx.em.flush()
    const moved = (await tx.em.refresh(found)) as Withdrawal
    await announceWithdrawal(app, tx, moved, by)
    return moved
  })
}
