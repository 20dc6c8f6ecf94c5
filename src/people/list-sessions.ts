import type { Needs } from '../needs.ts'
import { openSessionsAt, Session } from './session.ts'

export type ListedSession = Pick<Session, 'id' | 'createdAt' | 'seenAt' | 'address' | 'userAgent'>

/** Where a user is signed in now, the newest first; `seenAt` to five minutes. */
export async function listSessions(app: Needs<'em' | 'now'>, userId: number): Promise<ListedSession[]> {
  const open = { user: userId, ...openSessionsAt(app.now()) }
  const sessions = await app.em('shared').find(Session, open, { orderBy: { seenAt: 'desc', id: 'desc' } })
  return sessions.map(({ id, createdAt, seenAt, address, userAgent }) => ({
    id,
    createdAt,
    seenAt,
    address,
    userAgent,
  }))
}
