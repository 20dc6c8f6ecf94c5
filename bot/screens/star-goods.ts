import { html } from '../../src/lib/html.ts'
import type { WholeStarPurchase } from '../../src/stars/find-star-purchase.ts'
import type { RefundReason } from '../../src/stars/star-purchase.ts'
import { type Message, press } from '../telegram/message.ts'
import { starTexts } from '../texts/star-texts.ts'
import type { Voice } from '../texts/voice.ts'
import { goodsMessage, type OpenFile } from './goods.ts'

/** The goods bought with Stars; null if there is nothing left to open. */
export function starGoodsView(purchase: WholeStarPurchase, openFile: OpenFile, voice: Voice): Message | null {
  if (purchase.status !== 'paid') return null
  const shown = {
    title: starTexts[voice.language].goods,
    label: purchase.name(),
    goods: purchase.goods(),
    fileName: `stars-${purchase.id}`,
    foot: [[{ text: voice.t.myOrders, press: press('orders') }]],
  }
  return goodsMessage(shown, openFile, voice)
}

/** The message to the customer when the Stars are refunded. */
export function starRefundView(
  { name, stars, refundReason }: { name: string; stars: number; refundReason: RefundReason },
  { language }: Pick<Voice, 'language'>,
): Message {
  return { text: html`${starTexts[language].refund[refundReason](name, stars)}` }
}
