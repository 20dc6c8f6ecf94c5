import { type Actor, recordAct } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Notice } from './notice.ts'

/** Sends an abandoned notice again. Refuses `refused_transition` for any other. */
export async function retryNotice(app: Needs<'transaction' | 'now'>, id: number, by: Actor): Promise<void> {
  await app.transaction('installation', async tx => {
    const again = { state: 'pending' as const, attempts: 0, nextAt: app.now(), endedAt: null }
    const changed = await tx.em.nativeUpdate(Notice, { id, state: 'failed' }, again)
    if (changed === 0) throw new Refusal('refused_transition', 'It was not given up')
    await recordAct(app, tx, { accountId: null, ...by, act: 'notice.retried', subject: `notice ${id}` })
    tx.wake('notices')
  })
}
