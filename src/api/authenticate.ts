import type Koa from 'koa'
import { takeAttempt } from '../accounts/take-attempt.ts'
import { findCallerAddress } from '../http/caller-address.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { isAllowedAddress } from '../keys/allowed-addresses.ts'
import { explainKeyEnd } from '../keys/explain-key-end.ts'
import { findStandingByKey, type KeyStanding, type StandingMemory } from '../keys/standing.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface AuthenticateNeeds
  extends Needs<'sql' | 'ask' | 'em' | 'seal' | 'now' | 'calendar' | 'transaction' | 'config'> {
  standings: StandingMemory
  /** This process's own limit: it rejects further requests without a database query. */
  failedKeys: RateLimit
}

/**
 * Authenticates a request (contract 5) by the key in `X-API-Key`, or else in `?apiKey=`. Refuses `unauthorized`.
 * Refuses `forbidden` for a valid key from a disallowed address, or in the query if its account forbids that. Refuses
 * `rate_limited` for an address that keeps trying. The holder of an expired or revoked key learns the reason; all
 * others get the same message.
 */
export async function authenticateKey(app: AuthenticateNeeds, ctx: Koa.Context): Promise<KeyStanding> {
  const inHeader = ctx.req.headers['x-api-key']
  const key = inHeader || ctx.query.apiKey
  if (!key) throw new Refusal('unauthorized', 'The API key is missing: send it in the header X-API-Key')
  const text = typeof key === 'string' ? key : ''
  const found = await findStandingByKey(app, app.standings, text, ctx.req.socket)
  if (!found) {
    await countWrongKey(app, findCallerAddress(ctx))
    throw new Refusal('unauthorized', (await explainKeyEnd(app, text)) ?? 'The API key is not valid')
  }
  if (!inHeader && !found.acceptsKeyInQuery) {
    throw new Refusal('forbidden', 'This account takes API keys in the header X-API-Key alone, not in the address')
  }
  // Most keys may be used from everywhere, so that the address need not be found out.
  if (found.allowedAddresses.length > 0 && !isAllowedAddress(found.allowedAddresses, ctx.ip)) {
    throw new Refusal('forbidden', `This API key may not be used from ${ctx.ip.replace(/^::ffff:/, '')}`)
  }
  return found
}

const windowS = 60

// All processes share this counter, so spreading guesses over several processes gains nothing.
async function countWrongKey(app: AuthenticateNeeds, address: string): Promise<void> {
  const { ok, resetS } = app.failedKeys.take(address)
  if (!ok) throw tooMany(resetS)
  const key = `wrong key address ${address}`
  await takeAttempt(app, { key, max: app.config.limits.failedKeysPerMin, windowS }).catch((error: unknown) => {
    throw error instanceof Refusal ? tooMany(error.retryAfterS) : error
  })
}

function tooMany(retryAfterS = windowS): Refusal {
  return new Refusal('rate_limited', 'Too many keys that are not valid came from this address', { retryAfterS })
}
