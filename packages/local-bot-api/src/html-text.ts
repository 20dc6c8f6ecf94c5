import type { MessageEntity } from 'grammy/types'

export interface FormattedText {
  text: string
  entities: MessageEntity[]
}

/** A mistake in the markup, with Telegram's own message and byte offset. */
export class MarkupError extends Error {
  override name = 'MarkupError'
}

/**
 * Parses HTML like the Bot API (`parse_mode: "HTML"`): text with entities whose offsets count UTF-16 code units. It
 * follows Telegram's own parser, including tolerance and error texts: `&amp` without a semicolon counts, an unknown
 * named entity is left unchanged, attributes may omit quotes.
 */
export function parseHtml(html: string): FormattedText {
  const reader = new Reader(html)
  const open: OpenTag[] = []
  const entities: MessageEntity[] = []
  let text = ''
  while (!reader.ended) {
    const begin = reader.at
    if (reader.sees('&')) {
      text += reader.takeCharacterReference() ?? reader.take()
    } else if (!reader.sees('<')) {
      text += reader.take()
    } else if (html[begin + 1] === '/') {
      closeTag(reader, open, entities, text)
    } else {
      open.push(openTag(reader, text.length))
    }
  }
  const unclosed = open.at(-1)
  if (unclosed !== undefined) throw new MarkupError(`Can't find end tag corresponding to start tag "${unclosed.name}"`)
  if (!text.isWellFormed()) {
    throw new MarkupError(
      'Text contains invalid Unicode characters after decoding HTML entities, check for unmatched surrogate code units',
    )
  }
  for (const entity of entities) if (entity.type === 'code') delete (entity as { language?: string }).language
  return { text, entities: sortEntities(entities) }
}

/** Sorts outer entities before inner ones, and those of equal extent in Telegram's order. */
export function sortEntities(entities: MessageEntity[]): MessageEntity[] {
  const place = ({ type }: MessageEntity) => order.indexOf(type) + 1 || order.indexOf('url') + 1
  return entities.sort(
    (one, other) => one.offset - other.offset || other.length - one.length || place(one) - place(other),
  )
}

const order: MessageEntity['type'][] = [
  ...(['blockquote', 'expandable_blockquote', 'pre', 'code', 'text_link', 'text_mention', 'url', 'bold'] as const),
  ...(['italic', 'underline', 'strikethrough', 'spoiler', 'custom_emoji'] as const),
]

interface OpenTag {
  name: string
  argument: string
  unix: number
  offset: number
}

const known = new Set(
  'a b strong i em s strike del u ins tg-spoiler tg-emoji tg-time span pre code blockquote'.split(' '),
)

function openTag(reader: Reader, offset: number): OpenTag {
  const begin = reader.at
  const place = `at byte offset ${reader.byteOffset(begin)}`
  reader.take()
  const name = reader.takeWhile(character => !isSpace(character) && character !== '>').toLowerCase()
  if (reader.ended) throw new MarkupError(`Unclosed start tag ${place}`)
  if (!known.has(name)) throw new MarkupError(`Unsupported start tag "${name}" ${place}`)
  const tag: OpenTag = { name, argument: '', unix: 0, offset }
  while (!reader.sees('>')) {
    reader.takeWhile(isSpace)
    if (!reader.sees('>')) readAttribute(reader, tag, place)
  }
  reader.take()
  if (name === 'span' && tag.argument !== 'spoiler') {
    throw new MarkupError(`Tag "span" must have class "tg-spoiler" ${place}`)
  }
  return tag
}

function readAttribute(reader: Reader, tag: OpenTag, place: string): void {
  const { name } = tag
  const attribute = reader.takeWhile(character => !isSpace(character) && !`=>/"'`.includes(character))
  if (attribute === '') throw new MarkupError(`Empty attribute name in the tag "${name}" ${place}`)
  reader.takeWhile(isSpace)
  if (!reader.sees('=')) {
    if (reader.ended) throw new MarkupError(`Unclosed start tag "${name}" ${place}`)
    if (name === 'blockquote' && attribute === 'expandable') tag.argument = '1'
    return
  }
  reader.take()
  reader.takeWhile(isSpace)
  if (reader.ended) throw new MarkupError(`Unclosed start tag "${name}" ${place}`)
  const value = reader.takeAttributeValue()
  if (reader.ended) throw new MarkupError(`Unclosed start tag ${place}`)
  applyAttribute(tag, attribute, value)
}

function applyAttribute(tag: OpenTag, attribute: string, value: string): void {
  const place = `${tag.name} ${attribute}`
  if (place === 'a href' || place === 'tg-emoji emoji-id' || place === 'tg-time format') tag.argument = value
  else if (place === 'code class' && value.startsWith('language-')) tag.argument = value.slice(9)
  else if (place === 'span class' && value.startsWith('tg-')) tag.argument = value.slice(3)
  else if (place === 'blockquote expandable') tag.argument = '1'
  else if (place === 'tg-time unix') tag.unix = Number.parseInt(value, 10) || 0
}

function closeTag(reader: Reader, open: OpenTag[], entities: MessageEntity[], text: string): void {
  const place = `at byte offset ${reader.byteOffset(reader.at)}`
  const tag = open.pop()
  if (tag === undefined) throw new MarkupError(`Unexpected end tag ${place}`)
  reader.take()
  reader.take()
  const name = reader.takeWhile(character => !isSpace(character) && character !== '>').toLowerCase()
  reader.takeWhile(isSpace)
  if (!reader.sees('>')) throw new MarkupError(`Unclosed end tag ${place}`)
  reader.take()
  if (name !== '' && name !== tag.name) {
    throw new MarkupError(`Unmatched end tag ${place}, expected "</${tag.name}>", found "</${name}>"`)
  }
  if (text.length > tag.offset) addEntity(entities, tag, text)
}

const simple: Record<string, MessageEntity['type']> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strikethrough',
  strike: 'strikethrough',
  del: 'strikethrough',
  u: 'underline',
  ins: 'underline',
  'tg-spoiler': 'spoiler',
  span: 'spoiler',
}

function addEntity(entities: MessageEntity[], tag: OpenTag, text: string): void {
  const span = { offset: tag.offset, length: text.length - tag.offset }
  const last = entities.at(-1)
  const closed: Closed = {
    ...tag,
    text: text.slice(tag.offset),
    twin: last?.offset === span.offset && last.length === span.length ? last : undefined,
    add: entity => entities.push({ ...span, ...entity } as MessageEntity),
  }
  const addOwn = ofTag[tag.name]
  if (addOwn) addOwn(closed)
  else closed.add({ type: simple[tag.name] })
}

interface Closed extends OpenTag {
  /** The text between the tags. */
  text: string
  /** The entity that covers exactly the text of this one. */
  twin: MessageEntity | undefined
  add(entity: object): void
}

const ofTag: Record<string, (closed: Closed) => void> = {
  a: ({ argument, text, add }) => addLink(add, argument || text),
  'tg-emoji': ({ argument, add }) => {
    if (!/^[1-9]\d*$/.test(argument)) throw new MarkupError('Invalid custom emoji identifier specified')
    add({ type: 'custom_emoji', custom_emoji_id: argument })
  },
  'tg-time': ({ argument, unix, add }) => {
    if (!/^(r|w?[dD]?[tT]?)$/.test(argument)) throw new MarkupError('Invalid date-time format specified')
    if (unix > 0) add({ type: 'date_time', unix_time: unix, date_time_format: argument })
  },
  pre: ({ twin, add }) => {
    if (twin?.type === 'code' && 'language' in twin) Object.assign(twin, { type: 'pre' })
    else add({ type: 'pre' })
  },
  code: ({ argument, twin, add }) => {
    if (twin?.type === 'pre' && argument) Object.assign(twin, { language: argument })
    else add({ type: 'code', ...(argument && { language: argument }) })
  },
  blockquote: ({ argument, add }) => add({ type: argument ? 'expandable_blockquote' : 'blockquote' }),
}

/** Adds a mention of a user or a link; does nothing if the address is invalid. */
export function addLink(add: (entity: object) => void, address: string): void {
  const user = /^tg:(?:\/\/)?user\?id=(\d+)$/.exec(address)
  if (user) {
    add({ type: 'text_mention', user: { id: Number(user[1]), is_bot: false, first_name: '' } })
    return
  }
  const url = validateUrl(address)
  if (url !== undefined) add({ type: 'text_link', url })
}

/**
 * Returns the address as a client would open it, or undefined if Telegram drops it. Telegram also refuses hosts without
 * a dot; they are allowed here, because a shop on this machine runs at localhost.
 */
export function validateUrl(address: string): string | undefined {
  if (/^(tg|ton|tonsite):/i.test(address)) return address
  const absolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`
  if (!/^https?:/i.test(absolute) || /\s/.test(absolute) || !URL.canParse(absolute)) return undefined
  return new URL(absolute).href
}

const isSpace = (character: string) => ' \t\r\n\v\0'.includes(character)

class Reader {
  at = 0
  readonly #source: string

  constructor(source: string) {
    this.#source = source
  }

  get ended(): boolean {
    return this.at >= this.#source.length
  }

  sees(character: string): boolean {
    return this.#source[this.at] === character
  }

  take(): string {
    return this.#source[this.at++] ?? ''
  }

  takeWhile(matches: (character: string) => boolean): string {
    const begin = this.at
    while (!this.ended && matches(this.#source[this.at]!)) this.at++
    return this.#source.slice(begin, this.at)
  }

  byteOffset(at: number): number {
    return Buffer.byteLength(this.#source.slice(0, at))
  }

  takeAttributeValue(): string {
    const begin = this.at
    if (!this.sees('"') && !this.sees("'")) {
      const token = this.takeWhile(character => /[A-Za-z0-9.-]/.test(character)).toLowerCase()
      const next = this.#source[this.at]
      if (next !== undefined && !isSpace(next) && next !== '>') {
        throw new MarkupError(`Unexpected end of name token at byte offset ${this.byteOffset(begin)}`)
      }
      return token
    }
    const quote = this.take()
    let value = ''
    while (!this.ended && !this.sees(quote)) {
      value += this.sees('&') ? (this.takeCharacterReference() ?? this.take()) : this.take()
    }
    this.take()
    return value
  }

  /**
   * Consumes a reference at this position and returns its character. A text that only looks like a reference is not
   * consumed, and undefined is returned.
   */
  takeCharacterReference(): string | undefined {
    const rest = this.#source.slice(this.at, this.at + 12)
    const numeric = /^&#(?:x([0-9a-f]*)|([0-9]*))/i.exec(rest)
    if (numeric) {
      const code = numeric[1] === undefined ? Number(numeric[2] || 0) : Number.parseInt(numeric[1] || '0', 16)
      if (code === 0 || code >= 0x10ffff || numeric[0].length >= 10) return undefined
      return this.#pass(numeric[0].length, String.fromCodePoint(code))
    }
    const named = /^&([a-zA-Z]*)/.exec(rest)!
    const character = { lt: '<', gt: '>', amp: '&', quot: '"' }[named[1]!]
    return character === undefined ? undefined : this.#pass(named[0].length, character)
  }

  #pass(length: number, character: string): string {
    this.at += length
    if (this.sees(';')) this.at++
    return character
  }
}
