import { Secret } from 'otpauth'
import { recordAct } from '../../accounts/audit.ts'
import { notFound, refuseField } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { User } from '../user.ts'
import { findTimeStep, makeTotp, totpContext } from './check-totp.ts'

const secretBytes = 20

/**
 * Returns a fresh secret for an authenticator app, and the content of its QR code. Nothing is stored until it is
 * proved.
 */
export function offerTotp(username: string): { secret: string; url: string } {
  const secret = new Secret({ size: secretBytes }).base32
  return { secret, url: makeTotp(username, secret).toString() }
}

/**
 * Makes an authenticator app the second step after it has shown a correct code. Refuses `invalid_request` for a wrong
 * one, `not_found` for an unknown user.
 */
export async function enrolTotp(
  app: Needs<'transaction' | 'seal' | 'now'>,
  userId: number,
  { secret, code, address }: { secret: string; code: string; address: string },
): Promise<void> {
  if (!/^[A-Z2-7]{32}$/.test(secret)) throw refuseField('secret', 'is not one that was offered', 'wrong')
  await app.transaction('shared', async tx => {
    const user = await tx.em.findOne(User, { id: userId })
    if (!user) throw notFound('user')
    const step = findTimeStep(user.username, secret, code)
    if (step === null) throw refuseField('code', 'is not what the app shows now', 'wrong')
    const sealedTotp = app.seal.seal(secret, totpContext(userId))
    await tx.em.nativeUpdate(User, { id: userId }, { sealedTotp, totpStep: step, secondStep: 'totp' })
    const actor = `user ${userId}`
    const detail = { second_step: 'totp' }
    await recordAct(app, tx, { accountId: null, actor, act: 'second_step.chosen', subject: actor, detail, address })
  })
}
