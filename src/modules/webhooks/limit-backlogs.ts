import type { Needs } from '../../needs.ts'
import { findBehindSql, lockInOrderSql } from './deliver-events-sql.ts'
import { disableAndNotify } from './disable-and-notify.ts'
import { WebhookEndpoint } from './webhook.ts'

/** The maximum number of events waiting for a webhook; with more it is disabled. */
const waitingMax = 50_000

/**
 * Disables the webhooks that accept events more slowly than they happen, because their backlog would grow forever.
 * Waiting events are kept, and are sent when the merchant enables the webhook; they then no longer count.
 */
export async function limitBacklogs(
  app: Needs<'sql' | 'transaction' | 'now' | 'reactions' | 'log'>,
  waitingEventsMax = waitingMax,
): Promise<void> {
  const behind = await app.sql.query(findBehindSql, { most: waitingEventsMax })
  if (behind.length === 0) return
  const ids = behind.map(({ id }) => id)
  await app.transaction('installation', async tx => {
    await tx.query(lockInOrderSql, { ids })
    const found = await tx.em.find(
      WebhookEndpoint,
      { id: ids, disabledAt: null, deletedAt: null },
      { orderBy: { id: 'asc' } },
    )
    for (const endpoint of found) await disableAndNotify(app, tx, { endpoint, reason: 'behind', now: app.now() })
  })
  app.log.warn({ endpoints: ids }, 'endpoints that more events wait for than are kept were switched off')
}
