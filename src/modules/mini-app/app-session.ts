import { createHmac } from 'node:crypto'
import { isSameBytes } from '../../lib/same-text.ts'
import type { Needs } from '../../needs.ts'

/** The customer of one bot who uses its Mini App, until the session ends. */
export interface AppSession {
  botId: number
  customerId: number
  /** The customer's table, from its code; null without one. */
  table: number | null
  /** Whether the bot could write to the customer when the session began. */
  canWrite: boolean
}

/** The lifetime of a session, in seconds. */
export const sessionLifeS = 7200
/** The form of a session in an address. */
export const sessionPattern = /^[\w-]{72}$/

const bodyBytes = 22

/**
 * Signs a session for an address. It is part of the path, because browsers keep cookies from frames on another site and
 * some of Telegram's web views drop them.
 */
export function signSession(app: Needs<'seal' | 'now'>, session: AppSession): string {
  const body = Buffer.alloc(bodyBytes)
  body.writeBigUInt64BE(BigInt(session.botId), 0)
  body.writeBigUInt64BE(BigInt(session.customerId), 8)
  body.writeUInt32BE(Math.floor(app.now().getTime() / 1000) + sessionLifeS, 16)
  body.writeUInt8(session.table ?? 0, 20)
  body.writeUInt8(session.canWrite ? 1 : 0, 21)
  return Buffer.concat([body, signBody(app.seal.deriveKey(purpose), body)]).toString('base64url')
}

/** Reads a session; null if it was not signed here or has expired. */
export function readSession(app: Needs<'seal' | 'now'>, text: string): AppSession | null {
  if (!sessionPattern.test(text)) return null
  const bytes = Buffer.from(text, 'base64url')
  const [body, mac] = [bytes.subarray(0, bodyBytes), bytes.subarray(bodyBytes)]
  const keys = app.seal.deriveKeys(purpose, 'recent')
  // Only one text represents the bytes, so that a session has one address.
  if (bytes.toString('base64url') !== text) return null
  if (!keys.some(({ key }) => isSameBytes(mac, signBody(key, body)))) return null
  if (body.readUInt32BE(16) * 1000 <= app.now().getTime()) return null
  return {
    botId: Number(body.readBigUInt64BE(0)),
    customerId: Number(body.readBigUInt64BE(8)),
    table: body.readUInt8(20) || null,
    canWrite: body.readUInt8(21) === 1,
  }
}

const purpose = 'mini app sessions'

function signBody(key: Parameters<typeof createHmac>[1], body: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest()
}
