import type { Tx } from '../../database/transaction.ts'
import { announceFacts } from '../../events/announce.ts'
import type { Needs } from '../../needs.ts'
import { disableWebhook } from './update-webhook.ts'
import type { WebhookEndpoint } from './webhook.ts'

interface SwitchingOff {
  endpoint: WebhookEndpoint
  reason: 'failing' | 'gone' | 'behind'
  now: Date
}

/** Disables a locked webhook and notifies its merchant of the reason. */
export async function disableAndNotify(
  app: Needs<'reactions'>,
  tx: Tx,
  { endpoint, reason, now }: SwitchingOff,
): Promise<void> {
  await disableWebhook(tx, endpoint, { at: now, reason: reason === 'behind' ? 'failing' : reason, by: null })
  await tx.em.flush()
  const { id, mode, account } = endpoint
  await announceFacts(app, tx, [
    {
      accountId: account.id,
      type: 'endpoint.disabled',
      subject: `endpoint ${id} ${now.toISOString()}`,
      payload: {
        mode,
        endpointId: id,
        name: endpoint.name(),
        reason,
        failingSince: (endpoint.failingSince ?? now).toISOString(),
      },
      createdAt: now,
    },
  ])
}
