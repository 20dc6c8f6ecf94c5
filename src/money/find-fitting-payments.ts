import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Hold } from '../payments/hold.ts'
import type { Payment } from '../payments/payment.ts'
import { findReviewedTransfer } from './resolve-transfer.ts'

const lookedBackMs = 30 * 86_400_000
const holdsMax = 300
const shownMax = 6

/**
 * Finds payments to which money in review could be assigned, nearest amounts first. They are open or expired, of the
 * same account and mode, and were payable on the account that received the money. Refuses `not_found`.
 */
export async function findFittingPayments(
  app: Needs<'em' | 'now'>,
  owner: { accountId: number; mode: Mode },
  transferId: number,
): Promise<Payment[]> {
  const em = app.em(owner)
  const transfer = await findReviewedTransfer(em, owner.mode, transferId)
  const holds = await em.find(
    Hold,
    {
      receivingAccount: transfer.receivingAccount.id,
      heldFrom: { $gte: new Date(app.now().getTime() - lookedBackMs) },
      payment: { mode: owner.mode, status: ['pending', 'expired'] },
    },
    { populate: ['payment'], orderBy: { heldFrom: 'desc' }, limit: holdsMax },
  )
  const away = ({ finalAmount }: Hold) => Math.abs(finalAmount - transfer.amount)
  const nearest = holds.toSorted((one, other) => away(one) - away(other)).slice(0, shownMax)
  return nearest.map(({ payment }) => payment as unknown as Payment)
}
