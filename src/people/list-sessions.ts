import type { Needs } from '../needs.ts'
import { openSessionsCondition, Session } from './session.ts'

export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'seenAt' | 'address' | 'userAgent'>

/** Returns a user's current sessions, newest first; `seenAt` is accurate to five minutes. */
export async function listSessions(app: Needs<'em' | 'now'>, userId: number): Promise<ListedSession[]> {
  const open = { user: userId, ...openSessionsCondition(app.now()) }
  const sessions = await app.em('shared').find(Session, open, { orderBy: { seenAt: 'desc', id: 'desc' } })
  return sessions.map(({ id, createdAt, seenAt, address, userAgent }) => ({
    id,
    createdAt,
    seenAt,
    address,
    userAgent,
  }))
}
