import { Endpoint, sealContexts } from '../../callbacks/endpoints/endpoint.ts'
import { EndpointSecret } from '../../callbacks/endpoints/endpoint-secret.ts'
import { Connection } from '../../connections/connection.ts'
import { credentialsContext } from '../../connections/credentials.ts'
import { endOrNull } from '../../database/open-ended.ts'
import type { Tx } from '../../database/transaction.ts'
import { ApiKey } from '../../keys/api-key.ts'
import { WebhookSecret, webhookSecretContext } from '../../keys/webhook-secret.ts'
import { SealError } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'
import { Bot, botTokenContext } from '../../notices/bot.ts'
import { Membership } from '../../people/membership.ts'
import { totpContext } from '../../people/second-step/check-totp.ts'
import type { Manifest } from './archive-format.ts'
import type { Secrets } from './seal-secrets.ts'

/** Secrets, and what leads to them, by the names that a person knows. */
export async function nameSecrets({ em }: Tx, accountId: number): Promise<Manifest['secrets']> {
  const account = { account: accountId }
  const keys = await em.find(ApiKey, { ...account, revokedAt: null }, { orderBy: { id: 'asc' } })
  const connections = await em.find(Connection, { ...account, removedAt: null }, { orderBy: { id: 'asc' } })
  const endpoints = await em.find(Endpoint, { ...account, deletedAt: null }, { orderBy: { createdAt: 'asc' } })
  const bots = await em.find(Bot, { ...account, id: { $gt: 0 } }, { orderBy: { id: 'asc' } })
  const members = await em.find(Membership, account, { populate: ['user'], orderBy: { id: 'asc' } })
  return {
    endpoints: endpoints.map(({ shownAddress: url, mode }) => endpointLabel({ url, mode })),
    keys: keys.map(({ mode, label, scopes }) => `${label} (${mode}: ${scopes.join(', ')})`),
    connections: connections.map(connectionLabel),
    bots: bots.map(({ username }) => `@${username}`),
    members: members.map(({ user, role }) => `${user.username} (${role})`),
  }
}

/** Returns the words by which a merchant knows a connection. */
export function connectionLabel({
  connector,
  mode,
  label,
}: {
  connector: string
  mode: string
  label: string
}): string {
  return `${connector} (${mode}), ${label}`
}

/** Returns the words by which a merchant knows an endpoint: its address without what is secret in it. */
export function endpointLabel({ url, mode }: { url: string; mode: string }): string {
  return `${url.slice(0, 200)} (${mode})`
}

/** All secrets of an account: opened here, to be sealed with a passphrase. */
export async function gatherSecrets(app: Needs<'seal' | 'now'>, { em }: Tx, accountId: number): Promise<Secrets> {
  const account = { account: accountId }
  const live = { ...account, expiresAt: { $gt: app.now() } }
  const secrets = await em.find(WebhookSecret, live, { orderBy: { id: 'asc' } })
  const connections = await em.find(Connection, { ...account, removedAt: null }, { orderBy: { id: 'asc' } })
  const bots = await em.find(Bot, { ...account, id: { $gt: 0 } }, { orderBy: { id: 'asc' } })
  const members = await em.find(Membership, account, { populate: ['user'], orderBy: { id: 'asc' } })
  const open = (sealed: string, context: string) => openOrNull(app, sealed, context)
  return {
    webhookSecrets: secrets.flatMap(({ sealed, expiresAt }) => {
      const secret = open(sealed, webhookSecretContext(accountId))
      return secret === null ? [] : [{ secret, endsAt: endOrNull(expiresAt)?.toISOString() ?? null }]
    }),
    endpoints: await gatherEndpoints(app, em, accountId),
    connections: connections.flatMap(({ id, connector, mode, label, staticQris, sealedCredentials }) => {
      const credentials = open(sealedCredentials, credentialsContext(id))
      const known = { connector, mode, label, staticQris }
      return credentials === null ? [] : [{ ...known, credentials: JSON.parse(credentials) as unknown }]
    }),
    bots: bots.flatMap(({ id, sealedToken }) => {
      const token = open(sealedToken, botTokenContext(id))
      return token === null ? [] : [{ id, token }]
    }),
    members: members
      .filter(({ user }) => user.isActive)
      .map(({ role, user }) => {
        const { id, username, displayName, email, phone, language, passwordHash, sealedTotp } = user
        const totp = user.secondStep === 'totp' && sealedTotp !== null ? open(sealedTotp, totpContext(id)) : null
        return { username, displayName, email, phone, language, role, passwordHash, totp }
      }),
  }
}

async function gatherEndpoints(
  app: Needs<'seal' | 'now'>,
  em: Tx['em'],
  accountId: number,
): Promise<Secrets['endpoints']> {
  const endpoints = await em.find(Endpoint, { account: accountId, deletedAt: null }, { orderBy: { createdAt: 'asc' } })
  const live = { endpoint: endpoints.map(({ id }) => id), expiresAt: { $gt: app.now() } }
  const secrets = await em.find(EndpointSecret, live, { orderBy: { id: 'asc' } })
  return endpoints.flatMap(endpoint => {
    const { id, mode, format, language, description, types, sealedAddress, sealedKey } = endpoint
    const url = openOrNull(app, sealedAddress, sealContexts.address(id))
    const signingKey = openOrNull(app, sealedKey, sealContexts.key(id))
    if (url === null || signingKey === null) return []
    const own = secrets.flatMap(({ endpoint: of, sealed, expiresAt }) => {
      const secret = of.id === id ? openOrNull(app, sealed, sealContexts.secret(id)) : null
      return secret === null ? [] : [{ secret, endsAt: endOrNull(expiresAt)?.toISOString() ?? null }]
    })
    return [
      { mode, format, language, url, description, types, isEnabled: endpoint.isEnabled(), secrets: own, signingKey },
    ]
  })
}

// A value that was damaged keeps nobody here: it is made anew, like one that was not sealed.
function openOrNull(app: Needs<'seal'>, sealed: string, context: string): string | null {
  try {
    return app.seal.open(sealed, context)
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}
