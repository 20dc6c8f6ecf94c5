import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { makeVoice } from '../../../../bot/texts/voice.ts'
import { Coupon } from '../coupon.ts'
import type { CouponNotices } from '../coupon-words.ts'
import { Referral } from '../referral.ts'
import { rewardView } from './invite.ts'

/** The message about the coupon for an invitation. */
export const couponNotices: NoticeViewsOf<keyof CouponNotices> = {
  async 'customer.rewarded'(reader, { couponId }) {
    const em = reader.app.em({ accountId: reader.accountId! })
    const coupon = await em.findOne(Coupon, { id: couponId })
    if (!coupon) return null
    // Both coupons are created when the friend's order is paid, and the friend can invite others only later.
    const isInvited = await em.count(Referral, { invited: coupon.customerId!, paidAt: coupon.createdAt })
    return rewardView(coupon, isInvited > 0 ? 'invited' : 'inviter', makeVoice(reader))
  },
}
