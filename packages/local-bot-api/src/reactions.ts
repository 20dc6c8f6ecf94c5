import { badRequest } from './bot-api-error.ts'
import { findMessage } from './messages.ts'
import type { Call, Method } from './method.ts'
import { publishNews } from './news.ts'
import { requireWritableChat } from './people.ts'

/** The emoji that Telegram accepts as a reaction. */
const emoji = new Set(
  [
    '❤ 👍 👎 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊',
    '🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋',
    '🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃',
    '💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡',
  ].flatMap(row => row.split(' ')),
)

export const reactionMethods: Record<string, Method> = { setMessageReaction }

/** Sets or removes a bot's reaction to a message of its chat; the person sees it below the message. */
async function setMessageReaction({ room, bot, params }: Call): Promise<true> {
  const chat = await requireWritableChat(room, bot, params)
  const message = await findMessage(room, bot, chat.person.id, params.integer('message_id') ?? 0)
  if (message === undefined) throw badRequest('message to react not found')
  const reactions = readReactions(params.json('reaction') ?? [])
  await room.sql.write('update local_bot_api.message set reactions = $3 where bot_id = $1 and message_id = $2', [
    bot.id,
    message.message_id,
    reactions.length === 0 ? null : JSON.stringify(reactions),
  ])
  await publishNews(room, 'message', { bot: bot.id, person: chat.person.id }, { message_id: message.message_id })
  return true
}

function readReactions(value: unknown): { type: 'emoji'; emoji: string }[] {
  if (!Array.isArray(value)) throw badRequest("can't parse reaction types: expected an Array")
  // A bot may have one reaction; custom and paid ones are not for private chats.
  if (value.length > 1) throw badRequest('REACTIONS_TOO_MANY')
  return value.map(one => {
    const { type, emoji: wanted } = (one ?? {}) as { type?: unknown; emoji?: unknown }
    if (typeof type !== 'string') throw badRequest("can't parse ReactionType: type not found")
    const plain = String(wanted).replaceAll('\ufe0f', '')
    if (type !== 'emoji' || !emoji.has(plain)) throw badRequest('REACTION_INVALID')
    return { type, emoji: plain }
  })
}
