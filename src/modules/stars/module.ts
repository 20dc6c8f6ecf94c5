import { createStarCashier } from '../../../bot/bots/star-cashier.ts'
import { starNotices } from '../../../bot/notices/star-notices.ts'
import { merchantStarsScreen } from '../../../bot/screens/merchant/merchant-stars.ts'
import { boughtRow, buyRow, starsScreen, takeStarUpdate } from '../../../bot/screens/stars.ts'
import { starTexts } from '../../../bot/texts/star-texts.ts'
import type { ReactionsTo } from '../../events/announce.ts'
import { createBoundedPool } from '../../lib/bounded-pool.ts'
import { notifyOfStars } from '../../notices/notify-of-stars.ts'
import { countOpenStars } from '../../stars/count-open-stars.ts'
import { starEntities } from '../../stars/entities.ts'
import { freeIdleStars } from '../../stars/free-idle-stars.ts'
import { sendStarRefunds } from '../../stars/send-star-refunds.ts'
import { starTables } from '../../stars/star-tables.ts'
import { type StarEvents, starAuditTexts } from '../../stars/star-words.ts'
import type { Module } from '../module.ts'

// Each refund belongs to another bot, whose rate Telegram limits.
const refundsMax = 5

/** Digital goods for Telegram Stars: the invoice in the chat, what was bought, and refunds. */
export const stars: Module = {
  name: 'stars',
  summary: 'Digital goods for Telegram Stars',
  entities: starEntities,
  archivedTables: starTables,
  auditTexts: starAuditTexts,
  countOpen: countOpenStars,
  sweeps: app => [
    {
      name: 'free-idle-stars',
      everyMs: 5_000,
      due: 'from star_purchase where held_until <= :now',
      run: () => freeIdleStars(app),
    },
  ],
  reactions: {
    'stars.paid': [notifyOfStars.paid],
    'stars.refund_due': [notifyOfStars.refundDue],
    'stars.refunded': [notifyOfStars.refunded],
  } satisfies ReactionsTo<keyof StarEvents>,
  noticeViews: starNotices,
  shopScreens: [starsScreen],
  platformScreens: [merchantStarsScreen],
  takeShopUpdate: takeStarUpdate,
  slots: {
    productRows: [buyRow],
    ordersRows: [boughtRow],
    starPrices: [{ id: starTexts.id.merchant, en: starTexts.en.merchant }],
  },
  botWork({ app, bots }) {
    const pool = createBoundedPool(refundsMax)
    const cashier = createStarCashier(bots)
    return [
      {
        name: 'refunds',
        due: "from star_purchase where status = 'refund_due' and retry_at <= :now",
        pool,
        channels: ['notices'],
        work: () => pool.start(room => sendStarRefunds({ ...app, cashier }, room)),
        failure: 'Stars that are owed could not be looked for',
      },
    ]
  },
}
