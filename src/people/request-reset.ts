import { takeAttempt } from '../accounts/take-attempt.ts'
import { Refusal } from '../lib/refusal.ts'
import type { StartedWork } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { findPerson } from './find-person.ts'
import { chooseMailLanguage, mailTexts } from './mail/mail-texts.ts'
import { codesPerHour, createCode, findChat } from './send-code.ts'
import { normalizeUsername } from './user.ts'

type ResetNeeds = Needs<'em' | 'transaction' | 'now' | 'seal' | 'config' | 'reactions' | 'mailer' | 'log'>

/**
 * Sends a reset code to the chat and the verified e-mail address of the user with this name or address. It runs in the
 * background: the answer is identical, and equally fast, if no such user exists or no code can be sent. Refuses
 * `rate_limited` for a network address with too many requests, and for a name with too many requests, whether or not it
 * exists.
 */
export async function requestReset(
  app: ResetNeeds,
  { username, address }: { username: string; address: string },
): Promise<StartedWork> {
  await takeAttempt(app, { key: `reset address ${address}`, max: 20, windowS: 3600 })
  const name = normalizeUsername(username).trim()
  await takeAttempt(app, { key: `reset name ${name}`, max: codesPerHour, windowS: 3600 })
  return { work: [sendTo(app, name)] }
}

async function sendTo(app: ResetNeeds, username: string): Promise<void> {
  try {
    const user = await findPerson(app.em('shared'), username)
    if (!user) return
    const chat = await findChat(app, user.id)
    const email = user.emailVerifiedAt === null ? null : user.email
    const mailer = email === null ? null : app.mailer
    if (!chat && !mailer) return app.log.info({ user: user.id }, 'no way is known to send a reset code')
    const code = await createCode(app, { userId: user.id, purpose: 'reset', sessionId: null }, chat)
    const data = { username: user.username, shopUrl: app.config.baseUrl, proof: code }
    await mailer?.send({ to: email!, ...mailTexts[chooseMailLanguage(user)].reset(data) })
  } catch (error) {
    if (error instanceof Refusal) app.log.info({ code: error.code }, 'no reset code was sent')
    else app.log.error({ err: error }, 'a reset code could not be sent')
  }
}
