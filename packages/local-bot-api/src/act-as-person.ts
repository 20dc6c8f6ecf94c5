import { z } from 'zod'
import type { Bot } from './bots.ts'
import { ControlError } from './control-error.ts'
import { personIdField, requireBot, requireMessage, requirePerson, textField, usernameField } from './control-fields.ts'
import { buildMediaBody, storeFile } from './files.ts'
import { parsePlainText } from './formatted-text.ts'
import { type InlineButton, isInlineKeyboard } from './keyboards.ts'
import { findInlineMessage, getUnixTime, type Json, postByPerson, toApiMessage } from './messages.ts'
import { findChat, type Person, toPersonUser } from './people.ts'
import { findPressTarget, type PressTarget, pressButton } from './presses.ts'
import type { Room } from './room.ts'

const fileForm = z.object({
  name: textField(255),
  // The base64 command breaks its output into lines.
  base64: z
    .string()
    .transform(written => written.replace(/\s/g, ''))
    .pipe(z.base64()),
})

const fileKinds = ['photo', 'document', 'sticker', 'voice'] as const

const messageForm = z
  .object({
    bot: usernameField,
    from: personIdField,
    text: z.string().min(1).max(4096).optional(),
    photo: fileForm.optional(),
    document: fileForm.optional(),
    sticker: fileForm.extend({ emoji: textField(16).optional() }).optional(),
    voice: fileForm.extend({ duration: z.number().int().min(0).max(3600).optional() }).optional(),
    contact: z
      .object({
        phone_number: textField(32),
        first_name: textField(64).optional(),
        last_name: textField(64).optional(),
        user_id: personIdField.optional(),
      })
      .optional(),
    location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
    caption: z.string().max(1024).optional(),
    reply_to_message_id: z.number().int().positive().optional(),
    forward_from: z.union([personIdField, textField(64)]).optional(),
  })
  .refine(
    form => ['text', ...fileKinds, 'contact', 'location'].filter(kind => form[kind as keyof typeof form]).length === 1,
    'a message is one of text, photo, document, sticker, voice, contact and location',
  )

type MessageForm = z.infer<typeof messageForm>

/** Handles `POST /control/messages`: a person writes or sends a message. */
export async function sendAsPerson(room: Room, input: unknown): Promise<unknown> {
  const form = messageForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const body = {
    ...(await makeBody(room, bot, person, form)),
    ...(await makeReply(room, bot, person, form)),
    ...(await makeOrigin(room, form)),
  }
  return postUnlessBlocked(room, bot, person, body)
}

/** Posts what a person sends, unless they have blocked the bot. */
export async function postUnlessBlocked(room: Room, bot: Bot, person: Person, body: Json) {
  const chat = (await findChat(room, bot, person.id))!
  if (chat.blocked) throw new ControlError(409, 'this person has blocked the bot: unblock it first')
  return postByPerson(room, bot, chat, body)
}

async function makeBody(room: Room, bot: Bot, person: Person, form: MessageForm): Promise<Json> {
  if (form.text !== undefined) {
    const { text, entities } = parsePlainText(form.text)
    if (text === '') throw new ControlError(400, 'text: must not be empty')
    return { text, ...(entities.length > 0 && { entities }) }
  }
  if (form.contact !== undefined) {
    const own = {
      user_id: person.id,
      first_name: person.first_name,
      ...(person.last_name && { last_name: person.last_name }),
    }
    return { contact: { ...own, ...form.contact } }
  }
  if (form.location !== undefined) return { location: form.location }
  const kind = fileKinds.find(each => form[each])!
  const { name, base64, ...about } = form[kind]!
  const files = await storeFile(room, bot, kind, { name, mime: '', bytes: Buffer.from(base64, 'base64') })
  const { text, entities } = parsePlainText(kind === 'sticker' ? '' : (form.caption ?? ''))
  return {
    ...buildMediaBody(kind, files, about),
    ...(text && { caption: text }),
    ...(entities.length > 0 && { caption_entities: entities }),
  }
}

async function makeReply(room: Room, bot: Bot, person: Person, form: MessageForm): Promise<Json> {
  if (form.reply_to_message_id === undefined) return {}
  const { reply_to_message: _, ...shown } = toApiMessage(
    await requireMessage(room, bot, person, form.reply_to_message_id),
  )
  return { reply_to_message: shown }
}

/** Returns the author of a forwarded message: a person, or the name of someone who hides their account. */
async function makeOrigin(room: Room, { forward_from: author }: MessageForm): Promise<Json> {
  if (author === undefined) return {}
  const date = getUnixTime()
  if (typeof author === 'string') return { forward_origin: { type: 'hidden_user', sender_user_name: author, date } }
  return { forward_origin: { type: 'user', sender_user: toPersonUser(await requirePerson(room, author)), date } }
}

const pressForm = z
  .object({
    bot: usernameField,
    from: personIdField,
    message_id: z.coerce.number().int().optional(),
    inline_message_id: z.string().optional(),
    button: z.string().optional(),
    data: z.string().optional(),
  })
  .refine(form => (form.button === undefined) !== (form.data === undefined), 'a press names either button or data')
  .refine(
    form => (form.message_id === undefined) !== (form.inline_message_id === undefined),
    'a press names either message_id or inline_message_id',
  )

type PressForm = z.infer<typeof pressForm>

const pressTimeoutMs = 10_000

/** Handles `POST /control/presses`: a person presses a button of either kind of keyboard. */
export async function pressAsPerson(room: Room, input: unknown): Promise<unknown> {
  const form = pressForm.parse(input)
  const pressed = form.inline_message_id === undefined ? await pressedIn(room, form) : await pressedInline(room, form)
  const { message } = pressed
  if (form.data !== undefined) return pressButton(room, pressed, form.data, pressTimeoutMs)
  if (!isInlineKeyboard(message.markup)) return pressReplyButton(room, pressed, form.button!)
  const button = message.markup.inline_keyboard.flat().find(({ text }) => text === form.button)
  if (button === undefined) throw new ControlError(404, `message ${message.message_id} has no button ${form.button}`)
  if (button.callback_data !== undefined) return pressButton(room, pressed, button.callback_data, pressTimeoutMs)
  return openedBy(button)
}

async function pressedIn(room: Room, form: PressForm): Promise<PressTarget> {
  const { bot, person, message } = await findPressTarget(room, form.bot, form.from, form.message_id!)
  if (bot === null) throw new ControlError(404, `no bot has the user name ${form.bot}`)
  if (person === null) throw new ControlError(404, `no person has the id ${form.from}`)
  if (message === null) throw new ControlError(404, `the chat has no message ${form.message_id}`)
  return { bot, person, message }
}

/** Presses a button of a message that was sent inline; every reader can do so, in any conversation. */
async function pressedInline(room: Room, form: PressForm): Promise<PressTarget> {
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const message = await findInlineMessage(room, bot, form.inline_message_id!)
  if (message === undefined) throw new ControlError(404, `no message was sent inline as ${form.inline_message_id}`)
  return { bot, person, message }
}

/** Returns the address or text of a button that opens or copies it; the bot does not get an update. */
function openedBy(button: InlineButton): unknown {
  if (button.copy_text !== undefined) return { copied: button.copy_text.text }
  const url = button.url ?? button.web_app?.url ?? button.login_url?.url
  if (url !== undefined) return { url }
  return { inline_query: button.switch_inline_query ?? button.switch_inline_query_current_chat ?? '' }
}

/** Presses a button of a reply keyboard, which sends its text or the person's own contact. */
async function pressReplyButton(room: Room, { bot, person, message }: PressTarget, name: string) {
  const rows = (message.markup?.keyboard ?? []) as { text: string; request_contact?: boolean }[][]
  const button = rows.flat().find(({ text }) => text === name)
  if (button === undefined) throw new ControlError(404, `message ${message.message_id} has no button ${name}`)
  const form = { bot: bot.username, from: person.id }
  return button.request_contact
    ? sendAsPerson(room, { ...form, contact: { phone_number: person.phone_number } })
    : sendAsPerson(room, { ...form, text: name })
}
