import { LockMode } from '@mikro-orm/core'
import { Account } from '../../accounts/account.ts'
import { type Actor, recordAct } from '../../accounts/audit.ts'
import type { Tx } from '../../database/transaction.ts'
import { generateCrockford } from '../../lib/ids.ts'
import { notFound } from '../../lib/refusal.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import {
  type CheckedAddress,
  checkAddress,
  checkDescription,
  checkTypes,
  refuseTooManyWebhooks,
} from './check-webhook.ts'
import type { WebhookOwner } from './list-webhooks.ts'
import { createSigningKey } from './sign-event.ts'
import { sealContexts, WebhookEndpoint } from './webhook.ts'
import type { EndpointFormat } from './webhook-formats.ts'
import { addWebhookEndpointSecret } from './webhook-secret.ts'

export interface NewWebhook {
  url: string
  /** The event types; null or unset for all, including future ones. */
  types?: readonly string[] | null | undefined
  description?: string | null | undefined
  /** The format; by default detected from the address. */
  format?: EndpointFormat | undefined
  /** The language of messages to a chat, `id` by default. */
  language?: 'id' | 'en' | undefined
  /** Whether it is enabled; true by default. */
  enabled?: boolean | undefined
}

type CreateNeeds = Needs<'transaction' | 'config' | 'seal' | 'now' | 'outward'>

export const webhooksMax = 20

/**
 * Creates a webhook and its secret, which is shown only once. From then on it receives the events of its mode. Refuses
 * `invalid_request` naming `url`, `types`, `format` or `description`, `address_refused`, and `invalid_request` for the
 * 21st.
 */
export async function createWebhook(
  app: CreateNeeds,
  owner: WebhookOwner,
  { url, types = null, description = null, format, language = 'id', enabled = true }: NewWebhook,
  by: Actor,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  refuseTogether(
    () => checkTypes(app, types),
    () => checkDescription(description),
    () => checkAddress(app, { url, format }),
  )
  const checked = {
    types: checkTypes(app, types),
    description: checkDescription(description),
    address: checkAddress(app, { url, format }),
  }
  return app.transaction(owner, tx => writeWebhook(app, tx, { owner, language, enabled, by, ...checked }))
}

interface Checked {
  owner: WebhookOwner
  address: CheckedAddress
  types: WebhookEndpoint['types']
  description: string | null
  language: 'id' | 'en'
  enabled: boolean
  by: Actor
}

/** Writes a webhook with validated values. Refuses `invalid_request` for the 21st. */
export async function writeWebhook(
  app: Needs<'seal' | 'now'>,
  tx: Tx,
  { owner: { accountId, mode }, address, types, description, language, enabled, by }: Checked,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  await lockWebhooks(tx, accountId)
  if ((await tx.em.count(WebhookEndpoint, { mode, deletedAt: null })) >= webhooksMax)
    throw refuseTooManyWebhooks(webhooksMax)
  const id = `EP-${generateCrockford(17)}`
  const { privateKey, publicKey } = createSigningKey()
  const now = app.now()
  const endpoint = tx.em.create(WebhookEndpoint, {
    failingSince: null,
    blockedUntil: null,
    sequence: 0,
    id,
    account: accountId,
    mode,
    types,
    description,
    language,
    publicKey,
    createdAt: now,
    format: address.format,
    shownAddress: address.shown,
    sealedAddress: app.seal.seal(address.address, sealContexts.address(id)),
    sealedKey: app.seal.seal(privateKey, sealContexts.key(id)),
    ...(enabled
      ? { disabledAt: null, disabledReason: null, disabledBy: null }
      : { disabledAt: now, disabledReason: 'merchant' as const, disabledBy: by.name ?? by.actor }),
  })
  const secret = addWebhookEndpointSecret(app, tx.em, { accountId, endpointId: id })
  await tx.em.flush()
  const detail = { format: address.format, address: endpoint.origin(), types, mode }
  await recordAct(app, tx, { accountId, ...by, act: 'endpoint.created', subject: `endpoint ${id}`, detail })
  return { endpoint, secret }
}

/** Locks the webhooks of an account, so that two concurrent calls cannot both create the twentieth. */
export async function lockWebhooks({ em }: Tx, accountId: number): Promise<void> {
  const account = await em.findOne(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
  if (!account) throw notFound('account')
}
