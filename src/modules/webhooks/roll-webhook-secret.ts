import { type Actor, recordAct } from '../../accounts/audit.ts'
import { endSecrets } from '../../keys/roll-secrets.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { lockWebhook } from './lock-webhook.ts'
import { addWebhookEndpointSecret, WebhookEndpointSecret } from './webhook-secret.ts'

const overlapMaxHours = 168
const overlapHoursDefault = 24
const hourMs = 3_600_000

/**
 * Gives a webhook a new secret and returns it, shown only once, with the end of the old one. Both sign until the
 * overlap ends; without an overlap, the old one stops signing immediately. Refuses `not_found`, `invalid_request` for
 * `overlap_hours`, and `refused_transition` while two overlap, unless the new one is to be the only one.
 */
export async function replaceWebhookSecret(
  app: Needs<'transaction' | 'seal' | 'now'>,
  owner: WebhookOwner,
  { endpointId, overlapHours = overlapHoursDefault }: { endpointId: string; overlapHours?: number | undefined },
  by: Actor,
): Promise<{ secret: string; oldEndsAt: Date }> {
  if (!Number.isInteger(overlapHours) || overlapHours < 0 || overlapHours > overlapMaxHours) {
    const limit = { code: 'out_of_range', min: 0, max: overlapMaxHours } as const
    throw refuseField('overlap_hours', `is 0 to ${overlapMaxHours}`, limit)
  }
  return app.transaction(owner, async tx => {
    await lockWebhook(tx, endpointId)
    const now = app.now()
    const live = await tx.em.find(WebhookEndpointSecret, { endpoint: endpointId, expiresAt: { $gt: now } })
    const end = new Date(now.getTime() + overlapHours * hourMs)
    endSecrets(live, { now, endsAt: end })
    const secret = addWebhookEndpointSecret(app, tx.em, { accountId: owner.accountId, endpointId })
    await tx.em.flush()
    const detail = { overlap_hours: overlapHours }
    const { accountId } = owner
    await recordAct(app, tx, {
      accountId,
      ...by,
      act: 'endpoint.secret_rolled',
      subject: `endpoint ${endpointId}`,
      detail,
    })
    return { secret, oldEndsAt: end }
  })
}
