import { Agenda, type JobParameters } from 'agenda'
import type { Log } from '../lib/log.ts'
import type { AgendaStore } from './agenda-store.ts'
import { waitWithin } from './wait-within.ts'

/** Agenda as the common clock of all processes: one job per interval, which ticks in one of the processes. */
export interface AgendaTimer {
  /** Connects the store and plans missing jobs, also after an outage. Never throws. */
  check(): Promise<void>
  /** Returns since when it has been unreliable, as epoch milliseconds; undefined while it ticks. */
  awaySince(): number | undefined
  /** Returns when an interval ticks next, according to the last check. */
  nextTick(everyMs: number): Date | undefined
  stop(): Promise<void>
}

export interface AgendaTimerParts {
  store: AgendaStore
  intervalsMs: number[]
  /** Starts the due work without waiting for it, because a job is locked for milliseconds only. */
  tick(everyMs: number): void
  log: Log
}

const lookEveryMs = 5_000
const lockLifetimeMs = 10_000
const lateMs = 20_000
const stopMsMax = 1_000

export function createAgendaTimer({ store, intervalsMs, tick, log }: AgendaTimerParts): AgendaTimer {
  let awaySince: number | undefined
  let hasStarted = false
  let nextTicks: ReadonlyMap<string, Date> = new Map()
  const agenda = createAgenda(store, intervalsMs)
  agenda.on('error', noteFailure)
  for (const everyMs of intervalsMs) agenda.define(timerName(everyMs), async () => tick(everyMs))

  function noteFailure(error: unknown) {
    if (awaySince !== undefined) return
    awaySince = Date.now()
    log.warn({ err: error, store: store.name }, "the scheduler's store does not answer")
  }

  function noteAnswer() {
    if (awaySince === undefined) return
    log.info({ store: store.name, away_ms: Date.now() - awaySince }, "the scheduler's store answers again")
    awaySince = undefined
  }

  return {
    async check() {
      try {
        if (!hasStarted || awaySince !== undefined) await store.prepare()
        // Only at the start: another running version may have other intervals.
        if (!hasStarted) await agenda.db.removeJobs({ notNames: intervalsMs.map(timerName) })
        nextTicks = await removeMisplanned(agenda, intervalsMs)
        const missing = intervalsMs.filter(everyMs => !nextTicks.has(timerName(everyMs)))
        // A job may be missing because its table or its indexes are.
        if (missing.length > 0) await store.prepare()
        for (const everyMs of missing) await agenda.every(everyMs, timerName(everyMs))
        await agenda.start()
        hasStarted = true
        noteAnswer()
      } catch (error) {
        noteFailure(error)
      }
    },
    awaySince: () => awaySince,
    nextTick: everyMs => (awaySince === undefined ? nextTicks.get(timerName(everyMs)) : undefined),
    async stop() {
      await waitWithin(stopMsMax, agenda.stop(false))
      await waitWithin(stopMsMax, store.close())
    },
  }
}

function createAgenda({ repository }: AgendaStore, intervalsMs: number[]): Agenda {
  const agenda: Agenda = new Agenda({
    backend: {
      name: 'store',
      // Agenda does not await this call, so its failure would end the process.
      repository: Object.assign(Object.create(repository), {
        unlockJob: (job: JobParameters) => repository.unlockJob(job).catch(error => agenda.emit('error', error)),
      }),
      ownsConnection: false,
      // Agenda would try once, without a catch; `check` connects instead, and retries if necessary.
      connect: async () => {},
      disconnect: async () => {},
    },
    // A number, because Agenda parses only some texts and uses 5 s for others. Less than the shortest interval, so that
    // ticks are not late.
    processEvery: Math.min(lookEveryMs, Math.max(50, Math.min(...intervalsMs) / 2)),
    defaultConcurrency: 1,
    defaultLockLimit: 1,
    defaultLockLifetime: lockLifetimeMs,
  })
  return agenda
}

/**
 * Removes the jobs whose next tick is long overdue or further away than their interval. Agenda would keep that tick
 * when it schedules them again. Returns the next ticks of the others, which are not changed, so that processes that
 * restart often do not postpone any tick.
 */
async function removeMisplanned(agenda: Agenda, intervalsMs: number[]): Promise<Map<string, Date>> {
  const nextTicks = new Map<string, Date>()
  const { jobs } = await agenda.db.queryJobs({})
  for (const everyMs of intervalsMs) {
    const name = timerName(everyMs)
    const job = jobs.find(job => job.name === name)
    if (!job) continue
    const aheadMs = job.nextRunAt ? job.nextRunAt.getTime() - Date.now() : Number.NEGATIVE_INFINITY
    const isNear = aheadMs > -lateMs && aheadMs < everyMs + lateMs
    if (isNear) nextTicks.set(name, job.nextRunAt!)
    else await agenda.db.removeJobs({ name })
  }
  return nextTicks
}

function timerName(everyMs: number): string {
  return `sweeps every ${everyMs / 1_000} s`
}
