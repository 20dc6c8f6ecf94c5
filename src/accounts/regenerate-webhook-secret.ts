import type { Needs } from '../needs.ts'
import { addWebhookSecret, endWebhookSecrets, lockSecretsOf } from './webhook-secret.ts'

/** A new secret in the place of all others, for one that leaked: it signs the next attempt (design 4). Returns it. */
export async function regenerateWebhookSecret(
  app: Needs<'transaction' | 'seal' | 'now'>,
  accountId: number,
): Promise<string> {
  return app.transaction({ accountId }, async ({ em }) => {
    await lockSecretsOf(em, accountId)
    const now = app.now()
    await endWebhookSecrets(em, now, now)
    return addWebhookSecret(app, em, accountId)
  })
}
