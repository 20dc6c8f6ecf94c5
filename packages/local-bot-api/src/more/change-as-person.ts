import { z } from 'zod'
import { postUnlessBlocked } from '../act-as-person.ts'
import { ControlError } from '../control-error.ts'
import { personIdField, requireBot, requireMessage, requirePerson, usernameField } from '../control-fields.ts'
import { forwardContent } from '../copying.ts'
import { parsePlainText } from '../formatted-text.ts'
import { editMessage, type Json, toApiMessage } from '../messages.ts'
import type { Room } from '../room.ts'
import { queueUpdate } from '../updates.ts'

const editForm = z
  .object({
    bot: usernameField,
    from: personIdField,
    message_id: z.number().int().positive(),
    text: z.string().min(1).max(4096).optional(),
    caption: z.string().max(1024).optional(),
  })
  .refine(form => (form.text === undefined) !== (form.caption === undefined), 'an edit names either text or caption')

/** Handles `POST /control/edits`: a person changes the text or the caption of their own message. */
export async function editAsPerson(room: Room, input: unknown): Promise<unknown> {
  const form = editForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const message = await requireMessage(room, bot, person, form.message_id)
  if (message.by_bot || message.content.forward_origin !== undefined || message.content.via_bot !== undefined) {
    throw new ControlError(409, 'only a message that this person wrote can be edited')
  }
  const field = form.text === undefined ? 'caption' : 'text'
  const isText = message.content.text !== undefined
  if (isText !== (field === 'text')) throw new ControlError(409, `message ${form.message_id} has no ${field}`)
  const { text, entities } = parsePlainText(form[field]!)
  if (isText && text === '') throw new ControlError(400, 'text: must not be empty')
  const { [field]: _, [isText ? 'entities' : 'caption_entities']: __, ...rest } = message.content
  const body: Json = {
    ...rest,
    ...(text !== '' && { [field]: text }),
    ...(entities.length > 0 && { [isText ? 'entities' : 'caption_entities']: entities }),
  }
  const edited = await editMessage(room, message, { body })
  if (!edited) throw new ControlError(404, `the chat has no message ${form.message_id}`)
  const payload = toApiMessage(edited)
  const updateId = await queueUpdate(room, bot, { kind: 'edited_message', queueKey: person.id, payload })
  return { update_id: updateId ?? null, message_id: form.message_id }
}

const forwardForm = z.object({
  bot: usernameField,
  from: personIdField,
  message_id: z.number().int().positive(),
  of: usernameField.optional(),
})

/**
 * Handles `POST /control/forwards`: a person forwards a message to a bot, from its own chat or from one with another
 * bot.
 */
export async function forwardAsPerson(room: Room, input: unknown): Promise<unknown> {
  const form = forwardForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const source = form.of === undefined ? bot : await requireBot(room, form.of)
  const message = await requireMessage(room, source, person, form.message_id)
  if (message.content.has_protected_content === true) {
    throw new ControlError(409, 'a message that is protected cannot be forwarded')
  }
  if (source.id !== bot.id && carriesFile(message.content)) {
    throw new ControlError(409, 'a file cannot be forwarded to another bot here: its file_id belongs to the first')
  }
  return postUnlessBlocked(room, bot, person, forwardContent(message))
}

const fileFields = ['photo', 'document', 'video', 'animation', 'audio', 'voice', 'video_note', 'sticker']
const carriesFile = (content: Json) => fileFields.some(field => content[field] !== undefined)
