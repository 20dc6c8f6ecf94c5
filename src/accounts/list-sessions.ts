import type { Needs } from '../needs.ts'

export interface ListedSession {
  id: number
  createdAt: Date
  /** To five minutes. */
  seenAt: Date
  address: string
  userAgent: string
}

/** Where a user is signed in now, the newest first. */
export async function listSessions(app: Needs<'sql' | 'now'>, userId: number): Promise<ListedSession[]> {
  return app.sql.query<ListedSession>(
    `select id, created_at as "createdAt", seen_at as "seenAt", address, user_agent as "userAgent"
     from session where user_id = $1 and revoked_at is null and expires_at > $2 order by seen_at desc, id desc`,
    [userId, app.now()],
  )
}
