import { makePress } from '../../../bot/telegram/message.ts'
import type { ReactionsTo } from '../../events/announce.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { couponNotices } from './bot/coupon-notices.ts'
import { couponPromotions, inviteButton, inviteScreen } from './bot/invite.ts'
import { merchantCouponsScreen } from './bot/merchant-coupons.ts'
import { couponWays, orderCouponsScreen } from './bot/order-coupons.ts'
import { catalogCoupons } from './catalog-coupons.ts'
import { countOpenCoupons } from './count-open-coupons.ts'
import { Coupon } from './coupon.ts'
import { couponTables } from './coupon-tables.ts'
import { CouponUse } from './coupon-use.ts'
import { type CouponEvents, couponAuditTexts } from './coupon-words.ts'
import { findCouponEvents } from './find-coupon-events.ts'
import { freeCoupons } from './free-coupons.ts'
import { giveBackRewards } from './give-back-rewards.ts'
import { notifyRewarded } from './notify-rewarded.ts'
import { cartCoupons } from './quote-coupon.ts'
import { Inviter, Referral } from './referral.ts'
import { retakeCoupons } from './retake-coupons.ts'
import { rewardReferrals } from './reward-referrals.ts'
import { takeBackRefunded, takeBackRewards } from './take-back-rewards.ts'
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
    'order.undone': [retakeCoupons, giveBackRewards],
    'order.cancelled': [freeCoupons, takeBackRewards],
    'payment.refunded': [takeBackRefunded],
    ...({ 'referral.rewarded': [notifyRewarded] } satisfies ReactionsTo<keyof CouponEvents>),
  },
  findConcerned: findCouponEvents,
  shopScreens: [inviteScreen, orderCouponsScreen],
  platformScreens: [merchantCouponsScreen],
  noticeViews: couponNotices,
  slots: {
    catalogCoupons: [catalogCoupons],
    cartCoupons: [cartCoupons],
    orderWays: [couponWays],
    shopHomeButtons: [inviteButton],
    promotions: [couponPromotions],
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
