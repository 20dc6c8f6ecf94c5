import type { Mode } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { WebhookEndpoint } from './webhook.ts'

export type WebhookOwner = { accountId: number; mode: Mode }

/** A webhook as its merchant sees it: without its secret, and with only the host of a chat's address. */
export type ListedWebhook = Pick<
  WebhookEndpoint,
  | 'id'
  | 'mode'
  | 'format'
  | 'language'
  | 'shownAddress'
  | 'description'
  | 'types'
  | 'publicKey'
  | 'sequence'
  | 'disabledAt'
  | 'disabledReason'
  | 'disabledBy'
  | 'failingSince'
  | 'blockedUntil'
  | 'createdAt'
>

/** Returns the webhooks of an account in one mode, oldest first. */
export async function listWebhooks(app: Needs<'em'>, owner: WebhookOwner): Promise<WebhookEndpoint[]> {
  return app.em(owner).find(WebhookEndpoint, { deletedAt: null }, { orderBy: { createdAt: 'asc', id: 'asc' } })
}

/** Returns a webhook. Refuses `not_found` with the same message for an unknown one and for one of another account. */
export async function findWebhook(app: Needs<'em'>, owner: WebhookOwner, endpointId: string): Promise<WebhookEndpoint> {
  const found = await app.em(owner).findOne(WebhookEndpoint, { id: endpointId, deletedAt: null })
  if (!found) throw notFound('endpoint')
  return found
}
