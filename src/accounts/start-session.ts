import type { Needs } from '../needs.ts'
import { hashSessionToken, newSessionToken } from './session.ts'

export interface NewSession {
  userId: number
  /** False: the second step is still to come. */
  isConfirmed: boolean
  address: string
  userAgent: string
}

const lifetimeMs = 7 * 86_400_000
const userAgentMax = 300

/** Begins a session and returns its token, which only the browser keeps. Every way of signing in ends here. */
export async function startSession(app: Needs<'sql' | 'now'>, asked: NewSession): Promise<string> {
  const token = newSessionToken()
  const now = app.now()
  await app.sql.write(
    `insert into session (user_id, token_hash, confirmed_at, authenticated_at, created_at, seen_at, expires_at, address, user_agent)
     values ($1, $2, $3, $4, $4, $4, $5, $6, $7)`,
    [
      asked.userId,
      hashSessionToken(token),
      asked.isConfirmed ? now : null,
      now,
      new Date(now.getTime() + lifetimeMs),
      asked.address,
      asked.userAgent.slice(0, userAgentMax),
    ],
  )
  return token
}
