import { randomUUID } from 'node:crypto'
import { createLeaseKeeper } from './lib/lease-keeper.ts'
import { postUpdate } from './post-update.ts'
import type { Room } from './room.ts'
import {
  type ClaimedUpdate,
  claimDueSql,
  deleteDeliveredSql,
  deliverAgainSql,
  renewLeasesSql,
  retryLaterSql,
} from './webhooks-sql.ts'

/** Performs the method call that a webhook's answer may contain, as if the bot had sent it. */
export type PerformForBot = (botId: number, method: string, values: Record<string, unknown>) => Promise<void>

export interface WebhookDelivery {
  close(): Promise<void>
}

const lookEveryMs = 200
/** The polling interval while updates are rare. */
const idleLookEveryMs = 1_000
const claimMax = 100
// The lease is short and renewed while the request runs, so that a killed process delays its updates only by seconds.
const leaseS = 6
const renewEveryMs = 2000
const delayMaxS = 60
const retryAfterMaxS = 3600

/**
 * Delivers updates to webhooks by Telegram's rules. Each queue sends one update at a time. A failure is retried
 * immediately, and then after 2, 4, 8 ... seconds up to a random minute or two. `Retry-After` is respected, and an
 * expired update is dropped. Several processes may do this for the same bots: an update is claimed by a lease.
 */
export function startWebhooks(room: Room, perform: PerformForBot): WebhookDelivery {
  const webhooks = new Webhooks(room, perform)
  const looping = webhooks.run()
  return {
    async close() {
      webhooks.stop()
      await looping
      await webhooks.abort()
    },
  }
}

class Webhooks {
  readonly #room: Room
  readonly #perform: PerformForBot
  readonly #token = randomUUID()
  readonly #aborting = new AbortController()
  readonly #running = new Map<ClaimedUpdate, Promise<void>>()
  readonly #leases
  readonly #brought: ClaimedUpdate[] = []
  #forgetting: Promise<void> | undefined
  #isStopped = false

  constructor(room: Room, perform: PerformForBot) {
    this.#room = room
    this.#perform = perform
    this.#leases = createLeaseKeeper({
      everyMs: renewEveryMs,
      renew: keys => this.#renew(keys),
      log: room.log,
      failure: 'local Bot API: webhook leases could not be renewed',
    })
  }

  async run(): Promise<void> {
    const following = this.#room.signals.follow('webhooks')
    while (!this.#isStopped) {
      const claimed = await this.#claim().catch(error => {
        this.#room.log.warn({ err: error }, 'local Bot API: webhook updates could not be claimed')
        return []
      })
      for (const update of claimed) this.#start(update)
      const isQuiet = claimed.length === 0 && this.#running.size === 0 && !this.#room.signals.isLively()
      if (claimed.length < claimMax) await following.next(isQuiet ? idleLookEveryMs : lookEveryMs)
    }
    following.stop()
  }

  stop(): void {
    this.#isStopped = true
    this.#room.signals.wake('webhooks')
  }

  // Running deliveries are aborted; their updates are sent again, as Telegram would.
  async abort(): Promise<void> {
    this.#leases.stop()
    const deliveries = [...this.#running.values()]
    this.#aborting.abort()
    await Promise.allSettled(deliveries)
  }

  #claim(): Promise<ClaimedUpdate[]> {
    return this.#room.sql.query<ClaimedUpdate>(claimDueSql, [claimMax, this.#token, leaseS, this.#busyBots()])
  }

  #busyBots(): number[] {
    const requests = Map.groupBy(this.#running.keys(), ({ bot_id }) => bot_id)
    const isBusy = (updates: ClaimedUpdate[]) => updates.length >= updates[0]!.max_connections
    return [...requests].filter(([, updates]) => isBusy(updates)).map(([botId]) => botId)
  }

  async #renew(keys: string[]): Promise<string[]> {
    const [botIds, updateIds] = [0, 1].map(part => keys.map(key => Number(key.split(' ')[part])))
    await this.#room.sql.write(renewLeasesSql, [this.#token, botIds, updateIds, leaseS])
    return keys
  }

  #start(update: ClaimedUpdate): void {
    const lease = this.#leases.hold(`${update.bot_id} ${update.update_id}`)
    const delivery = this.#deliver(update)
      .catch(error => this.#room.log.warn({ err: error }, 'local Bot API: a webhook delivery could not be recorded'))
      .finally(() => {
        lease.release()
        this.#running.delete(update)
      })
    this.#running.set(update, delivery)
  }

  async #deliver(update: ClaimedUpdate): Promise<void> {
    const outcome = await postUpdate(this.#room, update, this.#aborting.signal)
    if ('error' in outcome) {
      await this.#retryLater(update, outcome.error, outcome.retryAfterS)
      return
    }
    // The two run in parallel, because a person may be waiting for the call.
    await Promise.all([this.#markBrought(update), this.#performReply(update, outcome.reply)])
  }

  async #markBrought(update: ClaimedUpdate): Promise<void> {
    if (update.copies === 1) return this.#forget(update)
    await this.#room.sql.write(deliverAgainSql, [update.bot_id, update.update_id, this.#token])
    this.#room.signals.wake('webhooks')
  }

  async #performReply({ bot_id }: ClaimedUpdate, { method, ...values }: Record<string, unknown>): Promise<void> {
    if (typeof method === 'string' && !/^(deletewebhook|setwebhook|close|logout|get.*)$/i.test(method)) {
      await this.#perform(bot_id, method, values)
    }
  }

  /** Deletes a delivered update, together with all others that were delivered in the meantime. */
  #forget(update: ClaimedUpdate): Promise<void> {
    this.#brought.push(update)
    this.#forgetting ??= this.#forgetBatches()
    return this.#forgetting
  }

  async #forgetBatches(): Promise<void> {
    try {
      while (this.#brought.length > 0) {
        const batch = this.#brought.splice(0)
        const ids = [batch.map(({ bot_id }) => bot_id), batch.map(({ update_id }) => update_id)]
        const rows = await this.#room.sql.query<{ more: boolean }>(deleteDeliveredSql, [this.#token, ...ids])
        if (rows[0]?.more) this.#room.signals.wake('webhooks')
      }
    } finally {
      this.#forgetting = undefined
    }
  }

  async #retryLater(update: ClaimedUpdate, error: string, retryAfterS: number): Promise<void> {
    let delayS = update.delay_s
    let waitS = Math.min(Math.max(retryAfterS, 0), retryAfterMaxS)
    if (waitS === 0 && update.failures > 0) {
      delayS = Math.min(delayS * 2, delayMaxS + Math.floor(Math.random() * delayMaxS))
      waitS = delayS
    }
    const { bot_id, update_id } = update
    await this.#room.sql.write(retryLaterSql, [bot_id, update_id, this.#token, delayS, waitS])
    await this.#room.sql.write(
      'update local_bot_api.bot set webhook_error = $2, webhook_failed_at = clock_timestamp() where id = $1',
      [bot_id, error],
    )
  }
}
