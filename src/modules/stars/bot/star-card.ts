import { testMark } from '../../../../bot/screens/test-mark.ts'
import { type Message, makePress } from '../../../../bot/telegram/message.ts'
import type { Voice } from '../../../../bot/texts/voice.ts'
import { html } from '../../../lib/html.ts'
import type { WholeStarPurchase } from '../find-star-purchase.ts'
import { starTexts } from '../texts/star-texts.ts'

/** Renders a purchase with Stars as its merchant sees it. */
export function starCard(purchase: WholeStarPurchase, { t, language, moment }: Voice): Message {
  const words = starTexts[language].merchant
  const { id, stars, mode, status, customer, paidAt, refundReason } = purchase
  const state = status === 'refund_due' || status === 'refunded' ? words.states[status] : words.states.paid
  const reason = refundReason && words.reasons[refundReason]
  return {
    text: html`<b>${words.paid}</b>${testMark(mode === 'test', t)}
${purchase.name()} · <b>${words.now(stars)}</b> · ${state}
${t.merchant.customer}: <a href="tg://user?id=${customer.telegramUserId}">${customer.name}</a>
${t.paidAt}: ${moment(paidAt!)}

${reason ?? words.hint}`,
    buttons: status === 'paid' ? [[{ text: words.giveBack, press: makePress('starback', id) }]] : [],
  }
}

/** Renders the question before Stars are refunded. */
export function askStarRefundView(purchase: WholeStarPurchase, { language }: Voice): Message {
  const words = starTexts[language].merchant
  const { id, stars, customer } = purchase
  return {
    text: html`${words.askGiveBack(purchase.name(), stars, customer.name)}`,
    buttons: [
      [{ text: words.yes, press: makePress('starbackyes', id), style: 'danger' }],
      [{ text: words.no, press: makePress('starcard', id) }],
    ],
  }
}
