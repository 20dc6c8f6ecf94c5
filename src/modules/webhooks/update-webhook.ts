import { type Actor, recordAct } from '../../accounts/audit.ts'
import { initialHealth } from '../../callbacks/endpoint-health.ts'
import type { Tx } from '../../database/transaction.ts'
import { refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { checkAddress, checkDescription, checkTypes } from './check-webhook.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { lockWebhook } from './lock-webhook.ts'
import { sealContexts, type WebhookEndpoint } from './webhook.ts'
import { pauseSending, resumeSending } from './webhook-delivery-moves.ts'
import type { EndpointFormat } from './webhook-formats.ts'

/** The changes of a webhook; unset fields stay unchanged. */
export interface WebhookChange {
  url?: string | undefined
  format?: EndpointFormat | undefined
  /** The event types; null for all, including future ones. */
  types?: readonly string[] | null | undefined
  description?: string | null | undefined
  language?: 'id' | 'en' | undefined
  enabled?: boolean | undefined
}

type UpdateNeeds = Needs<'transaction' | 'config' | 'seal' | 'now' | 'outward'>

/**
 * Changes a webhook of the account. A disabled one gets no new deliveries, and its waiting ones are paused; once
 * enabled, it receives them. Refuses `not_found`, and as `createWebhook` does.
 */
export async function updateWebhook(
  app: UpdateNeeds,
  owner: WebhookOwner,
  { endpointId, change, by }: { endpointId: string; change: WebhookChange; by: Actor },
): Promise<WebhookEndpoint> {
  return app.transaction(owner, async tx => {
    const endpoint = await lockWebhook(tx, endpointId)
    if (change.types !== undefined) endpoint.types = checkTypes(app, change.types, endpoint.types)
    if (change.description !== undefined) endpoint.description = checkDescription(change.description)
    if (change.language !== undefined) endpoint.language = change.language
    changeAddress(app, endpoint, change)
    if (change.enabled !== undefined && change.enabled !== endpoint.isEnabled()) {
      if (change.enabled) await enableEndpoint(app, tx, endpoint)
      else await disableWebhook(tx, endpoint, { at: app.now(), reason: 'merchant', by: by.name ?? by.actor })
    }
    await tx.em.flush()
    const detail = { address: endpoint.origin(), types: endpoint.types, enabled: endpoint.isEnabled() }
    const { accountId } = owner
    await recordAct(app, tx, { accountId, ...by, act: 'endpoint.changed', subject: `endpoint ${endpointId}`, detail })
    return endpoint
  })
}

function changeAddress(app: UpdateNeeds, endpoint: WebhookEndpoint, { url, format }: WebhookChange): void {
  if (url === undefined && (format === undefined || format === endpoint.format)) return
  if (url === undefined) throw refuseField('url', 'is given with another format', 'missing')
  const { address, format: recognised, shown } = checkAddress(app, { url, format })
  const { disabledAt: _, ...good } = initialHealth
  Object.assign(endpoint, {
    format: recognised,
    shownAddress: shown,
    restUntil: null,
    ...good,
    sealedAddress: app.seal.seal(address, sealContexts.address(endpoint.id)),
  })
}

async function enableEndpoint(app: Needs<'now'>, tx: Tx, endpoint: WebhookEndpoint): Promise<void> {
  const { disabledAt: _, ...good } = initialHealth
  const enabledAt = app.now()
  Object.assign(endpoint, { disabledAt: null, disabledReason: null, disabledBy: null, enabledAt, ...good })
  endpoint.sequence += 1
  await resumeSending(tx, endpoint.id, app.now())
  tx.wake('endpoints')
}

interface Disabling {
  at: Date
  reason: NonNullable<WebhookEndpoint['disabledReason']>
  by: string | null
}

/** Disables a locked webhook: waiting deliveries are paused, and running ones finish. */
export async function disableWebhook(tx: Tx, endpoint: WebhookEndpoint, { at, reason, by }: Disabling): Promise<void> {
  Object.assign(endpoint, { disabledAt: at, disabledReason: reason, disabledBy: by })
  // If an event reports the change, that event counts it.
  if (reason === 'merchant') endpoint.sequence += 1
  await pauseSending(tx, endpoint.id)
}
