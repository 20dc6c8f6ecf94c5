import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'

export interface AttemptLimit {
  /** `sign-in name ayu`, `code user 12`. */
  key: string
  max: number
  windowS: number
}

/**
 * Counts a try before it is worked on, in one statement, so that a thousand at once get no more through than one after
 * another. Refuses `rate_limited` past the limit.
 */
export async function takeAttempt(app: Needs<'sql' | 'now'>, { key, max, windowS }: AttemptLimit): Promise<void> {
  const now = app.now()
  const taken = await app.sql.query(takeSql, [key, max, new Date(now.getTime() + windowS * 1000), now])
  if (taken.length > 0) return
  const [row] = await app.sql.query<{ until: Date }>('select until from attempt where key = $1', [key])
  const retryAfterS = Math.max(1, Math.ceil(((row?.until.getTime() ?? 0) - now.getTime()) / 1000))
  throw new Refusal('rate_limited', 'Too many tries: wait a while', { retryAfterS })
}

const takeSql = `
  insert into attempt as a (key, tries, until) values ($1, 1, $3)
  on conflict (key) do update set
    tries = case when a.until <= $4 then 1 else a.tries + 1 end,
    until = case when a.until <= $4 then excluded.until else a.until end
  where a.until <= $4 or a.tries < $2
  returning tries`

/** Forgets the tries of one that was right. */
export async function forgetAttempts(app: Needs<'sql'>, key: string): Promise<void> {
  await app.sql.write('delete from attempt where key = $1', [key])
}
