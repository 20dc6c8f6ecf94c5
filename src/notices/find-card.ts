import type { Needs } from '../needs.ts'
import type { OutgoingNotice, SentMessage } from './messenger.ts'
import { Notice, type NoticeData, type NoticeKind } from './notice.ts'
import { makeDedupeKey } from './plan-notices.ts'

/** Notices to merchants that show an order's current state: in a chat they are a single message, which is edited. */
export const cardKinds = [
  'merchant.order_new',
  'merchant.order_paid',
  'merchant.order_short',
  'merchant.order_cancelled',
] as const satisfies NoticeKind[]

/**
 * Returns the newest message that shows the order of a notice in its chat. Null if no message does, or if it is not a
 * card.
 */
export async function findCard(
  app: Needs<'em'>,
  notice: Pick<OutgoingNotice, 'kind' | 'data' | 'botId' | 'chatId' | 'accountId'>,
): Promise<SentMessage | null> {
  const { accountId } = notice
  if (accountId === null || !(cardKinds as readonly NoticeKind[]).includes(notice.kind)) return null
  const { orderNumber } = notice.data as NoticeData[(typeof cardKinds)[number]]
  const keys = cardKinds.map(kind => makeDedupeKey({ kind, key: orderNumber }, notice))
  const found = await app
    .em({ accountId })
    .findOne(Notice, { dedupeKey: { $in: keys }, state: 'sent' }, { orderBy: { id: 'desc' } })
  if (!found || found.messageId === null || found.messageForm === null) return null
  return { messageId: found.messageId, form: found.messageForm }
}
