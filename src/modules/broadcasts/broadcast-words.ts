export interface BroadcastNotices {
  /** To a customer: a message that the merchant sends to many. Never owed: it is sent by `sendBroadcasts` alone. */
  'customer.broadcast': { broadcastId: number }
  /** To the author of a broadcast: how far it is. */
  'merchant.broadcast': { broadcastId: number }
}

declare module '../../notices/notice.ts' {
  interface NoticeData extends BroadcastNotices {}
}
