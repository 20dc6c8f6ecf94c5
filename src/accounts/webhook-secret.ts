import { randomBytes } from 'node:crypto'
import type { Needs } from '../needs.ts'

/** Adds a secret (`whsec_` and base64 of 32 bytes) to the account and answers it. Stored sealed: callbacks need it again. */
export async function addWebhookSecret(app: Needs<'sql' | 'seal'>, accountId: number): Promise<string> {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  await app.sql.write('insert into webhook_secret (account_id, sealed) values ($1, $2)', [
    accountId,
    app.seal.seal(secret, sealContext(accountId)),
  ])
  return secret
}

/** The live secrets, oldest first: the oldest signs the spec's header until its rotation ends. */
export async function webhookSecrets(app: Needs<'sql' | 'seal'>, accountId: number): Promise<string[]> {
  const rows = await app.sql.query<{ sealed: string }>(
    'select sealed from webhook_secret where account_id = $1 and expires_at > now() order by id',
    [accountId],
  )
  return rows.map(row => app.seal.open(row.sealed, sealContext(accountId)))
}

function sealContext(accountId: number): string {
  return `webhook_secret|sealed|${accountId}`
}
