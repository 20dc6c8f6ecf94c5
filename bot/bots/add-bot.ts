import { randomBytes } from 'node:crypto'
import type { UserFromGetMe } from 'grammy/types'
import type { Mode } from '../../src/database/scope.ts'
import type { Tx } from '../../src/database/transaction.ts'
import { Refusal, refuseField } from '../../src/lib/refusal.ts'
import type { Needs } from '../../src/needs.ts'
import { Bot } from '../../src/notices/bot.ts'
import type { BotRow } from '../context.ts'
import { describeTrouble, telegram, troubleOf } from '../telegram/telegram.ts'
import { tokenContext } from './bots.ts'
import { introduceBot } from './introduce-bot.ts'

export interface NewBot {
  token: string
  /** Null: the platform bot, of which there is one: it takes the place of the one before. */
  accountId: number | null
  /** Of the orders that are made through it; `live` unless said. */
  mode?: Mode
}

const getMeTimeoutMs = 15_000

/**
 * Takes a bot into service under the name that Telegram tells. The same bot again brings a new token, or comes back after
 * it was revoked. Refuses `invalid_request` (token, or another account's bot) and `provider_unavailable`.
 */
export async function addBot(
  app: Needs<'sql' | 'transaction' | 'seal' | 'config' | 'wake' | 'log'>,
  asked: NewBot,
): Promise<BotRow> {
  if (!/^\d+:[\w-]{20,}$/.test(asked.token))
    throw refuseField('token', 'is the token that BotFather gave: 123456:ABC...')
  const me = await askMe(app, asked.token)
  const bot = await app.transaction('installation', async tx => {
    if (asked.accountId === null) await retirePlatformBot(tx, me.id)
    return keepBot(app, tx, asked, me)
  })
  app.wake.notify('bots')
  const api = telegram({ apiRoot: app.config.botApiUrl, token: asked.token, timeoutMs: getMeTimeoutMs })
  await introduceBot(app, api, { id: bot.id, isPlatform: bot.accountId === null })
  return bot
}

/** Takes BOT_TOKEN into service as the platform bot, where it is set and is not so already. */
export async function ensurePlatformBot(
  app: Needs<'em' | 'sql' | 'transaction' | 'seal' | 'config' | 'wake' | 'log'>,
): Promise<void> {
  const token = app.config.botToken
  if (token === undefined) return
  const id = Number(token.split(':')[0])
  const known = await app.em('installation').findOne(Bot, { id, account: null })
  // Also when it was revoked: the same token is no better now.
  if (known && app.seal.open(known.sealedToken, tokenContext(id)) === token) return
  const bot = await addBot(app, { token, accountId: null })
  app.log.info({ bot: bot.id, username: bot.username }, 'the platform bot is in service')
}

async function askMe(app: Needs<'config'>, token: string): Promise<UserFromGetMe> {
  try {
    return await telegram({ apiRoot: app.config.botApiUrl, token, timeoutMs: getMeTimeoutMs }).getMe()
  } catch (error) {
    if (troubleOf(error)?.is === 'revoked') throw refuseField('token', 'is not known to Telegram (any more)')
    throw new Refusal('provider_unavailable', `Telegram could not be asked: ${describeTrouble(error)}`)
  }
}

async function retirePlatformBot(tx: Tx, exceptId: number): Promise<void> {
  await tx.write(
    `update bot set state = 'revoked', revoked_at = now() where account_id is null and state = 'active' and id <> $1`,
    [exceptId],
  )
}

async function keepBot(app: Needs<'seal'>, tx: Tx, asked: NewBot, me: UserFromGetMe): Promise<BotRow> {
  const [bot] = await tx.query<BotRow>(
    `insert into bot (id, account_id, mode, username, first_name, me, sealed_token, hook_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (id) do update set username = excluded.username, first_name = excluded.first_name, me = excluded.me,
       sealed_token = excluded.sealed_token, mode = excluded.mode, state = 'active', revoked_at = null, hooked_as = null,
       hook_at = now()
     where bot.account_id is not distinct from excluded.account_id
     returning id, account_id as "accountId", mode, username, first_name as "firstName"`,
    [
      me.id,
      asked.accountId,
      asked.mode ?? 'live',
      me.username,
      me.first_name,
      JSON.stringify(me),
      app.seal.seal(asked.token, tokenContext(me.id)),
      randomBytes(18).toString('base64url'),
    ],
  )
  if (!bot) throw refuseField('token', `@${me.username} is the bot of another account`)
  return bot
}
