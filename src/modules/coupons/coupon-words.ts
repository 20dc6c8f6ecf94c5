export interface CouponEvents {
  'referral.rewarded': { customerId: number; couponId: number }
}

export interface CouponNotices {
  /** To a customer who invited a friend, and to that friend: a coupon, after the friend's first order was paid. */
  'customer.rewarded': { couponId: number }
}

interface CouponActs {
  'coupon.made': unknown
  'coupon.ended': unknown
  'shop.referral': unknown
}

declare module '../../events/payloads.ts' {
  interface EventPayloads extends CouponEvents {}
}
declare module '../../notices/notice.ts' {
  interface NoticeData extends CouponNotices {}
}
declare module '../../accounts/audit-act.ts' {
  interface AuditActs extends CouponActs {}
}

export const couponAuditTexts = {
  id: {
    'coupon.made': 'Kupon dibuat',
    'coupon.ended': 'Kupon diakhiri',
    'shop.referral': 'Hadiah undang teman diatur',
  },
  en: {
    'coupon.made': 'Coupon created',
    'coupon.ended': 'Coupon ended',
    'shop.referral': 'Reward for inviting friends set',
  },
} satisfies Record<'id' | 'en', Record<keyof CouponActs, string>>
