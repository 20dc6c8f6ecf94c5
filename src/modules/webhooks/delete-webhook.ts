import { type Actor, recordAct } from '../../accounts/audit.ts'
import type { Needs } from '../../needs.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { lockWebhook } from './lock-webhook.ts'
import { stopSending } from './webhook-delivery-moves.ts'
import { WebhookEndpointSecret } from './webhook-secret.ts'

/**
 * Removes a webhook with its address and secrets. Running deliveries finish, waiting ones are dropped, and the log is
 * kept for the usual time. Refuses `not_found`.
 */
export async function deleteWebhook(
  app: Needs<'transaction' | 'now'>,
  owner: WebhookOwner,
  endpointId: string,
  by: Actor,
): Promise<void> {
  await app.transaction(owner, async tx => {
    const endpoint = await lockWebhook(tx, endpointId)
    Object.assign(endpoint, { deletedAt: app.now(), sealedAddress: '', sealedKey: '' })
    await tx.em.flush()
    await tx.em.nativeDelete(WebhookEndpointSecret, { endpoint: endpointId })
    await stopSending(tx, endpointId)
    const { accountId } = owner
    const detail = { address: endpoint.origin() }
    await recordAct(app, tx, { accountId, ...by, act: 'endpoint.deleted', subject: `endpoint ${endpointId}`, detail })
  })
}
