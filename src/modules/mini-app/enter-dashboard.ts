import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { botTokenContext } from '../../notices/bot.ts'
import { startSession } from '../../people/start-session.ts'
import { type SecondStep, User } from '../../people/user.ts'
import { checkInitData } from './check-init-data.ts'
import { refuseEntry, useInitDataOnce } from './enter-app.ts'
import { findPlatformBot } from './find-app-bot.ts'

/** A merchant who entered the dashboard from the chat. */
export interface EnteredMerchant {
  /** The token for the cookie. */
  token: string
  /** The proof that is still required before the session can be used. */
  secondStep: SecondStep
}

/** The maximum age of the data, in seconds, because access to a dashboard is more sensitive than a cart. */
const ageMaxS = 300

/**
 * Signs a merchant in by the signed data with which Telegram opened the platform bot's Mini App, once. Telegram proves
 * only the chat: money and secrets require the password, and an authenticator or a passkey is requested immediately.
 * Refuses `unauthorized`, always with the same message: for invalid data, a chat that is linked to no user or to
 * several, and a removed user.
 */
export async function enterDashboard(
  app: Needs<'em' | 'transaction' | 'now' | 'reactions' | 'seal'>,
  botId: string,
  { initData, address, userAgent }: { initData: string; address: string; userAgent: string },
): Promise<EnteredMerchant> {
  const bot = await findPlatformBot(app, botId)
  if (!bot) throw refuseEntry()
  const now = app.now()
  const told = checkInitData(initData, { token: app.seal.open(bot.sealedToken, botTokenContext(bot.id)), now })
  if (!told || now.getTime() - told.signedAt.getTime() > ageMaxS * 1000) throw refuseEntry()
  await useInitDataOnce(app, told.hash)
  const linked = { chatId: told.user.id, isActive: true, isOperator: false }
  const [user, other] = await app.em('shared').find(User, linked, { limit: 2 })
  if (!user || other) throw new Refusal('unauthorized', 'This chat signs nobody in')
  const asksMore = user.secondStep === 'totp' || user.secondStep === 'passkey'
  const token = await startSession(app, {
    userId: user.id,
    isConfirmed: !asksMore,
    authenticatedAt: new Date(0),
    address,
    userAgent,
  })
  return { token, secondStep: asksMore ? user.secondStep : 'none' }
}
