import { badRequest } from './bot-api-error.ts'
import { parseReplyMarkup } from './keyboards.ts'
import {
  deleteMessage,
  editMessage,
  findInlineMessage,
  findLastPinned,
  findMessage,
  type Json,
  pinMessage,
  type StoredMessage,
  toApiMessage,
} from './messages.ts'
import type { Call, Method } from './method.ts'
import { requireChat } from './people.ts'
import { buildCaptionBody, buildInputMediaBody, buildTextBody } from './sending.ts'

/** The methods that edit or delete existing content of a chat. */
export const editingMethods: Record<string, Method> = {
  editMessageText,
  editMessageCaption,
  editMessageMedia,
  editMessageReplyMarkup,
  deleteMessage: deleteOne,
  deleteMessages,
  pinChatMessage,
  unpinChatMessage,
  unpinAllChatMessages,
}

const deletableS = 48 * 3600
const deletedMax = 100
const mediaFields = ['photo', 'document', 'video', 'animation', 'audio', 'voice'] as const

async function editMessageText(call: Call): Promise<Json | true> {
  const body = buildTextBody(call.params)
  const message = await findEditable(call)
  if (!('text' in message.content)) throw badRequest('there is no text in the message to edit')
  return writeEdit(call, message, body)
}

async function editMessageCaption(call: Call): Promise<Json | true> {
  const caption = buildCaptionBody(call.params)
  const message = await findEditable(call)
  if (!mediaFields.some(field => field in message.content)) {
    throw badRequest('there is no caption in the message to edit')
  }
  const { caption: _, caption_entities: __, show_caption_above_media: ___, ...kept } = ownBody(message)
  return writeEdit(call, message, { ...kept, ...caption })
}

async function editMessageMedia(call: Call): Promise<Json | true> {
  const message = await findEditable(call)
  const body = await buildInputMediaBody(call.room, call.bot, call.params, call.params.json('media'))
  const { media_group_id } = message.content
  return writeEdit(call, message, { ...(media_group_id !== undefined && { media_group_id }), ...body })
}

async function editMessageReplyMarkup(call: Call): Promise<Json | true> {
  const message = await findEditable(call)
  return writeEdit(call, message, undefined)
}

/**
 * Writes an edit, which removes the old keyboard: without `reply_markup` the message has none afterwards. The bot
 * cannot see a message that was sent inline, so the answer is `true`.
 */
async function writeEdit(call: Call, message: StoredMessage, body: Json | undefined): Promise<Json | true> {
  const markup = parseReplyMarkup(call.params.json('reply_markup'))
  if (sameContent(message, body) && canonicalJson(message.markup ?? null) === canonicalJson(markup ?? null)) {
    throw badRequest(
      'message is not modified: specified new message content and reply markup are exactly the same as a current ' +
        'content and reply markup of the message',
    )
  }
  const edited = await editMessage(call.room, message, body === undefined ? { markup } : { body, markup })
  if (edited === undefined) throw badRequest('message to edit not found')
  return message.inline_message_id === null ? toApiMessage(edited) : true
}

function sameContent(message: StoredMessage, body: Json | undefined): boolean {
  return body === undefined || canonicalJson(body) === canonicalJson(ownBody(message))
}

function ownBody({ content }: StoredMessage): Json {
  const { from, chat, date, reply_to_message, has_protected_content, forward_origin, via_bot, ...body } = content
  return body
}

/** Returns JSON with sorted keys, because jsonb does not preserve the order in which a bot wrote them. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )
}

async function findEditable(call: Call): Promise<StoredMessage> {
  const inlineId = call.params.text('inline_message_id')
  if (inlineId !== undefined) {
    const sent = await findInlineMessage(call.room, call.bot, inlineId)
    if (sent === undefined) throw badRequest('MESSAGE_ID_INVALID')
    return sent
  }
  const message = await findNamedMessage(call)
  if (message === undefined) throw badRequest('message to edit not found')
  if (!message.by_bot) throw badRequest("message can't be edited")
  return message
}

/**
 * Returns the message that a call names. Most calls name an existing message, so the chat is checked only if it is
 * missing.
 */
async function findNamedMessage({ room, bot, params }: Call): Promise<StoredMessage | undefined> {
  const personId = params.integer('chat_id')
  const messageId = params.integer('message_id')
  const message =
    personId === undefined || messageId === undefined ? undefined : await findMessage(room, bot, personId, messageId)
  if (message === undefined) {
    await requireChat(room, bot, params)
    if (messageId === undefined) throw badRequest('message identifier is not specified')
  }
  return message
}

async function deleteOne(call: Call): Promise<true> {
  const message = await findNamedMessage(call)
  if (message === undefined) throw badRequest('message to delete not found')
  if (!isDeletable(message)) throw badRequest("message can't be deleted")
  if (!(await deleteMessage(call.room, message))) throw badRequest('message to delete not found')
  return true
}

/** Deletes the messages that it can, as in Telegram: unknown and too old ones are skipped. */
async function deleteMessages(call: Call): Promise<true> {
  const chat = await requireChat(call.room, call.bot, call.params)
  const ids = call.params.json('message_ids')
  if (!Array.isArray(ids)) throw badRequest('message identifiers are not specified')
  if (ids.length > deletedMax) throw badRequest('too many message identifiers specified')
  for (const id of ids) {
    const message = await findMessage(call.room, call.bot, chat.person.id, Number(id))
    if (message !== undefined && isDeletable(message)) await deleteMessage(call.room, message)
  }
  return true
}

function isDeletable(message: StoredMessage): boolean {
  return Date.now() - message.sent_at.getTime() < deletableS * 1000
}

async function pinChatMessage(call: Call): Promise<true> {
  const message = await findNamedMessage(call)
  if (message === undefined) throw badRequest('message to pin not found')
  await pinMessage(call, message.person_id, message.message_id, true)
  return true
}

async function unpinChatMessage(call: Call): Promise<true> {
  const chat = await requireChat(call.room, call.bot, call.params)
  const messageId =
    call.params.integer('message_id') ?? (await findLastPinned(call.room, call.bot, chat.person.id))?.message_id
  const message =
    messageId === undefined ? undefined : await findMessage(call.room, call.bot, chat.person.id, messageId)
  if (message === undefined) throw badRequest('message to unpin not found')
  await pinMessage(call, chat.person.id, message.message_id, false)
  return true
}

async function unpinAllChatMessages(call: Call): Promise<true> {
  const chat = await requireChat(call.room, call.bot, call.params)
  await pinMessage(call, chat.person.id, undefined, false)
  return true
}
