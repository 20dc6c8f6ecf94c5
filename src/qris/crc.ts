/**
 * CRC-16/CCITT-FALSE of the text's UTF-8 bytes, as tag 63 writes it: four upper-case hex digits, zeros in front kept.
 * The text ends with `6304`: tag and length of the CRC itself count (QRIS 4.7.16.1).
 */
export function crcOf(text: string): string {
  return hexOf(checksum(text, 0).sum)
}

export interface Checksum {
  /** The CRC as a number. */
  sum: number
  /** Whether all that was counted is printable ASCII, so that characters, bytes and offsets are one and the same. */
  isPlain: boolean
}

/** The CRC of all but the last `tail` bytes, for a text of at most `CHECKED_UNITS_MAX` UTF-16 units. */
export function checksum(text: string, tail: number): Checksum {
  if (text.length > CHECKED_UNITS_MAX) throw new RangeError(`no CRC over ${text.length} characters`)
  const length = encoder.encodeInto(text, bytes).written
  return { sum: sumOf(Math.max(0, length - tail)), isPlain: isPlain(length) }
}

/** Twice over what a code may hold, as a character takes up to two units. */
export const CHECKED_UNITS_MAX = 2048

export function hexOf(sum: number): string {
  return HEX[sum >> 8]! + HEX[sum & 0xff]!
}

/** The number that four hex digits write, in either case, or -1. */
export function crcWritten(crc: string): number {
  if (crc.length !== 4) return -1
  let sum = 0
  for (let at = 0; at < 4; at++) {
    const digit = DIGIT[crc.charCodeAt(at)] ?? -1
    if (digit < 0) return -1
    sum = 16 * sum + digit
  }
  return sum
}

/** Refilled by every call: writing into bytes at hand costs half of making new ones. */
const bytes = new Uint8Array(3 * CHECKED_UNITS_MAX + 4)
const words = new Int32Array(bytes.buffer)
const encoder = new TextEncoder()

/** Eight bytes a step (slicing-by-8): the sum is most of the cost of reading a code, and one byte a step takes three times as long. */
function sumOf(length: number): number {
  let sum = 0xffff
  let at = 0
  for (; at + 8 <= length; at += 8) {
    sum =
      SHIFT[0x700 + ((sum >> 8) ^ bytes[at]!)]! ^
      SHIFT[0x600 + ((sum & 0xff) ^ bytes[at + 1]!)]! ^
      SHIFT[0x500 + bytes[at + 2]!]! ^
      SHIFT[0x400 + bytes[at + 3]!]! ^
      SHIFT[0x300 + bytes[at + 4]!]! ^
      SHIFT[0x200 + bytes[at + 5]!]! ^
      SHIFT[0x100 + bytes[at + 6]!]! ^
      SHIFT[bytes[at + 7]!]!
  }
  for (; at < length; at++) sum = ((sum << 8) & 0xffff) ^ SHIFT[(sum >> 8) ^ bytes[at]!]!
  return sum
}

/** Four bytes a step: the top bit shows in the byte itself when not ASCII, in the difference below blank, in the sum for DEL. */
function isPlain(length: number): boolean {
  bytes.fill(0x20, length, length + 3)
  let tops = 0
  for (let at = 0; at < (length + 3) >> 2; at++) {
    const word = words[at]!
    tops |= word | (word - 0x20202020) | (word + 0x01010101)
  }
  return (tops & 0x80808080) === 0
}

const POLYNOMIAL = 0x1021

/** At `256 * n + byte`: what a byte becomes in the sum when `n` more bytes have followed it. */
const SHIFT = shiftTable()

function shiftTable(): Uint16Array {
  const table = new Uint16Array(256 * 8)
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte << 8
    for (let n = 0; n < 8; n++) {
      for (let bit = 0; bit < 8; bit++) sum = sum & 0x8000 ? ((sum << 1) ^ POLYNOMIAL) & 0xffff : sum << 1
      table[256 * n + byte] = sum
    }
  }
  return table
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

/** By character code; -1 for what is no hex digit. */
const DIGIT = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789ABCDEF'.indexOf(String.fromCharCode(code).toUpperCase()),
)
