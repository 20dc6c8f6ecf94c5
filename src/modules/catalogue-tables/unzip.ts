import { inflateRawSync } from 'node:zlib'
import { BrokenSheetError } from './sheet.ts'

const entriesMax = 2_000
const unpackedMax = 33_554_432
const endBytes = 22
const commentMax = 65_535

/** Files of a zip archive by name, unpacked on demand. */
export interface Archive {
  /**
   * Returns the text of a file; null if it does not exist. Throws `BrokenSheetError` if all files together exceed 32
   * MiB.
   */
  read(name: string): string | null
}

/**
 * Opens a zip archive, such as an .xlsx file. Supports only stored and deflated entries, neither encryption nor the
 * 64-bit form. Source: PKWARE APPNOTE.TXT 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
 */
export function openZip(bytes: Buffer): Archive {
  const entries = readEntries(bytes)
  let left = unpackedMax
  return {
    read(name) {
      const entry = entries.get(name)
      if (!entry) return null
      const unpacked = unpackEntry(bytes, entry, left)
      left -= unpacked.length
      return unpacked.toString('utf8')
    },
  }
}

interface Entry {
  method: number
  packedBytes: number
  headerAt: number
}

function readEntries(bytes: Buffer): Map<string, Entry> {
  const end = findEnd(bytes)
  const count = bytes.readUInt16LE(end + 10)
  if (count > entriesMax) throw tooComplex()
  const entries = new Map<string, Entry>()
  let at = bytes.readUInt32LE(end + 16)
  for (let nth = 0; nth < count; nth++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw makeBroken()
    const nameBytes = bytes.readUInt16LE(at + 28)
    const name = bytes.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.set(name.replace(/^\//, ''), {
      method: bytes.readUInt16LE(at + 10),
      packedBytes: bytes.readUInt32LE(at + 20),
      headerAt: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return entries
}

function findEnd(bytes: Buffer): number {
  for (let at = bytes.length - endBytes; at >= Math.max(0, bytes.length - endBytes - commentMax); at--) {
    if (bytes.readUInt32LE(at) === 0x06054b50) return at
  }
  throw makeBroken()
}

function unpackEntry(bytes: Buffer, { method, packedBytes, headerAt }: Entry, bytesMax: number): Buffer {
  if (headerAt + 30 > bytes.length || bytes.readUInt32LE(headerAt) !== 0x04034b50) throw makeBroken()
  const isEncrypted = (bytes.readUInt16LE(headerAt + 6) & 1) === 1
  if (isEncrypted || (method !== 0 && method !== 8)) throw makeBroken()
  const start = headerAt + 30 + bytes.readUInt16LE(headerAt + 26) + bytes.readUInt16LE(headerAt + 28)
  const packed = bytes.subarray(start, start + packedBytes)
  if (packed.length !== packedBytes) throw makeBroken()
  if (method === 0) {
    if (packed.length > bytesMax) throw tooComplex()
    return packed
  }
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytesMax) })
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? tooComplex() : makeBroken()
  }
}

function makeBroken(): BrokenSheetError {
  return new BrokenSheetError('the Excel file is damaged or has a password', { code: 'unreadable' })
}

function tooComplex(): BrokenSheetError {
  return new BrokenSheetError('the Excel file is too large once it is unpacked', { code: 'too_complex' })
}
