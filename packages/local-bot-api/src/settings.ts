import { badRequest } from './bot-api-error.ts'
import { type Bot, type CommandList, toBotUser } from './bots.ts'
import { buildMediaBody, findFileById, takeMedia } from './files.ts'
import { parseReplyMarkup } from './keyboards.ts'
import { findLastPinned, toApiMessage } from './messages.ts'
import type { Call, Method } from './method.ts'
import { publishNews } from './news.ts'
import { type Chat, findChat, findPerson, requireChat, toChat, toPersonUser } from './people.ts'
import { setAllowedUpdates } from './polling.ts'
import type { Room } from './room.ts'

/** The methods about the bot itself, its webhook, and what it may read about people. */
export const settingMethods: Record<string, Method> = {
  getMe: async ({ bot }) => describeMe(bot),
  setWebhook,
  deleteWebhook,
  getWebhookInfo,
  setMyCommands,
  getMyCommands,
  deleteMyCommands,
  setMyName: call => setText(call, 'names', 'name', 64),
  getMyName: async call => ({ name: selectText(call.bot.names, languageOf(call)) ?? call.bot.first_name }),
  setMyDescription: call => setText(call, 'descriptions', 'description', 512),
  getMyDescription: async call => ({ description: selectText(call.bot.descriptions, languageOf(call)) ?? '' }),
  setMyShortDescription: call => setText(call, 'short_descriptions', 'short_description', 120),
  getMyShortDescription: async call => ({
    short_description: selectText(call.bot.short_descriptions, languageOf(call)) ?? '',
  }),
  setMyProfilePhoto,
  removeMyProfilePhoto: call => storePhoto(call, null),
  getUserProfilePhotos,
  setChatMenuButton,
  getChatMenuButton,
  getChat,
  getChatMember,
  getChatAdministrators,
}

function describeMe(bot: Bot) {
  return {
    ...toBotUser(bot),
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: true,
    can_connect_to_business: false,
    has_main_web_app: false,
    has_topics_enabled: false,
    allows_users_to_create_topics: false,
  }
}

const secretCharactersMax = 256

async function setWebhook(call: Call): Promise<true> {
  const { room, bot, params } = call
  const url = params.text('url')
  if (url === undefined) return deleteWebhook(call)
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) throw badRequest('invalid webhook URL specified')
  const secret = params.text('secret_token') ?? ''
  if (secret.length > secretCharactersMax) throw badRequest('secret token is too long')
  if (!/^[\w-]*$/.test(secret)) throw badRequest('secret token contains unallowed characters')
  if (params.flag('drop_pending_updates')) await dropUpdates(room, bot)
  const allowed = params.json('allowed_updates')
  if (Array.isArray(allowed)) await setAllowedUpdates(room, bot, allowed)
  const connections = Math.min(Math.max(params.integer('max_connections') ?? 40, 1), 100)
  await room.sql.write(
    `update local_bot_api.bot
     set webhook_url = $2, webhook_secret = $3, max_connections = $4, webhook_error = null, webhook_failed_at = null
     where id = $1`,
    [bot.id, url, secret, connections],
  )
  call.description = bot.webhook_url === url ? 'Webhook is already set' : 'Webhook was set'
  room.signals.wake(`updates:${bot.id}`)
  room.signals.wake('webhooks')
  return true
}

async function deleteWebhook(call: Call): Promise<true> {
  const { room, bot, params } = call
  if (params.flag('drop_pending_updates')) await dropUpdates(room, bot)
  await room.sql.write("update local_bot_api.bot set webhook_url = '', webhook_secret = '' where id = $1", [bot.id])
  call.description = bot.webhook_url === '' ? 'Webhook is already deleted' : 'Webhook was deleted'
  return true
}

async function dropUpdates(room: Room, bot: Bot): Promise<void> {
  await room.sql.write('delete from local_bot_api.update_queue where bot_id = $1', [bot.id])
}

async function getWebhookInfo({ room, bot }: Call): Promise<unknown> {
  const rows = await room.sql.query<{ pending: number }>(
    `select count(*) as pending from local_bot_api.update_queue
     where bot_id = $1 and expires_at > clock_timestamp()`,
    [bot.id],
  )
  return {
    url: bot.webhook_url,
    has_custom_certificate: false,
    pending_update_count: rows[0]!.pending,
    ...(bot.webhook_url !== '' && { max_connections: bot.max_connections, ip_address: '127.0.0.1' }),
    ...(bot.webhook_failed_at !== null && {
      last_error_date: Math.floor(bot.webhook_failed_at.getTime() / 1000),
      last_error_message: bot.webhook_error,
    }),
    ...(bot.allowed_updates !== null && { allowed_updates: bot.allowed_updates }),
  }
}

const commandsMax = 100
const commandCharactersMax = 32
const commandDescriptionCharactersMax = 256

async function setMyCommands(call: Call): Promise<true> {
  const given = call.params.json('commands')
  if (!Array.isArray(given)) throw badRequest("can't parse commands JSON object")
  if (given.length > commandsMax) throw badRequest('BOT_COMMANDS_TOO_MUCH')
  return storeCommands(call, given.map(readCommand))
}

async function deleteMyCommands(call: Call): Promise<true> {
  return storeCommands(call, [])
}

function readCommand(value: unknown): { command: string; description: string } {
  const { command, description } = (value ?? {}) as Record<string, unknown>
  if (typeof command !== 'string' || typeof description !== 'string') {
    throw badRequest("can't parse BotCommand: expected an Object")
  }
  const name = command.trim().replace(/^\//, '')
  const words = description.trim()
  if (name === '') throw badRequest('command must be non-empty')
  if (name.length > commandCharactersMax) throw badRequest(`command length must not exceed ${commandCharactersMax}`)
  if (!/^[a-z0-9_]+$/.test(name)) throw badRequest('BOT_COMMAND_INVALID')
  if (words === '') throw badRequest('command description must be non-empty')
  if ([...words].length > commandDescriptionCharactersMax) {
    throw badRequest(`command description length must not exceed ${commandDescriptionCharactersMax}`)
  }
  return { command: name, description: words }
}

async function storeCommands(call: Call, commands: CommandList['commands']): Promise<true> {
  const { room, bot } = call
  const scope = readScope(call)
  const language = languageOf(call)
  await room.sql.transaction(async tx => {
    const rows = await tx.query<{ commands: CommandList[] }>(
      'select commands from local_bot_api.bot where id = $1 for update',
      [bot.id],
    )
    const others = rows[0]!.commands.filter(list => list.scope !== scope || list.language !== language)
    const lists = commands.length === 0 ? others : [...others, { scope, language, commands }]
    await tx.write('update local_bot_api.bot set commands = $2 where id = $1', [bot.id, JSON.stringify(lists)])
  })
  await publishNews(room, 'bots', { bot: bot.id })
  return true
}

async function getMyCommands(call: Call): Promise<unknown> {
  const scope = readScope(call)
  const language = languageOf(call)
  return call.bot.commands.find(list => list.scope === scope && list.language === language)?.commands ?? []
}

function readScope({ params }: Call): string {
  const scope = (params.json('scope') ?? { type: 'default' }) as { type?: string; chat_id?: unknown; user_id?: unknown }
  if (typeof scope.type !== 'string') throw badRequest("can't parse BotCommandScope: unsupported type specified")
  if (scope.type === 'chat_member') return `chat_member:${scope.chat_id}:${scope.user_id}`
  return scope.type.startsWith('chat') ? `${scope.type}:${scope.chat_id}` : scope.type
}

const languageOf = ({ params }: Call) => params.text('language_code') ?? ''

/**
 * The commands that the person's client lists: those of the narrowest scope with a list, in the person's own language
 * first.
 */
export function selectCommands(bot: Bot, personId: number, language: string): CommandList['commands'] {
  const scopes = [`chat_member:${personId}:${personId}`, `chat:${personId}`, 'all_private_chats', 'default']
  for (const scope of scopes) {
    for (const wanted of [language, '']) {
      const list = bot.commands.find(one => one.scope === scope && one.language === wanted)
      if (list !== undefined) return list.commands
    }
  }
  return []
}

/** Returns the text for a language, otherwise the text for all others. */
export function selectText(texts: Record<string, string>, language: string): string | undefined {
  return texts[language] || texts[''] || undefined
}

type Texts = 'names' | 'descriptions' | 'short_descriptions'

async function setText(call: Call, column: Texts, parameter: string, charactersMax: number): Promise<true> {
  const text = (call.params.text(parameter) ?? '').trim()
  if ([...text].length > charactersMax) throw badRequest(`${parameter.replace('_', ' ')} is too long`)
  await call.room.sql.write(textUpdates[column], [call.bot.id, languageOf(call), text])
  await publishNews(call.room, 'bots', { bot: call.bot.id })
  return true
}

const textUpdate = (column: Texts) => `
  update local_bot_api.bot
  set ${column} = case
    when $3 = '' then ${column} - $2::text
    else ${column} || jsonb_build_object($2::text, $3::text)
  end
  where id = $1`

const textUpdates: Record<Texts, string> = {
  names: textUpdate('names'),
  descriptions: textUpdate('descriptions'),
  short_descriptions: textUpdate('short_descriptions'),
}

async function setMyProfilePhoto(call: Call): Promise<true> {
  const given = (call.params.json('photo') ?? {}) as { type?: unknown; photo?: unknown }
  if (given.type !== 'static') throw badRequest('this Bot API knows profile photos of the type static only')
  // Telegram accepts only a new file, never a file_id or an address.
  if (!String(given.photo).startsWith('attach://')) throw badRequest('profile photo must be uploaded as a file')
  const sizes = await takeMedia(call, 'photo', given.photo)
  return storePhoto(call, sizes.at(-1)!.file_id)
}

async function storePhoto({ room, bot }: Call, fileId: string | null): Promise<true> {
  await room.sql.write('update local_bot_api.bot set photo = $2 where id = $1', [bot.id, fileId])
  await publishNews(room, 'bots', { bot: bot.id })
  return true
}

// Returns pictures of the bot; people here do not have any.
async function getUserProfilePhotos({ room, bot, params }: Call): Promise<unknown> {
  const file = params.integer('user_id') === bot.id && bot.photo !== null && (await findFileById(room, bot, bot.photo))
  return file ? { total_count: 1, photos: [buildMediaBody('photo', [file]).photo] } : { total_count: 0, photos: [] }
}

async function setChatMenuButton(call: Call): Promise<true> {
  const { room, bot, params } = call
  const button = (params.json('menu_button') ?? { type: 'default' }) as { type?: string }
  if (!['default', 'commands', 'web_app'].includes(button.type ?? '')) {
    throw badRequest("can't parse menu button: MenuButton has unsupported type")
  }
  if (button.type === 'web_app') parseReplyMarkup({ inline_keyboard: [[button]] })
  const stored = button.type === 'default' ? null : JSON.stringify(button)
  if (params.text('chat_id') === undefined) {
    await room.sql.write('update local_bot_api.bot set menu_button = $2 where id = $1', [bot.id, stored])
  } else {
    const chat = await requireChat(room, bot, params)
    await room.sql.write(
      `insert into local_bot_api.chat (bot_id, person_id, menu_button) values ($1, $2, $3)
       on conflict (bot_id, person_id) do update set menu_button = excluded.menu_button`,
      [bot.id, chat.person.id, stored],
    )
  }
  await publishNews(room, 'bots', { bot: bot.id })
  return true
}

async function getChatMenuButton({ room, bot, params }: Call): Promise<unknown> {
  const chat = params.text('chat_id') === undefined ? undefined : await requireChat(room, bot, params)
  return chat?.menu_button ?? bot.menu_button ?? { type: 'default' }
}

async function getChat({ room, bot, params }: Call): Promise<unknown> {
  const chat = await requireChat(room, bot, params)
  const pinned = await findLastPinned(room, bot, chat.person.id)
  return {
    ...toChat(chat.person),
    ...(chat.person.username && { active_usernames: [chat.person.username] }),
    accent_color_id: Math.abs(chat.person.id) % 7,
    max_reaction_count: 11,
    accepted_gift_types: {
      unlimited_gifts: false,
      limited_gifts: false,
      unique_gifts: false,
      premium_subscription: false,
      gifts_from_channels: false,
    },
    ...(pinned && { pinned_message: toApiMessage(pinned) }),
  }
}

async function getChatMember({ room, bot, params }: Call): Promise<unknown> {
  const chat = await requireChat(room, bot, params)
  const userId = params.integer('user_id')
  if (chat.person.kind !== 'private') return memberOfTeam(room, bot, chat, userId)
  if (userId === bot.id) return { status: 'member', user: toBotUser(bot) }
  const member = userId === undefined ? undefined : await findChat(room, bot, userId)
  if (member === undefined || member.person.id !== chat.person.id) throw badRequest('PARTICIPANT_ID_INVALID')
  return { status: 'member', user: toPersonUser(member.person) }
}

async function memberOfTeam(room: Room, bot: Bot, { person: team, started }: Chat, userId?: number): Promise<unknown> {
  if (userId === bot.id) return { status: started ? 'member' : 'left', user: toBotUser(bot) }
  const member = userId === undefined ? undefined : await findPerson(room, userId)
  if (member === undefined) throw badRequest('PARTICIPANT_ID_INVALID')
  const user = toPersonUser(member)
  return member.id === team.creator_id ? { status: 'creator', user, is_anonymous: false } : { status: 'left', user }
}

/** Returns only the creator, because other administrators are not stored here. */
async function getChatAdministrators({ room, bot, params }: Call): Promise<unknown[]> {
  const chat = await requireChat(room, bot, params)
  if (chat.person.kind === 'private') throw badRequest('there are no administrators in the private chat')
  const { creator_id: creator } = chat.person
  return creator === null ? [] : [await memberOfTeam(room, bot, chat, creator)]
}
