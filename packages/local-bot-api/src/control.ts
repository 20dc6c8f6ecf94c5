import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { pressAsPerson, sendAsPerson } from './act-as-person.ts'
import { BotApiError } from './bot-api-error.ts'
import { listBots, makeBot, revokeToken } from './bots.ts'
import { listChats, readChatView } from './chat-view.ts'
import { ControlError } from './control-error.ts'
import { chatIdField, personIdField, requireBot, requirePerson, textField, usernameField } from './control-fields.ts'
import { streamEvents } from './event-stream.ts'
import { addFault, removeFaults } from './faults.ts'
import { forgetFiles } from './files.ts'
import { askInline, chooseInline, setInlineFeedback } from './inline.ts'
import { requireLinkedInvoice } from './invoices.ts'
import { findRefusalStatus } from './lib/door.ts'
import type { ControlReads, ControlWrites, ShownPerson } from './lib/page-json.ts'
import { setBlocked, setDeactivated } from './membership.ts'
import { editAsPerson, forwardAsPerson } from './more/change-as-person.ts'
import { allowWriting, openWebApp, shareContactFromApp } from './more/web-apps.ts'
import { publishNews } from './news.ts'
import { addPerson, listPeople, type Person } from './people.ts'
import { readBody } from './read-request.ts'
import { resetChats } from './reset.ts'
import type { Room } from './room.ts'
import { listSeenMessages } from './seen-messages.ts'
import { payAsPerson } from './stars.ts'
import { changeMembership, createTeam, upgradeTeam } from './teams.ts'
import { setUpdateMode } from './updates.ts'

/** Answers `/control/...`: everything that a person or a driver does to this machine, all in JSON. */
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
    const given = req.method === 'POST' ? await readJson(room, req) : Object.fromEntries(address.searchParams)
    sendJson(res, 200, await route(room, given))
  } catch (error) {
    sendError(res, error)
  }
}

// Any other error is a bug of this machine.
function sendError(res: ServerResponse, error: unknown): void {
  const refused = findRefusalStatus(error)
  if (refused !== undefined) sendJson(res, refused, { error: (error as Error).message })
  else if (error instanceof ControlError) sendJson(res, error.status, { error: error.message })
  else if (error instanceof BotApiError) refuseRequest(res, error)
  else if (error instanceof z.ZodError) sendJson(res, 400, { error: fieldMistakes(error) })
  else if (unstorable.has((error as { code?: string }).code ?? ''))
    sendJson(res, 400, { error: 'a value cannot be stored' })
  else throw error
}

// An error of the Bot API is a mistake of the control's caller, unless it is temporary.
function refuseRequest(res: ServerResponse, { code, message }: BotApiError): void {
  sendJson(res, code === 429 ? code : 400, { error: message.replace('Bad Request: ', '') })
}

// PostgreSQL's error codes for a character, a number or a text that a column cannot store.
const unstorable = new Set(['22021', '22P05', '22P02', '22003'])

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  res.end(JSON.stringify(body))
}

async function readJson(room: Room, req: IncomingMessage): Promise<unknown> {
  requireJson(req)
  const body = await readBody(room, req)
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

/**
 * Handles `POST /control/key`: the chat page stores the key in a cookie, because an event stream cannot send headers.
 */
async function takeKey(room: Room, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { key } = z
    .object({ key: z.string().regex(/^\w+$/, 'is a key of this machine') })
    .parse(await readJson(room, req))
  req.headers['x-api-key'] = key
  await room.door.requireKey(req)
  const { pathname, protocol } = new URL(room.url)
  const secure = protocol === 'https:' ? '; Secure' : ''
  res.setHeader('set-cookie', `${room.door.keyCookie}=${key}; Path=${pathname}; HttpOnly; SameSite=Strict${secure}`)
  sendJson(res, 200, { ok: true })
}

/** Requires JSON, because pages of other sites can send forms and plain text without a preflight request. */
function requireJson({ headers }: IncomingMessage): void {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  if (hasBody && !/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
    throw new ControlError(400, 'the body is JSON, with Content-Type: application/json')
  }
}

type Route<Answer = unknown> = (room: Room, input: unknown) => Promise<Answer>

/** The routes that the chat page calls, with the answers that it expects. Drivers get other answers to a press. */
type PageRoutes = { [Path in keyof ControlReads as `GET ${Path}`]: Route<ControlReads[Path]> } & {
  [Path in Exclude<keyof ControlWrites, 'presses'> as `POST ${Path}`]: Route<ControlWrites[Path]>
}

const routes: PageRoutes & Record<string, Route> = {
  'GET bots': showBots,
  'POST bots': addBot,
  'POST tokens': renewToken,
  'GET people': showPeople,
  'POST people': newPerson,
  'GET chats': showChats,
  'GET chat': showChat,
  'GET messages': showMessages,
  'POST messages': sendAsPerson,
  'POST edits': editAsPerson,
  'POST forwards': forwardAsPerson,
  'POST presses': pressAsPerson,
  'GET invoices': showInvoice,
  'POST payments': payAsPerson,
  'POST inline-queries': askInline,
  'POST inline-results': chooseInline,
  'POST inline-feedback': setInlineFeedback,
  'POST web-apps': openWebApp,
  'POST web-app-contacts': shareContactFromApp,
  'POST write-access': allowWriting,
  'POST updates': changeUpdates,
  'POST faults': changeFaults,
  'POST blocks': blockBot,
  'POST deactivations': deactivatePerson,
  'POST teams': createTeam,
  'POST memberships': changeMembership,
  'POST upgrades': upgradeTeam,
  'POST forgotten-files': forgetStored,
  'POST reset': resetRoom,
}

async function showBots(room: Room): Promise<unknown> {
  const bots = await listBots(room)
  return bots.map(({ id, username, names, first_name }) => ({ id, username, first_name: names[''] ?? first_name }))
}

const botForm = z.object({
  username: usernameField.pipe(
    z.string().regex(/^[A-Za-z]\w{3,31}$/, 'must be 4 to 32 of A-Z, a-z, 0-9 and _, a letter first'),
  ),
  first_name: textField(64),
})

async function addBot(room: Room, input: unknown): Promise<ControlWrites['bots'] & { id: number }> {
  const { username, first_name } = botForm.parse(input)
  const bot = await makeBot(room, username, first_name)
  await publishNews(room, 'bots', { bot: bot.id })
  return { id: bot.id, username: bot.username, token: bot.token }
}

async function renewToken(room: Room, input: unknown): Promise<unknown> {
  const bot = await requireBot(room, z.object({ bot: usernameField }).parse(input).bot)
  return { id: bot.id, username: bot.username, token: await revokeToken(room, bot) }
}

async function showPeople(room: Room): Promise<ShownPerson[]> {
  const people = await listPeople(room)
  return people.map(person => {
    const known = Object.entries(person).filter(([, value]) => value !== null)
    return Object.fromEntries(known) as { [Field in keyof Person]: NonNullable<Person[Field]> }
  })
}

const personForm = z.object({
  first_name: textField(64),
  last_name: z.string().trim().max(64).nullish(),
  username: usernameField
    .pipe(z.string().regex(/^([A-Za-z]\w{2,31})?$/, 'must be 3 to 32 of A-Z, a-z, 0-9 and _'))
    .nullish(),
  language_code: z.string().trim().max(16).nullish(),
})

async function newPerson(room: Room, input: unknown): Promise<ControlWrites['people']> {
  const { first_name, last_name, username, language_code } = personForm.parse(input)
  const person = await addPerson(room, {
    first_name: first_name.replaceAll('\0', ''),
    last_name: last_name?.replaceAll('\0', '') || undefined,
    username: username || undefined,
    language_code: language_code?.replaceAll('\0', '') || undefined,
  })
  await publishNews(room, 'people', {})
  return { id: person.id }
}

async function showChats(room: Room, input: unknown): Promise<ControlReads['chats']> {
  const person = await requirePerson(room, z.object({ person: personIdField }).parse(input).person)
  return listChats(room, person)
}

async function showInvoice(room: Room, input: unknown): Promise<ControlReads['invoices']> {
  const query = z.object({ bot: usernameField, invoice_link: z.string() }).parse(input)
  const { title, stars } = await requireLinkedInvoice(room, await requireBot(room, query.bot), query.invoice_link)
  return { title, stars }
}

const chatQuery = z.object({ bot: usernameField, person: chatIdField })

async function showChat(room: Room, input: unknown): Promise<ControlReads['chat']> {
  const query = chatQuery.parse(input)
  const bot = await requireBot(room, query.bot)
  return readChatView(room, bot, await requirePerson(room, query.person))
}

async function showMessages(room: Room, input: unknown): Promise<unknown> {
  const query = chatQuery.parse(input)
  const bot = await requireBot(room, query.bot)
  return listSeenMessages(room, bot, await requirePerson(room, query.person))
}

const updatesForm = z
  .object({
    bot: usernameField.optional(),
    mode: z.enum(['normal', 'twice', 'parallel', 'delay', 'hold']),
    delay_ms: z.number().int().min(0).max(3_600_000).optional(),
  })
  .refine(form => form.mode !== 'delay' || form.delay_ms !== undefined, { path: ['delay_ms'], message: 'is needed' })

async function changeUpdates(room: Room, input: unknown): Promise<unknown> {
  const form = updatesForm.parse(input)
  const bot = form.bot === undefined ? undefined : await requireBot(room, form.bot)
  const delayMs = form.delay_ms ?? 0
  await setUpdateMode(room, bot, form.mode, delayMs)
  return { ...(bot && { bot: bot.username }), mode: form.mode, ...(form.mode === 'delay' && { delay_ms: delayMs }) }
}

const faultForm = z
  .object({
    bot: usernameField.optional(),
    method: z
      .string()
      .trim()
      .regex(/^(\w+|\*)$/, 'is the name of a method, or *'),
    error_code: z.number().int().min(400).max(599).optional(),
    timeout_ms: z.number().int().min(0).max(600_000).optional(),
    description: textField(512).optional(),
    retry_after: z.number().int().min(0).max(86_400).optional(),
    count: z.number().int().min(1).max(1_000_000).optional(),
    off: z.boolean().optional(),
  })
  .refine(
    form => form.off || [form.error_code, form.timeout_ms, form.retry_after].some(value => value !== undefined),
    'a fault names error_code, timeout_ms or retry_after, or is off',
  )

async function changeFaults(room: Room, input: unknown): Promise<unknown> {
  const { bot: name, off, ...fault } = faultForm.parse(input)
  const bot = name === undefined ? undefined : await requireBot(room, name)
  if (off) await removeFaults(room, bot, fault.method)
  else await addFault(room, { ...fault, bot })
  return { ...(bot && { bot: bot.username }), ...fault, ...(off && { off }) }
}

async function blockBot(room: Room, input: unknown): Promise<unknown> {
  const form = z.object({ bot: usernameField, person: personIdField, blocked: z.boolean() }).parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.person)
  const updateId = await setBlocked(room, bot, person, form.blocked)
  return { update_id: updateId ?? null, blocked: form.blocked }
}

async function deactivatePerson(room: Room, input: unknown): Promise<unknown> {
  const form = z.object({ person: personIdField, deactivated: z.boolean() }).parse(input)
  const person = await requirePerson(room, form.person)
  await setDeactivated(room, person, form.deactivated)
  return { deactivated: form.deactivated }
}

async function forgetStored(room: Room, input: unknown): Promise<unknown> {
  const form = z.object({ bot: usernameField.optional(), file_id: z.string().optional() }).parse(input)
  const bot = form.bot === undefined ? undefined : await requireBot(room, form.bot)
  return { forgotten: await forgetFiles(room, bot, form.file_id) }
}

async function resetRoom(room: Room): Promise<unknown> {
  await resetChats(room)
  return { reset: true }
}
