import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { postUnlessBlocked } from '../act-as-person.ts'
import type { Bot } from '../bots.ts'
import { ControlError } from '../control-error.ts'
import { personIdField, requireBot, requirePerson, usernameField } from '../control-fields.ts'
import { postByPerson } from '../messages.ts'
import { findChat, type Person, toPersonUser } from '../people.ts'
import type { Room } from '../room.ts'

const webAppForm = z.object({
  bot: usernameField,
  person: personIdField,
  // Telegram allows 512 characters. More are accepted, so that a Mini App can be tested with them.
  start_param: z.string().max(100_000).optional(),
  url: z.url({ protocol: /^https?$/ }).optional(),
  theme: z.enum(['light', 'dark']).optional(),
  age_s: z.number().int().min(-86_400).max(100_000_000).optional(),
  signed_by: usernameField.optional(),
  forged: z.boolean().optional(),
})

/**
 * Handles `POST /control/web-apps`: opens a Mini App for a person; the address contains the data that its bot can
 * check.
 */
export async function openWebApp(room: Room, body: unknown): Promise<{ init_data: string; url: string }> {
  const form = webAppForm.parse(body)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.person)
  const chat = (await findChat(room, bot, person.id))!
  const menu = (chat.menu_button ?? bot.menu_button) as { web_app?: { url: string } } | null
  const address = form.url ?? menu?.web_app?.url
  if (address === undefined) {
    throw new ControlError(
      409,
      'this bot has no Mini App: its menu button names none (setChatMenuButton), and url is unset',
    )
  }
  const signer = form.signed_by === undefined ? bot : await requireBot(room, form.signed_by)
  const told = {
    user: JSON.stringify({
      ...telegramUser(person),
      ...(chat.started && !chat.blocked && { allows_write_to_pm: true }),
    }),
    ...(form.start_param === undefined
      ? { query_id: `AA${randomBytes(16).toString('base64url')}` }
      : { chat_instance: chatInstance(bot, person), chat_type: 'private', start_param: form.start_param }),
    auth_date: String(Math.floor(room.now().getTime() / 1000) - (form.age_s ?? 0)),
    // Telegram signs with its own key for third parties, who cannot know the token. This signature is random and cannot
    // be checked.
    signature: randomBytes(64).toString('base64url'),
  }
  const signed = signFields(told, signer.token)
  const initData = form.forged ? signed.replace(/hash=./, hash => (hash === 'hash=0' ? 'hash=1' : 'hash=0')) : signed
  return { init_data: initData, url: withData(address, initData, form) }
}

function telegramUser(person: Person) {
  const { is_bot: _, ...user } = toPersonUser(person)
  return user
}

const chatInstance = (bot: Bot, person: Person) => String(BigInt(bot.id) * 31n + BigInt(person.id))

/**
 * Signs the fields as described at https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app,
 * and returns them as a query.
 */
function signFields(fields: Record<string, string>, token: string): string {
  const pairs = Object.entries(fields)
  const text = pairs.map(([name, value]) => `${name}=${value}`).sort()
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  const hash = createHmac('sha256', key).update(text.join('\n')).digest('hex')
  return [...pairs, ['hash', hash] as const].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')
}

/** The Bot API version whose events the chat page answers. */
const webAppVersion = '9.0'

function withData(address: string, initData: string, form: z.infer<typeof webAppForm>): string {
  const url = new URL(address)
  if (form.start_param !== undefined) url.searchParams.set('tgWebAppStartParam', form.start_param)
  const behind = {
    tgWebAppData: initData,
    tgWebAppVersion: webAppVersion,
    tgWebAppPlatform: 'weba',
    tgWebAppThemeParams: JSON.stringify(themes[form.theme ?? 'light']),
  }
  url.hash = Object.entries(behind)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
  return url.href
}

/** The colours of the chat page, by the names of Telegram's ThemeParams. */
export const themes = {
  light: {
    bg_color: '#ffffff',
    text_color: '#0f1a20',
    hint_color: '#707579',
    link_color: '#2678b6',
    button_color: '#2678b6',
    button_text_color: '#ffffff',
    secondary_bg_color: '#f1f3f5',
  },
  dark: {
    bg_color: '#18222d',
    text_color: '#f5f5f5',
    hint_color: '#9aa7b2',
    link_color: '#6ab3f3',
    button_color: '#4a9ae0',
    button_text_color: '#06131f',
    secondary_bg_color: '#0f1720',
  },
}

const askedForm = z.object({ bot: usernameField, person: personIdField })

/**
 * Handles `POST /control/web-app-contacts`: the person shares their number with the bot from its Mini App. The bot gets
 * the contact as a message, and the Mini App gets it signed.
 */
export async function shareContactFromApp(room: Room, body: unknown): Promise<{ contact: string }> {
  const form = askedForm.parse(body)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.person)
  const { phone_number, first_name, last_name, id: user_id } = person
  const contact = { user_id, phone_number, first_name, ...(last_name && { last_name }) }
  await postUnlessBlocked(room, bot, person, { contact })
  const auth_date = String(Math.floor(room.now().getTime() / 1000))
  return { contact: signFields({ contact: JSON.stringify(contact), auth_date }, bot.token) }
}

/** Handles `POST /control/write-access`: the person lets the bot write to them, as a Mini App requested. */
export async function allowWriting(room: Room, body: unknown): Promise<unknown> {
  const form = askedForm.parse(body)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.person)
  await room.sql.write(
    `insert into local_bot_api.chat (bot_id, person_id, started, blocked) values ($1, $2, true, false)
     on conflict (bot_id, person_id) do update set started = true, blocked = false`,
    [bot.id, person.id],
  )
  const chat = (await findChat(room, bot, person.id))!
  return postByPerson(room, bot, chat, { write_access_allowed: { from_request: true } })
}
