import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { endOfTime } from '../database/open-ended.ts'
import type { Mode } from '../database/scope.ts'
import type { Tx } from '../database/transaction.ts'
import { announceFacts } from '../events/announce.ts'
import { refuseFields } from '../lib/refusal.ts'
import type { FieldError } from '../lib/refusals/field-error.ts'
import { refuseTogether } from '../lib/refusals/refuse-together.ts'
import type { Needs } from '../needs.ts'
import { checkAllowedAddresses } from './allowed-addresses.ts'
import { ApiKey, generateApiKey, hashApiKey, type KeyScope, keyScopes, makeApiKeyHint } from './api-key.ts'

export interface NewKey {
  accountId: number
  mode: Mode
  label: string
  isRateLimited?: boolean
  /** The scopes; unset for all. */
  scopes?: readonly KeyScope[] | undefined
  /** When it expires; unset for never. */
  expiresAt?: Date | undefined
  /** Addresses and networks from which it may be used; unset or empty for everywhere. */
  allowedAddresses?: readonly string[] | undefined
}

/**
 * Creates a key and returns its text, which is shown only this once: only its hash is stored. The merchant is notified.
 * Refuses `invalid_request`.
 */
export async function createKey(
  app: Needs<'transaction' | 'seal' | 'now' | 'reactions'>,
  input: NewKey,
  by: Actor = commandActor,
): Promise<string> {
  refuseTogether(
    () => checkKey(app, input),
    () => checkAllowedAddresses(input.allowedAddresses ?? []),
  )
  const allowedAddresses = checkAllowedAddresses(input.allowedAddresses ?? [])
  const { accountId, mode, label } = input
  return app.transaction({ accountId, mode }, async tx => {
    const created = await writeKey(app, tx, { ...input, allowedAddresses }, by)
    const detail = { label, mode, scopes: input.scopes ?? [] }
    await recordAct(app, tx, { accountId, ...by, act: 'key.created', subject: `key ${created.id}`, detail })
    return created.key
  })
}

function checkKey({ now }: Needs<'now'>, { label, scopes, expiresAt }: NewKey): void {
  const wrong: FieldError[] = []
  if (label.length < 1 || label.length > 100)
    wrong.push({ path: 'label', error: 'has 1 to 100 characters', code: 'wrong_length', min: 1, max: 100 })
  if (scopes?.length === 0) {
    const error = `has at least one of ${keyScopes.join(', ')}`
    wrong.push({ path: 'scopes', error, code: 'not_one_of', values: keyScopes })
  }
  if (expiresAt && !(expiresAt > now())) wrong.push({ path: 'expires_at', error: 'lies ahead', code: 'in_the_past' })
  if (wrong.length > 0) throw refuseFields(wrong)
}

/** Stores a key with validated values, and announces it. */
export async function writeKey(
  app: Needs<'seal' | 'now' | 'reactions'>,
  tx: Tx,
  input: NewKey,
  by: Actor,
): Promise<{ key: string; id: number }> {
  const key = generateApiKey(input.mode)
  const row = tx.em.create(ApiKey, {
    account: input.accountId,
    mode: input.mode,
    label: input.label,
    hint: makeApiKeyHint(key),
    keyHash: hashApiKey(app, key),
    hashKey: app.seal.keyId(),
    isRateLimited: input.isRateLimited ?? true,
    scopes: [...(input.scopes ?? keyScopes)],
    allowedAddresses: [...(input.allowedAddresses ?? [])],
    createdAt: app.now(),
    revokedAt: null,
    lastUsedAt: null,
    expiresAt: input.expiresAt ?? endOfTime,
  })
  await tx.em.flush()
  const { id, hint, label, mode, createdAt } = row
  const payload = { label, mode, hint, by: by.name ?? by.actor }
  await announceFacts(app, tx, [
    { accountId: input.accountId, type: 'key.created', subject: `key ${id}`, payload, createdAt },
  ])
  return { key, id }
}
