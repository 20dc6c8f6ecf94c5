import type { NoticeReader, NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { createFileOpener } from '../../../../bot/screens/goods.ts'
import { makeVoice } from '../../../../bot/texts/voice.ts'
import { findStarPurchase } from '../find-star-purchase.ts'
import type { StarNotices } from '../star-words.ts'
import { starCard } from './star-card.ts'
import { starGoodsView, starRefundView } from './star-goods.ts'

/** The messages of notices about Telegram Stars, to customers and merchants. */
export const starNotices: NoticeViewsOf<keyof StarNotices> = {
  async 'customer.star_goods'(reader, data) {
    const purchase = await readPurchase(reader, data)
    return starGoodsView(purchase, createFileOpener(reader.app, reader.accountId!), makeVoice(reader))
  },
  async 'customer.star_refund'(reader, data) {
    const purchase = await readPurchase(reader, data)
    const { stars, refundReason } = purchase
    return refundReason && starRefundView({ name: purchase.name(), stars, refundReason }, reader)
  },
  'merchant.stars_paid': async (reader, data) => starCard(await readPurchase(reader, data), makeVoice(reader)),
  'merchant.stars_moved': async (reader, data) => starCard(await readPurchase(reader, data), makeVoice(reader)),
}

type StarNoticeData = { purchaseId: number; mode: 'live' | 'test' }

function readPurchase({ app, accountId }: NoticeReader, { purchaseId, mode }: StarNoticeData) {
  return findStarPurchase(app, { accountId: accountId!, mode }, { id: purchaseId })
}
