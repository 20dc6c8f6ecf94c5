import { makePress } from '../../../bot/telegram/message.ts'
import type { ReactionsTo } from '../../events/announce.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { couponNotices } from './bot/coupon-notices.ts'
import { inviteButton, inviteScreen, listCouponPromotions } from './bot/invite.ts'
import { merchantCouponsScreen } from './bot/merchant-coupons.ts'
import { couponButtons, orderCouponsScreen } from './bot/order-coupons.ts'
import { catalogCoupons } from './catalog-coupons.ts'
import { countOpenCoupons } from './count-open-coupons.ts'
import { Coupon } from './coupon.ts'
import { couponTables } from './coupon-tables.ts'
import { CouponUse } from './coupon-use.ts'
import { type CouponEvents, couponAuditTexts } from './coupon-words.ts'
import { findCouponEvents } from './find-coupon-events.ts'
import { notifyRewardedCustomer } from './notify-rewarded-customer.ts'
import { cartCoupons } from './quote-coupon.ts'
import { reapplyCoupons } from './reapply-coupons.ts'
import { Inviter, Referral } from './referral.ts'
import { releaseCoupons } from './release-coupons.ts'
import { restoreRewards } from './restore-rewards.ts'
import { revokeRefundedRewards, revokeRewards } from './revoke-rewards.ts'
import { rewardReferrals } from './reward-referrals.ts'
import { couponsPage } from './web/coupons.ts'
import { referralPage } from './web/referral.ts'

/** Discounts on an order, for all customers who know a code or for one customer, and rewards for inviting friends. */
export const coupons: Module = {
  name: 'coupons',
  summary: 'Coupons, and rewards for inviting friends',
  entities: [Coupon, CouponUse, Inviter, Referral],
  archivedTables: couponTables,
  auditTexts: couponAuditTexts,
  countOpen: countOpenCoupons,
  pages: [couponsPage, referralPage],
  reactions: {
    'order.paid': [rewardReferrals],
    'order.undone': [reapplyCoupons, restoreRewards],
    'order.cancelled': [releaseCoupons, revokeRewards],
    'payment.refunded': [revokeRefundedRewards],
    ...({ 'referral.rewarded': [notifyRewardedCustomer] } satisfies ReactionsTo<keyof CouponEvents>),
  },
  findConcerned: findCouponEvents,
  shopScreens: [inviteScreen, orderCouponsScreen],
  platformScreens: [merchantCouponsScreen],
  noticeViews: couponNotices,
  slots: {
    catalogCoupons: [catalogCoupons],
    cartCoupons: [cartCoupons],
    orderWays: [couponButtons],
    shopHomeButtons: [inviteButton],
    promotions: [listCouponPromotions],
    navigation: [
      {
        group: 'shop',
        order: 1,
        path: '/dashboard/coupons',
        icon: pageIcons.coupons,
        text: { id: 'Kupon', en: 'Coupons' },
      },
    ],
    rulesLinks: [
      { order: 2, path: '/dashboard/coupons', text: { id: 'Kupon', en: 'Coupons' } },
      {
        order: 3,
        path: '/dashboard/catalog/referral',
        text: { id: 'Hadiah undang teman', en: 'Reward for inviting friends' },
      },
    ],
    botCommands: [
      {
        isPlatform: false,
        after: 'favorit',
        names: { id: 'undang', en: 'invite' },
        text: { id: 'Undang teman', en: 'Invite friends' },
      },
      {
        isPlatform: true,
        after: 'stok',
        names: { id: 'kupon', en: 'coupons' },
        text: { id: 'Kupon potongan harga', en: 'Discount coupons' },
      },
    ],
    homeTools: [{ order: 40, text: { id: '🎟 Kupon', en: '🎟 Coupons' }, press: makePress('coupons') }],
  },
}
