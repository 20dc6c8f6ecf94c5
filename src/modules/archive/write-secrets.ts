import { randomBytes } from 'node:crypto'
import { addConnection } from '../../connections/add-connection.ts'
import { endOfTime } from '../../database/open-ended.ts'
import type { Tx } from '../../database/transaction.ts'
import { WebhookSecret, webhookSecretContext } from '../../keys/webhook-secret.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Bot, botTokenContext } from '../../notices/bot.ts'
import { Membership } from '../../people/membership.ts'
import { totpContext } from '../../people/second-step/check-totp.ts'
import { readEmail, User } from '../../people/user.ts'
import { listAdditions } from '../../slots.ts'
import { refuseArchive, sealedName } from './archive-format.ts'
import { formatConnectionLabel } from './gather-secrets.ts'
import type { ArchiveSecrets } from './seal-secrets.ts'

/** The result of writing an archive's secrets here. */
export interface WrittenSecrets {
  /** Connections, stored as inactive, because the original installation may still read the same money. */
  connections: string[]
  /** Webhooks, which receive the events of this installation from now on. */
  endpoints: string[]
  /** Connections and webhooks that could not be stored, with the reason. */
  refused: string[]
  members: { was: string; username: string; hasPassword: boolean }[]
  bots: string[]
}

export interface OpenedSecrets extends ArchiveSecrets {
  /** The names by which the merchant knows the webhooks. */
  endpointLabels: readonly string[]
}

/** Seals the secrets of an archive with the keys of this installation. Refuses `invalid_request`. */
export async function writeSecrets(
  app: Needs<'config' | 'seal' | 'connectors' | 'now' | 'slots' | 'outward'>,
  tx: Tx,
  accountId: number,
  secrets: OpenedSecrets,
): Promise<WrittenSecrets> {
  await writeWebhookSecrets(app, tx, accountId, secrets)
  const arrived: WrittenSecrets = { connections: [], endpoints: [], refused: [], members: [], bots: [] }
  for (const connection of secrets.connections) {
    const name = formatConnectionLabel(connection)
    const problem = await storeConnection(app, tx, accountId, connection)
    if (problem === null) arrived.connections.push(name)
    else arrived.refused.push(`${name}: ${problem}`)
  }
  const [endpoints] = listAdditions(app, 'carriedEndpoints')
  if (endpoints) {
    for (const endpoint of secrets.endpoints) {
      const { label, problem } = await endpoints.write(app, tx, accountId, endpoint)
      if (problem === null) arrived.endpoints.push(label)
      else arrived.refused.push(`${label}: ${problem}`)
    }
  } else {
    arrived.refused.push(...secrets.endpointLabels.map(label => `${label}: there are no webhooks here`))
  }
  for (const member of secrets.members) arrived.members.push(await addMember(app, tx, accountId, member))
  for (const bot of secrets.bots) arrived.bots.push(await tokenCache(app, tx, accountId, bot))
  return arrived
}

async function writeWebhookSecrets(
  app: Needs<'seal' | 'now'>,
  { em }: Tx,
  accountId: number,
  { webhookSecrets }: ArchiveSecrets,
): Promise<void> {
  if (webhookSecrets.length === 0) return
  await em.nativeDelete(WebhookSecret, { account: accountId })
  for (const { secret, endsAt } of webhookSecrets) {
    em.create(WebhookSecret, {
      account: accountId,
      sealed: app.seal.seal(secret, webhookSecretContext(accountId)),
      createdAt: app.now(),
      expiresAt: endsAt === null ? endOfTime : new Date(endsAt),
    })
  }
  await em.flush()
}

/** Stores a connection. Returns null, or the reason if it was not stored. */
async function storeConnection(
  app: Needs<'config' | 'seal' | 'connectors' | 'now'>,
  { em }: Tx,
  accountId: number,
  { connector, mode, label, staticQris, credentials }: ArchiveSecrets['connections'][number],
): Promise<string | null> {
  try {
    await addConnection(app, em, { accountId, connector, mode, label, staticQris, credentials, isActive: false })
    return null
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return error.message
  }
}

// An address verified by the other installation is only a claim here: it identifies no user and reserves nothing.
async function addMember(
  app: Needs<'seal' | 'now'>,
  { em }: Tx,
  accountId: number,
  { role, totp, email, username: was, ...member }: ArchiveSecrets['members'][number],
): Promise<WrittenSecrets['members'][number]> {
  const username = await freeUsername(em, was)
  const createdAt = app.now()
  const user = em.create(User, {
    ...member,
    username,
    email: readEmail(email ?? ''),
    emailVerifiedAt: null,
    chatId: null,
    sealedTotp: null,
    createdAt,
  })
  em.create(Membership, { account: accountId, user, role, createdAt })
  await em.flush()
  if (totp !== null) {
    user.sealedTotp = app.seal.seal(totp, totpContext(user.id))
    user.secondStep = 'totp'
    await em.flush()
  }
  return { was, username, hasPassword: member.passwordHash !== null }
}

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

// A name that is taken gets a suffix, as for a social account (contract 5.5).
async function freeUsername(em: Tx['em'], preferred: string): Promise<string> {
  if (!/^[a-z0-9][a-z0-9_.-]{2,38}$/.test(preferred))
    throw refuseArchive(sealedName, 'has a member without a usable name')
  let username = preferred
  while ((await em.count(User, { username })) > 0) {
    username = preferred.slice(0, 36) + Array.from(randomBytes(3), byte => alphabet[byte % alphabet.length]).join('')
  }
  return username
}

// Stored beside the bot's placeholder: Telegram reports the owner once the bot is added.
async function tokenCache(
  app: Needs<'seal'>,
  { em }: Tx,
  accountId: number,
  { id, token }: ArchiveSecrets['bots'][number],
): Promise<string> {
  const bots = await em.find(Bot, { account: accountId, state: 'revoked' })
  const standIn = bots.find(bot => (bot.me as { id?: unknown }).id === id)
  if (!standIn) throw refuseArchive(sealedName, `there is no bot ${id} in the archive`)
  const sealedToken = app.seal.seal(token, botTokenContext(standIn.id))
  await em.nativeUpdate(Bot, { id: standIn.id }, { sealedToken })
  return standIn.username
}
