import type { NoticeViewsOf } from '../../../../bot/notices/notice-view.ts'
import { attachStoredPicture } from '../../../../bot/screens/attach-stored-picture.ts'
import { testMark } from '../../../../bot/screens/test-mark.ts'
import { makePress } from '../../../../bot/telegram/message.ts'
import { html, renderLines } from '../../../lib/html.ts'
import { Order } from '../../../orders/order.ts'
import { findOrderStage } from '../../../orders/shipping/shipment.ts'
import { TalkMessage } from '../talk-message.ts'
import type { TalkNotices } from '../talk-words.ts'
import { talkTexts } from '../texts/talk-texts.ts'

/** The messages that each side of a conversation gets from the other. */
export const talkNotices: NoticeViewsOf<keyof TalkNotices> = {
  async 'order.seller_wrote'({ app, accountId, language }, { talkId, mode }) {
    const line = await app.em({ accountId: accountId!, mode }).findOne(TalkMessage, { id: talkId })
    if (!line) return null
    return {
      text: html`💬 <b>${talkTexts[language].fromSeller}</b>\n\n${renderLines(line.text)}`,
      ...attachStoredPicture(app, line.storageKey),
      buttons: [[{ text: talkTexts[language].reply, press: makePress('reply') }]],
    }
  },

  async 'order.seller_read'({ app, accountId }, { talkId, mode }) {
    const line = await app.em({ accountId: accountId!, mode }).findOne(TalkMessage, { id: talkId })
    return line?.messageId ? { text: html``, reactsTo: line.messageId } : null
  },

  async 'merchant.customer_wrote'({ app, accountId, t, language }, { talkId, mode }) {
    const em = app.em({ accountId: accountId!, mode })
    const said = await em.findOne(TalkMessage, { id: talkId }, { populate: ['customer'] })
    if (!said) return null
    const order = await em.findOne(
      Order,
      { customer: said.customer.id, status: { $nin: ['completed', 'cancelled'] } },
      { orderBy: { createdAt: 'desc', id: 'desc' } },
    )
    const about = order && html`\n📦 ${order.orderNumber} · ${t.statuses[findOrderStage(order)]}`
    return {
      text: html`💬 <b>${said.customer.name}</b>${testMark(mode === 'test', t)}${about}\n\n${renderLines(said.text)}`,
      ...attachStoredPicture(app, said.storageKey),
      buttons: [[{ text: talkTexts[language].reply, press: makePress('answer', talkId) }]],
    }
  },
}
