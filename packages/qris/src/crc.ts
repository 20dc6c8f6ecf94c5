/**
 * Returns the CRC-16/CCITT-FALSE of the text's UTF-8 bytes as in tag 63: four upper-case hex digits with leading zeros.
 * The text ends with `6304`, because tag and length of the CRC count too (QRIS 4.7.16.1).
 */
export function crcOf(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  return formatCrc(sumBytes(CRC_START, bytes, 0, bytes.length))
}

export const CRC_START = 0xffff

/**
 * Continues a sum over the bytes from `from` to `end`. It takes eight bytes per step (slicing-by-8): the sums are most
 * of the cost of reading and converting, and one byte per step takes three times as long.
 */
export function sumBytes(start: number, bytes: Uint8Array, from: number, end: number): number {
  let sum = start
  let at = from
  for (; at + 8 <= end; at += 8) {
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
  for (; at < end; at++) sum = ((sum << 8) & 0xffff) ^ SHIFT[(sum >> 8) ^ bytes[at]!]!
  return sum
}

/** Continues a sum over text in ASCII only. */
export function sumAscii(start: number, ascii: string): number {
  let sum = start
  for (let at = 0; at < ascii.length; at++) sum = ((sum << 8) & 0xffff) ^ SHIFT[(sum >> 8) ^ ascii.charCodeAt(at)]!
  return sum
}

export function formatCrc(sum: number): string {
  return HEX[sum >> 8]! + HEX[sum & 0xff]!
}

/** Returns the number that four hex digits represent, in either case, or -1. */
export function parseCrc(crc: string): number {
  if (crc.length !== 4) return -1
  let sum = 0
  for (let at = 0; at < 4; at++) {
    const digit = DIGIT[crc.charCodeAt(at)] ?? -1
    if (digit < 0) return -1
    sum = 16 * sum + digit
  }
  return sum
}

const POLYNOMIAL = 0x1021

/** The table of shifts. The entry at `256 * n + byte` is the effect of a byte on the sum after `n` more bytes. */
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

/** Digits by character code; -1 for other characters. */
const DIGIT = Int8Array.from({ length: 128 }, (_, code) =>
  '0123456789ABCDEF'.indexOf(String.fromCharCode(code).toUpperCase()),
)
