import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import type { JobParameters, JobRepository } from 'agenda'
import type { Log } from '../lib/log.ts'
import type { AgendaStore } from './agenda-store.ts'

type LockNext = JobRepository['getNextJobToRun']
type SaveState = JobRepository['saveJobState']

/** Agenda's view of its store, which notices outages and knows what is held. */
export class WatchedStore {
  readonly repository: JobRepository
  readonly #store: AgendaStore
  readonly #log: Log
  readonly #held = new Set<string>()
  readonly #running = new Set<string>()
  readonly #locking = new Set<Promise<unknown>>()
  #awaySince: number | undefined
  #isClosed = false

  constructor(store: AgendaStore, log: Log) {
    this.#store = store
    this.#log = log
    const watched: Partial<JobRepository> = {
      getNextJobToRun: (...looked) => this.#lockNext(looked),
      saveJobState: (...saved) => this.#saveState(saved),
      unlockJobs: ids => this.#unlock(ids),
      // Agenda does not wait for this one: its failure would end the process.
      unlockJob: job => this.#unlock([job._id]).catch(error => this.failed(error)),
    }
    this.repository = Object.assign(Object.create(store.repository), watched)
  }

  /** Since when it has failed to answer, as epoch milliseconds. */
  awaySince(): number | undefined {
    return this.#awaySince
  }

  failed(error: unknown): void {
    if (this.#awaySince !== undefined) return
    this.#awaySince = Date.now()
    this.#log.warn({ err: error, store: this.#store.name }, "the scheduler's store does not answer")
  }

  /** Whether this process has locked the job and not yet released it, as far as it knows. */
  holds(job: JobParameters): boolean {
    return this.#held.has(String(job._id))
  }

  /** How many jobs this process has marked as running and not yet as finished. */
  running(): number {
    return this.#running.size
  }

  /** From now on nothing more is locked; resolves when Agenda knows of every lock that it has. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#locking)
    await turnOfTheLoop()
  }

  async #lockNext(looked: Parameters<LockNext>): ReturnType<LockNext> {
    if (this.#isClosed) return undefined
    const lock = this.#lock(looked)
    const settled = lock.catch(() => {}).finally(() => this.#locking.delete(settled))
    this.#locking.add(settled)
    return await lock
  }

  async #lock(looked: Parameters<LockNext>): ReturnType<LockNext> {
    try {
      const job = await this.#store.repository.getNextJobToRun(...looked)
      this.#answered()
      if (job) this.#held.add(String(job._id))
      return job
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  #answered(): void {
    if (this.#awaySince === undefined) return
    const away_ms = Date.now() - this.#awaySince
    this.#log.info({ store: this.#store.name, away_ms }, "the scheduler's store answers again")
    this.#awaySince = undefined
  }

  async #unlock(ids: unknown[]): Promise<void> {
    for (const id of ids) this.#held.delete(String(id))
    await this.#store.repository.unlockJobs(ids.map(String))
  }

  async #saveState([job, options]: Parameters<SaveState>): Promise<void> {
    const id = String(job._id)
    const begins = Boolean(job.lockedAt)
    if (begins) this.#running.add(id)
    let isSaved = false
    try {
      await this.#store.repository.saveJobState(job, options)
      isSaved = true
    } finally {
      if (!begins || !isSaved) {
        this.#running.delete(id)
        this.#held.delete(id)
      }
    }
  }
}
