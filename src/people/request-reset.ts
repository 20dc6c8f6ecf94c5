import { takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { codesPerHour, sendCode } from './send-code.ts'
import { User, usernameOf } from './user.ts'

/**
 * Sends a reset code to the chat of the user of this name, as work that nobody waits for: the answer is the same for a
 * name that nobody has or whose chat is not linked, and comes as soon. Refuses `rate_limited` for an address that asks
 * too often, and for a name that codes were asked for too often, whether somebody has it or not.
 */
export async function requestReset(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'reactions' | 'log'>,
  { username, address }: { username: string; address: string },
): Promise<Started> {
  await takeAttempt(app, { key: `reset address ${address}`, max: 20, windowS: 3600 })
  const name = usernameOf(username)
  await takeAttempt(app, { key: `reset name ${name}`, max: codesPerHour, windowS: 3600 })
  return { work: [sendTo(app, name)] }
}

async function sendTo(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'reactions' | 'log'>,
  username: string,
): Promise<void> {
  try {
    const user = await app.em('shared').findOne(User, { username, isActive: true })
    if (user) await sendCode(app, { userId: user.id, purpose: 'reset', sessionId: null })
  } catch (error) {
    if (error instanceof Refusal) app.log.info({ code: error.code }, 'no reset code was sent')
    else app.log.error({ err: error }, 'a reset code could not be sent')
  }
}
