import { raw } from '@mikro-orm/core'
import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { InboxUpdate } from './inbox-update.ts'

/**
 * Lets the bot handle an abandoned update again; the person's later updates have been handled before it. Refuses
 * `refused_transition` for any other update.
 */
export async function retryUpdate(
  app: Needs<'transaction' | 'now'>,
  { botId, updateId }: { botId: number; updateId: number },
  by: Actor = commandActor,
): Promise<void> {
  await app.transaction('shared', async tx => {
    const again = { state: 'received' as const, attempts: 0, error: null, endedAt: null }
    const dead = { bot: botId, updateId, state: 'dead' as const }
    // Its age counts from now, because the bot abandons updates that have waited for too long.
    const anew = { retryAt: raw<Date>('now()'), receivedAt: raw<Date>('now()') }
    const changed = await tx.em.nativeUpdate(InboxUpdate, dead, { ...again, ...anew })
    if (changed === 0) throw new Refusal('refused_transition', 'It was not given up')
    const subject = `update ${updateId} of bot ${botId}`
    await recordAct(app, tx, { accountId: null, ...by, act: 'update.retried', subject })
  })
}
