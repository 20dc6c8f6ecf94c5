import { Secret, TOTP } from 'otpauth'
import type { Needs } from '../needs.ts'

/** What a user's authenticator app shows (RFC 6238): six digits, 30 seconds. */
export function totpOf(username: string, secret: string): TOTP {
  return new TOTP({ issuer: 'Warung', label: username, secret: Secret.fromBase32(secret) })
}

/** What the seal of an authenticator's secret is bound to. */
export function totpContext(userId: number): string {
  return `app_user|sealed_totp|${userId}`
}

/** Whether an authenticator app shows this now, or did 30 seconds ago. A code is good once: an older step is refused. */
export async function checkTotp(app: Needs<'sql' | 'seal'>, userId: number, code: string): Promise<boolean> {
  const [user] = await app.sql.query<{ username: string; sealed: string | null }>(
    'select username, sealed_totp as sealed from app_user where id = $1 and is_active',
    [userId],
  )
  if (!user?.sealed) return false
  const step = stepOf(user.username, app.seal.open(user.sealed, totpContext(userId)), code)
  if (step === null) return false
  const used = await app.sql.write('update app_user set totp_step = $2 where id = $1 and totp_step < $2', [
    userId,
    step,
  ])
  return used === 1
}

/** The step of time that a code belongs to; null where it is wrong. Real time: the app in the pocket knows no other. */
export function stepOf(username: string, secret: string, code: string): number | null {
  const totp = totpOf(username, secret)
  const delta = totp.validate({ token: code, window: 1 })
  return delta === null ? null : totp.counter() + delta
}
