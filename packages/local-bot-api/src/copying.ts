import { badRequest } from './bot-api-error.ts'
import { findMessage, findMessages, type Json, postByBot, type StoredMessage, toApiMessage } from './messages.ts'
import type { Call, Method } from './method.ts'
import { type Chat, requireChat, requireWritableChat } from './people.ts'
import { buildCaptionBody, sendMessage } from './sending.ts'

/** The methods that send an existing message again. */
export const copyingMethods: Record<string, Method> = {
  copyMessage,
  copyMessages: call => sendAll(call, 'copy', message => copyContent(message, call.params.flag('remove_caption'))),
  forwardMessage,
  forwardMessages: call => sendAll(call, 'forward', forwardContent),
}

const messagesMax = 100

async function copyMessage(call: Call): Promise<Json> {
  const original = await sourceMessage(call, 'message to copy not found')
  const body = copyContent(original)
  if (!('text' in body) && call.params.text('caption') !== undefined) {
    delete body.caption
    delete body.caption_entities
    Object.assign(body, buildCaptionBody(call.params))
  }
  const sent = await sendMessage(call, body)
  return { message_id: sent.message_id }
}

async function forwardMessage(call: Call): Promise<Json> {
  return sendMessage(call, forwardContent(await sourceMessage(call, 'message to forward not found')))
}

/** Sends messages again. Missing ones are skipped, as in Telegram; albums stay albums. */
async function sendAll(call: Call, verb: string, bodyOf: (message: StoredMessage) => Json): Promise<Json[]> {
  const { room, bot, params } = call
  const chat = await requireWritableChat(room, bot, params)
  const source = await requireChat(room, bot, params, 'from_chat_id')
  const wanted = messageIds(params.json('message_ids'))
  const found = (await findMessages(room, bot.id, wanted)).filter(message => isIn(message, source))
  if (found.length === 0) throw badRequest(`there are no messages to ${verb}`)
  const albums = new Map<unknown, string>()
  const stored = await room.sql.transaction(async sql => {
    const sent: StoredMessage[] = []
    for (const message of found) {
      const album = albumField(message, albums)
      sent.push(await postByBot({ room, bot, sql }, chat, { ...bodyOf(message), ...protection(call), ...album }))
    }
    return sent
  })
  room.signals.wake('news:all')
  return stored.map(message => ({ message_id: toApiMessage(message).message_id }))
}

const isIn = (message: StoredMessage, chat: Chat) => message.person_id === chat.person.id
const protection = ({ params }: Call) => (params.flag('protect_content') ? { has_protected_content: true } : {})

function messageIds(value: unknown): number[] {
  if (!Array.isArray(value) || value.length === 0) throw badRequest('message identifiers are not specified')
  if (value.length > messagesMax) throw badRequest('too many message identifiers specified')
  const ids = value.map(Number)
  if (!ids.every(Number.isSafeInteger)) throw badRequest('invalid message identifier specified')
  if (ids.some((id, at) => at > 0 && id <= ids[at - 1]!)) {
    throw badRequest('message identifiers must be in a strictly increasing order')
  }
  return ids
}

function albumField({ content }: StoredMessage, albums: Map<unknown, string>): Json {
  const { media_group_id: before } = content
  if (before === undefined) return {}
  if (!albums.has(before)) albums.set(before, String(Date.now() * 1000 + albums.size))
  return { media_group_id: albums.get(before) }
}

/** Returns the content of a message as the bot's own. */
function copyContent({ content }: StoredMessage, withoutCaption = false): Json {
  const { from, chat, date, reply_to_message, media_group_id, forward_origin, via_bot, ...body } = content
  if (!withoutCaption) return body
  const { caption, caption_entities, show_caption_above_media, ...bare } = body
  return bare
}

/** Returns the content of a message as a forward; a forward keeps its original author. */
export function forwardContent({ message_id, content }: StoredMessage): Json {
  const { from, chat, date, reply_to_message, media_group_id, sender_chat, via_bot, ...body } = content
  const origin =
    sender_chat === undefined
      ? { type: 'user', sender_user: from, date }
      : { type: 'channel', chat: sender_chat, message_id, date }
  return { forward_origin: origin, ...body }
}

async function sourceMessage({ room, bot, params }: Call, missing: string): Promise<StoredMessage> {
  const chat = await requireChat(room, bot, params, 'from_chat_id')
  const message = await findMessage(room, bot, chat.person.id, params.integer('message_id') ?? 0)
  if (message === undefined) throw badRequest(missing)
  return message
}
