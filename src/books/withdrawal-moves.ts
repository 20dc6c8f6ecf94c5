import type { EntityManager } from '@mikro-orm/postgresql'
import { Withdrawal, type WithdrawalStatus } from './withdrawal.ts'

// All moves of a withdrawal: requested -> approved or rejected, approved -> sent or failed. Each is guarded by the
// status that it begins from. After `rejected` and `failed` the money is back.

/** The status from which each is reached. */
export const withdrawalMoves = {
  approved: 'requested',
  sent: 'approved',
  rejected: 'requested',
  failed: 'approved',
} as const satisfies Partial<Record<WithdrawalStatus, WithdrawalStatus>>

export type WithdrawalMove = keyof typeof withdrawalMoves

/** Whether the money of a withdrawal that ends so goes back to the balance. */
export function givesBack(to: WithdrawalMove): boolean {
  return to === 'rejected' || to === 'failed'
}

/** Says whether it won. An unset note stays as it is. */
export async function markWithdrawal(
  em: EntityManager,
  id: string,
  to: WithdrawalMove,
  { note, now }: { note: string | undefined; now: Date },
): Promise<boolean> {
  const change = { status: to, changedAt: now, ...(note === undefined ? {} : { note }) }
  return (await em.nativeUpdate(Withdrawal, { id, status: withdrawalMoves[to] }, change)) === 1
}
