import { hash, randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns `INV-` and 20 characters of Crockford base32. Three encode the month (UTC), so that months can be partitions;
 * 17 are random (85 bits), because the address of a payment page is its only protection.
 */
export function generateInvoiceId(now: Date): string {
  return `INV-${encodeInvoiceMonth(now)}${generateCrockford(17)}`
}

/** Returns the month of a moment (UTC) as invoice ids contain it. Later months sort after earlier ones as text. */
export function encodeInvoiceMonth(date: Date): string {
  return crockfordNumber(date.getUTCFullYear() * 12 + date.getUTCMonth(), 3)
}

/** Returns the three characters of an invoice id that encode its month; empty for anything else. */
export function extractInvoiceMonth(subject: string): string {
  return /^INV-([0-9A-Z]{3})[0-9A-Z]{17}(?: |$)/.exec(subject)?.[1] ?? ''
}

/** Returns the invoice that an event of a payment is about: the subject of a further refund has its number appended. */
export function extractInvoiceId(subject: string): string {
  return subject.split(' ', 1)[0]!
}

function crockfordNumber(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = crockford[rest % 32] + text
  return text
}

export function generateCrockford(length: number): string {
  let text = ''
  while (text.length < length) text += crockford[randomByte() & 31]
  return text
}

const drawnAtOnce = 4096
let drawn = Buffer.alloc(0)
let drawnLeft = 0

/** Returns random bytes. They are generated in bulk, because generating a few costs as much as generating thousands. */
function randomByte(): number {
  if (drawnLeft === 0) {
    drawn = randomBytes(drawnAtOnce)
    drawnLeft = drawn.length
  }
  const byte = drawn[--drawnLeft]!
  drawn[drawnLeft] = 0
  return byte
}

const eventNamespace = Buffer.from('6f2f1c9c0d5a4c5f9d7b6a1e3c8b2d40', 'hex')

/**
 * Returns a UUID (version 5) that is always the same for a name, so that receivers recognise an event even after a
 * restore.
 */
export function deriveUuid(name: string): string {
  const hex = hash('sha1', Buffer.concat([eventNamespace, Buffer.from(name)]), 'hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  const [third, fourth] = [`5${hex.slice(13, 16)}`, variant + hex.slice(17, 20)]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${third}-${fourth}-${hex.slice(20, 32)}`
}

/** Returns the SHA-256 stored instead of a random token, which only its holder has. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Returns 22 characters of base64url: 128 random bits, for public ids in links and buttons. */
export function generateToken(): string {
  return randomBytes(16).toString('base64url')
}
