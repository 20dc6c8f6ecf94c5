import { hash } from 'node:crypto'
import { LockMode } from '@mikro-orm/core'
import { recordAct } from '../../accounts/audit.ts'
import { takeAttempt } from '../../accounts/take-attempt.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { isEmailTaken, User } from '../user.ts'
import { chooseMailLanguage, mailTexts } from './mail-texts.ts'

const lifetimeMs = 86_400_000
const perHourMax = 5
const tokenContext = 'link|e-mail'

interface Claim {
  userId: number
  email: string
  /** The expiry, in ms since 1970. */
  until: number
}

/** A message that is being sent. */
interface SentMail {
  /** Whether the SMTP server accepted it. Never rejects: errors are logged. */
  isTaken: Promise<boolean>
}

/**
 * Sends the user a link by e-mail that confirms their address, without waiting for the server. Returns null if nothing
 * is sent: the installation has no SMTP server, no address was given, or it is already confirmed. Refuses
 * `rate_limited` beyond five an hour, for a user or an address.
 */
export async function sendConfirmationMail(
  app: Needs<'em' | 'transaction' | 'now' | 'seal' | 'config' | 'mailer' | 'log'>,
  userId: number,
): Promise<SentMail | null> {
  const user = await app.em('shared').findOneOrFail(User, userId)
  const { mailer } = app
  const { email, username, emailVerifiedAt } = user
  if (!mailer || email === null || emailVerifiedAt !== null) return null
  const recipient = hash('sha256', email, 'base64url')
  for (const key of [`confirm e-mail user ${userId}`, `confirm e-mail to ${recipient}`]) {
    await takeAttempt(app, { key, max: perHourMax, windowS: 3600 })
  }
  const claim: Claim = { userId, email, until: app.now().getTime() + lifetimeMs }
  const { baseUrl } = app.config
  const token = app.seal.seal(JSON.stringify(claim), tokenContext)
  const proof = `${baseUrl}/confirm-email?${new URLSearchParams({ token })}`
  const mail = mailTexts[chooseMailLanguage(user)].verify({ username, shopUrl: baseUrl, proof })
  const isTaken = mailer.send({ to: email, ...mail }).then(
    () => true,
    error => {
      app.log.error({ err: error }, 'no e-mail sent')
      return false
    },
  )
  return { isTaken }
}

/**
 * Confirms the address to which a link was sent; a second press changes nothing. Refuses `unauthorized` for a link that
 * is too old or not ours, and `refused_transition` if the user's address has changed or another user has confirmed the
 * same one.
 */
export async function confirmEmail(
  app: Needs<'transaction' | 'now' | 'seal'>,
  { token, address }: { token: string; address: string },
): Promise<void> {
  const claim = readClaim(app, token)
  if (!claim) throw new Refusal('unauthorized', 'The link is too old or incomplete: ask for another one')
  try {
    await app.transaction('shared', async tx => {
      const user = await tx.em.findOne(User, claim.userId, { lockMode: LockMode.PESSIMISTIC_WRITE })
      if (user?.email !== claim.email) throw new Refusal('refused_transition', 'Another address was given since')
      if (user.emailVerifiedAt !== null) return
      await tx.em.nativeUpdate(User, { id: user.id }, { emailVerifiedAt: app.now() })
      const actor = `user ${user.id}`
      await recordAct(app, tx, { accountId: null, actor, act: 'user.email_confirmed', subject: actor, address })
    })
  } catch (error) {
    if (!isEmailTaken(error)) throw error
    throw new Refusal('refused_transition', 'Another user has confirmed this address')
  }
}

function readClaim(app: Needs<'now' | 'seal'>, token: string): Claim | null {
  try {
    const claim = JSON.parse(app.seal.open(token, tokenContext)) as Claim
    return claim.until > app.now().getTime() ? claim : null
  } catch {
    return null
  }
}
