import type { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Api, GrammyError, HttpError } from 'grammy'
import { request } from 'undici'
import { maskSecrets } from '../../src/lib/log.ts'

export interface TelegramOptions {
  /** The root without a trailing slash. */
  apiRoot: string
  token: string
  timeoutMs: number
  /**
   * Whether to wait after a 429 of a few seconds and retry, twice at most. It is for handlers, because a failed update
   * is retried much later.
   */
  isPatient?: boolean
}

/** The kinds of updates that every bot receives. */
export const allowedUpdates = [
  'message',
  'edited_message',
  'callback_query',
  'inline_query',
  'chosen_inline_result',
  'pre_checkout_query',
  'my_chat_member',
] as const

/** Creates a bot's client of Telegram. Creating it is cheap, so bots without updates do not keep a client. */
export function createApi(options: TelegramOptions): Api {
  return new Api(options.token, {
    apiRoot: options.apiRoot,
    timeoutSeconds: options.timeoutMs / 1000,
    fetch: (options.isPatient ? fetchPatiently : fetchQuietly) as never,
  })
}

const patienceSMax = 5
const retriesMax = 2

/** The part of `fetch` that grammY uses, and the part of the answer that it reads. */
interface FetchOptions {
  method: 'POST'
  headers: Record<string, string>
  body: string | Readable
  signal: EventTarget
}

interface Answer {
  status: number
  json(): Promise<unknown>
}

// This cannot be a transformer of grammY, because those do not reach calls made inside forms.
async function fetchPatiently(url: string, options: FetchOptions): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    const answer = await fetchQuietly(url, options)
    if (answer.status !== 429 || attempt === retriesMax || typeof options.body !== 'string') return answer
    const refusal = (await answer.json()) as { parameters?: { retry_after?: number } }
    const waitS = refusal.parameters?.retry_after
    if (waitS === undefined || waitS > patienceSMax) return { status: 429, json: async () => refusal }
    await pause(waitS * 1000)
  }
}

// The address contains the token, and errors contain the address. undici's own call costs half of its `fetch`.
async function fetchQuietly(url: string, { method, headers, body, signal }: FetchOptions): Promise<Answer> {
  const aborting = new AbortController()
  signal.addEventListener('abort', () => aborting.abort(), { once: true })
  try {
    const { statusCode, body: answer } = await request(url, { method, headers, body, signal: aborting.signal })
    return { status: statusCode, json: () => answer.json() }
  } catch (error) {
    const { message, code } = error as Error & { code?: string }
    throw new Error(maskSecrets([message, code].filter(Boolean).join(': ')))
  }
}

/** The meaning of a failed call. */
export type TelegramFailure =
  | { is: 'limited'; retryAfterS: number }
  /** The person cannot be reached: they blocked the bot, left Telegram, or never wrote to it. */
  | { is: 'blocked' }
  /** The token has become invalid. */
  | { is: 'revoked' }
  | { is: 'not_modified' }
  /** The message was deleted, or can no longer be edited. */
  | { is: 'gone' }
  /** The message has a picture although a plain text was expected, or the reverse. */
  | { is: 'other_form' }
  | { is: 'bad_markup' }
  /** Telegram forgot the `file_id`. */
  | { is: 'bad_file' }
  /** The press was answered before, or is too old. */
  | { is: 'answered' }
  /** Another process polls this bot, or a webhook is set. */
  | { is: 'conflict' }
  | { is: 'refused' }
  /** Telegram cannot be reached or is failing; the call may or may not have worked. */
  | { is: 'unknown' }

export function classifyTelegramError(error: unknown): TelegramFailure | null {
  if (error instanceof HttpError) return { is: 'unknown' }
  if (!(error instanceof GrammyError)) return null
  const { error_code: code, description, parameters } = error
  if (code === 429) return { is: 'limited', retryAfterS: parameters.retry_after ?? 1 }
  if (code === 401 || (code === 404 && description === 'Not Found')) return { is: 'revoked' }
  if (code === 403) return { is: 'blocked' }
  if (code === 409) return { is: 'conflict' }
  if (code >= 500) return { is: 'unknown' }
  for (const [pattern, is] of refusals) if (pattern.test(description)) return { is }
  return { is: 'refused' }
}

const refusals: [RegExp, Exclude<TelegramFailure['is'], 'limited'>][] = [
  [/message is not modified/, 'not_modified'],
  [/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/, 'gone'],
  [/there is no (text|caption|media) in the message/, 'other_form'],
  [/can't parse (entities|message text|caption)/, 'bad_markup'],
  [/file identifier|file_id|remote file|FILE_REFERENCE/i, 'bad_file'],
  [/query is too old|QUERY_ID_INVALID/, 'answered'],
  [/chat not found|user is deactivated|PEER_ID_INVALID/, 'blocked'],
]

/** The printable part of an error: one line, no token. */
export function describeTelegramError(error: unknown): string {
  const { message } = error instanceof Error ? error : new Error(String(error))
  return maskSecrets(message).slice(0, 300)
}
