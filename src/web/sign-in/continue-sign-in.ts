import { Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { findSession } from '../../people/find-session.ts'
import { sendCode } from '../../people/send-code.ts'
import type { SignInResult } from '../../people/sign-in.ts'
import type { SignInDoor } from '../parts/cookies.ts'
import { toSafePath } from '../parts/gate.ts'
import type { Outcome } from '../parts/page.ts'

export interface FirstStep extends SignInResult {
  door: SignInDoor
  back?: string | undefined
}

/** Returns the destination after the first step of a sign-in: the page that was requested, or the second step. */
export async function continueSignIn(app: App, { token, secondStep, door, back }: FirstStep): Promise<Outcome> {
  const prefix = door === 'operator' ? '/operator' : ''
  if (secondStep === 'none') return { session: token, to: toSafePath(back, prefix || '/dashboard') }
  const isSent = secondStep !== 'bot' || (await sendFirstCode(app, token))
  const query = new URLSearchParams({ ...(back ? { back } : {}), ...(isSent ? {} : { unsent: '1' }) })
  return { session: token, to: `${prefix}/sign-in/code${query.size > 0 ? `?${query}` : ''}` }
}

// The second step is required even if no code can be sent: the page says so, and accepts backup codes.
async function sendFirstCode(app: App, token: string): Promise<boolean> {
  const session = await findSession(app, token)
  try {
    await sendCode(app, { userId: session!.userId, purpose: 'sign_in', sessionId: session!.id })
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return false
  }
}
