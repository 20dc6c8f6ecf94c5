import { type Bot, toBotUser } from './bots.ts'
import { getUnixTime } from './messages.ts'
import { publishNews } from './news.ts'
import { type Person, toChat, toPersonUser } from './people.ts'
import type { Room } from './room.ts'
import { queueUpdate } from './updates.ts'

/**
 * Makes a person block or unblock a bot; the bot gets `my_chat_member` if that changed anything. Returns its update
 * id.
 */
export async function setBlocked(room: Room, bot: Bot, person: Person, blocked: boolean): Promise<number | undefined> {
  const changed = await room.sql.write(
    `insert into local_bot_api.chat (bot_id, person_id, blocked) values ($1, $2, $3)
     on conflict (bot_id, person_id) do update set blocked = excluded.blocked where chat.blocked <> excluded.blocked`,
    [bot.id, person.id, blocked],
  )
  if (changed === 0) return undefined
  await publishNews(room, 'chat', { bot: bot.id, person: person.id })
  const user = toBotUser(bot)
  const member = { user, status: 'member' }
  const kicked = { user, status: 'kicked', until_date: 0 }
  return queueUpdate(room, bot, {
    kind: 'my_chat_member',
    queueKey: person.id,
    payload: {
      chat: toChat(person),
      from: toPersonUser(person),
      date: getUnixTime(),
      old_chat_member: blocked ? member : kicked,
      new_chat_member: blocked ? kicked : member,
    },
  })
}

/**
 * Marks a person's account as deleted, or restores it. Bots that write to a deleted account get `Forbidden: user is
 * deactivated`.
 */
export async function setDeactivated(room: Room, person: Person, deactivated: boolean): Promise<void> {
  await room.sql.write('update local_bot_api.person set deactivated = $2 where id = $1', [person.id, deactivated])
  await publishNews(room, 'people', {})
}
