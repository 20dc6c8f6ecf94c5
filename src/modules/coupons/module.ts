import { couponNotices } from '../../../bot/notices/coupon-notices.ts'
import { couponPromotions, inviteButton, inviteScreen } from '../../../bot/screens/invite.ts'
import { merchantCouponsScreen } from '../../../bot/screens/merchant/merchant-coupons.ts'
import { couponWays, orderCouponsScreen } from '../../../bot/screens/order-coupons.ts'
import { press } from '../../../bot/telegram/message.ts'
import { Coupon } from '../../catalog/coupon.ts'
import type { ReactionsTo } from '../../events/announce.ts'
import { catalogCoupons } from '../../orders/coupons/catalog-coupons.ts'
import { countOpenCoupons } from '../../orders/coupons/count-open-coupons.ts'
import { couponTables } from '../../orders/coupons/coupon-tables.ts'
import { CouponUse } from '../../orders/coupons/coupon-use.ts'
import { type CouponEvents, couponAuditTexts } from '../../orders/coupons/coupon-words.ts'
import { findCouponEvents } from '../../orders/coupons/find-coupon-events.ts'
import { freeCoupons } from '../../orders/coupons/free-coupons.ts'
import { giveBackRewards } from '../../orders/coupons/give-back-rewards.ts'
import { Inviter, Referral } from '../../orders/coupons/referral.ts'
import { retakeCoupons } from '../../orders/coupons/retake-coupons.ts'
import { rewardReferrals } from '../../orders/coupons/reward-referrals.ts'
import { takeBackRefunded, takeBackRewards } from '../../orders/coupons/take-back-rewards.ts'
import { referralPage } from '../../web/dashboard/referral.ts'
import { couponsPage } from '../../web/dashboard/shop/coupons.ts'
import { pageIcons } from '../../web/parts/icons.ts'
import type { Module } from '../module.ts'
import { notifyRewarded } from './notify-rewarded.ts'

/** Money off an order, for everybody who knows a code or for one customer, and rewards for inviting friends. */
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
    orderWays: [couponWays],
    shopHomeButtons: [inviteButton],
    promotions: [couponPromotions],
    navigation: [
      {
        after: '/dashboard/rules',
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
    catalogLinks: [
      { path: '/dashboard/catalog/referral', text: { id: 'Undang teman', en: 'Invitations' }, isForReaders: true },
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
    homeTools: [{ order: 40, text: { id: '🎟 Kupon', en: '🎟 Coupons' }, press: press('coupons') }],
  },
}
