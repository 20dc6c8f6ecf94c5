import type { Needs } from '../needs.ts'
import { lockSecretsOf } from './webhook-secret.ts'

/** Ends a rotation: the newest secret alone signs from now on. Returns false when none was open. */
export async function switchWebhookSecret(
  app: Needs<'sql' | 'transaction' | 'now'>,
  accountId: number,
): Promise<boolean> {
  return app.transaction({ accountId }, async tx => {
    await lockSecretsOf(tx, accountId)
    const ended = await tx.write(
      `update webhook_secret set expires_at = $2
       where account_id = $1 and expires_at > $2 and id < (select max(id) from webhook_secret where account_id = $1)`,
      [accountId, app.now()],
    )
    return ended > 0
  })
}
