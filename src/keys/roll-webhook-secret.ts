import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { endSecrets } from './roll-secrets.ts'
import { addWebhookSecret, lockWebhookSecrets, WebhookSecret } from './webhook-secret.ts'

const bothLiveMs = 86_400_000

/**
 * Gives an account a new secret for its callbacks and returns it. With an overlap, callbacks carry both signatures in
 * the Standard Webhooks header, while the contract's single header keeps the old one until `switchWebhookSecret` or for
 * a day. Without an overlap, such as after a leak, only the new one signs from the next attempt on.
 *
 * Refuses `refused_transition` for an overlap while an earlier one is open.
 */
export async function rollWebhookSecret(
  app: Needs<'transaction' | 'seal' | 'now'>,
  accountId: number,
  { overlaps }: { overlaps: boolean },
  by: Actor = commandActor,
): Promise<string> {
  return app.transaction({ accountId }, async tx => {
    const { em } = tx
    await lockWebhookSecrets(em, accountId)
    const now = app.now()
    const live = await em.find(WebhookSecret, { expiresAt: { $gt: now } })
    endSecrets(live, { now, endsAt: overlaps ? new Date(now.getTime() + bothLiveMs) : now })
    const act = overlaps ? 'secret.rotated' : 'secret.regenerated'
    await recordAct(app, tx, { accountId, ...by, act, subject: 'webhook secret' })
    return addWebhookSecret(app, em, accountId)
  })
}
