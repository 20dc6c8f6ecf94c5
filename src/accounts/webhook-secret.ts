import { randomBytes } from 'node:crypto'
import { defineEntity, p } from '@mikro-orm/core'
import { OpenEnded } from '../database/open-ended.ts'
import { byAccount } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { Account } from './account.ts'

const WebhookSecretSchema = defineEntity({
  name: 'WebhookSecret',
  tableName: 'webhook_secret',
  filters: byAccount,
  indexes: [{ name: 'webhook_secret_account', properties: ['account', 'expiresAt'] }],
  properties: {
    id: p.bigint('number').primary().generated('identity'),
    account: () => p.manyToOne(Account).lazyRef(),
    sealed: p.text(),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.type(OpenEnded).defaultRaw("'infinity'"),
  },
})

/** Signs an account's callbacks. */
export class WebhookSecret extends WebhookSecretSchema.class {}
WebhookSecretSchema.setClass(WebhookSecret)

export interface OpenedSecret {
  secret: string
  createdAt: Date
  /** Null for the one that stays; else when its rotation ends. */
  endsAt: Date | null
}

/** Adds a secret (`whsec_` and base64 of 32 bytes) to the account and returns it. Stored sealed: callbacks need it again. */
export async function addWebhookSecret(app: Needs<'seal' | 'now'>, tx: Sql, accountId: number): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await tx.write('insert into webhook_secret (account_id, sealed, created_at) values ($1, $2, $3)', [
    accountId,
    app.seal.seal(secret, sealContext(accountId)),
    app.now(),
  ])
  return secret
}

/** The live secrets, oldest first: the oldest signs the spec's header until its rotation ends. */
export async function webhookSecrets(app: Needs<'sql' | 'seal' | 'now'>, accountId: number): Promise<string[]> {
  return (await listWebhookSecrets(app, accountId)).map(({ secret }) => secret)
}

/** The same with their times. */
export async function listWebhookSecrets(
  app: Needs<'sql' | 'seal' | 'now'>,
  accountId: number,
): Promise<OpenedSecret[]> {
  const rows = await app.sql.query<{ sealed: string; createdAt: Date; endsAt: Date | null }>(
    `select sealed, created_at as "createdAt", nullif(expires_at, 'infinity') as "endsAt"
     from webhook_secret where account_id = $1 and expires_at > $2 order by id`,
    [accountId, app.now()],
  )
  return rows.map(({ sealed, ...times }) => ({ secret: app.seal.open(sealed, sealContext(accountId)), ...times }))
}

/** Ends the live secrets of an account and returns how many they were. Who changes them has locked the account. */
export async function endWebhookSecrets(tx: Tx, accountId: number, now: Date, endsAt: Date): Promise<number> {
  return tx.write(
    'update webhook_secret set expires_at = least(expires_at, $3) where account_id = $1 and expires_at > $2',
    [accountId, now, endsAt],
  )
}

/** Two changes of one account's secrets at once would leave it three, or none. */
export async function lockSecretsOf(tx: Tx, accountId: number): Promise<void> {
  await tx.query('select 1 from account where id = $1 for no key update', [accountId])
}

function sealContext(accountId: number): string {
  return `webhook_secret|sealed|${accountId}`
}
