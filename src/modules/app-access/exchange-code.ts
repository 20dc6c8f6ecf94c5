import { createHash } from 'node:crypto'
import { recordAct } from '../../accounts/audit.ts'
import { writeKey } from '../../keys/create-key.ts'
import { hashToken } from '../../lib/ids.ts'
import { Refusal } from '../../lib/refusal.ts'
import { isSameText } from '../../lib/same-text.ts'
import type { Needs } from '../../needs.ts'
import { AppGrant } from './app-grant.ts'

export interface CodeExchange {
  code: string
  codeVerifier: string
  returnUrl: string
}

/**
 * Exchanges a code for a new API key, once. A request with a correct code and a wrong verifier or address invalidates
 * the code. Refuses `unauthorized`.
 */
export async function exchangeCode(
  app: Needs<'em' | 'transaction' | 'seal' | 'now' | 'reactions'>,
  { code, codeVerifier, returnUrl }: CodeExchange,
): Promise<{ key: string; grant: AppGrant }> {
  const now = app.now()
  const codeHash = hashToken(code)
  const em = app.em('installation')
  const grant = await em.findOne(AppGrant, { codeHash })
  const isOpen = { codeHash, usedAt: null, expiresAt: { $gt: now } }
  if (!grant) throw refuseCode()
  if (!isRight(grant, { codeVerifier, returnUrl })) {
    await em.nativeUpdate(AppGrant, isOpen, { usedAt: now })
    throw refuseCode()
  }
  const { accountId, mode, appName: label, scopes, actor, actorName } = grant
  const by = { actor, ...(actorName === null ? {} : { name: actorName }) }
  const key = await app.transaction({ accountId, mode }, async tx => {
    if ((await tx.em.nativeUpdate(AppGrant, isOpen, { usedAt: now })) !== 1) throw refuseCode()
    const made = await writeKey(app, tx, { accountId, mode, label, scopes }, by)
    const detail = { label, mode, scopes, app: new URL(grant.returnUrl).host }
    await recordAct(app, tx, { accountId, ...by, act: 'key.created', subject: `key ${made.id}`, detail })
    return made.key
  })
  return { key, grant }
}

function isRight({ challenge, returnUrl }: AppGrant, exchange: Omit<CodeExchange, 'code'>): boolean {
  const made = createHash('sha256').update(exchange.codeVerifier).digest('base64url')
  return isSameText(made, challenge) && exchange.returnUrl === returnUrl
}

function refuseCode(): Refusal {
  return new Refusal('unauthorized', 'The code is unknown, used or too old, or code_verifier or return is not its own')
}
