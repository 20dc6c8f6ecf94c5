import type { Needs } from '../../needs.ts'
import { Passkey } from '../passkeys/passkey.ts'
import { passkeysWork } from '../passkeys/passkey-ceremony.ts'
import { User } from '../user.ts'

/** The means that a user has, beside identity providers, to prove who they are. */
export interface WaysToProve {
  hasPassword: boolean
  hasPasskey: boolean
  /** Where a six-digit code comes from: their authenticator app, or the chat; null where there is neither. */
  codeBy: 'totp' | 'bot' | null
}

/** Says it. A chat does not stand in for the app or the passkey that somebody chose as the second step. */
export async function waysToProve(app: Needs<'em' | 'config'>, userId: number): Promise<WaysToProve> {
  const em = app.em('shared')
  const { passwordHash, secondStep, chatId } = await em.findOneOrFail(User, userId)
  const hasPasskey = passkeysWork(app) && (await em.count(Passkey, { user: userId })) > 0
  const byChat = chatId !== null && secondStep !== 'passkey' ? 'bot' : null
  return { hasPassword: passwordHash !== null, hasPasskey, codeBy: secondStep === 'totp' ? 'totp' : byChat }
}
