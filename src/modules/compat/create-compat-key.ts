import { type Actor, commandActor, recordAct } from '../../accounts/audit.ts'
import { checkCallbackAddress } from '../../callbacks/callback-address.ts'
import type { Mode } from '../../database/scope.ts'
import { makeApiKeyHint } from '../../keys/api-key.ts'
import { refuseFields } from '../../lib/refusal.ts'
import type { FieldError } from '../../lib/refusals/field-error.ts'
import { refuseTogether } from '../../lib/refusals/refuse-together.ts'
import type { Needs } from '../../needs.ts'
import {
  CompatKey,
  type CompatScope,
  compatKeyContext,
  compatScopes,
  generateCompatKey,
  hashCompatKey,
} from './compat-key.ts'

export interface NewCompatKey {
  accountId: number
  mode: Mode
  label: string
  /** The scopes; all if unset. */
  scopes?: readonly CompatScope[] | undefined
  notifyUrl?: string | undefined
}

/**
 * Creates a key for the SDKs of other gateways and returns its text, which is shown only once. Refuses
 * `invalid_request`.
 */
export async function createCompatKey(
  app: Needs<'transaction' | 'seal' | 'now' | 'config'>,
  { accountId, mode, label, scopes = compatScopes, notifyUrl }: NewCompatKey,
  by: Actor = commandActor,
): Promise<string> {
  refuseTogether(
    () => checkKey(label, scopes),
    () => {
      if (notifyUrl !== undefined) checkCallbackAddress(app, 'notify', notifyUrl)
    },
  )
  const { id, key } = generateCompatKey(mode)
  await app.transaction({ accountId, mode }, async tx => {
    tx.em.create(CompatKey, {
      id,
      account: accountId,
      mode,
      label,
      hint: makeApiKeyHint(key),
      keyHash: hashCompatKey(app, key),
      sealed: app.seal.seal(key, compatKeyContext(id)),
      scopes: [...scopes],
      notifyUrl: notifyUrl ?? null,
      createdAt: app.now(),
      revokedAt: null,
      lastUsedAt: null,
    })
    await tx.em.flush()
    const detail = { label, mode, scopes }
    await recordAct(app, tx, { accountId, ...by, act: 'compat_key.created', subject: `compat key ${id}`, detail })
  })
  return key
}

function checkKey(label: string, scopes: readonly CompatScope[]): void {
  const wrong: FieldError[] = []
  if (label.length < 1 || label.length > 100)
    wrong.push({ path: 'label', error: 'has 1 to 100 characters', code: 'wrong_length', min: 1, max: 100 })
  if (scopes.length === 0 || scopes.some(scope => !compatScopes.includes(scope))) {
    const error = `has at least one of ${compatScopes.join(', ')}`
    wrong.push({ path: 'scopes', error, code: 'not_one_of', values: compatScopes })
  }
  if (wrong.length > 0) throw refuseFields(wrong)
}
