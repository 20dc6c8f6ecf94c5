/**
 * What a length counts. The specification counts characters; `plain` is the same for text of printable ASCII alone,
 * where nothing needs counting; `byte` is what some encoders write by mistake.
 */
export type Unit = 'plain' | 'character' | 'byte'

/**
 * Where the data objects of one level stand in the text: by id 0-99 the first and the end offset of the value (start 0 when
 * the id does not occur, as four characters of header always stand before a value), and the ids in their order.
 */
export interface Level {
  starts: Int32Array
  ends: Int32Array
  ids: Uint8Array
  count: number
}

export function emptyLevel(): Level {
  return { starts: new Int32Array(100), ends: new Int32Array(100), ids: new Uint8Array(100), count: 0 }
}

/**
 * Walks `text` from `from` to `end` as data objects (two digits of id, two of length, the value) and notes in `level` where
 * they stand. Answers null, or the sentence that says what is wrong and where, counted in characters from the start.
 * Levels are filled in place because this runs a few times in every parse and conversion.
 */
export function walk(text: string, from: number, end: number, unit: Unit, level: Level): string | null {
  level.starts.fill(0)
  level.count = 0
  let at = from
  while (at < end) {
    const start = at + HEADER
    const id = start > end ? -1 : twoDigits(text, at)
    const length = twoDigits(text, at + 2)
    if (id < 0 || length < 0)
      return `at ${place(text, at)}: '${text.slice(at, Math.min(start, end))}' is no tag and length`
    const stop = unit === 'plain' ? start + length : skip(text, start, length, unit)
    if (stop > end) return overrun(text, at, end, id, length, unit)
    if (level.starts[id] !== 0) return twice(text, at, id, level)
    level.starts[id] = start
    level.ends[id] = stop
    level.ids[level.count++] = id
    at = stop
  }
  return null
}

export function objectValue(text: string, level: Level, id: number): string | null {
  const start = level.starts[id]!
  return start === 0 ? null : text.slice(start, level.ends[id])
}

export function tagName(id: number): string {
  return `tag ${String(id).padStart(2, '0')}`
}

/** The offset in characters, which is what people count, of an offset into the text. */
export function place(text: string, at: number): number {
  return charactersIn(text, 0, at)
}

export function charactersIn(text: string, from: number, end: number): number {
  let count = 0
  for (let at = from; at < end; at += widthAt(text, at)) count++
  return count
}

const HEADER = 4

/** Two ASCII digits as a number, or -1: `Number` would take ` 3`, `+3` and `1e` too. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? 10 * tens + ones : -1
}

/** The offset after `length` units; past the end of the text when it is too short or a character would be torn. */
function skip(text: string, from: number, length: number, unit: Unit): number {
  let at = from
  let left = length
  while (left > 0 && at < text.length) {
    left -= unit === 'byte' ? bytesAt(text, at) : 1
    at += widthAt(text, at)
  }
  return left === 0 ? at : text.length + 1
}

/** UTF-16 units of the character at an offset: an emoji is one character and two units. */
function widthAt(text: string, at: number): number {
  return text.codePointAt(at)! > 0xffff ? 2 : 1
}

function bytesAt(text: string, at: number): number {
  const code = text.codePointAt(at)!
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
}

function overrun(text: string, at: number, end: number, id: number, length: number, unit: Unit): string {
  const start = at + HEADER
  const left = unit === 'byte' ? Buffer.byteLength(text.slice(start, end)) : charactersIn(text, start, end)
  return `${tagName(id)} at ${place(text, at)}: length ${length} overruns by ${length - left}`
}

function twice(text: string, at: number, id: number, level: Level): string {
  const first = place(text, level.starts[id]! - HEADER)
  return `${tagName(id)} at ${place(text, at)} occurs twice, first at ${first}`
}
