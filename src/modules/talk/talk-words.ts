import type { Mode } from '../../database/scope.ts'

export interface TalkNotices {
  /** To the customer: the seller's answer. */
  'order.seller_wrote': { talkId: number; mode: Mode }
  /** To the customer: a mark below their message that the seller has read it. */
  'order.seller_read': { talkId: number; mode: Mode }
  /** To the merchant: a customer's message. */
  'merchant.customer_wrote': { talkId: number; mode: Mode }
}

declare module '../../notices/notice.ts' {
  interface NoticeData extends TalkNotices {}
}
