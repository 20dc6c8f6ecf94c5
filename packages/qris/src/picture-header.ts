import { QrisError } from './qris-error.ts'

export type PictureKind = 'jpeg' | 'png' | 'gif' | 'webp'

export interface PictureHeader {
  kind: PictureKind
  /** The width in pixels. */
  width: number
  height: number
}

/**
 * Returns a file's format and the size of its picture from its first bytes alone, regardless of its name. A small file
 * may unpack to gigabytes, so this must be known before unpacking. Throws a QrisError `invalid_image` for anything but
 * JPEG, PNG, GIF and WebP.
 */
export function pictureHeader(bytes: Buffer): PictureHeader {
  const header = pngHeader(bytes) ?? jpegHeader(bytes) ?? gifHeader(bytes) ?? webpHeader(bytes)
  if (header === null) throw new QrisError('invalid_image', 'is a JPEG, PNG, GIF or WebP')
  if (header.width === 0 || header.height === 0) throw new QrisError('invalid_image', 'has no size')
  return header
}

function pngHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 24 || !startsWith(bytes, '\x89PNG\r\n\x1a\n') || !startsWith(bytes, 'IHDR', 12)) return null
  return { kind: 'png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Walks the segments to the frame header (SOF0-15), which may follow 64 KB of EXIF or more. */
function jpegHeader(bytes: Buffer): PictureHeader | null {
  if (!startsWith(bytes, '\xff\xd8\xff')) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    if (marker === 0xff) at += 1
    else if (isFrame(marker)) {
      return { kind: 'jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    } else at += hasLength(marker) ? 2 + bytes.readUInt16BE(at + 2) : 2
  }
  return null
}

function isFrame(marker: number): boolean {
  const isTable = marker === 0xc4 || marker === 0xc8 || marker === 0xcc
  return marker >= 0xc0 && marker <= 0xcf && !isTable
}

/** Returns whether a marker has a length; restart markers and TEM do not. */
function hasLength(marker: number): boolean {
  return marker !== 0x01 && !(marker >= 0xd0 && marker <= 0xd8)
}

function gifHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 10 || !(startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a'))) return null
  return { kind: 'gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

/**
 * Reads a WebP header in its three forms: lossy (a key frame of VP8), lossless, and extended, which contains the canvas
 * size.
 */
function webpHeader(bytes: Buffer): PictureHeader | null {
  if (bytes.length < 30 || !startsWith(bytes, 'RIFF') || !startsWith(bytes, 'WEBP', 8)) return null
  if (startsWith(bytes, 'VP8 ', 12) && startsWith(bytes, '\x9d\x01\x2a', 23)) {
    return { kind: 'webp', width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  }
  if (startsWith(bytes, 'VP8L', 12) && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return { kind: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (startsWith(bytes, 'VP8X', 12)) {
    return { kind: 'webp', width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  }
  return null
}

function startsWith(bytes: Buffer, text: string, at = 0): boolean {
  return bytes.toString('latin1', at, at + text.length) === text
}
