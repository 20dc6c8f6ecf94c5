import type { Tx } from '../../database/transaction.ts'
import type { Event, Reactions } from '../../events/announce.ts'
import { Coupon } from './coupon.ts'
import { Referral } from './referral.ts'
import { rewardReferrals } from './reward-referrals.ts'

/**
 * The reaction to `order.undone`: restores the rewards of a paid order whose cancellation was undone. If both coupons
 * were withdrawn, new ones are created; if the other one had been used, the same one is restored.
 */
export async function restoreRewards(
  tx: Tx,
  events: Event<'order.undone'>[],
  app: { reactions: Reactions },
): Promise<void> {
  const all = { filters: { caller: false } }
  const paidAgain = events.filter(({ payload }) => payload.was === 'cancelled' && payload.status !== 'pending')
  for (const { payload } of paidAgain) {
    const referral = await tx.em.findOne(Referral, { orderNumber: payload.orderNumber }, all)
    if (!referral) continue
    const taken = { account: referral.account.id, code: referral.couponCodes, used: 0, usedInTest: 0 }
    await tx.em.nativeUpdate(Coupon, taken, { isActive: true }, all)
  }
  await rewardReferrals(tx, paidAgain, app)
}
