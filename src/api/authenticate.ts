import type Koa from 'koa'
import { isAllowedAddress } from '../accounts/allowed-addresses.ts'
import { type KeyStanding, type StandingMemory, standingOfKey } from '../accounts/standing.ts'
import { takeAttempt } from '../accounts/take-attempt.ts'
import { callerAddress } from '../http/caller-address.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface AuthenticateNeeds extends Needs<'sql' | 'seal' | 'now' | 'transaction' | 'config'> {
  standings: StandingMemory
  /** Of this process: what is past it costs the database nothing. */
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
  const key = inHeader || ctx.query.apiKey
  if (!key) throw new Refusal('unauthorized', sameWords)
  const found = typeof key === 'string' ? await standingOfKey(app, app.standings, key) : null
  if (found && (inHeader || found.acceptsKeyInQuery)) {
    if (isAllowedAddress(found.allowedAddresses, ctx.ip)) return found
    throw new Refusal('forbidden', 'This API key may not be used from this address')
  }

  await countWrongKey(app, callerAddress(ctx))
  throw new Refusal('unauthorized', sameWords)
}

const windowS = 60

// All processes count together, so that guessing at several is no faster than at one.
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
