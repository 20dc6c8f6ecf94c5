import { Secret, TOTP } from 'otpauth'
import type { Needs } from '../../needs.ts'
import { User } from '../user.ts'

/** Returns the configuration of a user's authenticator app (RFC 6238): six digits, 30 seconds. */
export function makeTotp(username: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Warung', label: username, secret: Secret.fromBase32(secret) })
}

/** Returns the context to which the seal of an authenticator's secret is bound. */
export function totpContext(userId: number): string {
  return `app_user|sealed_totp|${userId}`
}

/**
 * Returns whether an authenticator app shows this code now, or did 30 seconds ago. A code is valid once: an older step
 * is refused.
 */
export async function checkTotp(app: Needs<'em' | 'seal'>, userId: number, code: string): Promise<boolean> {
  const em = app.em('shared')
  const user = await em.findOne(User, { id: userId, isActive: true })
  if (!user?.sealedTotp) return false
  const step = findTimeStep(user.username, app.seal.open(user.sealedTotp, totpContext(userId)), code)
  if (step === null) return false
  return (await em.nativeUpdate(User, { id: userId, totpStep: { $lt: step } }, { totpStep: step })) === 1
}

/**
 * Returns the time step of a code, the current or the previous one; null if it is wrong. Uses real time, because the
 * authenticator app does too.
 */
export function findTimeStep(username: string, secret: string, code: string): number | null {
  if (!/^[0-9]{6}$/.test(code)) return null
  const totp = makeTotp(username, secret)
  const now = Date.now()
  const times = [now, now - totp.period * 1000]
  const timestamp = times.find(time => totp.validate({ token: code, timestamp: time, window: 0 }) !== null)
  return timestamp === undefined ? null : totp.counter({ timestamp })
}
