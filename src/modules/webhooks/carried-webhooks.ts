import { z } from 'zod'
import { commandActor } from '../../accounts/audit.ts'
import { type CarriedEndpoints, LiveSecret } from '../../database/carried-secrets.ts'
import { endOfTime, toNullIfEndless } from '../../database/open-ended.ts'
import { forkScoped } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { Refusal } from '../../lib/refusal.ts'
import { openOrNull } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'
import { checkAddress, checkDescription, checkTypes } from './check-webhook.ts'
import { writeWebhook } from './create-webhook.ts'
import { readPublicKey } from './sign-event.ts'
import { sealContexts, WebhookEndpoint } from './webhook.ts'
import { endpointFormats } from './webhook-formats.ts'
import { WebhookEndpointSecret } from './webhook-secret.ts'

const CarriedEndpoint = z.strictObject({
  mode: z.enum(['live', 'test']),
  format: z.enum(endpointFormats),
  url: z.string().max(4096),
  description: z.string().max(200).nullable(),
  types: z.array(z.string().max(100)).max(100).nullable(),
  isEnabled: z.boolean(),
  secrets: z.array(LiveSecret).max(10),
  language: z.enum(['id', 'en']).default('id'),
  signingKey: z.string().max(200),
})
type CarriedEndpoint = z.infer<typeof CarriedEndpoint>

/** Transfers the webhooks of an account to another installation: their addresses, secrets and signing keys. */
export const carriedWebhooks: CarriedEndpoints = {
  async list({ em }, accountId) {
    const endpoints = await findEndpoints(em, accountId)
    return endpoints.map(({ shownAddress: url, mode }) => endpointLabel({ url, mode }))
  },
  gather: gatherEndpoints,
  async write(app, tx, accountId, carried) {
    const parsed = CarriedEndpoint.safeParse(carried)
    if (!parsed.success) return { label: 'an endpoint', problem: 'is not what Warung seals' }
    const { url, mode } = parsed.data
    // Its path may be a secret.
    const label = endpointLabel({ url: URL.canParse(url) ? new URL(url).origin : 'no address', mode })
    return { label, problem: await addEndpoint(app, tx, accountId, parsed.data) }
  },
}

function findEndpoints(em: Tx['em'], accountId: number): Promise<WebhookEndpoint[]> {
  return em.find(WebhookEndpoint, { account: accountId, deletedAt: null }, { orderBy: { createdAt: 'asc' } })
}

/** Returns the name by which a merchant knows a webhook: its address without secrets. */
function endpointLabel({ url, mode }: { url: string; mode: string }): string {
  return `${url.slice(0, 200)} (${mode})`
}

async function gatherEndpoints(
  app: Needs<'seal' | 'now'>,
  { em }: Tx,
  accountId: number,
): Promise<z.input<typeof CarriedEndpoint>[]> {
  const endpoints = await findEndpoints(em, accountId)
  const live = { endpoint: endpoints.map(({ id }) => id), expiresAt: { $gt: app.now() } }
  const secrets = await em.find(WebhookEndpointSecret, live, { orderBy: { id: 'asc' } })
  return endpoints.flatMap(endpoint => {
    const { id, mode, format, language, description, types, sealedAddress, sealedKey } = endpoint
    const url = openOrNull(app, sealedAddress, sealContexts.address(id))
    const signingKey = openOrNull(app, sealedKey, sealContexts.key(id))
    if (url === null || signingKey === null) return []
    const own = secrets.flatMap(({ endpoint: of, sealed, expiresAt }) => {
      const secret = of.id === id ? openOrNull(app, sealed, sealContexts.secret(id)) : null
      return secret === null ? [] : [{ secret, endsAt: toNullIfEndless(expiresAt)?.toISOString() ?? null }]
    })
    return [
      { mode, format, language, url, description, types, isEnabled: endpoint.isEnabled(), secrets: own, signingKey },
    ]
  })
}

/** Stores a webhook. Returns the reason if it could not be stored, otherwise null. */
async function addEndpoint(
  app: Needs<'config' | 'seal' | 'now' | 'outward'>,
  tx: Tx,
  accountId: number,
  { mode, format, language, url, secrets, signingKey, isEnabled, ...given }: CarriedEndpoint,
): Promise<string | null> {
  // The limit counts only this account's webhooks.
  const em = forkScoped(tx, { accountId, mode })
  try {
    const address = checkAddress(app, { url, format })
    // A module may be disabled here; its types are received again once it is enabled.
    const known = given.types?.filter(app.outward.isKnown) ?? null
    const checked = { types: checkTypes(app, given.types, known), description: checkDescription(given.description) }
    const asked = { owner: { accountId, mode }, address, language, ...checked, enabled: isEnabled, by: commandActor }
    const { endpoint } = await writeWebhook(app, { ...tx, em }, asked)
    const { id } = endpoint
    endpoint.publicKey = readPublicKey(signingKey)
    endpoint.sealedKey = app.seal.seal(signingKey, sealContexts.key(id))
    if (secrets.length > 0) await em.nativeDelete(WebhookEndpointSecret, { endpoint: id })
    for (const { secret, endsAt } of secrets) {
      const sealed = app.seal.seal(secret, sealContexts.secret(id))
      const expiresAt = endsAt === null ? endOfTime : new Date(endsAt)
      em.create(WebhookEndpointSecret, { account: accountId, endpoint: id, sealed, createdAt: app.now(), expiresAt })
    }
    await em.flush()
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}
