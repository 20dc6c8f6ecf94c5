import { randomBytes } from 'node:crypto'
import { gatherWork } from './lib/gather.ts'
import { createOncePerRoom, type Room } from './room.ts'

export interface Bot {
  id: number
  token: string
  username: string
  first_name: string
  /** Texts by language code; `''` stands for every other language. */
  names: Record<string, string>
  descriptions: Record<string, string>
  short_descriptions: Record<string, string>
  commands: CommandList[]
  /** The `file_id` of its picture. */
  photo: string | null
  menu_button: object | null
  /** The rights that it requests when it is added to groups and to channels. */
  administrator_rights: Partial<Record<'groups' | 'channels', object>>
  webhook_url: string
  webhook_secret: string
  max_connections: number
  allowed_updates: string[] | null
  webhook_failed_at: Date | null
  webhook_error: string | null
  update_mode: UpdateMode
  delay_ms: number
  /** Whether the bot receives the inline results that people choose. */
  inline_feedback: boolean
}

export interface CommandList {
  /** The scope: `default`, `all_private_chats`, `chat:<id>`, ... */
  scope: string
  language: string
  commands: { command: string; description: string }[]
}

export type UpdateMode = 'normal' | 'twice' | 'parallel' | 'delay' | 'hold'

/**
 * Creates a bot like BotFather. A taken name returns the existing bot, so that a process that restarts finds its bot
 * and its token.
 */
export async function makeBot(room: Room, username: string, firstName: string): Promise<Bot> {
  await room.sql.query(insertBot, [username, firstName, randomBytes(26).toString('base64url')])
  const bot = (await findBot(room, username))!
  await room.sql.write(
    `insert into local_bot_api.bot_counter (bot_id, last_update_id, last_message_id)
     values ($1, 100000000, 0) on conflict do nothing`,
    [bot.id],
  )
  return bot
}

// A taken name uses up a number, which is harmless: numbers only grow.
const insertBot = `
  with next as (update local_bot_api.counter set value = value + 1 where name = 'bot' returning value),
  mode as (select value from local_bot_api.setting where name = 'update_mode')
  insert into local_bot_api.bot (id, token, username, first_name, update_mode, delay_ms)
  select next.value, next.value || ':' || $3, $1, $2,
         coalesce((select value ->> 'mode' from mode), 'normal'),
         coalesce((select (value ->> 'delay_ms')::int from mode), 0)
  from next
  on conflict (lower(username)) do nothing`

export async function listBots(room: Room): Promise<Bot[]> {
  return room.sql.query<Bot>('select * from local_bot_api.bot order by id')
}

export async function findBot(room: Room, username: string): Promise<Bot | undefined> {
  const rows = await room.sql.query<Bot>('select * from local_bot_api.bot where lower(username) = lower($1)', [
    username,
  ])
  return rows[0]
}

/** A bot that calls a method, and whether a fault is set for it. */
export type CallingBot = Bot & { faulty: boolean }

/**
 * Finds the bot of a token. Simultaneous calls share one statement, because every call of every bot begins with this.
 */
export function findBotByToken(room: Room, token: string, method: string): Promise<CallingBot | undefined> {
  return callers(room)({ token, method })
}

interface Called {
  token: string
  method: string
}

const callers = createOncePerRoom(room => gatherWork<Called, CallingBot>(called => findCallers(room, called)))

async function findCallers(room: Room, called: Called[]): Promise<(CallingBot | undefined)[]> {
  const distinct = [...new Map(called.map(each => [callKey(each), each])).values()]
  const rows = await room.sql.query<CallingBot & { method: string }>(selectCallers, [
    distinct.map(({ token }) => token),
    distinct.map(({ method }) => method),
  ])
  const found = new Map(rows.map(({ method, ...bot }) => [callKey({ token: bot.token, method }), bot]))
  return called.map(each => found.get(callKey(each)))
}

function callKey({ token, method }: Called): string {
  return `${token} ${method}`
}

const selectCallers = `
  select bot.*, called.method, exists (
    select from local_bot_api.fault
    where fault.method in (called.method, '*') and (fault.bot_id is null or fault.bot_id = bot.id)
  ) as faulty
  from unnest($1::text[], $2::text[]) as called (token, method) join local_bot_api.bot on bot.token = called.token`

/** Replaces the token; from now on the old one is answered with 401. */
export async function revokeToken(room: Room, bot: Bot): Promise<string> {
  const token = `${bot.id}:${randomBytes(26).toString('base64url')}`
  await room.sql.write('update local_bot_api.bot set token = $2 where id = $1', [bot.id, token])
  return token
}

/** Returns the bot as other users see it. */
export function toBotUser(bot: Bot) {
  return { id: bot.id, is_bot: true, first_name: bot.names[''] ?? bot.first_name, username: bot.username }
}
