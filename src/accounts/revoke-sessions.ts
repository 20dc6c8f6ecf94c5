import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'

/** Which of a user's sessions: one, all, or all but the one that asks. */
export type WhichSessions = 'all' | { only: number } | { butNot: number }

/** Signs a user out of sessions, at once and everywhere. Returns how many they were; another user's are none. */
export async function revokeSessions(
  app: Needs<'now'>,
  tx: Sql,
  userId: number,
  which: WhichSessions,
): Promise<number> {
  const only = typeof which === 'object' && 'only' in which ? which.only : null
  const kept = typeof which === 'object' && 'butNot' in which ? which.butNot : null
  return tx.write(
    `update session set revoked_at = $2 where user_id = $1 and revoked_at is null
       and ($3::bigint is null or id = $3) and ($4::bigint is null or id <> $4)`,
    [userId, app.now(), only, kept],
  )
}
