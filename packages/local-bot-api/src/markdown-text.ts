import type { MessageEntity } from 'grammy/types'
import { addLink, type FormattedText, MarkupError, sortEntities } from './html-text.ts'

/**
 * Parses MarkdownV2 as the Bot API does: text with entities whose offsets count UTF-16 code units. It follows
 * Telegram's own parser, including its error texts: an unescaped reserved character is an error, and so is an unclosed
 * entity.
 */
export function parseMarkdown(source: string): FormattedText {
  return new MarkdownReader(source).read()
}

/** The kinds of entities, named as in Telegram's errors. */
type Kind =
  | 'Bold'
  | 'Italic'
  | 'Underline'
  | 'Strikethrough'
  | 'Spoiler'
  | 'Code'
  | 'Pre'
  | 'TextUrl'
  | 'CustomEmoji'
  | 'BlockQuote'

interface Open {
  kind: Kind
  /** The offset in the text so far. */
  offset: number
  /** The offset in the markup, for errors. */
  at: number
  language?: string
}

const reserved = new Set('_*[]()~`>#+-=|{}.!\n')

/** The end marks of an entity; the longer of `_` and `__` is tried first. */
const ends: Record<Exclude<Kind, 'BlockQuote'>, string> = {
  Bold: '*',
  Italic: '_',
  Underline: '__',
  Strikethrough: '~',
  Spoiler: '||',
  Code: '`',
  Pre: '```',
  TextUrl: ']',
  CustomEmoji: ']',
}

const simple: Partial<Record<Kind, MessageEntity['type']>> = {
  Bold: 'bold',
  Italic: 'italic',
  Underline: 'underline',
  Strikethrough: 'strikethrough',
  Spoiler: 'spoiler',
  Code: 'code',
}

class MarkdownReader {
  readonly #source: string
  #at = 0
  #text = ''
  readonly #open: Open[] = []
  readonly #entities: MessageEntity[] = []

  constructor(source: string) {
    this.#source = source
  }

  read(): FormattedText {
    while (this.#at < this.#source.length) this.#step()
    if (this.#quote) this.#closeQuote()
    const unclosed = this.#open.at(-1)
    if (unclosed !== undefined) throw this.#withoutEnd(unclosed)
    return { text: this.#text, entities: sortEntities(this.#entities) }
  }

  get #quote(): Open | undefined {
    return this.#open.find(({ kind }) => kind === 'BlockQuote')
  }

  #sees(markup: string): boolean {
    return this.#source.startsWith(markup, this.#at)
  }

  #step(): void {
    const character = this.#source[this.#at]!
    const last = this.#open.at(-1)
    const isInCode = last?.kind === 'Code' || last?.kind === 'Pre'
    if (this.#takeEscaped()) return
    if (isInCode ? character !== '`' : !reserved.has(character)) {
      this.#text += character
      this.#at++
    } else if (this.#quote && character === '\n' && this.#source[this.#at + 1] !== '>') {
      this.#closeQuote()
      this.#text += '\n'
      this.#at++
    } else if (last && this.#isEnd(last.kind)) this.#close(last)
    else this.#begin(character)
  }

  /** A backslash makes any ASCII character literal. */
  #takeEscaped(): boolean {
    const code = this.#source.charCodeAt(this.#at + 1)
    if (!this.#sees('\\') || !(code > 0 && code <= 126)) return false
    this.#text += this.#source[this.#at + 1]
    this.#at += 2
    return true
  }

  #isEnd(kind: Kind): boolean {
    if (kind === 'BlockQuote') return false
    return this.#sees(ends[kind]) && !(kind === 'Italic' && this.#sees('__'))
  }

  #begin(character: string): void {
    const isLineStart = this.#at === 0 || this.#source[this.#at - 1] === '\n'
    if (character === '\n') this.#beginLine()
    // The pair of asterisks separates this quotation from the previous one.
    else if (isLineStart && !this.#quote && this.#sees('**>')) this.#push('BlockQuote', 3)
    else if (this.#at === 0 && character === '>') this.#push('BlockQuote', 1)
    else if (this.#sees('```')) this.#beginPre()
    else if (this.#sees('__')) this.#push('Underline', 2)
    else if (this.#sees('||')) this.#push('Spoiler', 2)
    else if (this.#sees('![')) this.#push('CustomEmoji', 2)
    else {
      const kind = ({ _: 'Italic', '*': 'Bold', '~': 'Strikethrough', '`': 'Code', '[': 'TextUrl' } as const)[character]
      if (kind === undefined) {
        throw new MarkupError(`Character '${character}' is reserved and must be escaped with the preceding '\\'`)
      }
      this.#push(kind, 1)
    }
  }

  #beginLine(): void {
    this.#text += '\n'
    this.#at++
    if (!this.#sees('>')) return
    if (this.#quote) this.#at++
    else this.#push('BlockQuote', 1)
  }

  #beginPre(): void {
    const begin = this.#at + 3
    const named = /^[^\s`]+(?=\s)/.exec(this.#source.slice(begin))?.[0] ?? ''
    this.#push('Pre', 3 + named.length, named)
    const newline = /^(?:\r\n|\n\r|\n|\r)/.exec(this.#source.slice(this.#at))?.[0] ?? ''
    this.#at += newline.length
  }

  #push(kind: Kind, length: number, language = ''): void {
    this.#open.push({ kind, offset: this.#text.length, at: this.#at, ...(language && { language }) })
    this.#at += length
  }

  #close(last: Open): void {
    this.#at += ends[last.kind as keyof typeof ends].length
    this.#open.pop()
    const type = simple[last.kind]
    if (type) this.#add(last, { type })
    else if (last.kind === 'Pre') this.#add(last, { type: 'pre', ...(last.language && { language: last.language }) })
    else if (last.kind === 'TextUrl') {
      addLink(entity => this.#add(last, entity), this.#takeAddress('a URL') ?? this.#text.slice(last.offset))
    } else this.#addEmoji(last, this.#takeAddress('a custom emoji URL'))
  }

  #add({ offset }: Open, entity: object): void {
    const length = this.#text.length - offset
    if (length > 0) this.#entities.push({ ...entity, offset, length } as MessageEntity)
  }

  #addEmoji(last: Open, address: string | undefined): void {
    if (address === undefined) throw new MarkupError('Custom emoji entity must contain a tg://emoji URL')
    const [, emoji] = /^tg:(?:\/\/)?emoji\?id=([1-9]\d*)$/i.exec(address) ?? []
    const [, unix, format = ''] = /^tg:(?:\/\/)?time\?unix=(\d+)(?:&format=(r|w?[dD]?[tT]?))?$/.exec(address) ?? []
    if (emoji !== undefined) this.#add(last, { type: 'custom_emoji', custom_emoji_id: emoji })
    else if (unix !== undefined)
      this.#add(last, { type: 'date_time', unix_time: Number(unix), date_time_format: format })
    else throw new MarkupError('Invalid custom emoji URL specified')
  }

  /** Reads the address in parentheses after a text in brackets; undefined if it is missing. */
  #takeAddress(what: string): string | undefined {
    if (!this.#sees('(')) return undefined
    const begin = ++this.#at
    // Escapes count here too, so the address is read like text, and then removed.
    const before = this.#text
    this.#text = ''
    while (this.#at < this.#source.length && !this.#sees(')')) {
      if (!this.#takeEscaped()) this.#text += this.#source[this.#at++]
    }
    if (!this.#sees(')')) throw new MarkupError(`Can't find end of ${what} at byte offset ${this.#byte(begin)}`)
    this.#at++
    const address = this.#text
    this.#text = before
    return address
  }

  /** Ends a quotation at its last line. Two bars at its end, which would open a spoiler, make it expandable. */
  #closeQuote(): void {
    const last = this.#open.at(-1)!
    const isExpandable = last.kind === 'Spoiler' && last.offset === this.#text.length
    if (isExpandable) this.#open.pop()
    const quote = this.#open.pop()!
    if (quote.kind !== 'BlockQuote') throw this.#withoutEnd(quote)
    this.#add(quote, { type: isExpandable ? 'expandable_blockquote' : 'blockquote' })
  }

  #withoutEnd({ kind, language, at }: Open): MarkupError {
    return new MarkupError(`Can't find end of ${language ? 'PreCode' : kind} entity at byte offset ${this.#byte(at)}`)
  }

  #byte(at: number): number {
    return Buffer.byteLength(this.#source.slice(0, at))
  }
}
