import type { ReactionsTo } from '../../events/announce.ts'
import { createBoundedPool } from '../../lib/bounded-pool.ts'
import type { Module } from '../module.ts'
import { merchantStarsScreen } from './bot/merchant-stars.ts'
import { createStarCashier } from './bot/star-cashier.ts'
import { starNotices } from './bot/star-notices.ts'
import { buyRow, readBoughtRow, starsScreen, takeStarUpdate } from './bot/stars.ts'
import { countOpenStars } from './count-open-stars.ts'
import { starEntities } from './entities.ts'
import { starNotifications } from './notify-of-stars.ts'
import { releaseIdleStars } from './release-idle-stars.ts'
import { sendStarRefunds } from './send-star-refunds.ts'
import { StarPurchase } from './star-purchase.ts'
import { starTables } from './star-tables.ts'
import { type StarEvents, starAuditTexts } from './star-words.ts'
import { starTexts } from './texts/star-texts.ts'

// Each refund belongs to another bot, whose rate Telegram limits.
const refundsMax = 5

/** Digital goods for Telegram Stars: the invoice in the chat, purchased goods, and refunds. */
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
      run: () => releaseIdleStars(app),
    },
  ],
  reactions: {
    'stars.paid': [starNotifications.paid],
    'stars.refund_due': [starNotifications.refundDue],
    'stars.refunded': [starNotifications.refunded],
  } satisfies ReactionsTo<keyof StarEvents>,
  noticeViews: starNotices,
  shopScreens: [starsScreen],
  platformScreens: [merchantStarsScreen],
  takeShopUpdate: takeStarUpdate,
  facts: {
    dueLeases: [
      {
        entity: StarPurchase,
        table: 'star_purchase',
        due: 'retryAt',
        waiting: { status: 'refund_due' },
        waitingSql: "status = 'refund_due'",
        channel: 'notices',
      },
    ],
  },
  slots: {
    productRows: [buyRow],
    ordersRows: [readBoughtRow],
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
