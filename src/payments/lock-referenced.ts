import { LockMode } from '@mikro-orm/core'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { Payment } from './payment.ts'

/**
 * Locks all payments created with one of the merchant's ids, in the order of their ids. Only one transaction at a time
 * decides which of them may be paid.
 */
export function lockReferenced(
  { em }: Tx,
  { accountId, mode, reference }: { accountId: number; mode: Mode; reference: string },
): Promise<Payment[]> {
  return em.find(
    Payment,
    { account: accountId, mode, reference },
    { orderBy: { invoiceId: 'asc' }, lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true },
  )
}
