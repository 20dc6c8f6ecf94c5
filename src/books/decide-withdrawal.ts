import { type Actor, recordAct } from '../accounts/audit.ts'
import { notFound, Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { announceWithdrawal } from './announce-withdrawal.ts'
import { Movement } from './movement.ts'
import { Withdrawal } from './withdrawal.ts'
import { markWithdrawal, returnsMoney, type WithdrawalMove, withdrawalMoves } from './withdrawal-moves.ts'

export interface WithdrawalDecision {
  id: string
  to: WithdrawalMove
  /** The reason, or the bank's reference. */
  note?: string | undefined
  by: Actor
}

/**
 * Records the operator's decision about a withdrawal: approved, then sent; or rejected or failed, which returns the
 * money to the balance. Refuses `not_found`, and `refused_transition` from another status, or for an approval within 24
 * hours of a new destination.
 */
export async function decideWithdrawal(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  { id, to, note, by }: WithdrawalDecision,
): Promise<Withdrawal> {
  return app.transaction('installation', async tx => {
    const now = app.now()
    const found = await tx.em.findOne(Withdrawal, id)
    if (!found) throw notFound('withdrawal')
    if (to === 'approved' && found.isHeldBackAt(now)) {
      throw new Refusal('refused_transition', 'Its destination was changed less than 24 hours before it was requested')
    }
    if (!(await markWithdrawal(tx.em, id, to, { note, now }))) {
      throw new Refusal('refused_transition', `It is ${found.status}, not ${withdrawalMoves[to]}`)
    }
    if (returnsMoney(to)) tx.em.create(Movement, found.givenBack(now))
    await recordAct(app, tx, {
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
