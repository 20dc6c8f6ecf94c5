import type { Mode } from '../database/scope.ts'
import type { Needs } from '../needs.ts'
import { Payment } from '../payments/payment.ts'

const dayMs = 86_400_000
const soughtDays = 3
const soughtMax = 200
const shownMax = 5
/** The maximum difference of an amount, in rupiah or as a share of it, whichever is more. */
const offMax = { rupiah: 1_000, share: 0.05 }

/**
 * Returns the payments that money may have been meant for: those of the last days that may still be paid, with the
 * nearest amounts first.
 *
 * @param amount what arrived, in whole rupiah
 */
export async function findNearPayments(
  app: Needs<'em' | 'now'>,
  scope: { accountId: number; mode: Mode },
  amount: number,
): Promise<Payment[]> {
  const off = Math.max(offMax.rupiah, Math.round(amount * offMax.share))
  const since = new Date(app.now().getTime() - soughtDays * dayMs)
  const near = await app.em(scope).find(
    Payment,
    {
      status: { $in: ['pending', 'expired'] },
      createdAt: { $gte: since },
      finalAmount: { $gte: amount - off, $lte: amount + off },
    },
    { orderBy: { createdAt: 'desc', invoiceId: 'desc' }, limit: soughtMax },
  )
  const distance = ({ finalAmount }: Payment) => Math.abs(finalAmount - amount)
  return near
    .filter(payment => payment.mayStillBePaid())
    .sort((one, other) => distance(one) - distance(other))
    .slice(0, shownMax)
}
