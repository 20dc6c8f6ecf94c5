import { createHash } from 'node:crypto'
import type { OutboundError } from '../../lib/outbound.ts'
import type { Needs } from '../../needs.ts'
import type { AlertMessage } from './alert-message.ts'
import { openPushKey } from './push-key.ts'
import type { PushSubscription } from './push-subscription.ts'

/** The result of an attempt. `gone`: the browser no longer accepts messages. */
export type AlertOutcome =
  | { is: 'sent' | 'gone' }
  | { is: 'skipped' | 'failed'; error: string }
  | { is: 'again'; error: string; afterS?: number }

const timeoutMs = 10_000
/** How long a push service keeps a message for an offline browser. */
const ttlS = 3_600

/** Sends a message to a browser, encrypted for that browser only (RFC 8291), through its push service. */
export async function sendPush(
  app: Needs<'em' | 'now' | 'seal' | 'outbound' | 'config'>,
  subscription: Pick<PushSubscription, 'endpoint' | 'p256dh' | 'auth'>,
  { title, body, tag, path }: AlertMessage,
): Promise<AlertOutcome> {
  const { endpoint, p256dh, auth } = subscription
  const payload = JSON.stringify({ title, body, tag, url: `${app.config.baseUrl}${path}` })
  // Loaded with the first message, to keep the start of the process fast.
  const { default: webPush } = await import('web-push')
  const request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    TTL: ttlS,
    urgency: 'high',
    // A later message with the same subject, or a retry, replaces one that waits at the service.
    topic: createHash('sha256').update(tag).digest('base64url').slice(0, 32),
    contentEncoding: 'aes128gcm',
    vapidDetails: { subject: vapidSubject(app), ...(await openPushKey(app)) },
  })
  const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
  try {
    const sent = { method: 'POST' as const, headers, bytes: request.body as Buffer, timeoutMs, cut: true }
    const answer = await app.outbound.fetch(endpoint, sent)
    return pushOutcome(answer.status, answer.headers['retry-after'])
  } catch (error) {
    const { kind, message } = error as OutboundError
    return kind === 'refused' ? { is: 'failed', error: message } : { is: 'again', error: message }
  }
}

function pushOutcome(status: number, retryAfter: string | undefined): AlertOutcome {
  if (status >= 200 && status < 300) return { is: 'sent' }
  if (status === 404 || status === 410) return { is: 'gone' }
  const error = `the push service answered ${status}`
  if (status !== 429 && status < 500) return { is: 'failed', error }
  const afterS = Number(retryAfter)
  return { is: 'again', error, ...(Number.isInteger(afterS) && afterS > 0 ? { afterS } : {}) }
}

// Services require the sender's address; only https and mailto are allowed (RFC 8292, 2.1).
function vapidSubject({ config: { baseUrl, mail } }: Needs<'config'>): string {
  if (baseUrl.startsWith('https://')) return baseUrl
  const address = mail?.from.split(/[\s<>]+/).find(part => part.includes('@'))
  return `mailto:${address ?? 'warung@localhost.localdomain'}`
}
