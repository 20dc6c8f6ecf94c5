import { html } from '../../src/lib/html.ts'
import type { Message } from '../message.ts'
import type { NoticeReader, NoticeViews } from './notice-view.ts'

const named =
  (title: string) =>
  async (_: NoticeReader, data: object): Promise<Message> => ({ text: html`${title}\n${JSON.stringify(data)}` })

/** How each kind of notice is said. */
export const noticeViews: NoticeViews = {
  'order.code': named('order.code'),
  'order.code_ended': named('order.code_ended'),
  'order.receipt': named('order.receipt'),
  'order.goods': named('order.goods'),
  'order.processing': named('order.processing'),
  'order.completed': named('order.completed'),
  'order.cancelled': named('order.cancelled'),
  'order.money_in_review': named('order.money_in_review'),
  'update.failed': async ({ t }, { reference }) => ({ text: html`${t.broken(reference)}` }),
  'merchant.order_new': named('merchant.order_new'),
  'merchant.order_paid': named('merchant.order_paid'),
  'merchant.order_short': named('merchant.order_short'),
  'merchant.order_cancelled': named('merchant.order_cancelled'),
  'merchant.order_paid_in_vain': named('merchant.order_paid_in_vain'),
  'merchant.payment_paid': named('merchant.payment_paid'),
  'merchant.transfer_in_review': named('merchant.transfer_in_review'),
  'merchant.callback_exhausted': named('merchant.callback_exhausted'),
  'merchant.bot_revoked': named('merchant.bot_revoked'),
  'merchant.customer_blocked': named('merchant.customer_blocked'),
}
