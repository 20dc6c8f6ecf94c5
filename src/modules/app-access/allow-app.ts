import type { Actor } from '../../accounts/audit.ts'
import type { Mode } from '../../database/scope.ts'
import type { KeyScope } from '../../keys/api-key.ts'
import { generateToken, hashToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { AppGrant } from './app-grant.ts'
import type { AccessRequest } from './read-access-request.ts'

/** How long an app can exchange a code for its key, in seconds. */
export const codeLifeS = 300

/** Returns whether the merchant has to prove their second factor before an app gets such a key. */
export function needsSecondFactor({ scopes, mode }: { scopes: readonly KeyScope[]; mode: Mode }): boolean {
  return mode === 'live' || scopes.includes('money')
}

/** Stores that a merchant allowed an app to get a key. Returns the code by which the app gets it once. */
export async function allowApp(
  app: Needs<'transaction' | 'now'>,
  { accountId, mode }: { accountId: number; mode: Mode },
  request: AccessRequest,
  by: Actor,
): Promise<string> {
  const code = generateToken()
  const createdAt = app.now()
  await app.transaction({ accountId, mode }, async tx => {
    tx.em.create(AppGrant, {
      account: accountId,
      mode,
      codeHash: hashToken(code),
      appName: request.app,
      scopes: request.scopes,
      returnUrl: request.return,
      challenge: request.code_challenge,
      actor: by.actor,
      actorName: by.name ?? null,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + codeLifeS * 1000),
      usedAt: null,
    })
    await tx.em.flush()
  })
  return code
}
