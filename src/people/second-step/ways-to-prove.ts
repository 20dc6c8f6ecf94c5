import type { Needs } from '../../needs.ts'
import { Passkey } from '../passkeys/passkey.ts'
import { arePasskeysSupported } from '../passkeys/passkey-ceremony.ts'
import { User } from '../user.ts'

/** A user's means, besides identity providers, of proving who they are. */
export interface WaysToProve {
  hasPassword: boolean
  hasPasskey: boolean
  /** The source of a six-digit code: their authenticator app, or the chat; null if they have neither. */
  codeBy: 'totp' | 'bot' | null
}

/**
 * Returns how a user can prove who they are. A chat does not replace the app or the passkey that they chose as the
 * second step.
 */
export async function findWaysToProve(app: Needs<'em' | 'config'>, userId: number): Promise<WaysToProve> {
  const em = app.em('shared')
  const { passwordHash, secondStep, chatId } = await em.findOneOrFail(User, userId)
  const hasPasskey = arePasskeysSupported(app) && (await em.count(Passkey, { user: userId })) > 0
  const byChat = chatId !== null && secondStep !== 'passkey' ? 'bot' : null
  return { hasPassword: passwordHash !== null, hasPasskey, codeBy: secondStep === 'totp' ? 'totp' : byChat }
}
