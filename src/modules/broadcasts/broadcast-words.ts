export interface BroadcastNotices {
  /**
   * To a customer: a message that the merchant sends to many. Only `sendBroadcasts` sends it, so it is never queued as
   * a notice.
   */
  'customer.broadcast': { broadcastId: number }
  /** To the author of a broadcast: its progress. */
  'merchant.broadcast': { broadcastId: number }
}

declare module '../../notices/notice.ts' {
  interface NoticeData extends BroadcastNotices {}
}
