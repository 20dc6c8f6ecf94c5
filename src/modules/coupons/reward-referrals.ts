import { ShopRules } from '../../catalog/shop-rules.ts'
import type { Tx } from '../../database/transaction.ts'
import { announceFacts, type Event, type Fact, type Reactions } from '../../events/announce.ts'
import { generateCrockford } from '../../lib/ids.ts'
import { Coupon } from './coupon.ts'
import { Referral, rewardsMax } from './referral.ts'

const dayMs = 86_400_000

/**
 * The reaction to `order.paid`: the first paid order of a customer who came through another one's link creates a coupon
 * for both, if the shop then gives any. Each is for its customer alone, and for one order.
 */
export async function rewardReferrals(
  tx: Tx,
  events: Event<'order.paid' | 'order.undone'>[],
  app: { reactions: Reactions },
): Promise<void> {
  const all = { filters: { caller: false } }
  for (const { accountId, payload, createdAt } of events) {
    const { customerId, orderNumber } = payload
    const referral = { invited: customerId, paidAt: null }
    const isFirst = (await tx.em.nativeUpdate(Referral, referral, { paidAt: createdAt, orderNumber }, all)) === 1
    const rules = isFirst ? await tx.em.findOne(ShopRules, { account: accountId }, all) : null
    if (!rules || rules.referralAmount === null) continue
    const { inviter } = await tx.em.findOneOrFail(Referral, { invited: customerId }, { ...all, refresh: true })
    const rewards = await tx.em.count(Referral, { inviter: inviter.id, isRewarded: true }, all)
    if (rewards >= rewardsMax) continue
    const coupons = [customerId, inviter.id].map(each => couponFor(tx, rules, each, createdAt))
    const couponCodes = coupons.map(({ code }) => code)
    await tx.em.nativeUpdate(Referral, { invited: customerId }, { isRewarded: true, couponCodes }, all)
    await tx.em.flush()
    await announceFacts(app, tx, coupons.map(makeRewardFact))
  }
}

function couponFor(tx: Tx, rules: ShopRules, customerId: number, now: Date): Coupon {
  return tx.em.create(Coupon, {
    account: rules.account.id,
    code: `TEMAN-${generateCrockford(8)}`,
    amount: rules.referralAmount,
    totalMin: rules.referralTotalMin,
    endsAt: new Date(now.getTime() + rules.referralDays * dayMs),
    usesMax: 1,
    customerId,
    createdAt: now,
  })
}

function makeRewardFact(coupon: Coupon): Fact {
  return {
    accountId: coupon.account.id,
    type: 'referral.rewarded',
    subject: `coupon ${coupon.code}`,
    payload: { customerId: coupon.customerId!, couponId: coupon.id },
    createdAt: coupon.createdAt,
  }
}
