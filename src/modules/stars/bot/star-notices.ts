import type { NoticeReader, NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { shopFile } from '../../../../bot/screens/goods.ts'
import { voiceOf } from '../../../../bot/texts/voice.ts'
import { findStarPurchase } from '../find-star-purchase.ts'
import type { StarNotices } from '../star-words.ts'
import { starCard } from './star-card.ts'
import { starGoodsView, starRefundView } from './star-goods.ts'

/** The messages of notices about Telegram Stars, to customers and merchants. */
export const starNotices: NoticeViewsOf<keyof StarNotices> = {
  async 'customer.star_goods'(reader, told) {
    const purchase = await read(reader, told)
    return starGoodsView(purchase, shopFile(reader.app, reader.accountId!), voiceOf(reader))
  },
  async 'customer.star_refund'(reader, told) {
    const purchase = await read(reader, told)
    const { stars, refundReason } = purchase
    return refundReason && starRefundView({ name: purchase.name(), stars, refundReason }, reader)
  },
  'merchant.stars_paid': async (reader, told) => starCard(await read(reader, told), voiceOf(reader)),
  'merchant.stars_moved': async (reader, told) => starCard(await read(reader, told), voiceOf(reader)),
}

type Told = { purchaseId: number; mode: 'live' | 'test' }

function read({ app, accountId }: NoticeReader, { purchaseId, mode }: Told) {
  return findStarPurchase(app, { accountId: accountId!, mode }, { id: purchaseId })
}
