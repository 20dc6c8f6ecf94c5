import { hashToken } from '../lib/ids.ts'
import type { Needs } from '../needs.ts'
import { announceSignIn } from './announce-sign-in.ts'
import { generateSessionToken, Session } from './session.ts'

export interface NewSession {
  userId: number
  /** Whether the second step is done or not required. */
  isConfirmed: boolean
  /** When they proved who they are, in business time; by default now. */
  authenticatedAt?: Date | undefined
  address: string
  userAgent: string
}

const lifetimeMs = 7 * 86_400_000
const userAgentMax = 300

/** Starts a session and returns its token, which only the browser stores. Every way of signing in ends here. */
export async function startSession(
  app: Needs<'transaction' | 'now' | 'reactions'>,
  input: NewSession,
): Promise<string> {
  const token = generateSessionToken()
  const now = app.now()
  await app.transaction('shared', async tx => {
    const session = tx.em.create(Session, {
      user: input.userId,
      tokenHash: hashToken(token),
      confirmedAt: input.isConfirmed ? now : null,
      authenticatedAt: input.authenticatedAt ?? now,
      createdAt: now,
      seenAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
      revokedAt: null,
      address: input.address,
      userAgent: input.userAgent.slice(0, userAgentMax),
    })
    await tx.em.flush()
    if (input.isConfirmed) await announceSignIn(app, tx, session.id)
  })
  return token
}
