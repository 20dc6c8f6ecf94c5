import type { Needs } from '../../needs.ts'
import { Notice } from '../../notices/notice.ts'
import type { TalkNotices } from './talk-words.ts'

const kinds = ['order.seller_wrote', 'merchant.customer_wrote'] satisfies (keyof TalkNotices)[]

/** Counts the messages that have yet to reach the other side. */
export async function countOpenTalks(app: Needs<'em'>): Promise<Record<string, number>> {
  const waiting = { kind: { $in: kinds }, state: 'pending' as const }
  return { 'messages on their way': await app.em('installation').count(Notice, waiting) }
}
