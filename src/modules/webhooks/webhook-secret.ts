import { defineEntity, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { owner } from '../../accounts/account.ts'
import { identity } from '../../database/identity.ts'
import { endOfTime, OpenEndedType } from '../../database/open-ended.ts'
import { accountFilter } from '../../database/scope.ts'
import { makeSigningSecret } from '../../keys/roll-secrets.ts'
import type { Needs } from '../../needs.ts'
import { sealContexts, WebhookEndpoint } from './webhook.ts'

const WebhookEndpointSecretSchema = defineEntity({
  name: 'WebhookEndpointSecret',
  tableName: 'endpoint_secret',
  comment: 'A secret that signs messages to one webhook endpoint.',
  filters: accountFilter,
  indexes: [{ name: 'endpoint_secret_live', properties: ['endpoint', 'expiresAt'] }],
  properties: {
    id: identity(),
    account: owner,
    endpoint: () => p.manyToOne(WebhookEndpoint).lazyRef().filters({ caller: false }),
    sealed: p.text().comment('The secret, sealed.'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.type(OpenEndedType).comment('infinity if it is the current one.').defaultRaw("'infinity'"),
  },
})

/** A secret that signs the deliveries to one webhook. */
export class WebhookEndpointSecret extends WebhookEndpointSecretSchema.class {
  declare expiresAt: Date
}
WebhookEndpointSecretSchema.setClass(WebhookEndpointSecret)

/** Adds a secret (`whsec_` and base64 of 32 bytes) to a webhook and returns it. The next flush writes it. */
export function addWebhookEndpointSecret(
  app: Needs<'seal' | 'now'>,
  em: EntityManager,
  { accountId, endpointId }: { accountId: number; endpointId: string },
): string {
  const secret = makeSigningSecret()
  em.create(WebhookEndpointSecret, {
    account: accountId,
    endpoint: endpointId,
    createdAt: app.now(),
    expiresAt: endOfTime,
    sealed: app.seal.seal(secret, sealContexts.secret(endpointId)),
  })
  return secret
}

/** Reads the live secrets of many webhooks, oldest first. Returns a function that opens those of one webhook. */
export async function readWebhookEndpointSecrets(
  app: Needs<'seal' | 'now'>,
  em: EntityManager,
  endpointIds: string[],
): Promise<(endpointId: string) => string[]> {
  const live = { endpoint: endpointIds, expiresAt: { $gt: app.now() } }
  const secrets = await em.find(WebhookEndpointSecret, live, { orderBy: { id: 'asc' } })
  const byEndpoint = Map.groupBy(secrets, ({ endpoint }) => endpoint.id)
  return id => (byEndpoint.get(id) ?? []).map(({ sealed }) => app.seal.open(sealed, sealContexts.secret(id)))
}
