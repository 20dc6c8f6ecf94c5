import { LockMode, raw } from '@mikro-orm/core'
import type { Tx } from '../../src/database/transaction.ts'
import { InboxUpdate } from '../../src/notices/inbox-update.ts'
import { ChatLease } from './chat-lease.ts'
import type { InboxNeeds, LeasedChat, StoredUpdate } from './inbox-sql.ts'

/** Delays an update until its next try. */
export async function delayUpdate(
  app: InboxNeeds,
  chat: LeasedChat,
  update: StoredUpdate,
  { error, waitS, attempts }: { error: string; waitS: number; attempts: number },
): Promise<void> {
  const retryAt = raw<Date>('now() + make_interval(secs => ?)', [waitS])
  await app.transaction('shared', tx => markUnhandled(tx, chat, update, { attempts, retryAt, error }))
}

/**
 * Marks an update as unhandled. Returns false if the chat's lease was lost, or the update was handled in the meantime.
 */
export async function markUnhandled(
  { em }: Tx,
  { botId, personId, token }: LeasedChat,
  { payload }: StoredUpdate,
  change: object,
): Promise<boolean> {
  const lease = await em.findOne(ChatLease, { botId, personId, token }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!lease) return false
  const received = { bot: botId, updateId: payload.update_id, state: 'received' as const }
  return (await em.nativeUpdate(InboxUpdate, received, change)) === 1
}
