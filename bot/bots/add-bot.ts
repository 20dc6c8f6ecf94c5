import type { UserFromGetMe } from 'grammy/types'
import type { Actor } from '../../src/accounts/audit.ts'
import type { Mode } from '../../src/database/scope.ts'
import { Refusal, refuseField } from '../../src/lib/refusal.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot, botTokenContext } from '../../src/notices/bot.ts'
import { storeBot } from '../../src/notices/store-bot.ts'
import type { BotRow } from '../context.ts'
import { classifyTelegramError, createApi, describeTelegramError } from '../telegram/telegram.ts'
import { introduceBot } from './introduce-bot.ts'

export interface NewBot {
  token: string
  /** The account; null for the platform bot, which is unique: it replaces the previous one. */
  accountId: number | null
  /** The mode of the orders made through the bot; `live` by default. */
  mode?: Mode
  by?: Actor
}

const getMeTimeoutMs = 15_000

/**
 * Starts to operate a bot under the name that Telegram reports. A known bot gets the new token, or becomes active again
 * after it was revoked. Refuses `invalid_request` (token, or another account's bot) and `provider_unavailable`.
 */
export async function addBot(
  app: Needs<'em' | 'transaction' | 'goods' | 'seal' | 'config' | 'wake' | 'log' | 'now' | 'slots'>,
  input: NewBot,
): Promise<BotRow> {
  if (!/^\d+:[\w-]{20,}$/.test(input.token))
    throw refuseField('token', 'is the token that BotFather gave: 123456:ABC...', 'malformed')
  const me = await callGetMe(app, input.token)
  const row = {
    id: me.id,
    accountId: input.accountId,
    mode: input.mode ?? 'live',
    username: me.username,
    firstName: me.first_name,
    me,
    sealedToken: app.seal.seal(input.token, botTokenContext(me.id)),
  }
  const bot = await storeBot(app, row, input.by)
  app.wake.notify('bots')
  const api = createApi({ apiRoot: app.config.botApiUrl, token: input.token, timeoutMs: getMeTimeoutMs })
  await introduceBot(app, api, bot)
  return bot
}

/** Registers BOT_TOKEN as the platform bot, if it is set and not yet registered. */
export async function ensurePlatformBot(
  app: Needs<'em' | 'transaction' | 'goods' | 'seal' | 'config' | 'wake' | 'log' | 'now' | 'slots'>,
): Promise<void> {
  const token = app.config.botToken
  if (token === undefined) return
  const id = Number(token.split(':')[0])
  const known = await app.em('installation').findOne(Bot, { id, account: null })
  // This includes a revoked bot: its old token would not work now either.
  if (known && app.seal.open(known.sealedToken, botTokenContext(id)) === token) return
  const bot = await addBot(app, { token, accountId: null })
  app.log.info({ bot: bot.id, username: bot.username }, 'the platform bot is in service')
}

async function callGetMe(app: Needs<'config'>, token: string): Promise<UserFromGetMe> {
  try {
    return await createApi({ apiRoot: app.config.botApiUrl, token, timeoutMs: getMeTimeoutMs }).getMe()
  } catch (error) {
    if (classifyTelegramError(error)?.is === 'revoked')
      throw refuseField('token', 'is not known to Telegram (any more)', 'wrong')
    throw new Refusal('provider_unavailable', `Telegram could not be asked: ${describeTelegramError(error)}`)
  }
}
