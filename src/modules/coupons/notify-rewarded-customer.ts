import type { Reaction } from '../../events/announce.ts'
import { planCustomerNotices } from '../../notices/plan-notices.ts'

/** The reaction to `referral.rewarded`: notifies the customer of the coupon. */
export const notifyRewardedCustomer: Reaction<'referral.rewarded'> = async (tx, events) => {
  const notices = events.map(({ accountId, subject, payload: { customerId, couponId } }) => ({
    kind: 'customer.rewarded' as const,
    accountId,
    customerId,
    key: subject,
    data: { couponId },
  }))
  await planCustomerNotices(tx, events[0]!.createdAt, notices)
}
