import { type Acting, audit, byCommand } from '../accounts/audit.ts'
import type { Needs } from '../needs.ts'
import { addWebhookSecret, endWebhookSecrets, lockSecretsOf } from './webhook-secret.ts'

/**
 * Makes a new secret that replaces all others, after one has leaked: it signs the next attempt. Returns it.
 */
export async function regenerateWebhookSecret(
  app: Needs<'transaction' | 'seal' | 'now'>,
  accountId: number,
  by: Acting = byCommand,
): Promise<string> {
  return app.transaction({ accountId }, async tx => {
    const { em } = tx
    await lockSecretsOf(em, accountId)
    const now = app.now()
    await endWebhookSecrets(em, now, now)
    await audit(app, tx, { accountId, ...by, act: 'secret.regenerated', subject: 'webhook secret' })
    return addWebhookSecret(app, em, accountId)
  })
}
