import type { AccountScope } from '../../database/scope.ts'
import { StoredEvent } from '../../events/stored-event.ts'
import type { Needs } from '../../needs.ts'
import { type Announcement, toAnnouncement } from './read-announcements.ts'

const dayMs = 86_400_000

/** The payments and the new orders of the last 24 hours, the newest first. */
export async function listAnnouncements(
  app: Needs<'em'>,
  { accountId, mode }: Required<AccountScope>,
  limit: number,
): Promise<Announcement[]> {
  // Real time, as that of the notes: business time may have been moved.
  const lately = { mode, recordedAt: { $gt: new Date(Date.now() - dayMs) } }
  const newest = { orderBy: { recordedAt: 'desc', id: 'desc' }, limit } as const
  const elsewhere = { type: 'order.placed', payload: { door: { $ne: 'counter' } } }
  const found = await app
    .em({ accountId, mode })
    .find(StoredEvent, { ...lately, $or: [{ type: 'payment.paid' }, elsewhere] }, newest)
  return found.flatMap(event => toAnnouncement(event) ?? [])
}
