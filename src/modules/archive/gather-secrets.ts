import { Connection } from '../../connections/connection.ts'
import { credentialsContext } from '../../connections/credentials.ts'
import { toNullIfEndless } from '../../database/open-ended.ts'
import type { Tx } from '../../database/transaction.ts'
import { ApiKey } from '../../keys/api-key.ts'
import { WebhookSecret, webhookSecretContext } from '../../keys/webhook-secret.ts'
import { openOrNull } from '../../lib/seal.ts'
import type { Needs } from '../../needs.ts'
import { Bot, botTokenContext } from '../../notices/bot.ts'
import { Membership } from '../../people/membership.ts'
import { totpContext } from '../../people/second-step/check-totp.ts'
import { type FilledSlots, listAdditions } from '../../slots.ts'
import type { ArchiveManifest } from './archive-format.ts'
import type { ArchiveSecrets } from './seal-secrets.ts'

/** Returns the secrets of an account, by the names that a person knows. */
export async function nameSecrets(
  app: { slots: FilledSlots },
  tx: Tx,
  accountId: number,
): Promise<ArchiveManifest['secrets']> {
  const { em } = tx
  const account = { account: accountId }
  const keys = await em.find(ApiKey, { ...account, revokedAt: null }, { orderBy: { id: 'asc' } })
  const connections = await em.find(Connection, { ...account, removedAt: null }, { orderBy: { id: 'asc' } })
  const [endpoints] = listAdditions(app, 'carriedEndpoints')
  const bots = await em.find(Bot, { ...account, id: { $gt: 0 } }, { orderBy: { id: 'asc' } })
  const members = await em.find(Membership, account, { populate: ['user'], orderBy: { id: 'asc' } })
  return {
    endpoints: (await endpoints?.list(tx, accountId)) ?? [],
    keys: keys.map(({ mode, label, scopes }) => `${label} (${mode}: ${scopes.join(', ')})`),
    connections: connections.map(formatConnectionLabel),
    bots: bots.map(({ username }) => `@${username}`),
    members: members.map(({ user, role }) => `${user.username} (${role})`),
  }
}

/** Returns the name by which a merchant knows a connection. */
export function formatConnectionLabel({
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

/** Unseals all secrets of an account, so that they can be sealed with a passphrase. */
export async function gatherSecrets(
  app: Needs<'seal' | 'now' | 'slots'>,
  tx: Tx,
  accountId: number,
): Promise<ArchiveSecrets> {
  const { em } = tx
  const account = { account: accountId }
  const live = { ...account, expiresAt: { $gt: app.now() } }
  const secrets = await em.find(WebhookSecret, live, { orderBy: { id: 'asc' } })
  const connections = await em.find(Connection, { ...account, removedAt: null }, { orderBy: { id: 'asc' } })
  const bots = await em.find(Bot, { ...account, id: { $gt: 0 } }, { orderBy: { id: 'asc' } })
  const members = await em.find(Membership, account, { populate: ['user'], orderBy: { id: 'asc' } })
  const [endpoints] = listAdditions(app, 'carriedEndpoints')
  const open = (sealed: string, context: string) => openOrNull(app, sealed, context)
  return {
    webhookSecrets: secrets.flatMap(({ sealed, expiresAt }) => {
      const secret = open(sealed, webhookSecretContext(accountId))
      return secret === null ? [] : [{ secret, endsAt: toNullIfEndless(expiresAt)?.toISOString() ?? null }]
    }),
    endpoints: (await endpoints?.gather(app, tx, accountId)) ?? [],
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
