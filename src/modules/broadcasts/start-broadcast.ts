import { UniqueConstraintViolationException } from '@mikro-orm/core'
import { notFound, Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { planNotices } from '../../notices/plan-notices.ts'
import { Broadcast, type Segment } from './broadcast.ts'
import { BroadcastRecipient } from './broadcast-recipient.ts'
import { makeBroadcastReport } from './report-broadcast.ts'
import { selectCustomers } from './segment.ts'

const insertMax = 1_000

/**
 * Starts sending a draft of these accounts to the current customers of its segment. A second call changes nothing.
 * Refuses `not_found`, and `refused_transition` while another one of the same bot is being sent.
 */
export async function startBroadcast(
  app: Needs<'transaction' | 'now'>,
  accountIds: number[],
  { broadcastId, segment }: { broadcastId: number; segment: Segment },
): Promise<void> {
  try {
    await beginSending(app, accountIds, { broadcastId, segment })
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error
    throw new Refusal('refused_transition', 'Another broadcast of this bot is on its way')
  }
}

async function beginSending(
  app: Needs<'transaction' | 'now'>,
  accountIds: number[],
  { broadcastId, segment }: { broadcastId: number; segment: Segment },
): Promise<void> {
  await app.transaction({ accountIds }, async tx => {
    const { em } = tx
    const now = app.now()
    const broadcast = await em.findOne(Broadcast, broadcastId)
    if (!broadcast) throw notFound('broadcast')
    const begun = { segment, state: 'sending' as const, startedAt: now, nextAt: now }
    if ((await em.nativeUpdate(Broadcast, { id: broadcastId, state: 'draft' }, begun)) === 0) return
    const chats = await selectCustomers(em, broadcast, segment, now)
      .select('chatId')
      .execute<{ chatId: number }[]>('all')
    const account = broadcast.account.id
    for (let at = 0; at < chats.length; at += insertMax) {
      const rows = chats.slice(at, at + insertMax)
      await em.insertMany(
        BroadcastRecipient,
        rows.map(({ chatId }) => ({
          broadcast: broadcastId,
          chatId: Number(chatId),
          account,
          state: 'pending' as const,
        })),
      )
    }
    await planNotices(tx, now, await makeBroadcastReport(tx, broadcast, 0))
    tx.wake('broadcasts')
  })
}

/** Stops a broadcast of these accounts; messages in transit still arrive. Returns false if it had already ended. */
export async function stopBroadcast(
  app: Needs<'transaction' | 'now'>,
  accountIds: number[],
  broadcastId: number,
): Promise<boolean> {
  return app.transaction({ accountIds }, async tx => {
    const sending = { id: broadcastId, state: 'sending' as const }
    const endedAt = app.now()
    if ((await tx.em.nativeUpdate(Broadcast, sending, { state: 'stopped', endedAt })) === 0) return false
    const broadcast = await tx.em.findOneOrFail(Broadcast, broadcastId)
    await planNotices(tx, endedAt, await makeBroadcastReport(tx, broadcast, 'end'))
    return true
  })
}
