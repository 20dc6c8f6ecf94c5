import type { MessageEntity } from 'grammy/types'
import { badRequest } from './bot-api-error.ts'
import { type FormattedText, MarkupError, parseHtml, sortEntities } from './html-text.ts'
import { parseMarkdown } from './markdown-text.ts'
import type { Params } from './params.ts'

/** The parameters that format a text. */
interface MarkupNames {
  mode?: string
  entities?: string
}

/**
 * Returns the text of a parameter with its entities. They are parsed or given, trimmed like in Telegram, with links,
 * commands and mentions detected. Undefined if the parameter is missing.
 */
export function parseFormattedText(
  params: Params,
  name: string,
  { mode: modeName = 'parse_mode', entities = name === 'text' ? 'entities' : `${name}_entities` }: MarkupNames = {},
): FormattedText | undefined {
  const written = params.text(name)
  if (written === undefined) return undefined
  const mode = (params.text(modeName) ?? '').toLowerCase()
  const text = cleanText(written)
  if (mode === 'html') return finishText(parseMarkup(text, parseHtml))
  if (mode === 'markdownv2') return finishText(parseMarkup(text, parseMarkdown))
  if (mode === 'markdown') throw badRequest('unsupported parse_mode: the local Bot API reads HTML and MarkdownV2')
  if (mode !== '') throw badRequest('unsupported parse_mode')
  const given = params.json(entities)
  return finishText({ text, entities: givenEntities(given, text.length) })
}

/** Returns a text typed by a person: without markup, but with detected commands, links and mentions. */
export function parsePlainText(text: string): FormattedText {
  return finishText({ text: cleanText(text), entities: [] })
}

export function refuseLongText(formatted: FormattedText | undefined, charactersMax: number, name: string): void {
  if (formatted !== undefined && [...formatted.text].length > charactersMax) throw badRequest(`${name} is too long`)
}

function cleanText(written: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Telegram drops them too, and jsonb cannot hold the first
  return written.toWellFormed().replace(/\r|[\0-\x08\x0b\x0c\x0e-\x1f]/g, character => (character === '\r' ? '' : ' '))
}

function parseMarkup(text: string, parse: (text: string) => FormattedText): FormattedText {
  try {
    return parse(text)
  } catch (error) {
    if (error instanceof MarkupError) throw badRequest(`can't parse entities: ${error.message}`)
    throw error
  }
}

function givenEntities(value: unknown, length: number): MessageEntity[] {
  if (!Array.isArray(value)) return []
  const entities = value as MessageEntity[]
  for (const entity of entities) {
    if (!Number.isInteger(entity?.offset) || !Number.isInteger(entity?.length) || typeof entity?.type !== 'string') {
      throw badRequest("can't parse MessageEntity: expected an Object with type, offset and length")
    }
    if (entity.offset < 0 || entity.offset > length) {
      throw badRequest(`entity begins after the end of the text at UTF-16 offset ${entity.offset}`)
    }
  }
  return entities
    .map(entity => ({ ...entity, length: Math.min(entity.length, length - entity.offset) }))
    .filter(entity => entity.length > 0)
}

function finishText(formatted: FormattedText): FormattedText {
  const { text, entities } = trimText(formatted)
  return { text, entities: sortEntities([...entities, ...foundEntities(text, entities)]) }
}

function trimText({ text, entities }: FormattedText): FormattedText {
  const cut = text.length - text.trimStart().length
  const kept = text.trim()
  const moved: MessageEntity[] = []
  for (const entity of entities) {
    const begin = Math.max(entity.offset - cut, 0)
    const end = Math.min(entity.offset + entity.length - cut, kept.length)
    if (end > begin) moved.push({ ...entity, offset: begin, length: end - begin })
  }
  return { text: kept, entities: moved }
}

const withProtocol = /(?<![\w@/])(?:https?|tg):\/\/[^\s<>"']+/.source
const ofDomain = /(?<![\w@/.-])(?:[a-z0-9-]+\.)+(?:com|org|net|id|me|io|dev|app|shop)(?:\/[^\s<>"']*)?/.source
// A punctuation mark at the end belongs to the sentence.
const noMark = /(?<![.,;:!?)\]'"])/.source

const patterns: [MessageEntity['type'], RegExp][] = [
  ['url', new RegExp(`(?:${withProtocol}|${ofDomain})${noMark}`, 'gi')],
  ['email', /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g],
  ['bot_command', /(?<![\w/@<>])\/[A-Za-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?(?![\w/])/g],
  ['mention', /(?<![\w@/])@[A-Za-z]\w{3,31}(?!\w)/g],
  ['hashtag', /(?<![\w#&])#(?!\d+\b)[\p{L}\p{N}_]{1,256}/gu],
]

/** Returns links, addresses, commands, mentions and tags outside of code and of the author's links. */
function foundEntities(text: string, existing: MessageEntity[]): MessageEntity[] {
  const taken = existing.filter(({ type }) => ['code', 'pre', 'text_link', 'text_mention'].includes(type))
  const found: MessageEntity[] = []
  for (const [type, pattern] of patterns) {
    for (const match of text.matchAll(pattern)) {
      const entity = { type, offset: match.index, length: match[0].length } as MessageEntity
      if (![...taken, ...found].some(other => overlap(entity, other))) found.push(entity)
    }
  }
  const keys = new Set(existing.map(entity => `${entity.type} ${entity.offset}`))
  return found.filter(entity => !keys.has(`${entity.type} ${entity.offset}`))
}

const overlap = (one: MessageEntity, other: MessageEntity) =>
  one.offset < other.offset + other.length && other.offset < one.offset + one.length
