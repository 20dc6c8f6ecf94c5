import { defineEntity, LockMode, p } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import { Account, owner } from '../accounts/account.ts'
import { identity } from '../database/identity.ts'
import { endOfTime, OpenEndedType, toNullIfEndless } from '../database/open-ended.ts'
import { accountFilter } from '../database/scope.ts'
import type { Sql } from '../lib/sql.ts'
import { statement } from '../lib/statement.ts'
import type { Needs } from '../needs.ts'
import { makeSigningSecret } from './roll-secrets.ts'

const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  comment: "Signs an account's callbacks.",
  filters: accountFilter,
  indexes: [{ name: 'webhook_secret_account', properties: ['account', 'expiresAt'] }],
  properties: {
    id: identity(),
    account: owner,
    sealed: p.text().comment('The secret, sealed.'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.type(OpenEndedType).comment('infinity if it is the current one.').defaultRaw("'infinity'"),
  },
})

/** A secret that signs an account's callbacks. */
export class WebhookSecret extends WebhookSecretSchema.class {
  declare expiresAt: Date
}
WebhookSecretSchema.setClass(WebhookSecret)

export interface OpenedSecret {
  secret: string
  createdAt: Date
  /** When its rotation ends; null for the secret that stays. */
  endsAt: Date | null
}

/**
 * Adds a secret (`whsec_` and base64 of 32 bytes) to the account and returns it. It is stored sealed, because callbacks
 * need it again.
 */
export async function addWebhookSecret(
  app: Needs<'seal' | 'now'>,
  em: EntityManager,
  accountId: number,
): Promise<string> {
  const secret = makeSigningSecret()
  em.create(WebhookSecret, {
    account: accountId,
    sealed: app.seal.seal(secret, webhookSecretContext(accountId)),
    createdAt: app.now(),
    expiresAt: endOfTime,
  })
  await em.flush()
  return secret
}

/** Returns the live secrets, oldest first: the oldest signs the specification's header until its rotation ends. */
export async function findWebhookSecrets(app: Needs<'em' | 'seal' | 'now'>, accountId: number): Promise<string[]> {
  return (await listWebhookSecrets(app, accountId)).map(({ secret }) => secret)
}

/** Reads the secrets of many accounts in one round trip. Returns a function that opens those of one account. */
export async function readWebhookSecrets(
  app: Needs<'seal' | 'now'>,
  sql: Pick<Sql, 'query'>,
  accounts: number[],
): Promise<(accountId: number) => string[]> {
  if (accounts.length === 0) return () => []
  const rows = await sql.query(liveSql, { accounts, now: app.now() })
  const sealedOf = new Map(rows.map(({ account, sealed }) => [account, sealed]))
  return accountId => (sealedOf.get(accountId) ?? []).map(sealed => openOnce(app, sealed, accountId))
}

// Each claim of callbacks runs this, many times a second.
const liveSql = statement<{ accounts: number[]; now: Date }, { account: number; sealed: string[] }>(`
  select account_id as account, array_agg(sealed order by id) as sealed from webhook_secret
  where account_id = any(:accounts) and expires_at > :now group by account_id`)

const openedMax = 2_000
const opened = new Map<string, string>()

/** Opens a secret and caches it. A changed secret has a new seal, so a cached value never becomes wrong. */
function openOnce({ seal }: Needs<'seal'>, sealed: string, accountId: number): string {
  const context = webhookSecretContext(accountId)
  const name = `${context} ${sealed}`
  const openedSecret = opened.get(name)
  if (openedSecret !== undefined) return openedSecret
  const secret = seal.open(sealed, context)
  if (opened.size >= openedMax) opened.clear()
  opened.set(name, secret)
  return secret
}

/** Lists the secrets with their times. */
export async function listWebhookSecrets(
  app: Needs<'em' | 'seal' | 'now'>,
  accountId: number,
): Promise<OpenedSecret[]> {
  const live = { expiresAt: { $gt: app.now() } }
  const secrets = await app.em({ accountId }).find(WebhookSecret, live, { orderBy: { id: 'asc' } })
  return secrets.map(({ sealed, createdAt, expiresAt }) => ({
    secret: app.seal.open(sealed, webhookSecretContext(accountId)),
    createdAt,
    endsAt: toNullIfEndless(expiresAt),
  }))
}

/** Locks the account, because two concurrent changes of its secrets could leave it three, or none. */
export async function lockWebhookSecrets(em: EntityManager, accountId: number): Promise<void> {
  await em.findOneOrFail(Account, { id: accountId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
}

/** Returns the context to which the seal of a secret is bound. */
export function webhookSecretContext(accountId: number): string {
  return `webhook_secret|sealed|${accountId}`
}
