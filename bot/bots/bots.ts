import { createHmac } from 'node:crypto'
import type { Api } from 'grammy'
import type { UserFromGetMe } from 'grammy/types'
import { ShortMemory } from '../../src/lib/memory/short-memory.ts'
import type { Statement } from '../../src/lib/statement.ts'
import type { Needs } from '../../src/needs.ts'
import { botTokenContext } from '../../src/notices/bot.ts'
import type { BotRow } from '../context.ts'
import { createApi } from '../telegram/telegram.ts'
import { botsSql, readBots, type StoredBot } from './bots-sql.ts'

/** An active bot: its row, and the clients that send its messages. */
export interface KnownBot extends BotRow {
  /** Telegram's answer to `getMe`, stored so that it is not called again. */
  me: UserFromGetMe
  token: string
  /** The sealed token; it identifies the token that Telegram refused. */
  sealedToken: string
  hookId: string
  /**
   * Returns the secrets that Telegram repeats in each webhook request, and that are otherwise unknown: the current one,
   * then the previous one.
   */
  hookSecrets(): string[]
  /** The `url`, secret and kinds of updates last sent to Telegram; null if no webhook is set. */
  hookedAs: string | null
  /** The shop's name for customers. */
  storeName: string
  /** The client for handlers, which waits after a short 429 and retries. */
  api: Api
  /** The client for deliverers and polls, which interpret every answer themselves. */
  bareApi: Api
}

/** The active bots, loaded on demand: a bot without updates costs only its row. */
export interface Bots {
  byId(id: number): Promise<KnownBot | null>
  byHook(hookId: string): Promise<KnownBot | null>
  platform(): Promise<KnownBot | null>
  /** Reads the rows again after a change. */
  forget(): void
}

const apiTimeoutMs = 15_000

const active = "where b.state = 'active' and"
const byIdSql = botsSql<{ id: number }>(`${active} b.id = :id`)
const byHookSql = botsSql<{ hookId: string }>(`${active} b.hook_id = :hookId`)
const platformSql = botsSql(`${active} b.account_id is null`)

export function createBots(app: Needs<'sql' | 'seal' | 'config'>): Bots {
  const remembered = new ShortMemory<KnownBot>({ freshMs: 30_000, most: 200 })

  async function findBot<Values extends object>(
    key: string,
    query: Statement<Values, { store: string }>,
    values: Values,
  ) {
    return remembered.recall(key) ?? remembered.keep(key, readBot(query, values))
  }

  async function readBot<Values extends object>(query: Statement<Values, { store: string }>, values: Values) {
    const [row] = await readBots(app, query, values)
    return row ? openBot(app, row) : null
  }

  return {
    byId: id => findBot(`id ${id}`, byIdSql, { id }),
    byHook: hookId => findBot(`hook ${hookId}`, byHookSql, { hookId }),
    platform: () => findBot('platform', platformSql, {}),
    forget: () => remembered.forget(),
  }
}

export function openBot(app: Needs<'seal' | 'config'>, row: StoredBot): KnownBot {
  const { id, accountId, mode, username, firstName, sealedToken, hookId, hookedAs } = row
  const token = app.seal.open(sealedToken, botTokenContext(id))
  const way = { apiRoot: app.config.botApiUrl, token, timeoutMs: apiTimeoutMs }
  return {
    id,
    accountId,
    mode,
    username,
    firstName,
    sealedToken,
    hookId,
    hookedAs,
    token,
    me: row.me as UserFromGetMe,
    storeName: row.store,
    hookSecrets: () => deriveHookSecrets(app, id, row.secretRotation),
    api: createApi({ ...way, isPatient: true }),
    bareApi: createApi(way),
  }
}

// The secret is derived, so that one number replaces it for all bots, and it is not stored anywhere.
export function deriveHookSecrets(app: Needs<'seal'>, botId: number, rotation: number): string[] {
  return app.seal
    .deriveKeys('telegram hooks', 'recent')
    .map(({ key }) => createHmac('sha256', key).update(`${botId}|${rotation}`).digest('base64url'))
}
