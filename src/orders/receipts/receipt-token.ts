import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { Seal } from '../../lib/seal.ts'

/** The number of a receipt's subject: an invoice id, or the number of an order paid without an invoice. */
export type ReceiptNumber = string

const purpose = 'receipts'
const kinds: readonly {
  kind: number
  form: RegExp
  charactersOf(text: string): string
  numberOf(text: string): string
}[] = [
  {
    kind: 1,
    form: /^INV-[0-9A-Z]{20}$/,
    charactersOf: number => number.slice(4),
    numberOf: characters => `INV-${characters.padStart(20, '0')}`,
  },
  {
    kind: 2,
    form: /^ORD-[0-9]{6}-[0-9A-Z]{6}$/,
    charactersOf: number => number.slice(4).replace('-', ''),
    numberOf: characters => characters.padStart(12, '0').replace(/^(.{6})/, 'ORD-$1-'),
  },
]

/**
 * Returns a token of 22 characters that grants access to a receipt and nothing else. The order number itself would give
 * access to the page with the goods. The number is one block, encrypted with a key of the ring. Nothing is stored, and
 * the token stays the same until the key is rotated. To guess a token, an attacker has to hit one of 2^128 blocks that
 * decrypts to a number in use.
 */
export function makeReceiptToken(seal: Pick<Seal, 'deriveKey'>, number: ReceiptNumber): string {
  // ECB is safe here, because each number is a single distinct block.
  const cipher = createCipheriv('aes-256-ecb', seal.deriveKey(purpose), null).setAutoPadding(false)
  return Buffer.concat([cipher.update(toBlock(number)), cipher.final()]).toString('base64url')
}

/** Returns the receipt number of a token; null if this installation did not issue it. */
export function findReceiptNumber(seal: Pick<Seal, 'deriveKeys'>, token: string): ReceiptNumber | null {
  const bytes = Buffer.from(token, 'base64url')
  // Each receipt has only one valid spelling of its token.
  if (bytes.length !== blockBytes || bytes.toString('base64url') !== token) return null
  for (const { key } of seal.deriveKeys(purpose, 'all')) {
    const decipher = createDecipheriv('aes-256-ecb', key, null).setAutoPadding(false)
    const number = readReceiptNumber(Buffer.concat([decipher.update(bytes), decipher.final()]))
    if (number !== null) return number
  }
  return null
}

const blockBytes = 16
/** A number of 20 characters in base 36 is shorter; the leading zeros show that the key was the right one. */
const numberBytes = 13

function toBlock(number: ReceiptNumber): Buffer {
  const found = kinds.find(({ form }) => form.test(number))
  if (!found) throw new Error('Bug: a receipt is of an invoice or of an order')
  let value = 0n
  for (const character of found.charactersOf(number)) value = value * 36n + BigInt(Number.parseInt(character, 36))
  const hex = value.toString(16).padStart(2 * numberBytes, '0')
  return Buffer.concat([Buffer.from([found.kind, 0, 0]), Buffer.from(hex, 'hex')])
}

function readReceiptNumber(block: Buffer): ReceiptNumber | null {
  const found = kinds.find(({ kind }) => kind === block[0])
  if (!found || block[1] !== 0 || block[2] !== 0) return null
  const characters = BigInt(`0x${block.subarray(3).toString('hex')}`)
    .toString(36)
    .toUpperCase()
  const number = found.numberOf(characters)
  return found.form.test(number) ? number : null
}
