import { goodsMessage, type OpenFile } from '../../../../bot/screens/goods.ts'
import { type Message, makePress } from '../../../../bot/telegram/message.ts'
import type { Voice } from '../../../../bot/texts/voice.ts'
import { html } from '../../../lib/html.ts'
import type { WholeStarPurchase } from '../find-star-purchase.ts'
import type { RefundReason } from '../star-purchase.ts'
import { starTexts } from '../texts/star-texts.ts'

/** Renders the goods bought with Stars; null if there is nothing left to open. */
export function starGoodsView(purchase: WholeStarPurchase, openFile: OpenFile, voice: Voice): Message | null {
  if (purchase.status !== 'paid') return null
  const shown = {
    title: starTexts[voice.language].goods,
    label: purchase.name(),
    goods: purchase.goods(),
    fileName: `stars-${purchase.id}`,
    foot: [[{ text: voice.t.myOrders, press: makePress('orders') }]],
  }
  return goodsMessage(shown, openFile, voice)
}

/** Renders the message to the customer when the Stars are refunded. */
export function starRefundView(
  { name, stars, refundReason }: { name: string; stars: number; refundReason: RefundReason },
  { language }: Pick<Voice, 'language'>,
): Message {
  return { text: html`${starTexts[language].refund[refundReason](name, stars)}` }
}
