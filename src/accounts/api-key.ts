import { createHmac, randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { Seal } from '../lib/seal.ts'
import type { Mode } from './entities.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const secretLength = 43
const checksumLength = 6
const shape = new RegExp(`^wrg_(live|test)_([0-9A-Za-z]{${secretLength}})([0-9A-Za-z]{${checksumLength}})$`)

/** `wrg_test_` or `wrg_live_`, 256 random bits and a checksum, so that scanners know a leaked one for sure. */
export function newApiKey(mode: Mode): string {
  const start = `wrg_${mode}_${toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), secretLength)}`
  return start + checksum(start)
}

/** Whether the text can be a key at all: most wrong ones are turned away without asking the database. */
export function isApiKey(text: string): boolean {
  return shape.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)))
}

const purpose = 'api keys'

/** What is stored of a key. Keyed, so that a stolen table cannot even be searched. */
export function hashApiKey(app: { seal: Seal }, key: string): Buffer {
  return createHmac('sha256', app.seal.deriveKey(purpose)).update(key).digest()
}

/** What may be stored of it: it can be as old as the installation, and nobody has its text to hash it anew. */
export function hashesOfApiKey(app: { seal: Seal }, key: string): Buffer[] {
  return app.seal.deriveKeys(purpose, 'all').map(root => createHmac('sha256', root.key).update(key).digest())
}

/** What lists show of a key: enough to tell two apart. */
export function hintOfApiKey(key: string): string {
  return `${key.slice(0, 13)}…${key.slice(-4)}`
}

function checksum(text: string): string {
  return toBase62(BigInt(crc32(text)), checksumLength)
}

function toBase62(value: bigint, length: number): string {
  let rest = value
  let text = ''
  while (text.length < length) {
    text = alphabet[Number(rest % 62n)] + text
    rest /= 62n
  }
  return text
}
