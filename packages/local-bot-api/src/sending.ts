import { badRequest } from './bot-api-error.ts'
import type { Bot } from './bots.ts'
import { buildMediaBody, type FileKind, takeMedia } from './files.ts'
import { parseFormattedText, refuseLongText } from './formatted-text.ts'
import type { FormattedText } from './html-text.ts'
import { parseReplyMarkup } from './keyboards.ts'
import { findMessage, type Json, postByBot, type StoredMessage, toApiMessage } from './messages.ts'
import type { Call, Method } from './method.ts'
import { buildDiceBody, buildPollBody } from './more/polls.ts'
import { publishNews } from './news.ts'
import { makeParams, type Params } from './params.ts'
import { type Chat, requireWritableChat } from './people.ts'
import type { Room } from './room.ts'

export const textCharactersMax = 4096
export const captionCharactersMax = 1024
const albumMin = 2
const albumMax = 10

/** The methods that send a bot's own message to a chat. */
export const sendingMethods: Record<string, Method> = {
  sendMessage: async call => sendMessage(call, buildTextBody(call.params)),
  sendPhoto: call => sendFile(call, 'photo'),
  sendDocument: call => sendFile(call, 'document'),
  sendVideo: call => sendFile(call, 'video'),
  sendAnimation: call => sendFile(call, 'animation'),
  sendAudio: call => sendFile(call, 'audio'),
  sendVoice: call => sendFile(call, 'voice'),
  sendSticker: call => sendFile(call, 'sticker'),
  sendMediaGroup,
  sendContact: async call => sendMessage(call, contactBody(call.params)),
  sendLocation: async call => sendMessage(call, locationBody(call.params)),
  sendVenue: async call => sendMessage(call, venueBody(call.params)),
  sendVideoNote,
  sendPoll: async call => sendMessage(call, buildPollBody(call.params)),
  sendDice: async call => sendMessage(call, buildDiceBody(call.params)),
  sendChatAction,
}

/** Sends a message, with the parameters common to all sending methods. */
export async function sendMessage(call: Call, body: Json): Promise<Json> {
  const { room, bot, params } = call
  const chat = await requireWritableChat(room, bot, params)
  const markup = parseReplyMarkup(params.json('reply_markup'))
  const stored = await postByBot(call, chat, { ...body, ...(await commonOptions(call, chat)) }, markup)
  return toApiMessage(stored)
}

/** Returns a message's text from the parameters. */
export function buildTextBody(params: Params): Json & FormattedText {
  const formatted = parseFormattedText(params, 'text')
  if (formatted === undefined || formatted.text === '') throw badRequest('message text is empty')
  refuseLongText(formatted, textCharactersMax, 'message')
  const preview = params.json('link_preview_options')
  return {
    text: formatted.text,
    ...(formatted.entities.length > 0 && { entities: formatted.entities }),
    ...(preview !== undefined && { link_preview_options: preview }),
  } as Json & FormattedText
}

/** Returns a medium's caption from the parameters. */
export function buildCaptionBody(params: Params): Json {
  const formatted = parseFormattedText(params, 'caption')
  refuseLongText(formatted, captionCharactersMax, 'message caption')
  if (formatted === undefined || formatted.text === '') return {}
  return {
    caption: formatted.text,
    ...(formatted.entities.length > 0 && { caption_entities: formatted.entities }),
    ...(params.flag('show_caption_above_media') && { show_caption_above_media: true }),
  }
}

async function sendFile(call: Call, kind: FileKind): Promise<Json> {
  const { room, bot, params } = call
  // The chat is checked first: a blocked bot gets that error even if the rest of its call is wrong.
  await requireWritableChat(room, bot, params)
  const caption = kind === 'sticker' ? {} : buildCaptionBody(params)
  const files = await takeMedia({ room, bot, params }, kind, params.text(kind))
  return sendMessage(call, { ...buildMediaBody(kind, files, aboutOf(params)), ...caption, ...spoiler(params) })
}

// Sends a video note. Telegram does not fetch an address for it, and it cannot have a caption.
async function sendVideoNote(call: Call): Promise<Json> {
  const { room, bot, params } = call
  await requireWritableChat(room, bot, params)
  const named = params.text('video_note')
  if (/^https?:/i.test(named ?? '')) throw badRequest('wrong file identifier/HTTP URL specified')
  const files = await takeMedia({ room, bot, params }, 'video_note', named)
  return sendMessage(call, buildMediaBody('video_note', files, aboutOf(params)))
}

const aboutOf = (params: Params) => ({
  duration: params.integer('duration'),
  emoji: params.text('emoji'),
  length: params.integer('length'),
})

const spoiler = (params: Params) => (params.flag('has_spoiler') ? { has_media_spoiler: true } : {})

async function sendMediaGroup(call: Call): Promise<Json[]> {
  const { room, bot, params } = call
  const chat = await requireWritableChat(room, bot, params)
  const media = params.json('media')
  if (!Array.isArray(media)) throw badRequest("can't parse media JSON object")
  if (media.length < albumMin || media.length > albumMax) {
    throw badRequest(`there must be ${albumMin} to ${albumMax} items in an album`)
  }
  const bodies: Json[] = []
  for (const item of media) bodies.push(await buildInputMediaBody(room, bot, params, item))
  const group = { media_group_id: String(Date.now() * 1000 + Math.floor(Math.random() * 1000)) }
  const shared = await commonOptions(call, chat)
  const stored = await room.sql.transaction(async tx => {
    const messages: StoredMessage[] = []
    for (const body of bodies)
      messages.push(await postByBot({ room, bot, sql: tx }, chat, { ...body, ...shared, ...group }))
    return messages
  })
  room.signals.wake('news:all')
  return stored.map(toApiMessage)
}

const inputKinds = new Set(['photo', 'document', 'video', 'animation', 'audio'])

/** Converts an `InputMedia` to the fields of a message. */
export async function buildInputMediaBody(room: Room, bot: Bot, params: Params, item: unknown): Promise<Json> {
  if (typeof item !== 'object' || item === null) throw badRequest("can't parse InputMedia: expected an Object")
  const { type, media, ...rest } = item as Json
  if (typeof type !== 'string' || !inputKinds.has(type)) {
    throw badRequest("can't parse InputMedia: invalid type specified")
  }
  if (typeof media !== 'string' || media === '') throw badRequest("can't parse InputMedia: media not found")
  const own = makeParams(rest, new Map())
  const files = await takeMedia({ room, bot, params }, type as FileKind, media)
  return { ...buildMediaBody(type as FileKind, files), ...buildCaptionBody(own), ...spoiler(own) }
}

function contactBody(params: Params): Json {
  const phone_number = params.text('phone_number')
  const first_name = params.text('first_name')
  if (phone_number === undefined || first_name === undefined) throw badRequest('contact must be non-empty')
  return { contact: { phone_number, first_name, ...optionalTexts(params, ['last_name', 'vcard']) } }
}

function locationBody(params: Params): Json {
  const latitude = Number(params.text('latitude') ?? Number.NaN)
  const longitude = Number(params.text('longitude') ?? Number.NaN)
  if (!(Math.abs(latitude) <= 90)) throw badRequest('latitude is empty')
  if (!(Math.abs(longitude) <= 180)) throw badRequest('longitude is empty')
  return { location: { latitude, longitude } }
}

/** Returns a venue, which contains its location a second time. */
function venueBody(params: Params): Json {
  const { location } = locationBody(params)
  const title = params.text('title')
  const address = params.text('address')
  if (title === undefined || address === undefined) throw badRequest('venue title and address must be non-empty')
  const ids = ['foursquare_id', 'foursquare_type', 'google_place_id', 'google_place_type']
  return { venue: { location, title, address, ...optionalTexts(params, ids) }, location }
}

function optionalTexts(params: Params, names: string[]): Json {
  return Object.fromEntries(names.map(name => [name, params.text(name)]).filter(([, value]) => value !== undefined))
}

/** Returns the options of every sending method: the message replied to, and protection. */
async function commonOptions({ room, bot, params }: Call, chat: Chat): Promise<Json> {
  const reply = params.json('reply_parameters') as Json | undefined
  const messageId = Number(reply?.message_id ?? params.integer('reply_to_message_id') ?? 0)
  const protection = params.flag('protect_content') ? { has_protected_content: true } : {}
  if (messageId === 0) return protection
  const replied = await findMessage(room, bot, chat.person.id, messageId)
  if (replied !== undefined) {
    const { reply_to_message: _, ...shown } = toApiMessage(replied)
    return { ...protection, reply_to_message: shown }
  }
  if (reply?.allow_sending_without_reply === true || params.flag('allow_sending_without_reply')) return protection
  throw badRequest('message to be replied not found')
}

const actions = new Set([
  'typing',
  'upload_photo',
  'record_video',
  'upload_video',
  'record_voice',
  'upload_voice',
  'upload_document',
  'choose_sticker',
  'find_location',
  'record_video_note',
  'upload_video_note',
])

async function sendChatAction({ room, bot, params }: Call): Promise<true> {
  const action = params.text('action') ?? ''
  if (!actions.has(action)) throw badRequest('wrong parameter action in request')
  const chat = await requireWritableChat(room, bot, params)
  await publishNews(room, 'action', { bot: bot.id, person: chat.person.id }, { action })
  return true
}
