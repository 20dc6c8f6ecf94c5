import { takeAttempt } from '../../accounts/take-attempt.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { botTokenContext } from '../../notices/bot.ts'
import { reviveNotices } from '../../notices/unreachable.ts'
import { Customer } from '../../orders/customers/customer.ts'
import { registerCustomer } from '../../orders/customers/register-customer.ts'
import { signSession } from './app-session.ts'
import { checkInitData, clockSkewMaxS, initDataAgeMaxS, type MiniAppUser } from './check-init-data.ts'
import { type AppBot, findAppBot } from './find-app-bot.ts'
import { type AppStart, readStart } from './read-start.ts'

/** A new session, and the page that its link requested. */
export interface AppEntry {
  session: string
  start: AppStart
}

type EnterNeeds = Needs<'ask' | 'em' | 'sql' | 'transaction' | 'now' | 'reactions' | 'wake' | 'seal'>

/**
 * Exchanges the signed data with which Telegram opened a bot's Mini App for a session of its customer, once. Refuses
 * `unauthorized`, always with the same message: for an unknown or revoked bot, and data that is forged, too old, too
 * large, another bot's, or already used.
 */
export async function enterApp(app: EnterNeeds, botId: string, initData: string): Promise<AppEntry> {
  const bot = await findAppBot(app, botId)
  if (!bot) throw refuseEntry()
  const token = app.seal.open(bot.sealedToken, botTokenContext(bot.id))
  const told = checkInitData(initData, { token, now: app.now() })
  if (!told) throw refuseEntry()
  await useInitDataOnce(app, told.hash)
  const customer = await greetCustomer(app, bot, told.user)
  const start = readStart(told.startParam)
  const session = signSession(app, {
    botId: bot.id,
    customerId: customer.id,
    table: start.table,
    canWrite: told.user.allows_write_to_pm === true,
  })
  return { session, start }
}

/** Returns the refusal for a person who may not enter. */
export function refuseEntry(): Refusal {
  return new Refusal('unauthorized', 'The data of Telegram does not open this Mini App')
}

// Longer than the data is accepted, so that it counts as used for as long as it could be used.
const rememberedS = initDataAgeMaxS + clockSkewMaxS

/** Refuses `unauthorized` for data that was already used. */
export async function useInitDataOnce(app: Needs<'transaction' | 'now'>, hash: string): Promise<void> {
  try {
    await takeAttempt(app, { key: `mini app ${hash}`, max: 1, windowS: rememberedS })
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rate_limited') throw refuseEntry()
    throw error
  }
}

/**
 * Returns the customer of the chat. A person who blocked the bot stays blocked, although a link opens the Mini App for
 * them too, until Telegram reports that the bot may write.
 */
async function greetCustomer(app: EnterNeeds, bot: AppBot, user: MiniAppUser): Promise<Readonly<Customer>> {
  const { accountId, mode, id: botId } = bot
  const known = await app.em({ accountId }).findOne(Customer, { botId, telegramUserId: user.id })
  if (known && user.allows_write_to_pm !== true) return known
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ').slice(0, 100).toWellFormed() || '-'
  const language = user.language_code && !/^(id|in|ms|jv|su)\b/i.test(user.language_code) ? 'en' : 'id'
  const visitor = { accountId, mode, botId, telegramUserId: user.id, name, language } as const
  const { customer, wasBlocked } = await registerCustomer(app, visitor)
  if (wasBlocked) await reviveNotices(app, { botId, chatId: customer.chatId })
  return customer
}
