import { Coupon } from '../../src/catalog/coupon.ts'
import type { CouponNotices } from '../../src/orders/coupons/coupon-words.ts'
import { Referral } from '../../src/orders/coupons/referral.ts'
import { rewardView } from '../screens/invite.ts'
import { voiceOf } from '../texts/voice.ts'
import type { NoticeViewsOf } from './notice-view.ts'

/** The coupon that an invitation brought. */
export const couponNotices: NoticeViewsOf<keyof CouponNotices> = {
  async 'customer.rewarded'(reader, { couponId }) {
    const em = reader.app.em({ accountId: reader.accountId! })
    const coupon = await em.findOne(Coupon, { id: couponId })
    if (!coupon) return null
    // Both coupons are made the moment that the friend's order is paid, and a friend invites others only later.
    const isInvited = await em.count(Referral, { invited: coupon.customerId!, paidAt: coupon.createdAt })
    return rewardView(coupon, isInvited > 0 ? 'invited' : 'inviter', voiceOf(reader))
  },
}
