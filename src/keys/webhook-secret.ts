import { randomBytes } from 'node:crypto'
import { defineEntity, LockMode, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Account } from '../accounts/account.ts'
import { endOrNull, forEver, OpenEnded } from '../database/open-ended.ts'
import { byAccount } from '../database/scope.ts'
import type { Needs } from '../needs.ts'

const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  comment: "Signs an account's callbacks.",
  filters: byAccount,
  indexes: [{ name: 'webhook_secret_account', properties: ['account', 'expiresAt'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    sealed: p.text().comment('The secret, sealed.'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.type(OpenEnded).comment('infinity: it is the one in use.').defaultRaw("'infinity'"),
  },
})

/** Signs an account's callbacks. */
export class WebhookSecret extends WebhookSecretSchema.class {
  declare expiresAt: Date
}
WebhookSecretSchema.setClass(WebhookSecret)

export interface OpenedSecret {
  secret: string
  createdAt: Date
  /** Null for the secret that stays; else when its rotation ends. */
  endsAt: Date | null
}

/**
 * Adds a secret (`whsec_` and base64 of 32 bytes) to the account and returns it. Stored sealed: callbacks need it
 * again.
 */
export async function addWebhookSecret(
  app: Needs<'seal' | 'now'>,
  em: EntityManager,
  accountId: number,
): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  em.create(WebhookSecret, {
    account: accountId,
    sealed: app.seal.seal(secret, webhookSecretContext(accountId)),
    createdAt: app.now(),
    expiresAt: forEver,
  })
  await em.flush()
  return secret
}

/** The live secrets, oldest first: the oldest signs the spec's header until its rotation ends. */
export async function webhookSecrets(app: Needs<'em' | 'seal' | 'now'>, accountId: number): Promise<string[]> {
  return (await listWebhookSecrets(app, accountId)).map(({ secret }) => secret)
}

/** The same for many accounts, in one round trip: what is returned opens the secrets of one of them when called. */
export async function webhookSecretsOf(
  app: Needs<'seal' | 'now'>,
  em: EntityManager,
  accountIds: number[],
): Promise<(accountId: number) => string[]> {
  const live = { account: accountIds, expiresAt: { $gt: app.now() } }
  const secrets = await em.find(WebhookSecret, live, { orderBy: { id: 'asc' } })
  const byAccount = Map.groupBy(secrets, ({ account }) => account.id)
  return accountId =>
    (byAccount.get(accountId) ?? []).map(({ sealed }) => app.seal.open(sealed, webhookSecretContext(accountId)))
}

/** The same with their times. */
export async function listWebhookSecrets(
  app: Needs<'em' | 'seal' | 'now'>,
  accountId: number,
): Promise<OpenedSecret[]> {
  const live = { expiresAt: { $gt: app.now() } }
  const secrets = await app.em({ accountId }).find(WebhookSecret, live, { orderBy: { id: 'asc' } })
  return secrets.map(({ sealed, createdAt, expiresAt }) => ({
    secret: app.seal.open(sealed, webhookSecretContext(accountId)),
    createdAt,
    endsAt: endOrNull(expiresAt),
  }))
}

/** Ends the live secrets of an account and returns how many they were. The caller has locked the account. */
export async function endWebhookSecrets(em: EntityManager, now: Date, endsAt: Date): Promise<number> {
  const live = await em.find(WebhookSecret, { expiresAt: { $gt: now } })
  for (const secret of live) if (secret.expiresAt > endsAt) secret.expiresAt = endsAt
  await em.flush()
  return live.length
}

/** Locked, because two changes of one account's secrets at once would leave it three, or none. */
export async function lockSecretsOf(em: EntityManager, accountId: number): Promise<void> {
  await em.findOneOrFail(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

/** Returns what the seal of a secret is bound to. */
export function webhookSecretContext(accountId: number): string {
  return `webhook_secret|sealed|${accountId}`
}
