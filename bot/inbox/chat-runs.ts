import type { Update } from 'grammy/types'
import { insistOnRecord } from '../../src/database/insist-on-record.ts'
import { holdLease, whileClaiming } from '../../src/lib/holder.ts'
import { createKeyedSemaphore } from '../../src/lib/keyed-semaphore.ts'
import { createLeaseKeeper, type HeldLease } from '../../src/lib/lease-keeper.ts'
import { revokeBot } from '../../src/notices/revoke-bot.ts'
import type { Bots, KnownBot } from '../bots/bots.ts'
import type { StoredForm } from '../forms/form-state.ts'
import type { CallbackQueries } from '../telegram/callback-queries.ts'
import { classifyTelegramError } from '../telegram/telegram.ts'
import { giveUpUpdate } from './give-up-update.ts'
import {
  type FormChange,
  findNextUpdate,
  type InboxNeeds,
  type LeasedChat,
  leaseChat,
  leaseS,
  markUpdateDone,
  type StoredUpdate,
} from './inbox-sql.ts'
import { judgeFailure } from './judge-failure.ts'
import { releaseChat, renewLeases } from './leases.ts'
import { delayUpdate } from './mark-unhandled.ts'

/**
 * Handles one update, and returns the new state of the person's form. If it throws, the update is tried again later.
 */
export type UpdateHandler = (bot: KnownBot, update: Update, form: StoredForm | null) => Promise<FormChange>

/** A chat, identified by ids alone: a stored bot would keep using a token that has been replaced. */
export interface Chat {
  botId: number
  personId: number
}

interface Lease {
  token: string
  held: HeldLease
}

/** One chat whose updates are being handled in this process. */
interface Run {
  /** Whether updates have arrived since the run last searched. */
  again: boolean
  lease: Lease | undefined
  /** The lease that storing an update acquired after this run had released its own. */
  handed: Lease | undefined
  done: Promise<void>
}

const renewEveryMs = (leaseS * 1000) / 3
const handlingMsMax = 60_000
// A bot's further updates wait. Their presses are still answered immediately, and other bots are not delayed.
const handledPerBotMax = 12

/**
 * The chats that this process handles. Each has a run, which handles its updates in order under the lease of the chat.
 */
export class ChatRuns {
  readonly #app: InboxNeeds
  readonly #bots: Bots
  readonly #queries: CallbackQueries
  readonly #handle: UpdateHandler
  readonly #runs = new Map<string, Run>()
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #semaphore = createKeyedSemaphore(handledPerBotMax)
  readonly #leases
  isStopped = false

  constructor(app: InboxNeeds, bots: Bots, queries: CallbackQueries, handle: UpdateHandler) {
    this.#app = app
    this.#bots = bots
    this.#queries = queries
    this.#handle = handle
    this.#leases = createLeaseKeeper({
      everyMs: renewEveryMs,
      renew: tokens => renewLeases(app, tokens),
      log: app.log,
      failure: 'the leases of chats could not be renewed',
    })
  }

  /** Starts to handle a chat whose updates were just stored; `token` is null if another process has the lease. */
  async begin(chat: Chat, token: string | null, first: StoredUpdate | undefined): Promise<void> {
    if (!this.isStopped) void this.run(chat, token, first)
    else if (token) await releaseChat(this.#app, leasedChat(chat, token))
  }

  /** Handles the updates of a chat until all are done. If the chat already has a run, that run searches once more. */
  run(chat: Chat, token: string | null = null, first?: StoredUpdate): Promise<void> {
    const run = this.#runs.get(chatKey(chat))
    if (run) {
      run.again = true
      if (token) run.handed = this.#holdLease(token)
      return run.done
    }
    const lease = token ? this.#holdLease(token) : undefined
    const started: Run = { again: false, lease, handed: undefined, done: Promise.resolve() }
    this.#runs.set(chatKey(chat), started)
    started.done = this.#work(chat, started, first)
    return started.done
  }

  async stop(): Promise<void> {
    this.isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    await Promise.all([...this.#runs.values()].map(run => run.done))
    this.#leases.stop()
  }

  async #work(chat: Chat, run: Run, stored: StoredUpdate | undefined): Promise<void> {
    let first = stored
    try {
      run.lease ??= await this.#lease(chat)
      while (run.lease) {
        run.again = false
        await this.#handleChat(chat, run.lease.token, first)
        first = undefined
        run.lease.held.release()
        // A sweep finds updates that another process stored after the last search. For this process, `again` is set.
        run.lease = run.handed
        run.handed = undefined
        if (!run.lease && run.again && !this.isStopped) run.lease = await this.#lease(chat)
      }
    } catch (error) {
      this.#app.log.error({ err: error, bot: chat.botId }, 'the updates of a chat could not be worked on')
      if (!this.isStopped) this.#runLater(chat, renewEveryMs)
      const { lease } = run
      if (lease)
        await insistOnRecord(leaseS, () => releaseChat(this.#app, leasedChat(chat, lease.token))).catch(() => {})
    } finally {
      run.lease?.held.release()
      // No await follows the last search, so an update that arrives now starts a new run.
      this.#runs.delete(chatKey(chat))
      if (run.handed) void this.run(chat, run.handed.token)
    }
  }

  #lease({ botId, personId }: Chat): Promise<Lease | undefined> {
    return whileClaiming(async () => {
      const token = await leaseChat(this.#app, botId, personId)
      return token === undefined ? undefined : this.#holdLease(token)
    })
  }

  #holdLease(token: string): Lease {
    const renewed = this.#leases.hold(token)
    const end = holdLease(token)
    const release = () => {
      renewed.release()
      end()
    }
    return { token, held: { isLost: renewed.isLost, release } }
  }

  // Ends without the lease, unless it throws. The updates of a bot without a token wait for a new token.
  async #handleChat(chat: Chat, token: string, first: StoredUpdate | undefined): Promise<void> {
    const { botId, personId } = chat
    const leased = leasedChat(chat, token)
    let next = first ?? (await findNextUpdate(this.#app, botId, personId))
    let isHeld = true
    while (next && !this.isStopped) {
      const bot = await this.#bots.byId(botId)
      if (!bot) break
      const outcome = await this.#handleOne(bot, next)
      if ('form' in outcome) {
        const [stored, { form }] = [next, outcome]
        next = await insistOnRecord(leaseS, () => markUpdateDone(this.#app, leased, stored, form))
        isHeld = next !== undefined
      } else {
        next = await this.#markFailed(bot, leased, next, outcome.thrown)
      }
    }
    if (isHeld) await releaseChat(this.#app, leased)
  }

  async #handleOne(
    bot: KnownBot,
    { payload: update, attempts, form }: StoredUpdate,
  ): Promise<{ form: FormChange } | { thrown: unknown }> {
    try {
      return { form: await this.#semaphore(bot.id, () => limitTime(handlingMsMax, this.#handle(bot, update, form))) }
    } catch (error) {
      const fields = { err: error, bot: bot.id, update: update.update_id, attempt: attempts + 1 }
      this.#app.log.error(fields, 'an update could not be handled')
      return { thrown: error }
    } finally {
      this.#queries.end(bot, update)
    }
  }

  /** Returns the next update to handle; null while this update waits for its next try. */
  async #markFailed(
    bot: KnownBot,
    leased: LeasedChat,
    stored: StoredUpdate,
    thrown: unknown,
  ): Promise<StoredUpdate | undefined> {
    if (classifyTelegramError(thrown)?.is === 'revoked') {
      await revokeBot(this.#app, bot)
      this.#bots.forget()
    }
    const failure = judgeFailure(stored, thrown)
    if (failure.is === 'dead') {
      await giveUpUpdate(this.#app, bot, leased, { stored, error: failure.error })
      return findNextUpdate(this.#app, leased.botId, leased.personId)
    }
    await insistOnRecord(leaseS, () => delayUpdate(this.#app, leased, stored, failure))
    this.#runLater(leased, failure.waitS * 1000)
    return undefined
  }

  #runLater({ botId, personId }: Chat, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      if (!this.isStopped) void this.run({ botId, personId })
    }, delayMs)
    this.#timers.add(timer)
  }
}

function chatKey({ botId, personId }: Chat): string {
  return `${botId}:${personId}`
}

function leasedChat({ botId, personId }: Chat, token: string): LeasedChat {
  return { botId, personId, token }
}

async function limitTime<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`an update took longer than ${limitMs / 1000} s`)), limitMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
