import type { Bot } from './bots.ts'
import { readFileAddresses } from './files.ts'
import { type Json, listChatMessages, type StoredMessage, toApiMessage } from './messages.ts'
import type { Person } from './people.ts'
import type { Room } from './room.ts'

/**
 * Returns the chat as the person sees it, oldest first. The Bot API messages include every kind of `reply_markup`,
 * `pinned`, `reactions`, `edited` (whether the person sees that it was) and addresses of the files.
 */
export async function listSeenMessages(room: Room, bot: Bot, person: Person): Promise<Json[]> {
  return toSeenMessages(room, await listChatMessages(room, bot, person.id))
}

export async function toSeenMessages(room: Room, messages: StoredMessage[]): Promise<Json[]> {
  const ids = messages.flatMap(({ content }) => listMedia(content).map(({ file_id }) => file_id as string))
  const addresses = ids.length === 0 ? new Map<string, string>() : await readFileAddresses(room, ids)
  return messages.map(message => ({
    ...withAddresses(toApiMessage(message), addresses),
    ...(message.markup && { reply_markup: message.markup }),
    pinned: message.pinned_at !== null,
    ...(message.reactions && { reactions: message.reactions }),
    ...(message.edited_at && !message.edit_hidden && { edited: true }),
  }))
}

const mediaFields = ['photo', 'document', 'video', 'animation', 'audio', 'voice', 'video_note', 'sticker']

function listMedia(content: Json): Json[] {
  return mediaFields.flatMap(field => [content[field] ?? []].flat() as Json[])
}

function withAddresses(message: Json, addresses: Map<string, string>): Json {
  const located = { ...message }
  for (const field of mediaFields) {
    const media = message[field] as Json | Json[] | undefined
    if (media === undefined) continue
    const add = (one: Json) => ({ ...one, file_url: addresses.get(one.file_id as string) })
    located[field] = Array.isArray(media) ? media.map(add) : add(media)
    const largest = [media].flat().at(-1)!
    located.file_url = addresses.get(largest.file_id as string)
  }
  return located
}
