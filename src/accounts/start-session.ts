import type { Needs } from '../needs.ts'
import { hashSessionToken, newSessionToken, Session } from './session.ts'

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
export async function startSession(app: Needs<'em' | 'now'>, asked: NewSession): Promise<string> {
  const token = newSessionToken()
  const now = app.now()
  const em = app.em('installation')
  em.create(Session, {
    user: asked.userId,
    tokenHash: hashSessionToken(token),
    confirmedAt: asked.isConfirmed ? now : null,
    authenticatedAt: now,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
    revokedAt: null,
    address: asked.address,
    userAgent: asked.userAgent.slice(0, userAgentMax),
  })
  await em.flush()
  return token
}
