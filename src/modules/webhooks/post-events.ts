import { checkCallbackAddress } from '../../callbacks/callback-address.ts'
import { type AttemptOutcome, judgeAnswer } from '../../callbacks/post-callback.ts'
import { answerTimeoutMs } from '../../callbacks/retry-schedule.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { judgeChat, writeChatMessage } from './chat-message.ts'
import { signEvent } from './sign-event.ts'
import type { WebhookEndpoint } from './webhook.ts'
import type { WebhookDelivery } from './webhook-delivery.ts'

/** Deliveries to one webhook that are sent together, with everything needed to send them. */
export interface DeliveryBatch {
  endpoint: WebhookEndpoint
  address: string
  /** The private key that signs for the webhook. */
  key: string
  secrets: string[]
  /** The deliveries; `body` is null for an event that was erased. */
  deliveries: { delivery: WebhookDelivery; body: string | null }[]
}

/** Groups and channels of Telegram, reached by the platform's bot. */
export interface TeamChats {
  /** Sends a text. Never throws. `movedTo`: the chat has a new id from now on. */
  send(chatId: number, text: string): Promise<{ judged: Omit<AttemptOutcome, 'durationMs'>; movedTo?: number }>
}

export interface EventAttempt {
  endpoint: WebhookEndpoint
  delivery: WebhookDelivery
  outcome: AttemptOutcome
  /** The message to a chat; null if the event's body was sent. */
  request: string | null
  /** The new address, if it has changed. */
  movedTo?: string | undefined
}

type PostNeeds = Needs<'outbound' | 'config' | 'calendar' | 'log' | 'outward'> & { teamChats?: TeamChats }

const responseBytesMax = 65_536

/** Sends the deliveries of a parcel and returns the outcome of each. Never throws. */
export async function postEvents(app: PostNeeds, parcel: DeliveryBatch): Promise<EventAttempt[]> {
  const startedAt = performance.now()
  const { judged, request, movedTo } = await sendParcel(app, parcel)
  const outcome = { ...judged, durationMs: Math.round(performance.now() - startedAt) }
  return parcel.deliveries.map(({ delivery }) => ({ endpoint: parcel.endpoint, delivery, outcome, request, movedTo }))
}

interface Sent {
  judged: Omit<AttemptOutcome, 'durationMs'>
  request: string | null
  movedTo?: string | undefined
}

async function sendParcel(
  app: PostNeeds,
  { endpoint, address, key, secrets, deliveries }: DeliveryBatch,
): Promise<Sent> {
  const bodies = deliveries.flatMap(({ body }) => body ?? [])
  if (bodies.length === 0) return { judged: makeUnsent('its content was erased', 'stopped'), request: null }
  const { format, language } = endpoint
  const { attempts } = deliveries[0]!.delivery
  const timeoutMs = answerTimeoutMs({ attempts, isHurried: endpoint.failingSince !== null && endpoint.openS === 0 })
  if (format !== 'json') {
    const message = writeChatMessage(format, { language, baseUrl: app.config.baseUrl, outward: app.outward }, bodies)
    if (app.teamChats && format === 'telegram') {
      const { judged, movedTo } = await app.teamChats.send(Number(address), message.body)
      return { judged, request: message.body, movedTo: movedTo?.toString() }
    }
    return { judged: judgeChat(format, await postParcel(app, { address, timeoutMs }, message)), request: message.body }
  }
  const { delivery } = deliveries[0]!
  const [body] = bodies as [string]
  const headers = signEvent({
    id: delivery.event.id,
    body,
    secrets,
    key,
    attempt: delivery.attempts + 1,
    isTest: delivery.isTest,
    sentAt: new Date(),
  })
  return { judged: await postParcel(app, { address, timeoutMs }, { headers, body }), request: null }
}

async function postParcel(
  app: PostNeeds,
  { address, timeoutMs }: { address: string; timeoutMs: number },
  sent: { headers: Record<string, string>; body: string },
): Promise<Omit<AttemptOutcome, 'durationMs'>> {
  try {
    const refusesPeer = checkCallbackAddress(app, 'url', address)
    const limits = { timeoutMs, responseBytesMax, cut: true, keep: true, refusesPeer }
    return judgeAnswer(await app.outbound.fetch(address, { method: 'POST', ...sent, ...limits }))
  } catch (error) {
    return makeUnsent((error as Error).message.slice(0, 300), error instanceof Refusal ? 'blocked' : 'retry')
  }
}

function makeUnsent(error: string, next: 'blocked' | 'retry' | 'stopped'): Omit<AttemptOutcome, 'durationMs'> {
  return { status: null, error, response: null, next }
}
