import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { parseJson } from '../../lib/json.ts'
import { isSameText } from '../../lib/same-text.ts'

/** A person who opened the Mini App, as Telegram describes them in signed data. */
export interface MiniAppUser {
  id: number
  first_name: string
  last_name?: string | undefined
  language_code?: string | undefined
  /** Whether the bot may write to them. */
  allows_write_to_pm?: boolean | undefined
}

/** The data that Telegram signed when it opened the Mini App. */
export interface InitData {
  user: MiniAppUser
  /** The `startapp` of the link; null without one. */
  startParam: string | null
  signedAt: Date
  /** The signature, which identifies the data. */
  hash: string
}

/** Telegram's data has a few hundred bytes, including a `startapp` of at most 512 characters. */
export const initDataBytesMax = 4096
/** The maximum age of data that is exchanged for a session, in seconds. */
export const initDataAgeMaxS = 3600
/** How far Telegram's clock may be ahead, in seconds. */
export const clockSkewMaxS = 300

const Person = z.object({
  id: z.number().int().positive().max(Number.MAX_SAFE_INTEGER),
  is_bot: z.boolean().optional(),
  first_name: z.string(),
  last_name: z.string().optional(),
  language_code: z.string().optional(),
  allows_write_to_pm: z.boolean().optional(),
})

/**
 * Checks the data with which Telegram opened a Mini App, as Telegram documents it. The `hash` is an HMAC of all other
 * fields, `signature` among them, under a key derived from the bot's token. Null if it is too large, malformed, not
 * signed with this token, too old, from the future, or of a bot.
 *
 * https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app
 */
export function checkInitData(initData: string, { token, now }: { token: string; now: Date }): InitData | null {
  if (Buffer.byteLength(initData) > initDataBytesMax) return null
  const fields = [...new URLSearchParams(initData)]
  const names = fields.map(([name]) => name)
  // A repeated field would be ambiguous.
  if (new Set(names).size !== names.length) return null
  const values = new Map(fields)
  const hash = values.get('hash') ?? ''
  if (!isSameText(hash, computeSignature(fields, token))) return null
  const date = values.get('auth_date') ?? ''
  const signedAt = new Date(/^\d{1,12}$/.test(date) ? Number(date) * 1000 : Number.NaN)
  const ageS = (now.getTime() - signedAt.getTime()) / 1000
  if (!(ageS <= initDataAgeMaxS && ageS >= -clockSkewMaxS)) return null
  const user = Person.safeParse(parseJson(values.get('user') ?? ''))
  if (!user.success || user.data.is_bot) return null
  return { user: user.data, startParam: values.get('start_param') || null, signedAt, hash }
}

function computeSignature(fields: [string, string][], token: string): string {
  const lines = fields.filter(([name]) => name !== 'hash').map(([name, value]) => `${name}=${value}`)
  const key = createHmac('sha256', 'WebAppData').update(token).digest()
  return createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex')
}
