import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { BotApiError, badRequest } from './bot-api-error.ts'
import { type Bot, toBotUser } from './bots.ts'
import { ControlError } from './control-error.ts'
import { personIdField, requireBot, requirePerson, usernameField } from './control-fields.ts'
import { isInlineKeyboard, parseReplyMarkup } from './keyboards.ts'
import type { ControlWrites, InlineResult } from './lib/page-json.ts'
import { type Json, postByPerson } from './messages.ts'
import type { Call, Method } from './method.ts'
import { makeParams } from './params.ts'
import { findChat, type Person, toPersonUser } from './people.ts'
import type { Room } from './room.ts'
import { buildTextBody } from './sending.ts'
import { announceUpdate, pressQueueKey, queueUpdate } from './updates.ts'

/** The methods of inline mode: people type `@bot words` in a chat, and choose an article that the bot offers. */
export const inlineMethods: Record<string, Method> = { answerInlineQuery }

const resultsMax = 50
const queryCharactersMax = 256
/** How long Telegram waits for the answer. */
const answerableMs = 10_000

interface Article extends InlineResult {
  /** The message that the article becomes. */
  body: Json
  markup: Json | null
}

interface InlineAnswer {
  results: Article[]
  next_offset: string
  button: { text: string } | null
}

const queryForm = z.object({
  bot: usernameField,
  from: personIdField,
  query: z.string().max(queryCharactersMax),
  offset: z.string().max(64).default(''),
})

/** Handles `POST /control/inline-queries`: a person types the bot's name and some words. */
export async function askInline(room: Room, input: unknown): Promise<ControlWrites['inline-queries']> {
  const form = queryForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const id = randomBytes(8).readBigUInt64BE().toString()
  const { query, offset } = form
  await room.sql.write(
    'insert into local_bot_api.inline_query (id, bot_id, person_id, query) values ($1, $2, $3, $4)',
    [id, bot.id, person.id, query.replaceAll('\0', '').toWellFormed()],
  )
  const payload = { id, from: toPersonUser(person), query, offset, chat_type: 'sender' }
  await queueUpdate(room, bot, { kind: 'inline_query', queueKey: pressQueueKey(person.id), payload })
  const answer = await awaitAnswer(room, id)
  return {
    inline_query_id: id,
    results: answer?.results.map(({ body: _body, markup: _markup, ...shown }) => shown) ?? null,
    ...(answer && { next_offset: answer.next_offset }),
    ...(answer?.button && { button: answer.button }),
  }
}

async function awaitAnswer(room: Room, id: string): Promise<InlineAnswer | undefined> {
  const until = Date.now() + answerableMs
  const following = room.signals.follow(`inline:${id}`)
  try {
    for (;;) {
      const [asked] = await room.sql.query<{ answer: InlineAnswer | null }>(
        'select answer from local_bot_api.inline_query where id = $1',
        [id],
      )
      if (asked?.answer) return asked.answer
      if (Date.now() >= until || room.signals.closed) return undefined
      await following.next(until - Date.now())
    }
  } finally {
    following.stop()
  }
}

const choiceForm = z.object({
  bot: usernameField,
  from: personIdField,
  inline_query_id: z.string(),
  result_id: z.string(),
})

/**
 * Handles `POST /control/inline-results`: the person chooses an article, which becomes their message in the chat with
 * the bot. An article with buttons has an `inline_message_id`, and a bot with inline feedback receives the choice.
 */
export async function chooseInline(room: Room, input: unknown): Promise<unknown> {
  const form = choiceForm.parse(input)
  const bot = await requireBot(room, form.bot)
  const person = await requirePerson(room, form.from)
  const [asked] = await room.sql.query<{ answer: InlineAnswer | null; query: string }>(
    'select answer, query from local_bot_api.inline_query where id = $1 and bot_id = $2 and person_id = $3',
    [form.inline_query_id, bot.id, person.id],
  )
  const article = asked?.answer?.results.find(({ id }) => id === form.result_id)
  if (!article) throw new ControlError(404, `there is no result ${form.result_id}`)
  const sent = await postArticle(room, { bot, person }, article)
  if (!bot.inline_feedback) return sent
  const { inline_message_id } = sent
  const from = toPersonUser(person)
  const payload = { result_id: article.id, from, query: asked!.query, ...(inline_message_id && { inline_message_id }) }
  const chosenUpdateId = await queueUpdate(room, bot, {
    kind: 'chosen_inline_result',
    queueKey: pressQueueKey(person.id),
    payload,
  })
  return { ...sent, chosen_update_id: chosenUpdateId ?? null }
}

async function postArticle(room: Room, { bot, person }: { bot: Bot; person: Person }, { body, markup }: Article) {
  const chat = (await findChat(room, bot, person.id))!
  const inlineId = markup && randomBytes(20).toString('base64url')
  const sent = await room.sql.transaction(async sql => {
    const message = await postByPerson({ sql, signals: room.signals }, bot, chat, { ...body, via_bot: toBotUser(bot) })
    await sql.write(
      `update local_bot_api.message set markup = $3, inline_message_id = $4 where bot_id = $1 and message_id = $2`,
      [bot.id, message.message_id, markup && JSON.stringify(markup), inlineId],
    )
    return message
  })
  announceUpdate(room, bot)
  room.signals.wake('news:all')
  return { ...sent, ...(inlineId && { inline_message_id: inlineId }) }
}

const feedbackForm = z.object({ bot: usernameField, on: z.boolean() })

/**
 * Handles `POST /control/inline-feedback`: sets whether the bot receives the results that people choose, as its owner
 * does at @BotFather.
 */
export async function setInlineFeedback(room: Room, input: unknown): Promise<unknown> {
  const { bot: name, on } = feedbackForm.parse(input)
  const bot = await requireBot(room, name)
  await room.sql.write('update local_bot_api.bot set inline_feedback = $2 where id = $1', [bot.id, on])
  return { bot: bot.username, on }
}

async function answerInlineQuery({ room, bot, params }: Call): Promise<true> {
  const given = params.json('results')
  if (!Array.isArray(given)) throw badRequest('Array expected as results')
  if (given.length > resultsMax) throw badRequest('RESULTS_TOO_MUCH')
  const results = given.map(readArticle)
  if (new Set(results.map(({ id }) => id)).size < results.length) throw badRequest('RESULT_ID_DUPLICATE')
  const answer = { results, next_offset: params.text('next_offset') ?? '', button: params.json('button') ?? null }
  const id = params.text('inline_query_id') ?? ''
  const answered = await room.sql.write(
    `update local_bot_api.inline_query set answer = $3
     where id = $1 and bot_id = $2 and asked_at > clock_timestamp() - $4 * interval '1 ms'`,
    [id, bot.id, JSON.stringify(answer), answerableMs],
  )
  if (answered === 0) {
    throw new BotApiError(400, 'Bad Request: query is too old and response timeout expired or query ID is invalid')
  }
  room.signals.wake(`inline:${id}`)
  return true
}

// Only articles are read, because the chat page cannot show the other kinds of results.
function readArticle(value: unknown): Article {
  const { type, id, title, description, thumbnail_url, input_message_content, reply_markup } = (value ?? {}) as Json
  if (type !== 'article') throw badRequest('this Bot API knows results of the type article only')
  if (typeof id !== 'string' || id === '' || Buffer.byteLength(id) > 64) throw badRequest('RESULT_ID_INVALID')
  if (typeof title !== 'string' || title === '') throw badRequest('ARTICLE_TITLE_EMPTY')
  const { message_text: text, ...content } = (input_message_content ?? {}) as Json
  const markup = parseReplyMarkup(reply_markup)
  return {
    id,
    title,
    ...(typeof description === 'string' && { description }),
    ...readThumbnail(thumbnail_url),
    body: buildTextBody(makeParams({ ...content, text }, new Map())),
    markup: isInlineKeyboard(markup) ? markup : null,
  }
}

function readThumbnail(url: unknown): { thumbnail_url?: string } {
  if (url === undefined || url === '') return {}
  if (typeof url !== 'string' || !/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw badRequest('THUMBNAIL_URL_INVALID')
  return { thumbnail_url: url }
}

/** Wakes the inline queries that wait here and were answered through another process. */
export function checkForInlineAnswers(room: Room): void {
  room.signals.look('inline', async keys => {
    const rows = await room.sql.query<{ id: string }>(
      'select id from local_bot_api.inline_query where id = any($1) and answer is not null',
      [keys],
    )
    return rows.map(({ id }) => id)
  })
}
