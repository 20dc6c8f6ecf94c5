import type { Update } from 'grammy/types'
import { createKeyedSemaphore } from '../../src/lib/keyed-semaphore.ts'
import type { Started } from '../../src/lib/started.ts'
import type { Bots, KnownBot } from '../bots/bots.ts'
import type { CallbackQueries } from '../telegram/callback-queries.ts'
import { describeTrouble, troubleOf } from '../telegram/telegram.ts'
import {
  buryUpdate,
  delayUpdate,
  type FormChange,
  findWaiting,
  type InboxNeeds,
  leaseChat,
  leaseS,
  markDone,
  nextUpdate,
  personOf,
  releaseChat,
  renewLeases,
  type StoredUpdate,
  storable,
  storeUpdates,
} from './inbox-sql.ts'

/** Does what an update asks for. What it throws makes the update wait for another try. */
export type Handle = (bot: KnownBot, update: Update) => Promise<FormChange>

export interface Inbox {
  /** Stores updates, each once, and starts their handling. Resolves when they are stored; rejects when they are not. */
  take(bot: KnownBot, updates: Update[]): Promise<void>
  /** Claims chats whose updates wait because of a failure, a crash or a lost hint. */
  sweep(limit: number): Promise<Started>
  /** Resolves when nothing is handled any more; nothing new is begun. */
  stop(): Promise<void>
}

const renewEveryMs = (leaseS * 1000) / 3
const handlingMsMax = 60_000
// A crowd waits for its screens, so that its presses are still acknowledged at once; and one shop's crowd holds up no other.
const handledPerBotMax = 12
const triesMax = 3
const retryDelaysS = [1, 4]
const unreachableDelayMaxS = 60
const unreachableGiveUpS = 86_400

/**
 * Every update is stored before it is confirmed, handled once, and in its order: one chat at a time, across processes, by
 * a lease with a token. A failure is tried three times and then told to the customer with a reference; while Telegram
 * itself is away, for a day.
 */
export function createInbox(app: InboxNeeds, needs: { bots: Bots; queries: CallbackQueries; handle: Handle }): Inbox {
  const running = new Map<string, Runner>()
  const timers = new Set<NodeJS.Timeout>()
  const renewing = setInterval(() => void renew(), renewEveryMs).unref()
  const places = createKeyedSemaphore(handledPerBotMax)
  let isStopped = false

  // In this process a chat has one runner; what arrives meanwhile makes it look once more.
  function run(bot: KnownBot, personId: number, token?: string, first?: StoredUpdate): Promise<void> {
    const key = `${bot.id}:${personId}`
    const runner = running.get(key)
    if (runner) {
      runner.again = true
      // The runner had just let go of the lease when this update got it.
      if (token) runner.handed = token
      return runner.done
    }
    const mine: Runner = { again: false, token, handed: undefined, done: Promise.resolve() }
    running.set(key, mine)
    mine.done = work(bot, personId, mine, first)
    return mine.done
  }

  async function work(bot: KnownBot, personId: number, mine: Runner, stored?: StoredUpdate): Promise<void> {
    let first = stored
    try {
      mine.token ??= await leaseChat(app, bot.id, personId)
      while (mine.token) {
        mine.again = false
        await handleChat(bot, personId, mine.token, first)
        first = undefined
        // What another process stored after the last look, a sweep finds; what this one stored says `again`.
        mine.token = mine.handed
        mine.handed = undefined
        if (!mine.token && mine.again && !isStopped) mine.token = await leaseChat(app, bot.id, personId)
      }
    } catch (error) {
      app.log.error({ err: error, bot: bot.id }, 'the updates of a chat could not be worked on')
      if (!isStopped) soon(bot, personId, renewEveryMs)
      if (mine.token) await releaseChat(app, bot.id, personId, mine.token).catch(() => {})
    } finally {
      // In the same breath as the last look: whoever comes now begins a runner of his own.
      running.delete(`${bot.id}:${personId}`)
      if (mine.handed) void run(bot, personId, mine.handed)
    }
  }

  async function renew(): Promise<void> {
    const tokens = [...running.values()].flatMap(runner => [runner.token ?? [], runner.handed ?? []].flat())
    if (tokens.length === 0) return
    try {
      await renewLeases(app, tokens)
    } catch (error) {
      app.log.warn({ err: error }, 'the leases of chats could not be renewed')
    }
  }

  // Ends without the lease, but for an error.
  async function handleChat(
    bot: KnownBot,
    personId: number,
    token: string,
    first: StoredUpdate | undefined,
  ): Promise<void> {
    let next = first ?? (await nextUpdate(app, bot.id, personId))
    let isHeld = true
    while (next && !isStopped) {
      const outcome = await handleOne(bot, next)
      if (outcome.is === 'done') {
        next = await markDone(app, bot.id, personId, token, next, outcome.form)
        isHeld = next !== undefined
      } else {
        await outcome.mark(token, personId)
        next = outcome.retryInMs === undefined ? await nextUpdate(app, bot.id, personId) : undefined
        if (outcome.retryInMs !== undefined) soon(bot, personId, outcome.retryInMs)
      }
    }
    if (isHeld) await releaseChat(app, bot.id, personId, token)
  }

  async function handleOne(bot: KnownBot, stored: StoredUpdate) {
    const { update } = stored
    try {
      const form = await places(bot.id, () => within(handlingMsMax, needs.handle(bot, update)))
      return { is: 'done' as const, form }
    } catch (error) {
      app.log.error(
        { err: error, bot: bot.id, update: update.update_id, attempt: stored.attempts + 1 },
        'an update could not be handled',
      )
      return { is: 'failed' as const, ...judgeFailure(app, bot, stored, error) }
    } finally {
      needs.queries.end(bot, update)
    }
  }

  function soon(bot: KnownBot, personId: number, delayMs: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!isStopped) void run(bot, personId)
    }, delayMs)
    timers.add(timer)
  }

  return {
    async take(bot, updates) {
      const wanted = updates.filter(update => personOf(update) !== undefined).map(storable)
      if (wanted.length === 0) return
      for (const update of wanted) needs.queries.arrive(bot, update)
      for (const { personId, token, firstId } of await storeUpdates(app, bot.id, wanted)) {
        const first = wanted.find(update => update.update_id === firstId)
        if (!isStopped) void run(bot, personId, token ?? undefined, first && { update: first, attempts: 0, ageS: 0 })
        else if (token) await releaseChat(app, bot.id, personId, token)
      }
    },
    async sweep(limit) {
      if (isStopped) return { work: [] }
      const chats = await findWaiting(app, limit)
      const work = chats.map(async ({ botId, personId }) => {
        const bot = await needs.bots.byId(botId)
        if (bot && !isStopped) await run(bot, personId)
      })
      return {
        work: work.map(each => each.catch(error => app.log.error({ err: error }, 'a chat could not be claimed'))),
      }
    },
    async stop() {
      isStopped = true
      clearInterval(renewing)
      for (const timer of timers) clearTimeout(timer)
      await Promise.all([...running.values()].map(runner => runner.done))
    },
  }
}

interface Runner {
  again: boolean
  token: string | undefined
  handed: string | undefined
  done: Promise<void>
}

interface Failure {
  /** When to try again; undefined when it is dead. */
  retryInMs: number | undefined
  mark(token: string, personId: number): Promise<void>
}

function judgeFailure(app: InboxNeeds, bot: KnownBot, stored: StoredUpdate, error: unknown): Failure {
  const trouble = troubleOf(error)
  const isAway = trouble?.is === 'unknown' || trouble?.is === 'limited' || trouble?.is === 'revoked'
  const told = describeTrouble(error)
  const waitS = isAway
    ? Math.max(Math.min(unreachableDelayMaxS, 1 + stored.ageS / 4), trouble.is === 'limited' ? trouble.retryAfterS : 0)
    : retryDelaysS[stored.attempts]
  const isDead = isAway ? stored.ageS > unreachableGiveUpS : stored.attempts + 1 >= triesMax
  if (isDead || waitS === undefined) {
    return { retryInMs: undefined, mark: (token, personId) => buryUpdate(app, bot, stored, { token, personId, told }) }
  }
  return {
    retryInMs: waitS * 1000,
    // What Telegram's absence costs is no try of the update.
    mark: (token, personId) =>
      delayUpdate(app, bot, stored, { token, personId, told, waitS, attempts: stored.attempts + (isAway ? 0 : 1) }),
  }
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`an update took longer than ${limitMs / 1000} s`)), limitMs)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
