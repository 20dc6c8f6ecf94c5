import { type Bot, toBotUser } from './bots.ts'
import { isInlineKeyboard } from './keyboards.ts'
import type { Sql } from './lib/sql.ts'
import { type Chat, toChat, toPersonUser } from './people.ts'
import type { Room } from './room.ts'
import { announceUpdate, lifeS, updateSettingsSql } from './updates.ts'

export type Json = Record<string, unknown>

export interface StoredMessage {
  bot_id: number
  message_id: number
  person_id: number
  by_bot: boolean
  /** The Bot API's Message without the fields that change: its number, `edit_date` and `reply_markup`. */
  content: Json
  markup: Json | null
  sent_at: Date
  edited_at: Date | null
  edit_hidden: boolean
  pinned_at: Date | null
  /** The bot's own reactions; a bot never reads them back. */
  reactions: Json[] | null
  /** The id of a message with buttons that a person sent inline; it is all that a bot knows of it. */
  inline_message_id: string | null
}

/**
 * Stores a bot's message, which the person sees immediately. `body` contains the fields of this kind of message: text,
 * photo, and so on.
 */
export async function postByBot(
  { room, bot, sql = room.sql }: { room: Room; bot: Bot; sql?: Sql },
  chat: Chat,
  body: Json,
  markup?: Json,
): Promise<StoredMessage> {
  const shown = toChat(chat.person)
  // The author of a post in a channel is the channel.
  const author = chat.person.kind === 'channel' ? { sender_chat: shown } : { from: toBotUser(bot) }
  const content = { ...author, chat: shown, date: getUnixTime(), ...body }
  const rows = await sql.query<StoredMessage>(insertByBot, [
    bot.id,
    chat.person.id,
    toStorable(content),
    markup === undefined ? null : JSON.stringify(markup),
  ])
  if (markup !== undefined && !isInlineKeyboard(markup)) await setKeyboard(sql, bot, chat, markup)
  room.signals.wake('news:all')
  return rows[0]!
}

const insertByBot = `
  with counter as (
    update local_bot_api.bot_counter set last_message_id = last_message_id + 1 where bot_id = $1
    returning last_message_id
  ),
  stored as (
    insert into local_bot_api.message (bot_id, message_id, person_id, by_bot, content, markup)
    select $1, last_message_id, $2, true, $3, $4 from counter returning *
  ),
  told as (
    insert into local_bot_api.news (kind, bot_id, person_id, data)
    select 'message', $1, $2, jsonb_build_object('message_id', message_id) from stored
  )
  select * from stored`

async function setKeyboard(sql: Sql, bot: Bot, chat: Chat, markup: Json): Promise<void> {
  const keyboard = 'remove_keyboard' in markup ? null : JSON.stringify(markup)
  await sql.write('update local_bot_api.chat set keyboard = $3 where bot_id = $1 and person_id = $2', [
    bot.id,
    chat.person.id,
    keyboard,
  ])
}

/** Stores a person's message and queues the update for the bot, in one step. */
export async function postByPerson(
  room: Pick<Room, 'signals'> & { sql: Sql },
  bot: Bot,
  chat: Chat,
  body: Json,
): Promise<{ update_id: number | null; message_id: number }> {
  const { person } = chat
  const content = { from: toPersonUser(person), chat: toChat(person), date: getUnixTime(), ...body }
  const rows = await room.sql.query<{ update_id: number | null; message_id: number }>(insertByPerson, [
    bot.id,
    'message',
    person.id,
    toStorable(content),
    lifeS.message,
  ])
  announceUpdate(room, bot)
  room.signals.wake('news:all')
  return rows[0]!
}

const insertByPerson = `
  with ${updateSettingsSql},
  counter as (
    update local_bot_api.bot_counter
    set last_message_id = last_message_id + 1,
        last_update_id = last_update_id + (select wanted::int from settings)
    where bot_id = $1 returning last_message_id, last_update_id
  ),
  opened as (
    insert into local_bot_api.chat (bot_id, person_id, started) values ($1, $3, true)
    on conflict (bot_id, person_id) do update set started = true where not chat.started
  ),
  stored as (
    insert into local_bot_api.message (bot_id, message_id, person_id, by_bot, content)
    select $1, last_message_id, $3, false, $4 from counter
  ),
  queued as (
    insert into local_bot_api.update_queue
      (bot_id, update_id, kind, queue_key, payload, due_at, expires_at, held, parallel, copies)
    select $1, last_update_id, $2, $3,
           json_build_object($2::text, $4::jsonb || jsonb_build_object('message_id', last_message_id)),
           due_at, now() + $5 * interval '1 s', update_mode = 'hold', update_mode = 'parallel',
           case when update_mode = 'twice' then 2 else 1 end
    from counter, settings where wanted
  ),
  told as (
    insert into local_bot_api.news (kind, bot_id, person_id, data)
    select 'message', $1, $3, jsonb_build_object('message_id', last_message_id) from counter
  )
  select last_message_id as message_id, case when wanted then last_update_id end as update_id from counter, settings`

/** The changes of an edit. A body replaces the old one entirely. */
export interface MessageEdit {
  body?: Json
  markup?: Json | undefined
}

/** Stores an edit; returns undefined if the message was deleted in the meantime. */
export async function editMessage(
  room: Room,
  message: StoredMessage,
  { body, markup }: MessageEdit,
): Promise<StoredMessage | undefined> {
  const { from, chat, date, reply_to_message, via_bot } = message.content
  const content = body === undefined ? message.content : { from, chat, date, reply_to_message, via_bot, ...body }
  const rows = await room.sql.query<StoredMessage>(updateMessage, [
    message.bot_id,
    message.message_id,
    toStorable(content),
    markup === undefined ? null : JSON.stringify(markup),
    body === undefined && (message.edit_hidden || message.edited_at === null),
  ])
  room.signals.wake('news:all')
  return rows[0]
}

const updateMessage = `
  with edited as (
    update local_bot_api.message
    set content = $3, markup = $4, edited_at = clock_timestamp(), edit_hidden = $5
    where bot_id = $1 and message_id = $2 returning *
  ),
  told as (
    insert into local_bot_api.news (kind, bot_id, person_id, data)
    select 'message', bot_id, person_id, jsonb_build_object('message_id', message_id) from edited
  )
  select * from edited`

export async function deleteMessage(room: Room, message: StoredMessage): Promise<boolean> {
  const deleted = await room.sql.query(deleteOne, [message.bot_id, message.message_id])
  room.signals.wake('news:all')
  return deleted.length > 0
}

const deleteOne = `
  with gone as (
    delete from local_bot_api.message where bot_id = $1 and message_id = $2 returning bot_id, person_id, message_id
  )
  insert into local_bot_api.news (kind, bot_id, person_id, data)
  select 'deleted', bot_id, person_id, jsonb_build_object('message_id', message_id) from gone returning id`

/** Pins a message, or with `false` unpins it; `undefined` unpins every message of the chat. */
export async function pinMessage(
  { room, bot }: { room: Room; bot: Bot },
  personId: number,
  messageId: number | undefined,
  pinned: boolean,
): Promise<void> {
  await room.sql.write(
    `with changed as (
       update local_bot_api.message set pinned_at = case when $4 then clock_timestamp() end
       where bot_id = $1 and person_id = $2 and ($3::bigint is null or message_id = $3)
         and (pinned_at is not null or $4)
       returning message_id
     )
     insert into local_bot_api.news (kind, bot_id, person_id, data)
     select 'message', $1, $2, jsonb_build_object('message_id', message_id) from changed`,
    [bot.id, personId, messageId ?? null, pinned],
  )
  room.signals.wake('news:all')
}

export async function findMessage(
  room: Room,
  bot: Bot,
  personId: number,
  messageId: number,
): Promise<StoredMessage | undefined> {
  const rows = await room.sql.query<StoredMessage>(
    'select * from local_bot_api.message where bot_id = $1 and message_id = $2 and person_id = $3',
    [bot.id, messageId, personId],
  )
  return rows[0]
}

export async function findInlineMessage(room: Room, bot: Bot, id: string): Promise<StoredMessage | undefined> {
  const rows = await room.sql.query<StoredMessage>(
    'select * from local_bot_api.message where bot_id = $1 and inline_message_id = $2',
    [bot.id, id],
  )
  return rows[0]
}

export async function findMessages(room: Room, botId: number, messageIds: number[]): Promise<StoredMessage[]> {
  return room.sql.query<StoredMessage>(
    'select * from local_bot_api.message where bot_id = $1 and message_id = any($2::bigint[]) order by message_id',
    [botId, messageIds],
  )
}

/** Returns the last thousand messages of the chat, oldest first. */
export async function listChatMessages(room: Room, bot: Bot, personId: number): Promise<StoredMessage[]> {
  const rows = await room.sql.query<StoredMessage>(
    `select * from local_bot_api.message where bot_id = $1 and person_id = $2 order by message_id desc limit 1000`,
    [bot.id, personId],
  )
  return rows.reverse()
}

export async function findLastPinned(room: Room, bot: Bot, personId: number): Promise<StoredMessage | undefined> {
  const rows = await room.sql.query<StoredMessage>(
    `select * from local_bot_api.message
     where bot_id = $1 and person_id = $2 and pinned_at is not null order by message_id desc limit 1`,
    [bot.id, personId],
  )
  return rows[0]
}

/** Returns the message as the Bot API shows it. A bot sees inline keyboards only. */
export function toApiMessage(message: StoredMessage): Json {
  return {
    message_id: message.message_id,
    ...message.content,
    ...(message.edited_at && { edit_date: Math.floor(message.edited_at.getTime() / 1000) }),
    ...(isInlineKeyboard(message.markup) && { reply_markup: message.markup }),
  }
}

export const getUnixTime = () => Math.floor(Date.now() / 1000)

/** Converts a value to JSON that jsonb accepts, without zero characters and halves of surrogate pairs. */
export function toStorable(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '').toWellFormed() : inner,
  )
}
