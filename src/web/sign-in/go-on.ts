import { Refusal } from '../../lib/refusal.ts'
import type { App } from '../../needs.ts'
import { findSession } from '../../people/find-session.ts'
import { sendCode } from '../../people/send-code.ts'
import type { SignedIn } from '../../people/sign-in.ts'
import type { Door } from '../parts/cookies.ts'
import { safeBack } from '../parts/gate.ts'
import type { Outcome } from '../parts/page.ts'

export interface FirstStep extends SignedIn {
  door: Door
  back?: string | undefined
}

/**
 * Returns where a sign-in goes after its first step of any kind: to the page that was asked for, or to the second
 * step.
 */
export async function goOn(app: App, { token, secondStep, door, back }: FirstStep): Promise<Outcome> {
  const prefix = door === 'operator' ? '/operator' : ''
  if (secondStep === 'none') return { session: token, to: safeBack(back, prefix || '/dashboard') }
  const isSent = secondStep !== 'bot' || (await sendFirstCode(app, token))
  const query = new URLSearchParams({ ...(back ? { back } : {}), ...(isSent ? {} : { unsent: '1' }) })
  return { session: token, to: `${prefix}/sign-in/code${query.size > 0 ? `?${query}` : ''}` }
}

// The second step stands whether a code can be sent or not: the page says so, and takes backup codes.
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
