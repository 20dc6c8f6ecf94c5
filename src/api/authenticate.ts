import type Koa from 'koa'
import { isAllowedAddress } from '../accounts/allowed-addresses.ts'
import { type KeyStanding, type StandingMemory, standingOfKey } from '../accounts/standing.ts'
import { callerAddress } from '../http/caller-address.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface AuthenticateNeeds extends Needs<'sql' | 'seal' | 'now'> {
  standings: StandingMemory
  failedKeys: RateLimit
}

const sameWords = 'The API key is missing or not valid'

/**
 * Whose request it is (spec 5): the key in `X-API-Key`, else in `?apiKey=`. Refuses `unauthorized`, in the same words
 * whatever is wrong with the key, `forbidden` for a good one from a wrong address, and `rate_limited` for an address that
 * keeps trying.
 */
export async function authenticate(app: AuthenticateNeeds, ctx: Koa.Context): Promise<KeyStanding> {
  const inHeader = ctx.get('X-API-Key')
  const inQuery = ctx.query.apiKey
  const key = inHeader || inQuery
  if (!key) throw new Refusal('unauthorized', sameWords)
  const found = typeof key === 'string' ? await standingOfKey(app, app.standings, key) : null
  if (found && (inHeader || found.acceptsKeyInQuery)) {
    if (isAllowedAddress(found.allowedAddresses, ctx.ip)) return found
    throw new Refusal('forbidden', 'This API key may not be used from this address')
  }

  const failed = app.failedKeys.take(callerAddress(ctx))
  if (!failed.ok) {
    throw new Refusal('rate_limited', 'Too many keys that are not valid came from this address', {
      retryAfterS: failed.resetS,
    })
  }
  throw new Refusal('unauthorized', sameWords)
}
