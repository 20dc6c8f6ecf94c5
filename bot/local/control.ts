import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { keyCookie, requireJson } from '../../src/lib/private-door.ts'
import { Refusal } from '../../src/lib/refusal.ts'
import { BotApiError } from './bot-api-error.ts'
import { type Bot, findBot, listBots, makeBot, revokeToken } from './bots.ts'
import { chatList, chatView } from './chat-view.ts'
import { streamEvents } from './event-stream.ts'
import { addFault, removeFaults } from './faults.ts'
import { forgetFiles, mediaBody, storeFile } from './files.ts'
import { plainText } from './formatted-text.ts'
import { type InlineButton, isInline } from './keyboards.ts'
import { setBlocked, setDeactivated } from './membership.ts'
import { apiMessage, findMessage, type Json, postByPerson, type StoredMessage } from './messages.ts'
import { tell } from './news.ts'
import { addPerson, findChat, findPerson, listPeople, type Person } from './people.ts'
import { findPressed, press } from './presses.ts'
import { readBody } from './read-request.ts'
import { resetChats } from './reset.ts'
import type { Room } from './room.ts'
import { seenMessages } from './seen-messages.ts'
import { setUpdateMode } from './updates.ts'

/** A request that cannot be done, for a person's or a driver's eyes. */
class ControlError extends Error {
  override name = 'ControlError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const pressTimeoutMs = 10_000

/** `/control/...`: everything that a person or a driver does to this machine, all JSON. */
export async function answerControl(
  room: Room,
  req: IncomingMessage,
  res: ServerResponse,
  address: URL,
): Promise<void> {
  const path = address.pathname.replace(/^\/control\/|\/$/g, '')
  try {
    if (path === 'key' && req.method === 'POST') return await takeKey(room, req, res)
    await room.door.requireKey(req)
    if (path === 'events' && req.method === 'GET') {
      await streamEvents(room, req, res, Number(address.searchParams.get('person')) || 0)
      return
    }
    const route = routes[`${req.method === 'HEAD' ? 'GET' : req.method} ${path}`]
    if (route === undefined) throw new ControlError(404, `there is no ${req.method} /control/${path}`)
    const given = req.method === 'POST' ? await readJson(req) : Object.fromEntries(address.searchParams)
    send(res, 200, await route(room, given))
  } catch (error) {
    if (error instanceof Refusal) send(res, error.code === 'unauthorized' ? 401 : 400, { error: error.message })
    else if (error instanceof ControlError) send(res, error.status, { error: error.message })
    else if (error instanceof BotApiError) send(res, 400, { error: error.message.replace('Bad Request: ', '') })
    else if (error instanceof z.ZodError) send(res, 400, { error: fieldMistakes(error) })
    else if (unstorable.has((error as { code?: string }).code ?? ''))
      send(res, 400, { error: 'a value cannot be stored' })
    else throw error
  }
}

// PostgreSQL's words for a character, a number or a text that none of its columns takes.
const unstorable = new Set(['22021', '22P05', '22P02', '22003'])

function send(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  res.end(JSON.stringify(body))
}

async function readJson(req: IncomingMessage): Promise<unknown> {
  requireJson(req)
  const body = await readBody(req)
  if (body.length === 0) return {}
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new ControlError(400, 'the body is not JSON')
  }
}

function fieldMistakes(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => (path.length ? `${path.join('.')}: ${message}` : message)).join('; ')
}

/** `POST /control/key`: the chat page keeps the key in a cookie, because an event stream sends no header of its own. */
async function takeKey(room: Room, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { key } = z.object({ key: z.string().regex(/^\w+$/, 'is a key of demo.json') }).parse(await readJson(req))
  req.headers['x-api-key'] = key
  await room.door.requireKey(req)
  const { pathname, protocol } = new URL(room.url)
  const secure = protocol === 'https:' ? '; Secure' : ''
  res.setHeader('set-cookie', `${keyCookie}=${key}; Path=${pathname}; HttpOnly; SameSite=Strict${secure}`)
  send(res, 200, { ok: true })
}

type Route = (room: Room, given: unknown) => Promise<unknown>

const routes: Record<string, Route> = {
  'GET bots': showBots,
  'POST bots': addBot,
  'POST tokens': renewToken,
  'GET people': showPeople,
  'POST people': newPerson,
  'GET chats': showChats,
  'GET chat': showChat,
  'GET messages': showMessages,
  'POST messages': sendAsPerson,
  'POST presses': pressAsPerson,
  'POST updates': changeUpdates,
  'POST faults': changeFaults,
  'POST blocks': block,
  'POST deactivations': deactivate,
  'POST forgotten-files': forget,
  'POST reset': reset,
}

async function showBots(room: Room): Promise<unknown> {
  const bots = await listBots(room)
  return bots.map(({ id, username, names, first_name }) => ({ id, username, first_name: names[''] ?? first_name }))
}

const text = (charactersMax: number) => z.string().trim().min(1).max(charactersMax)
const username = z
  .string()
  .trim()
  .transform(name => name.replace(/^@/, ''))
const personId = z.coerce.number().int().positive()

const botForm = z.object({
  username: username.pipe(
    z.string().regex(/^[A-Za-z]\w{3,31}$/, 'must be 4 to 32 of A-Z, a-z, 0-9 and _, a letter first'),
  ),
  first_name: text(64),
})

async function addBot(room: Room, given: unknown): Promise<unknown> {
  const { username, first_name } = botForm.parse(given)
  const bot = await makeBot(room, username, first_name)
  await tell(room, 'bots', { bot: bot.id })
  return { id: bot.id, username: bot.username, token: bot.token }
}

async function renewToken(room: Room, given: unknown): Promise<unknown> {
  const bot = await botOf(room, z.object({ bot: username }).parse(given).bot)
  return { id: bot.id, username: bot.username, token: await revokeToken(room, bot) }
}

async function botOf(room: Room, name: string): Promise<Bot> {
  const bot = await findBot(room, name)
  if (bot === undefined) throw new ControlError(404, `no bot has the user name ${name}`)
  return bot
}

async function personOf(room: Room, id: number): Promise<Person> {
  const person = await findPerson(room, id)
  if (person === undefined) throw new ControlError(404, `no person has the id ${id}`)
  return person
}

async function messageOf(room: Room, bot: Bot, person: Person, id: number): Promise<StoredMessage> {
  const message = await findMessage(room, bot, person.id, id)
  if (message === undefined) throw new ControlError(404, `the chat has no message ${id}`)
  return message
}

async function showPeople(room: Room): Promise<unknown> {
  const people = await listPeople(room)
  return people.map(person => Object.fromEntries(Object.entries(person).filter(([, value]) => value !== null)))
}

const personForm = z.object({
  first_name: text(64),
  last_name: z.string().trim().max(64).nullish(),
  username: username
    .pipe(z.string().regex(/^([A-Za-z]\w{2,31})?$/, 'must be 3 to 32 of A-Z, a-z, 0-9 and _'))
    .nullish(),
  language_code: z.string().trim().max(16).nullish(),
})

async function newPerson(room: Room, given: unknown): Promise<unknown> {
  const { first_name, last_name, username, language_code } = personForm.parse(given)
  const person = await addPerson(room, {
    first_name: first_name.replaceAll('\0', ''),
    last_name: last_name?.replaceAll('\0', '') || undefined,
    username: username || undefined,
    language_code: language_code?.replaceAll('\0', '') || undefined,
  })
  await tell(room, 'people', {})
  return { id: person.id }
}

async function showChats(room: Room, given: unknown): Promise<unknown> {
  const person = await personOf(room, z.object({ person: personId }).parse(given).person)
  return chatList(room, person)
}

const chatQuery = z.object({ bot: username, person: personId })

async function showChat(room: Room, given: unknown): Promise<unknown> {
  const query = chatQuery.parse(given)
  const bot = await botOf(room, query.bot)
  return chatView(room, bot, await personOf(room, query.person))
}

async function showMessages(room: Room, given: unknown): Promise<unknown> {
  const query = chatQuery.parse(given)
  const bot = await botOf(room, query.bot)
  return seenMessages(room, bot, await personOf(room, query.person))
}

const fileForm = z.object({
  name: text(255),
  // The command line's base64 breaks its lines.
  base64: z
    .string()
    .transform(written => written.replace(/\s/g, ''))
    .pipe(z.base64()),
})

const messageForm = z
  .object({
    bot: username,
    from: personId,
    text: z.string().min(1).max(4096).optional(),
    photo: fileForm.optional(),
    document: fileForm.optional(),
    contact: z
      .object({
        phone_number: text(32),
        first_name: text(64).optional(),
        last_name: text(64).optional(),
        user_id: personId.optional(),
      })
      .optional(),
    location: z.object({ latitude: z.number().min(-90).max(90), longitude: z.number().min(-180).max(180) }).optional(),
    caption: z.string().max(1024).optional(),
    reply_to_message_id: z.number().int().positive().optional(),
  })
  .refine(
    form => [form.text, form.photo, form.document, form.contact, form.location].filter(Boolean).length === 1,
    'a message is one of text, photo, document, contact and location',
  )

type MessageForm = z.infer<typeof messageForm>

async function sendAsPerson(room: Room, given: unknown): Promise<unknown> {
  const form = messageForm.parse(given)
  const bot = await botOf(room, form.bot)
  const person = await personOf(room, form.from)
  const body = { ...(await bodyOf(room, bot, person, form)), ...(await replyOf(room, bot, person, form)) }
  return postUnlessBlocked(room, bot, person, body)
}

async function postUnlessBlocked(room: Room, bot: Bot, person: Person, body: Json) {
  const chat = (await findChat(room, bot, person.id))!
  if (chat.blocked) throw new ControlError(409, 'this person has blocked the bot: unblock it first')
  return postByPerson(room, bot, chat, body)
}

async function bodyOf(room: Room, bot: Bot, person: Person, form: MessageForm): Promise<Json> {
  if (form.text !== undefined) {
    const { text, entities } = plainText(form.text)
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
  const kind = form.photo ? 'photo' : 'document'
  const { name, base64 } = (form.photo ?? form.document)!
  const files = await storeFile(room, bot, kind, { name, mime: '', bytes: Buffer.from(base64, 'base64') })
  const { text, entities } = plainText(form.caption ?? '')
  return {
    ...mediaBody(kind, files),
    ...(text && { caption: text }),
    ...(entities.length > 0 && { caption_entities: entities }),
  }
}

async function replyOf(room: Room, bot: Bot, person: Person, form: MessageForm): Promise<Json> {
  if (form.reply_to_message_id === undefined) return {}
  const { reply_to_message: _, ...shown } = apiMessage(await messageOf(room, bot, person, form.reply_to_message_id))
  return { reply_to_message: shown }
}

const pressForm = z
  .object({
    bot: username,
    from: personId,
    message_id: z.coerce.number().int(),
    button: z.string().optional(),
    data: z.string().optional(),
  })
  .refine(form => (form.button === undefined) !== (form.data === undefined), 'a press names either button or data')

async function pressAsPerson(room: Room, given: unknown): Promise<unknown> {
  const form = pressForm.parse(given)
  const { bot, person, message } = await findPressed(room, form.bot, form.from, form.message_id)
  if (bot === null) throw new ControlError(404, `no bot has the user name ${form.bot}`)
  if (person === null) throw new ControlError(404, `no person has the id ${form.from}`)
  if (message === null) throw new ControlError(404, `the chat has no message ${form.message_id}`)
  if (form.data !== undefined) return press(room, bot, person, message, form.data, pressTimeoutMs)
  if (!isInline(message.markup)) return pressReplyButton(room, bot, person, message, form.button!)
  const button = message.markup.inline_keyboard.flat().find(({ text }) => text === form.button)
  if (button === undefined) throw new ControlError(404, `message ${form.message_id} has no button ${form.button}`)
  if (button.callback_data !== undefined) return press(room, bot, person, message, button.callback_data, pressTimeoutMs)
  return openedBy(button)
}

/** What a button does that the bot never hears of. */
function openedBy(button: InlineButton): unknown {
  if (button.copy_text !== undefined) return { copied: button.copy_text.text }
  const url = button.url ?? button.web_app?.url ?? button.login_url?.url
  if (url !== undefined) return { url }
  return { inline_query: button.switch_inline_query ?? button.switch_inline_query_current_chat ?? '' }
}

/** A button of a reply keyboard sends its text, or the person's own contact. */
async function pressReplyButton(room: Room, bot: Bot, person: Person, message: StoredMessage, name: string) {
  const rows = (message.markup?.keyboard ?? []) as { text: string; request_contact?: boolean }[][]
  const button = rows.flat().find(({ text }) => text === name)
  if (button === undefined) throw new ControlError(404, `message ${message.message_id} has no button ${name}`)
  const form = { bot: bot.username, from: person.id }
  return button.request_contact
    ? sendAsPerson(room, { ...form, contact: { phone_number: person.phone_number } })
    : sendAsPerson(room, { ...form, text: name })
}

const updatesForm = z
  .object({
    bot: username.optional(),
    mode: z.enum(['normal', 'twice', 'parallel', 'delay', 'hold']),
    delay_ms: z.number().int().min(0).max(3_600_000).optional(),
  })
  .refine(form => form.mode !== 'delay' || form.delay_ms !== undefined, { path: ['delay_ms'], message: 'is needed' })

async function changeUpdates(room: Room, given: unknown): Promise<unknown> {
  const form = updatesForm.parse(given)
  const bot = form.bot === undefined ? undefined : await botOf(room, form.bot)
  const delayMs = form.delay_ms ?? 0
  await setUpdateMode(room, bot, form.mode, delayMs)
  return { ...(bot && { bot: bot.username }), mode: form.mode, ...(form.mode === 'delay' && { delay_ms: delayMs }) }
}

const faultForm = z
  .object({
    bot: username.optional(),
    method: z
      .string()
      .trim()
      .regex(/^(\w+|\*)$/, 'is the name of a method, or *'),
    error_code: z.number().int().min(400).max(599).optional(),
    timeout_ms: z.number().int().min(0).max(600_000).optional(),
    description: text(512).optional(),
    retry_after: z.number().int().min(0).max(86_400).optional(),
    count: z.number().int().min(1).max(1_000_000).optional(),
    off: z.boolean().optional(),
  })
  .refine(
    form => form.off || [form.error_code, form.timeout_ms, form.retry_after].some(value => value !== undefined),
    'a fault names error_code, timeout_ms or retry_after, or is off',
  )

async function changeFaults(room: Room, given: unknown): Promise<unknown> {
  const { bot: name, off, ...fault } = faultForm.parse(given)
  const bot = name === undefined ? undefined : await botOf(room, name)
  if (off) await removeFaults(room, bot, fault.method)
  else await addFault(room, { ...fault, bot })
  return { ...(bot && { bot: bot.username }), ...fault, ...(off && { off }) }
}

async function block(room: Room, given: unknown): Promise<unknown> {
  const form = z.object({ bot: username, person: personId, blocked: z.boolean() }).parse(given)
  const bot = await botOf(room, form.bot)
  const person = await personOf(room, form.person)
  const updateId = await setBlocked(room, bot, person, form.blocked)
  return { update_id: updateId ?? null, blocked: form.blocked }
}

async function deactivate(room: Room, given: unknown): Promise<unknown> {
  const form = z.object({ person: personId, deactivated: z.boolean() }).parse(given)
  const person = await personOf(room, form.person)
  await setDeactivated(room, person, form.deactivated)
  return { deactivated: form.deactivated }
}

async function forget(room: Room, given: unknown): Promise<unknown> {
  const form = z.object({ bot: username.optional(), file_id: z.string().optional() }).parse(given)
  const bot = form.bot === undefined ? undefined : await botOf(room, form.bot)
  return { forgotten: await forgetFiles(room, bot, form.file_id) }
}

async function reset(room: Room): Promise<unknown> {
  await resetChats(room)
  return { reset: true }
}
