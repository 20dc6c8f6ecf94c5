import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { addWebhookSecret, endWebhookSecrets, lockSecretsOf } from './webhook-secret.ts'

const bothLiveMs = 86_400_000

/**
 * Adds a second secret beside the first: callbacks carry both signatures in the Standard Webhooks header,
 * while the spec's one header stays with the old until `switchWebhookSecret` or a day has passed. Returns the new one.
 *
 * Refuses `refused_transition` while an earlier rotation is open.
 */
export async function rotateWebhookSecret(
  app: Needs<'transaction' | 'seal' | 'now'>,
  accountId: number,
  by: Acting = byCommand,
): Promise<string> {
  return app.transaction({ accountId }, async tx => {
    const { em } = tx
    await lockSecretsOf(em, accountId)
    const now = app.now()
    const ended = await endWebhookSecrets(em, now, new Date(now.getTime() + bothLiveMs))
    if (ended > 1) throw new Refusal('refused_transition', 'A rotation is open: switch to its new secret first')
    await audit(app, tx, { accountId, ...by, act: 'secret.rotated', subject: 'webhook secret' })
    return addWebhookSecret(app, em, accountId)
  })
}
