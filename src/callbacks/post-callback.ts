import type { OutboundAnswer } from '../lib/outbound.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { makeDownloadToken } from '../payments/goods/download-token.ts'
import { checkCallbackAddress } from './callback-address.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { type AttemptVerdict, answerTimeoutMs } from './retry-schedule.ts'
import { signCallback } from './sign-callback.ts'

export interface AttemptOutcome extends AttemptVerdict {
  /** The HTTP status; null without an answer. */
  status: number | null
  error: string | null
  /** The first kilobyte of the answer. */
  response: string | null
  durationMs: number
}

const responseBytesMax = 65_536
const responseKeptMax = 1024
const retryAfterMaxS = 86_400

/** Posts one signed attempt and returns what its outcome means. Never throws. */
export async function postCallback(
  app: Needs<'calendar' | 'outbound' | 'config' | 'seal'>,
  delivery: ClaimedDelivery,
  secrets: string[],
): Promise<AttemptOutcome> {
  const startedAt = performance.now()
  const judged = await sendCallback(app, delivery, secrets)
  return { ...judged, durationMs: Math.round(performance.now() - startedAt) }
}

async function sendCallback(
  app: Needs<'calendar' | 'outbound' | 'config' | 'seal'>,
  { event, url, paid, attempts, isTest, hurried }: ClaimedDelivery,
  secrets: string[],
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  if (secrets.length === 0) return makeUnanswered('the account has no webhook secret', 'retry')
  const signed = signCallback(
    {
      eventId: event.id,
      number: attempts + 1,
      paid,
      secrets,
      isTest,
      downloadToken: paid.hasFile ? makeDownloadToken(app, paid.invoiceId) : null,
      sentAt: new Date(),
    },
    app.calendar,
  )
  try {
    const refusesPeer = checkCallbackAddress(app, 'url', url)
    const timeoutMs = answerTimeoutMs({ attempts, isHurried: hurried })
    const limits = { timeoutMs, responseBytesMax, cut: true, keep: true, refusesPeer }
    return judgeAnswer(await app.outbound.fetch(url, { method: 'POST', ...signed, ...limits }))
  } catch (error) {
    // An address refused as written stays refused. A host that resolves to a private address may be corrected, so it is
    // checked each time.
    return makeUnanswered((error as Error).message.slice(0, 300), error instanceof Refusal ? 'blocked' : 'retry')
  }
}

function makeUnanswered(error: string, next: 'blocked' | 'retry'): Omit<AttemptOutcome, 'durationMs'> {
  return { status: null, error, response: null, next }
}

/** Returns the verdict on an answer: any 2xx is accepted, 410 means gone for good, and anything else is retried. */
export function judgeAnswer(answer: OutboundAnswer): Omit<AttemptOutcome, 'durationMs'> {
  const { status } = answer
  const response = answer.body.toString('utf8').replaceAll('\0', '').slice(0, responseKeptMax)
  if (status >= 200 && status < 300) return { status, error: null, response, next: 'delivered' }
  if (status === 410) return { status, error: 'the receiver is gone for good', response, next: 'stopped' }
  const retryAfterS = status === 429 || status === 503 ? readRetryAfter(answer.headers['retry-after']) : undefined
  return { status, error: describeStatus(status), response, next: 'retry', retryAfterS }
}

function describeStatus(status: number): string {
  if (status >= 300 && status < 400) return 'redirects are not followed'
  if (status === 401) return 'the receiver refused the signature'
  return `the receiver answered ${status}`
}

function readRetryAfter(text: string | undefined): number | undefined {
  if (!text) return undefined
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(retryAfterMaxS, Math.max(1, seconds)) : undefined
}
