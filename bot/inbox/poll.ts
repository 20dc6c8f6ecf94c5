import { setTimeout as pause } from 'node:timers/promises'
import type { Api } from 'grammy'
import type { Update } from 'grammy/types'
import { insistOnRecord } from '../../src/database/insist-on-record.ts'
import { createLeaseKeeper, type HeldLease } from '../../src/lib/lease-keeper.ts'
import { type Loop, startLoop } from '../../src/lib/loop.ts'
import type { App } from '../../src/needs.ts'
import { recordWebhook } from '../../src/notices/record-webhook.ts'
import { revokeBot } from '../../src/notices/revoke-bot.ts'
import { type Bots, type KnownBot, openBot } from '../bots/bots.ts'
import type { StoredBot } from '../bots/bots-sql.ts'
import { allowedUpdates, classifyTelegramError, createApi, describeTelegramError } from '../telegram/telegram.ts'
import type { Inbox } from './inbox.ts'
import { claimBots, countUnpolled, leaseS, releaseBot, releaseOtherBots, renewPolls } from './poll-sql.ts'

type PollNeeds = Pick<App, 'em' | 'sql' | 'transaction' | 'seal' | 'config' | 'log' | 'wake' | 'now'>

// Each poll is an open connection; more bots than these take turns with short polls.
const pollsMax = 100
const longPollS = 25
const graceMs = 10_000
const renewEveryMs = 5_000
const lookEveryMs = 1_000
const crowdedLookEveryMs = 200
const staggerMs = 20
const troubleMsMin = 500
// The longest time for which a bot can be silent after an outage.
const troubleMsMax = 3_000

/**
 * Polls Telegram for the updates of every active bot. Only one process polls a bot, with a lease in its row. An offset
 * is confirmed only when everything before it is stored.
 */
export function startPolling(
  app: PollNeeds,
  bots: Bots,
  inbox: Pick<Inbox, 'take'>,
  { max = pollsMax, everyMs = lookEveryMs }: { max?: number; everyMs?: number } = {},
): Pick<Loop, 'soon' | 'stop'> {
  const polls = new Polls(app, bots, inbox)
  const loop = startLoop(app, {
    everyMs: () => (polls.isCrowded ? crowdedLookEveryMs : polls.hasLost ? lookEveryMs : everyMs),
    work: () => polls.fill(max),
    failure: 'bots could not be taken to be polled',
  })
  return {
    soon: loop.soon,
    async stop() {
      polls.abort()
      await loop.stop()
      await polls.ended()
    },
  }
}

class Polls {
  readonly #app: PollNeeds
  readonly #bots: Bots
  readonly #inbox: Pick<Inbox, 'take'>
  readonly #stopping = new AbortController()
  readonly #underWay = new Map<number, Promise<void>>()
  readonly #leases
  /** Whether the bots outnumber the polls. Each poll is then a short one, and the bots take turns. */
  isCrowded = false
  /** Whether a claim failed, which may have leased bots anyway. */
  hasLost = false

  constructor(app: PollNeeds, bots: Bots, inbox: Pick<Inbox, 'take'>) {
    this.#app = app
    this.#bots = bots
    this.#inbox = inbox
    this.#leases = createLeaseKeeper({
      everyMs: renewEveryMs,
      renew: async ids => (await renewPolls(app, ids.map(Number))).map(String),
      log: app.log,
      failure: 'the leases of polls could not be renewed',
    })
  }

  async fill(max: number): Promise<void> {
    if (this.hasLost) await releaseOtherBots(this.#app, [...this.#underWay.keys()])
    this.hasLost = false
    const room = max - this.#underWay.size
    const waiting = await countUnpolled(this.#app)
    this.isCrowded = waiting > room
    if (waiting === 0 || room === 0) return
    for (const [index, row] of (await this.#claim(room)).entries()) {
      const poll = this.#poll(row, index * staggerMs).finally(() => this.#underWay.delete(row.id))
      this.#underWay.set(row.id, poll)
    }
  }

  async #claim(room: number): Promise<StoredBot[]> {
    try {
      return await claimBots(this.#app, room)
    } catch (error) {
      this.hasLost = true
      throw error
    }
  }

  abort(): void {
    this.#stopping.abort()
  }

  async ended(): Promise<void> {
    await Promise.all(this.#underWay.values())
    this.#leases.stop()
  }

  async #poll(row: StoredBot, delayMs: number): Promise<void> {
    const { signal } = this.#stopping
    const bot = openBot(this.#app, row)
    const lease = this.#leases.hold(String(bot.id))
    try {
      await pause(delayMs, undefined, { signal })
      if (bot.hookedAs !== null) await deleteWebhook(this.#app, bot)
      await this.#askRepeatedly(bot, lease)
    } catch (error) {
      if (!signal.aborted) this.#app.log.error({ err: error, bot: bot.id }, 'a bot could not be polled')
    } finally {
      lease.release()
      const release = () => releaseBot(this.#app, bot.id)
      await (signal.aborted ? release() : insistOnRecord(leaseS, release)).catch(() => {})
    }
  }

  // Polls a bot repeatedly. Returns when other bots wait, when the lease is lost, and when the bot's token was replaced
  // or removed.
  async #askRepeatedly(bot: KnownBot, lease: HeldLease): Promise<void> {
    const { signal } = this.#stopping
    const timeoutS = this.isCrowded ? 0 : longPollS
    const api = createApi({
      apiRoot: this.#app.config.botApiUrl,
      token: bot.token,
      timeoutMs: timeoutS * 1000 + graceMs,
    })
    // Polling starts at the first update that was not confirmed. The inbox recognises stored updates.
    let offset = 0
    let troubleMs = troubleMsMin
    while (!signal.aborted) {
      try {
        const updates = await getUpdates(api, { offset, timeoutS, signal })
        troubleMs = troubleMsMin
        const next = await insistOnRecord(leaseS, async () => {
          signal.throwIfAborted()
          return this.#take(bot, updates, offset)
        })
        if (next === null || this.isCrowded || lease.isLost()) return
        offset = next
      } catch (error) {
        if (signal.aborted) return
        const retryAfterMs = await this.#judge(bot, error)
        if (retryAfterMs === null || this.isCrowded) return
        await pause(retryAfterMs || troubleMs, undefined, { signal }).catch(() => {})
        troubleMs = Math.min(troubleMs * 2, troubleMsMax)
      }
    }
  }

  /** Stores updates and returns the offset that confirms them; null if the bot's token was replaced or removed. */
  async #take(bot: KnownBot, updates: Update[], offset: number): Promise<number | null> {
    const now = await this.#bots.byId(bot.id)
    if (now?.sealedToken !== bot.sealedToken) return null
    await this.#inbox.take(now, updates)
    return Math.max(offset, ...updates.map(update => update.update_id + 1))
  }

  /** Returns the pause that Telegram demands, 0 without a demand, and null if the bot can no longer be polled. */
  async #judge(bot: KnownBot, error: unknown): Promise<number | null> {
    const trouble = classifyTelegramError(error)
    if (trouble?.is === 'revoked') {
      await revokeBot(this.#app, bot)
      return null
    }
    if (trouble?.is === 'conflict' && /webhook/.test(describeTelegramError(error))) await deleteWebhook(this.#app, bot)
    this.#app.log.warn(
      { bot: bot.id, error: describeTelegramError(error) },
      'the updates of a bot could not be fetched',
    )
    return trouble?.is === 'limited' ? trouble.retryAfterS * 1000 : 0
  }
}

function getUpdates(
  api: Api,
  { offset, timeoutS, signal }: { offset: number; timeoutS: number; signal: AbortSignal },
): Promise<Update[]> {
  const asked = { offset, timeout: timeoutS, limit: 100, allowed_updates: allowedUpdates }
  return api.getUpdates(asked, signal as never)
}

// Telegram refuses polls while a webhook is set.
async function deleteWebhook(app: PollNeeds, bot: KnownBot): Promise<void> {
  await bot.bareApi.deleteWebhook()
  await recordWebhook(app, bot.id, { is: 'deleted' })
}
