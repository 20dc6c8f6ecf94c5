import type { Needs } from '../needs.ts'
import type { Role } from './membership.ts'
import { hashSessionToken } from './session.ts'

/** Who is signed in, and what they belong to: read with every request of a page. */
export interface CurrentSession {
  id: number
  userId: number
  username: string
  displayName: string
  language: 'id' | 'en'
  isOperator: boolean
  /** False: nothing but the second step is open yet. */
  isConfirmed: boolean
  authenticatedAt: Date
  memberships: { accountId: number; accountName: string; role: Role }[]
}

const idleMs = 12 * 3_600_000
const seenEveryMs = 300_000

/** The session of a cookie; null for one that is unknown, revoked, over, or idle for 12 hours. */
export async function findSession(app: Needs<'sql' | 'now'>, token: string): Promise<CurrentSession | null> {
  const now = app.now()
  const idleSince = new Date(now.getTime() - idleMs)
  const [found] = await app.sql.query<CurrentSession & { seenAt: Date }>(sessionSql, [
    hashSessionToken(token),
    now,
    idleSince,
  ])
  if (!found) return null
  const { seenAt, ...session } = found
  // A write for each request would cost four times as much as the look.
  if (now.getTime() - seenAt.getTime() > seenEveryMs) {
    await app.sql.write('update session set seen_at = $2 where id = $1 and seen_at < $2', [session.id, now])
  }
  return session
}

const sessionSql = `
  select s.id, u.id as "userId", u.username, u.display_name as "displayName", u.language, u.is_operator as "isOperator",
    s.confirmed_at is not null as "isConfirmed", s.authenticated_at as "authenticatedAt", s.seen_at as "seenAt",
    coalesce((select json_agg(json_build_object('accountId', m.account_id, 'accountName', a.display_name, 'role', m.role)
        order by m.id)
      from membership m join account a on a.id = m.account_id where m.user_id = u.id and a.is_active), '[]') as memberships
  from session s join app_user u on u.id = s.user_id
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3 and u.is_active`
