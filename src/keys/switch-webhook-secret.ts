import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { lockWebhookSecrets, WebhookSecret } from './webhook-secret.ts'

/** Ends a rotation: only the newest secret signs from now on. Returns false if no rotation was open. */
export async function switchWebhookSecret(
  app: Needs<'transaction' | 'now'>,
  accountId: number,
  by: Actor = commandActor,
): Promise<boolean> {
  return app.transaction({ accountId }, async tx => {
    const { em } = tx
    await lockWebhookSecrets(em, accountId)
    const live = { expiresAt: { $gt: app.now() } }
    const [newest, ...older] = await em.find(WebhookSecret, live, { orderBy: { id: 'desc' } })
    for (const secret of older) secret.expiresAt = app.now()
    if (newest === undefined || older.length === 0) return false
    await recordAct(app, tx, { accountId, ...by, act: 'secret.switched', subject: 'webhook secret' })
    return true
  })
}
