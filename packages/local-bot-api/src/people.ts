import { BotApiError, badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import type { Params } from './params.ts'
import type { Room } from './room.ts'

export interface Person {
  id: number
  first_name: string
  last_name: string | null
  username: string | null
  language_code: string | null
  phone_number: string
  deactivated: boolean
  /** The type of the chat with them. Groups and channels are stored here too, with their title in `first_name`. */
  kind: 'private' | TeamKind
  /** The person who made the group or channel; null for a person. */
  creator_id: number | null
  /** The supergroup that replaced a group. */
  moved_to: number | null
}

export type TeamKind = 'group' | 'supergroup' | 'channel'

export interface NewPerson {
  first_name: string
  last_name?: string | undefined
  username?: string | undefined
  language_code?: string | undefined
}

export async function addPerson(room: Room, person: NewPerson): Promise<Person> {
  const rows = await room.sql.query<Person>(insertPerson, [
    person.first_name,
    person.last_name ?? null,
    person.username ?? null,
    person.language_code ?? null,
  ])
  return rows[0]!
}

const insertPerson = `
  with next as (update local_bot_api.counter set value = value + 1 where name = 'person' returning value)
  insert into local_bot_api.person (id, first_name, last_name, username, language_code, phone_number)
  select value, $1, $2, $3, $4, '62812' || lpad((value % 100000000)::text, 8, '0') from next
  returning *`

export async function findPerson(room: Room, id: number): Promise<Person | undefined> {
  const rows = await room.sql.query<Person>('select * from local_bot_api.person where id = $1', [id])
  return rows[0]
}

export async function listPeople(room: Room): Promise<Person[]> {
  return room.sql.query<Person>("select * from local_bot_api.person where kind = 'private' order by id")
}

export interface Chat {
  person: Person
  started: boolean
  blocked: boolean
  keyboard: object | null
  menu_button: object | null
}

interface ChatRow extends Person {
  started: boolean | null
  blocked: boolean | null
  keyboard: object | null
  menu_button: object | null
}

/** Returns the private chat of a bot and a person, even before its first message. */
export async function findChat(room: Room, bot: Bot, personId: number): Promise<Chat | undefined> {
  const rows = await room.sql.query<ChatRow>(
    `select person.*, chat.started, chat.blocked, chat.keyboard, chat.menu_button
     from local_bot_api.person left join local_bot_api.chat on chat.bot_id = $1 and chat.person_id = person.id
     where person.id = $2`,
    [bot.id, personId],
  )
  const row = rows[0]
  if (row === undefined) return undefined
  const { started, blocked, keyboard, menu_button, ...person } = row
  return { person, started: started === true, blocked: blocked === true, keyboard, menu_button }
}

/** Returns the chat of `chat_id`, or Telegram's error for it. */
export async function requireChat(room: Room, bot: Bot, params: Params, name = 'chat_id'): Promise<Chat> {
  if (params.text(name) === undefined) throw badRequest(`${name} is empty`)
  const id = params.integer(name)
  const chat = id === undefined ? undefined : await findChat(room, bot, id)
  if (chat === undefined) throw badRequest('chat not found')
  return chat
}

/** Returns the chat to which the bot is about to write, and refuses if it may not. */
export async function requireWritableChat(room: Room, bot: Bot, params: Params): Promise<Chat> {
  const chat = await requireChat(room, bot, params)
  if (chat.person.kind !== 'private') return writableTeam(chat)
  if (chat.person.deactivated) throw new BotApiError(403, 'Forbidden: user is deactivated')
  if (chat.blocked) throw new BotApiError(403, 'Forbidden: bot was blocked by the user')
  if (!chat.started) throw new BotApiError(403, "Forbidden: bot can't initiate conversation with a user")
  return chat
}

function writableTeam(chat: Chat): Chat {
  const { kind, moved_to: movedTo } = chat.person
  if (movedTo !== null) {
    const text = 'Bad Request: group chat was upgraded to a supergroup chat'
    throw new BotApiError(400, text, { migrate_to_chat_id: movedTo })
  }
  if (chat.blocked) throw new BotApiError(403, `Forbidden: bot was kicked from the ${kind} chat`)
  if (!chat.started) throw new BotApiError(403, `Forbidden: bot is not a member of the ${kind} chat`)
  return chat
}

/** Returns the person as bots see them. */
export function toPersonUser(person: Person) {
  const { id, first_name, last_name, username, language_code } = person
  return {
    id,
    is_bot: false,
    first_name,
    ...(last_name && { last_name }),
    ...(username && { username }),
    ...(language_code && { language_code }),
  }
}

/** Returns the chat as it appears in a message. */
export function toChat(person: Person) {
  const { id, first_name, last_name, username, kind } = person
  if (kind !== 'private') return { id, title: first_name, type: kind }
  return { id, first_name, ...(last_name && { last_name }), ...(username && { username }), type: 'private' as const }
}
