import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { OutboundError } from '../../src/lib/outbound.ts'
import type { Room } from './room.ts'

/** What a webhook may answer with: one method call, made as if the bot had sent it. */
export type PerformForBot = (botId: number, method: string, values: Record<string, unknown>) => Promise<void>

export interface WebhookDelivery {
  close(): Promise<void>
}

const lookEveryMs = 200
const claimMax = 100
/** Telegram's default, for each bot. */
const connectionsMax = 40
const answerTimeoutMs = 60_000
const answerBytesMax = 1024 * 1024
// Short, and renewed while the request runs, so that a killed process delays its updates by seconds only.
const leaseS = 6
const renewEveryMs = 2000
const delayMaxS = 60
const retryAfterMaxS = 3600

interface Claimed {
  bot_id: number
  update_id: number
  payload: object
  copies: number
  failures: number
  delay_s: number
  webhook_url: string
  webhook_secret: string
}

/**
 * Brings updates to webhooks by Telegram's rules: one at a time of each queue, retried at once and then after 2, 4, 8
 * ... seconds up to a random minute or two, `Retry-After` honoured, given up when the update's life ends.
 * Several processes may do this for the same bots: an update is claimed by a lease.
 */
export function startWebhooks(room: Room, perform: PerformForBot): WebhookDelivery {
  const lease = randomUUID()
  const closing = new AbortController()
  const running = new Map<Claimed, Promise<void>>()
  const brought: Claimed[] = []
  let forgetting: Promise<void> | undefined
  let closed = false

  async function run(): Promise<void> {
    const following = room.signals.follow('webhooks')
    while (!closed) {
      const claimed = await claim().catch(error => {
        room.log.warn({ err: error }, 'local Bot API: webhook updates could not be claimed')
        return []
      })
      for (const update of claimed) start(update)
      if (claimed.length < claimMax) await following.next(lookEveryMs)
    }
    following.stop()
  }

  function claim(): Promise<Claimed[]> {
    return room.sql.query<Claimed>(claimDue, [claimMax, lease, leaseS, busyBots()])
  }

  function busyBots(): number[] {
    const requests = new Map<number, number>()
    for (const { bot_id } of running.keys()) requests.set(bot_id, (requests.get(bot_id) ?? 0) + 1)
    return [...requests].filter(([, count]) => count >= connectionsMax).map(([botId]) => botId)
  }

  function start(update: Claimed): void {
    const delivery = deliver(update)
      .catch(error => room.log.warn({ err: error }, 'local Bot API: a webhook delivery could not be recorded'))
      .finally(() => running.delete(update))
    running.set(update, delivery)
  }

  async function deliver(update: Claimed): Promise<void> {
    const outcome = await post(update)
    if ('error' in outcome) {
      await retryLater(update, outcome.error, outcome.retryAfterS)
      return
    }
    if (update.copies > 1) {
      await room.sql.write(bringAgain, [update.bot_id, update.update_id, lease])
      room.signals.wake('webhooks')
    } else await forget(update)
    const { method, ...values } = outcome.reply
    if (typeof method === 'string' && !/^(deletewebhook|setwebhook|close|logout|get.*)$/i.test(method)) {
      await perform(update.bot_id, method, values)
    }
  }

  /** Forgets what was brought, everything that ended meanwhile in one statement. */
  function forget(update: Claimed): Promise<void> {
    brought.push(update)
    forgetting ??= forgetBatches()
    return forgetting
  }

  async function forgetBatches(): Promise<void> {
    try {
      while (brought.length > 0) {
        const batch = brought.splice(0)
        const rows = await room.sql.query<{ more: boolean }>(forgetBrought, [lease, ...idsOf(batch)])
        if (rows[0]?.more) room.signals.wake('webhooks')
      }
    } finally {
      forgetting = undefined
    }
  }

  async function post(update: Claimed): Promise<Outcome> {
    try {
      const answer = await room.outbound.fetch(update.webhook_url, {
        method: 'POST',
        timeoutMs: answerTimeoutMs,
        responseBytesMax: answerBytesMax,
        cut: true,
        signal: closing.signal,
        headers: {
          'content-type': 'application/json',
          ...(update.webhook_secret && { 'x-telegram-bot-api-secret-token': update.webhook_secret }),
        },
        body: JSON.stringify({ update_id: update.update_id, ...update.payload }),
      })
      const { status } = answer
      if (status < 200 || status > 299) {
        const retryAfterS = Number(answer.headers['retry-after'] ?? 0) || 0
        return { error: `Wrong response from the webhook: ${status} ${STATUS_CODES[status] ?? ''}`.trim(), retryAfterS }
      }
      return { reply: asCall(answer.body.toString()) }
    } catch (error) {
      return { error: failureText(error), retryAfterS: 0 }
    }
  }

  async function retryLater(update: Claimed, error: string, retryAfterS: number): Promise<void> {
    let delayS = update.delay_s
    let waitS = Math.min(Math.max(retryAfterS, 0), retryAfterMaxS)
    if (waitS === 0 && update.failures > 0) {
      delayS = Math.min(delayS * 2, delayMaxS + Math.floor(Math.random() * delayMaxS))
      waitS = delayS
    }
    await room.sql.write(
      `update local_bot_api.update_queue
       set failures = failures + 1, delay_s = $4, due_at = clock_timestamp() + $5 * interval '1 s',
           lease_token = null, lease_until = null
       where bot_id = $1 and update_id = $2 and lease_token = $3`,
      [update.bot_id, update.update_id, lease, delayS, waitS],
    )
    await room.sql.write(
      'update local_bot_api.bot set webhook_error = $2, webhook_failed_at = clock_timestamp() where id = $1',
      [update.bot_id, error],
    )
  }

  const renewal = setInterval(() => {
    if (running.size === 0) return
    room.sql
      .write(renewLeases, [lease, ...idsOf([...running.keys()]), leaseS])
      .catch(error => room.log.warn({ err: error }, 'local Bot API: webhook leases could not be renewed'))
  }, renewEveryMs)
  const looping = run()

  return {
    async close() {
      closed = true
      room.signals.wake('webhooks')
      await looping
      clearInterval(renewal)
      // What is under way is cut off; its updates come again, as they would from Telegram.
      const deliveries = [...running.values()]
      closing.abort()
      await Promise.allSettled(deliveries)
    },
  }
}

// A bot in mode `twice` gets the same update once more.
const bringAgain = `
  update local_bot_api.update_queue set copies = copies - 1, lease_token = null, lease_until = null, failures = 0
  where bot_id = $1 and update_id = $2 and lease_token = $3`

const idsOf = (updates: Claimed[]) => [updates.map(({ bot_id }) => bot_id), updates.map(({ update_id }) => update_id)]

const renewLeases = `
  update local_bot_api.update_queue set lease_until = clock_timestamp() + $4 * interval '1 s'
  from unnest($2::bigint[], $3::bigint[]) as running (bot_id, update_id)
  where update_queue.bot_id = running.bot_id and update_queue.update_id = running.update_id and lease_token = $1`

/** Answers whether another update waits behind one of these. */
const forgetBrought = `
  with gone as (
    delete from local_bot_api.update_queue using unnest($2::bigint[], $3::bigint[]) as brought (bot_id, update_id)
    where update_queue.bot_id = brought.bot_id and update_queue.update_id = brought.update_id and lease_token = $1
    returning update_queue.bot_id, update_queue.queue_key, update_queue.update_id
  )
  select exists (
    select from gone join local_bot_api.update_queue behind
      on behind.bot_id = gone.bot_id and behind.queue_key = gone.queue_key and behind.update_id > gone.update_id
  ) as more`

type Outcome = { reply: Record<string, unknown> } | { error: string; retryAfterS: number }

const claimDue = `
  with due as (
    select queued.bot_id, queued.update_id
    from local_bot_api.update_queue queued
    join local_bot_api.bot on bot.id = queued.bot_id and bot.webhook_url <> ''
    where not queued.held and queued.due_at <= clock_timestamp() and queued.expires_at > clock_timestamp()
      and (queued.lease_until is null or queued.lease_until < clock_timestamp())
      and queued.bot_id <> all ($4::bigint[])
      and (queued.parallel or not exists (
        select from local_bot_api.update_queue earlier
        where earlier.bot_id = queued.bot_id and earlier.queue_key = queued.queue_key
          and earlier.update_id < queued.update_id and not earlier.parallel
          and earlier.expires_at > clock_timestamp()))
    order by queued.update_id limit $1
    for update of queued skip locked
  )
  update local_bot_api.update_queue queued
  set lease_token = $2, lease_until = clock_timestamp() + $3 * interval '1 s'
  from due, local_bot_api.bot
  where queued.bot_id = due.bot_id and queued.update_id = due.update_id and bot.id = due.bot_id
  returning queued.bot_id, queued.update_id, queued.payload, queued.copies, queued.failures, queued.delay_s,
            bot.webhook_url, bot.webhook_secret`

function asCall(body: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(body)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function failureText(error: unknown): string {
  if (!(error instanceof OutboundError)) return 'Webhook connection closed'
  if (error.kind === 'refused') return `IP address is reserved: ${error.message}`
  if (error.kind === 'timeout') return 'Read timeout expired'
  if (error.kind === 'unresolved') return 'Failed to resolve host: Name or service not known'
  return error.message.endsWith('ECONNREFUSED') ? 'Connection refused' : 'Webhook connection closed'
}
