import { QrisError } from './qris-error.ts'

/**
 * A parsed code: its bytes and the positions of its data objects. Bytes, because the CRC covers bytes, and because one
 * walk then handles lengths that count characters, as specified, and those that count bytes, as some encoders write.
 * The object is reused for every code: allocating the arrays would cost more than reading the code.
 */
export interface Code {
  text: string
  /** The UTF-8 bytes, of which the first `length` count. */
  bytes: Buffer
  words: Int32Array
  length: number
  /** Whether all characters are printable ASCII, so that offsets in the bytes and in the text are equal. */
  isPlain: boolean
  lengthsCount: 'characters' | 'bytes'
  root: Level
  /** The level of the template that was read last. */
  inner: Level
}

/**
 * The start and end of each value of a level, by id 0-99, and the ids in their order. A start of 0 means that the
 * object is missing, because a header precedes every value.
 */
export interface Level {
  starts: Int32Array
  ends: Int32Array
  ids: Uint8Array
  count: number
}

/** The limit of the design (chapter 4) and of the specification (QRIS 4.1). */
export const QRIS_CHARACTERS_MAX = 512

/** The length of a tag and its length field. */
export const HEADER_LENGTH = 4

export function createCode(): Code {
  const bytes = Buffer.alloc(BYTES_MAX)
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, BYTES_MAX / 4)
  const [root, inner] = [emptyLevel(), emptyLevel()]
  return { text: '', bytes, words, length: 0, isPlain: true, lengthsCount: 'characters', root, inner }
}

/**
 * Parses a text into `code`, without the blanks, quotes and invisible characters that surround a copied text. Throws a
 * QrisError `invalid_qris` for a text that is not a sequence of distinct data objects beginning with tag 00, or that
 * contains characters not allowed in codes.
 */
export function readCode(input: string, code: Code): void {
  const text = withoutWrapping(input)
  if (text === '') throw invalidQris('the code is empty')
  if (isTooLong(text)) throw invalidQris(`the code is longer than ${QRIS_CHARACTERS_MAX} characters`)
  code.text = text
  code.length = encoder.encodeInto(text, code.bytes).written
  code.isPlain = isPlain(code)
  if (!code.isPlain) refuseUnprintable(text)
  walkRoot(code)
}

const unseen = /[\s\p{Cf}]/u
const unseenOrQuote = /[\s\p{Cf}\p{Pi}\p{Pf}"'`\u201a\u201e]/u

// A code starts with a digit. Its last value may end with a quote, unless the code starts with one as well.
function withoutWrapping(input: string): string {
  let [from, end] = [0, input.length]
  let isQuoted = false
  for (; from < end && unseenOrQuote.test(input[from]!); from++) isQuoted ||= !unseen.test(input[from]!)
  const after = isQuoted ? unseenOrQuote : unseen
  while (end > from && after.test(input[end - 1]!)) end--
  return input.slice(from, end)
}

/** Records the objects between `from` and `end` in `level`. Returns null, or the error and its position. */
export function walkObjects(code: Code, from: number, end: number, level: Level): string | null {
  const { bytes } = code
  // Only the ids of the last walk are cleared, because most levels contain three objects of a hundred.
  for (let n = 0; n < level.count; n++) level.starts[level.ids[n]!] = 0
  level.count = 0
  let at = from
  while (at < end) {
    const start = at + HEADER_LENGTH
    const id = start > end ? -1 : twoDigits(bytes, at)
    const length = twoDigits(bytes, at + 2)
    if (id < 0 || length < 0) return noHeader(code, at, end)
    const stop = code.isPlain ? start + length : skipValue(code, start, length)
    if (stop > end) return describeOverrun(code, at, end)
    if (level.starts[id] !== 0) return describeRepeat(code, at, id, level)
    level.starts[id] = start
    level.ends[id] = stop
    level.ids[level.count++] = id
    at = stop
  }
  return null
}

/** Returns the value of an object, or null if it is missing. */
export function readObjectValue(code: Code, level: Level, id: number): string | null {
  const start = level.starts[id]!
  return start === 0 ? null : sliceText(code, start, level.ends[id]!)
}

/** Returns the text of a part of the code. */
export function sliceText(code: Code, from: number, end: number): string {
  return code.isPlain ? code.text.slice(from, end) : code.bytes.toString('utf8', from, end)
}

export function formatTag(id: number): string {
  return `tag ${String(id).padStart(2, '0')}`
}

/** Converts an offset into characters from the start of the code, as people count. */
export function characterOffset(code: Code, offset: number): number {
  return charactersIn(code.bytes, 0, offset)
}

export function isTooLong(text: string): boolean {
  // A character takes at most two UTF-16 units, so a short text need not be counted, and a huge one never is.
  if (text.length <= QRIS_CHARACTERS_MAX) return false
  return text.length > 2 * QRIS_CHARACTERS_MAX || [...text].length > QRIS_CHARACTERS_MAX
}

/** Four bytes per character, and a word of blanks after them. */
const BYTES_MAX = 4 * QRIS_CHARACTERS_MAX + 4

const encoder = new TextEncoder()

function emptyLevel(): Level {
  return { starts: new Int32Array(100), ends: new Int32Array(100), ids: new Uint8Array(100), count: 0 }
}

function invalidQris(message: string): QrisError {
  return new QrisError('invalid_qris', message)
}

/**
 * Checks four bytes per step by their top bits: of a byte above ASCII, of the difference for one below blank, of the
 * sum for DEL.
 */
function isPlain({ bytes, words, length }: Code): boolean {
  bytes[length] = bytes[length + 1] = bytes[length + 2] = 0x20
  let tops = 0
  for (let at = 0; at < (length + 3) >> 2; at++) {
    const word = words[at]!
    tops |= word | (word - 0x20202020) | (word + 0x01010101)
  }
  return (tops & 0x80808080) === 0
}

/**
 * Refuses control characters and unpaired surrogates, which are not in `ans`, and can be neither printed nor stored.
 */
function refuseUnprintable(text: string): void {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const at = text.isWellFormed() ? text.search(/[\0-\x1f\x7f-\x9f]/) : text.search(/\p{Cs}/u)
  if (at < 0) return
  const character = text.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')
  throw invalidQris(`at ${[...text.slice(0, at)].length}: U+${character} is no character of a code`)
}

/**
 * Parses lengths as characters (QRIS 4.4.1.1). If that fails, or drops a mandatory object, they are parsed as bytes:
 * lengths in bytes can happen to be valid as characters too.
 */
function walkRoot(code: Code): void {
  const { root } = code
  const fault = walkBy(code, 'characters')
  const isDoubtful = !code.isPlain && (fault !== null || !isWhole(root))
  if (isDoubtful && (walkBy(code, 'bytes') !== null || !isWhole(root))) walkBy(code, 'characters')
  if (fault !== null && code.lengthsCount === 'characters') throw invalidQris(fault)
  if (root.ids[0] !== 0) throw invalidQris(`at 0: ${formatTag(root.ids[0]!)} stands where tag 00 belongs`)
}

function walkBy(code: Code, lengthsCount: Code['lengthsCount']): string | null {
  code.lengthsCount = lengthsCount
  return walkObjects(code, 0, code.length, code.root)
}

/** Returns whether all mandatory objects exist: currency, country, name and city, and the CRC at the end. */
function isWhole({ starts, ids, count }: Level): boolean {
  return [53, 58, 59, 60].every(id => starts[id] !== 0) && ids[count - 1] === 63
}

/** Reads two ASCII digits as a number, or returns -1: `Number` would accept ` 3`, `+3` and `1e` too. */
function twoDigits(bytes: Uint8Array, at: number): number {
  const tens = bytes[at]! - 48
  const ones = bytes[at + 1]! - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1
}

/**
 * Returns the offset after `length` characters or bytes. It is past the end if there are too few, or if a character
 * would be split.
 */
function skipValue({ bytes, length: end, lengthsCount }: Code, from: number, length: number): number {
  if (lengthsCount === 'bytes') return isInside(bytes, from + length) ? end + 1 : from + length
  let at = from
  for (let left = length; left > 0; left--) {
    if (at >= end) return end + 1
    do at++
    while (isInside(bytes, at))
  }
  return at
}

/** Returns whether a byte continues a character. */
function isInside(bytes: Uint8Array, at: number): boolean {
  return (bytes[at]! & 0xc0) === 0x80
}

function noHeader(code: Code, at: number, end: number): string {
  const [...characters] = sliceText(code, at, end)
  return `at ${characterOffset(code, at)}: '${characters.slice(0, HEADER_LENGTH).join('')}' is no tag and length`
}

function describeOverrun(code: Code, at: number, end: number): string {
  const [id, length] = [twoDigits(code.bytes, at), twoDigits(code.bytes, at + 2)]
  const left = charactersIn(code.bytes, at + HEADER_LENGTH, end)
  return `${formatTag(id)} at ${characterOffset(code, at)}: length ${length} overruns by ${length - left}`
}

function describeRepeat(code: Code, at: number, id: number, level: Level): string {
  const first = characterOffset(code, level.starts[id]! - HEADER_LENGTH)
  return `${formatTag(id)} at ${characterOffset(code, at)} occurs twice, first at ${first}`
}

function charactersIn(bytes: Uint8Array, from: number, end: number): number {
  let count = 0
  for (let at = from; at < end; at++) if (!isInside(bytes, at)) count++
  return count
}
