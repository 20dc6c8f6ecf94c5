import type { EntityManager } from '@mikro-orm/postgresql'
import { Withdrawal, type WithdrawalStatus } from './withdrawal.ts'

// All transitions of a withdrawal: requested -> approved or rejected, approved -> sent or failed. Each update is
// guarded by the previous status. `rejected` and `failed` return the money.

/** The required previous status of each transition. */
export const withdrawalMoves = {
  approved: 'requested',
  sent: 'approved',
  rejected: 'requested',
  failed: 'approved',
} as const satisfies Partial<Record<WithdrawalStatus, WithdrawalStatus>>

export type WithdrawalMove = keyof typeof withdrawalMoves

/** Returns whether a withdrawal in this status returns its money to the balance. */
export function returnsMoney(to: WithdrawalMove): boolean {
  return to === 'rejected' || to === 'failed'
}

/** Updates a withdrawal and returns whether this call changed it. An unset note is left unchanged. */
export async function markWithdrawal(
  em: EntityManager,
  id: string,
  to: WithdrawalMove,
  { note, now }: { note: string | undefined; now: Date },
): Promise<boolean> {
  const change = { status: to, changedAt: now, ...(note === undefined ? {} : { note }) }
  return (await em.nativeUpdate(Withdrawal, { id, status: withdrawalMoves[to] }, change)) === 1
}
