/** A part of a 58 mm printout, with 32 characters per line. */
export type PrintedPart =
  | { text: string; isCentred?: boolean; isBold?: boolean; isLarge?: boolean }
  /** Text at the left, an amount at the right. */
  | { row: readonly [words: string, amount: string]; isBold?: boolean }
  | { code: string }
  | 'rule'

const columns = 32
const [esc, gs] = [0x1b, 0x1d]
const feedLines = 4

/**
 * Returns the bytes that print this on any receipt printer, in ESC/POS. Letters that not every printer has are written
 * without their accents.
 */
export function encodeEscPos(parts: readonly PrintedPart[]): Buffer {
  const start = Buffer.from([esc, 0x40, esc, 0x74, 0])
  const end = Buffer.from([esc, 0x64, feedLines, gs, 0x56, 0x42, 0])
  return Buffer.concat([start, ...parts.map(partBytes), end])
}

function partBytes(part: PrintedPart): Buffer {
  if (part === 'rule') return textBytes('-'.repeat(columns))
  if ('code' in part) return codeBytes(part.code)
  if ('row' in part) return styleBytes({ isBold: part.isBold }, textBytes(rowText(...part.row)))
  const { text, ...style } = part
  return styleBytes(style, textBytes(wrapText(text, style.isLarge ? columns / 2 : columns).join('\n')))
}

interface Style {
  isCentred?: boolean | undefined
  isBold?: boolean | undefined
  isLarge?: boolean | undefined
}

function styleBytes({ isCentred, isBold, isLarge }: Style, content: Buffer): Buffer {
  const on = [
    ...(isCentred ? [esc, 0x61, 1] : []),
    ...(isBold ? [esc, 0x45, 1] : []),
    ...(isLarge ? [gs, 0x21, 17] : []),
  ]
  const off = [
    ...(isLarge ? [gs, 0x21, 0] : []),
    ...(isBold ? [esc, 0x45, 0] : []),
    ...(isCentred ? [esc, 0x61, 0] : []),
  ]
  return Buffer.concat([Buffer.from(on), content, Buffer.from(off)])
}

const textBytes = (text: string) => Buffer.from(`${text}\n`, 'latin1')

function rowText(words: string, amount: string): string {
  const right = plainLetters(amount)
  const lines = wrapText(words, columns - right.length - 1)
  const last = lines.pop() ?? ''
  return [...lines, last.padEnd(columns - right.length) + right].join('\n')
}

/** Breaks a text into lines of at most this many characters, between words if possible. */
function wrapText(text: string, width: number): string[] {
  return plainLetters(text)
    .split('\n')
    .flatMap(line => line.match(new RegExp(`.{1,${width}}(?= |$)|.{1,${width}}`, 'g')) ?? [''])
    .map(line => line.trim())
}

function plainLetters(text: string): string {
  const alike: Record<string, string> = {
    '–': '-',
    '—': '-',
    '−': '-',
    '·': '-',
    '×': 'x',
    '’': "'",
    '“': '"',
    '”': '"',
  }
  return text
    .normalize('NFKD')
    .replace(/[–—−·×’“”]/g, sign => alike[sign]!)
    .replace(/\p{M}/gu, '')
    .replace(/[^\n\x20-\x7e]/gu, '?')
}

/** Returns a centred QR code that a camera can read from such paper. */
function codeBytes(text: string): Buffer {
  const content = Buffer.from(text, 'latin1')
  const command = (...bytes: number[]) => [gs, 0x28, 0x6b, bytes.length & 255, bytes.length >> 8, ...bytes]
  const size = 5
  return Buffer.concat([
    Buffer.from([esc, 0x61, 1]),
    Buffer.from(command(0x31, 0x41, 0x32, 0)),
    Buffer.from(command(0x31, 0x43, size)),
    Buffer.from(command(0x31, 0x45, 0x31)),
    Buffer.from(command(0x31, 0x50, 0x30, ...content)),
    Buffer.from(command(0x31, 0x51, 0x30)),
    Buffer.from('\n'),
    Buffer.from([esc, 0x61, 0]),
  ])
}
