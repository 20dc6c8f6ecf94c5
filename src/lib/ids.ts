import { hash, randomBytes } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Returns `INV-` and 20 characters of Crockford base32. Three encode the month (UTC), so that months can be partitions;
 * 17 are random (85 bits), because the address of a payment page is its only key.
 */
export function newInvoiceId(now: Date): string {
  return `INV-${invoiceMonth(now)}${randomCrockford(17)}`
}

/** The month of a moment (UTC) as invoice ids have it. Later months come later in the order of texts. */
export function invoiceMonth(at: Date): string {
  return crockfordNumber(at.getUTCFullYear() * 12 + at.getUTCMonth(), 3)
}

/** The three characters of an invoice id that are its month; empty for anything else. */
export function monthOfInvoice(subject: string): string {
  return /^INV-([0-9A-Z]{3})[0-9A-Z]{17}(?: |$)/.exec(subject)?.[1] ?? ''
}

/** The invoice that an event of a payment is about: a further refund has its number behind it. */
export function invoiceOfSubject(subject: string): string {
  return subject.split(' ', 1)[0]!
}

function crockfordNumber(value: number, length: number): string {
  let text = ''
  for (let rest = value; text.length < length; rest = Math.floor(rest / 32)) text = crockford[rest % 32] + text
  return text
}

export function randomCrockford(length: number): string {
  let text = ''
  while (text.length < length) text += crockford[randomByte() & 31]
  return text
}

const drawnAtOnce = 4096
let drawn = Buffer.alloc(0)
let drawnLeft = 0

/** Returns each byte once. They are drawn in bulk, because drawing a few costs as much as drawing thousands. */
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

/** A UUID (version 5) that is the same for the same name: receivers recognise an event even after a restore. */
export function nameUuid(name: string): string {
  const hex = hash('sha1', Buffer.concat([eventNamespace, Buffer.from(name)]), 'hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  const [third, fourth] = [`5${hex.slice(13, 16)}`, variant + hex.slice(17, 20)]
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${third}-${fourth}-${hex.slice(20, 32)}`
}

/** The SHA-256 that is stored in place of a token, which was drawn at random and only its holder keeps. */
export function hashOfToken(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** 22 characters of base64url: 128 random bits, as public ids in links and buttons. */
export function randomToken(): string {
  return randomBytes(16).toString('base64url')
}
