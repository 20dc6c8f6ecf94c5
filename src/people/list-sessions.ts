import type { Needs } from '../needs.ts'
import { idleMs } from './find-session.ts'
import { Session } from './session.ts'

export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'seenAt' | 'address' | 'userAgent'>

/** Where a user is signed in now, the newest first; `seenAt` to five minutes. */
export async function listSessions(app: Needs<'em' | 'now'>, userId: number): Promise<ListedSession[]> {
  const now = app.now()
  const isAlive = { expiresAt: { $gt: now }, seenAt: { $gt: new Date(now.getTime() - idleMs) } }
  const open = { user: userId, revokedAt: null, ...isAlive }
  const sessions = await app.em('installation').find(Session, open, { orderBy: { seenAt: 'desc', id: 'desc' } })
  return sessions.map(({ id, createdAt, seenAt, address, userAgent }) => ({
    id,
    createdAt,
    seenAt,
    address,
    userAgent,
  }))
}
