import { type Bot, listBots } from './bots.ts'
import { readFileAddresses } from './files.ts'
import type { ChatInList, ChatView, ShownBot, ShownMessage } from './lib/page-json.ts'
import { findLastPinned, type StoredMessage } from './messages.ts'
import { findChat, type Person } from './people.ts'
import type { Room } from './room.ts'
import { listSeenMessages, toSeenMessages } from './seen-messages.ts'
import { selectCommands, selectText } from './settings.ts'

const botsShownMax = 200

/** Returns the page's list of chats: the bots with the person's last message in each, the most recent first. */
export async function listChats(room: Room, person: Person): Promise<ChatInList[]> {
  const chats = await room.sql.query<{ bot_id: number; started: boolean; blocked: boolean }>(
    'select bot_id, started, blocked from local_bot_api.chat where person_id = $1',
    [person.id],
  )
  const last = await room.sql.query<StoredMessage>(
    `select last_one.* from local_bot_api.chat
     cross join lateral (
       select * from local_bot_api.message
       where message.bot_id = chat.bot_id and message.person_id = $1 order by message_id desc limit 1
     ) as last_one
     where chat.person_id = $1`,
    [person.id],
  )
  const seen = await toSeenMessages(room, last)
  const lastOf = new Map(last.map((message, index) => [message.bot_id, seen[index]! as unknown as ShownMessage]))
  const chatOf = new Map(chats.map(chat => [chat.bot_id, chat]))
  const bots = await listBots(room)
  const photos = await photoAddresses(room, bots)
  return bots
    .map(
      (bot): ChatInList => ({
        ...describeBot(bot, person, photos),
        started: chatOf.get(bot.id)?.started ?? false,
        blocked: chatOf.get(bot.id)?.blocked ?? false,
        ...(lastOf.has(bot.id) && { last_message: lastOf.get(bot.id)! }),
      }),
    )
    .sort((one, other) => dateOf(other) - dateOf(one))
    .slice(0, botsShownMax)
}

const dateOf = (chat: ChatInList) => chat.last_message?.date ?? 0

/** Returns everything that the page shows of a chat. */
export async function readChatView(room: Room, bot: Bot, person: Person): Promise<ChatView> {
  const chat = (await findChat(room, bot, person.id))!
  const pinned = await findLastPinned(room, bot, person.id)
  return {
    bot: describeBot(bot, person, await photoAddresses(room, [bot])),
    started: chat.started,
    blocked: chat.blocked,
    phone_number: person.phone_number,
    keyboard: chat.keyboard,
    menu_button: (chat.menu_button ?? bot.menu_button ?? { type: 'default' }) as ChatView['menu_button'],
    commands: selectCommands(bot, person.id, person.language_code ?? ''),
    pinned_message_id: pinned?.message_id ?? null,
    messages: (await listSeenMessages(room, bot, person)) as unknown as ShownMessage[],
  }
}

/** Returns the addresses of the bots' pictures, by their `file_id`. */
function photoAddresses(room: Room, bots: Bot[]): Promise<Map<string, string>> {
  return readFileAddresses(
    room,
    bots.flatMap(({ photo }) => photo ?? []),
  )
}

function describeBot(bot: Bot, person: Person, photos: Map<string, string>): ShownBot {
  const language = person.language_code ?? ''
  return {
    id: bot.id,
    username: bot.username,
    first_name: selectText(bot.names, language) ?? bot.first_name,
    description: selectText(bot.descriptions, language) ?? '',
    short_description: selectText(bot.short_descriptions, language) ?? '',
    photo_url: (bot.photo !== null && photos.get(bot.photo)) || null,
    delivery: bot.webhook_url === '' ? 'polling' : 'webhook',
    update_mode: bot.update_mode,
  }
}
