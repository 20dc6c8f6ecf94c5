import type { Mode } from '../database/scope.ts'
import { refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { acceptTransfer } from './accept-transfer.ts'
import { dismissTransfer } from './dismiss-transfer.ts'
import { findTransfer, type TransferView } from './list-transfers.ts'

export const reviewActions = ['accept', 'assign', 'refund', 'ignore'] as const
export type ReviewAction = (typeof reviewActions)[number]

export interface Review {
  transferId: number
  action: ReviewAction
  /** The payment that the money is for; only with `assign`. */
  invoiceId?: string | undefined
  note?: string | undefined
  /** The payment that replaced the one to be paid; only with `accept` and `assign`. */
  replacedBy?: string | undefined
  actor: string
}

/**
 * Executes a person's decision about money in review. `accept` uses it for its own payment, `assign` for another one,
 * `refund` records that it was returned, `ignore` drops it. Refuses as `acceptTransfer` and `dismissTransfer` do.
 */
export async function reviewTransfer(
  app: Needs<'em' | 'transaction' | 'now' | 'reactions'>,
  owner: { accountId: number; mode: Mode },
  { action, ...review }: Review,
): Promise<TransferView> {
  const { invoiceId, replacedBy: _, ...rest } = review
  if (action !== 'assign' && invoiceId !== undefined)
    throw refuseField('invoice', 'is given with assign alone', 'not_allowed')
  if (action === 'assign' && invoiceId === undefined) throw refuseField('invoice', 'is required', 'missing')
  if (action === 'accept' || action === 'assign') await acceptTransfer(app, owner, review)
  else await dismissTransfer(app, owner, { ...rest, as: action === 'refund' ? 'refunded' : 'ignored' })
  return findTransfer(app, owner, review.transferId)
}
