import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Agenda } from 'agenda'
import type pg from 'pg'
import type { NotedSweep } from '../accounts/sweep-run.ts'
import type { Log } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import { isAlive } from '../lib/process-alive.ts'
import type { Wake } from '../lib/wake.ts'
import { type AgendaStore, mongoStore, postgresStore } from './agenda-store.ts'
import { type SoloSweep, type Sweep, soloSweep } from './sweep.ts'
import { WatchedStore } from './watched-store.ts'

export type Note = (sweeps: NotedSweep[]) => Promise<void>

export interface Scheduler {
  /** Takes nothing new, lets what runs end (after `patienceMs` it is told to), and unlocks the rest. Within 10 s. */
  stop(options?: { patienceMs?: number }): Promise<void>
  /** 'ok', or why sweeps may not be running on time. */
  healthy(): string | 'ok'
}

const lockLifetimeMs = 30_000
const lookEveryMs = 1_000
const planEveryMs = 2_000
const awayMsMax = 5_000
const patienceMs = 3_000
const noteEveryMs = 5_000
const nextRunSlackMs = 10_000
const orphanAgeMs = 1_000

/**
 * Runs each sweep every `everyMs` somewhere among all processes, by Agenda, and sooner here when it is woken. Its store
 * is MongoDB when `mongodbUrl` is set, else PostgreSQL. A store that is away never ends the process; after 5 s without
 * it each process runs the sweeps by itself: they claim rows, so more of them do no harm.
 */
export async function startScheduler(needs: {
  sweeps: Sweep[]
  mongodbUrl: string | undefined
  /** Where Agenda's own pool connects when there is no `mongodbUrl`. */
  postgres: pg.PoolConfig
  wake: Wake
  log: Log
  /** Stores how the sweeps ran, for people who look. */
  note?: Note
}): Promise<Scheduler> {
  const { sweeps, log } = needs
  const solos = sweeps.map(sweep => soloSweep(sweep, log))
  const store = needs.mongodbUrl === undefined ? postgresStore(needs.postgres, log) : mongoStore(needs.mongodbUrl, log)
  const watched = new WatchedStore(store, log)
  const agenda = createAgenda(solos, watched, log)
  const parts = { sweeps, solos, store, watched, agenda }
  const unsubscribes = solos.flatMap(solo => (solo.sweep.wakes ?? []).map(channel => needs.wake.on(channel, solo.soon)))
  const notes = createNotes(parts, needs)
  const look = createLook(parts, notes.soon)
  await look()
  const looking = startLoop(needs, { everyMs: lookEveryMs, work: look, failure: 'the scheduler could not look around' })
  return {
    healthy: () => healthOf(parts),
    async stop(options = {}) {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const solo of solos) void solo.close()
      await within(1_000, Promise.all([looking.stop(), watched.close()]))
      await within(1_000, agenda.stop(false))
      const hasEnded = await endSweeps(parts, options.patienceMs ?? patienceMs)
      if (!hasEnded) log.warn({}, 'a sweep did not end in time and is left to its leases')
      await within(1_000, notes.end())
      await within(1_000, releaseOrphans(agenda, watched, 0))
      await within(1_000, store.close())
    },
  }
}

interface Parts {
  sweeps: Sweep[]
  solos: SoloSweep[]
  store: AgendaStore
  watched: WatchedStore
  agenda: Agenda
}

/** Runs every second: connects the store and writes the plan to it, and runs sweeps without the store while it is away. */
function createLook(
  { sweeps, solos, store, watched, agenda }: Parts,
  note: (nextRuns: ReadonlyMap<string, Date>) => void,
): () => Promise<void> {
  let hasBegun = false
  let plannedAt = 0
  let nextRuns: ReadonlyMap<string, Date> = new Map()

  async function plan() {
    await store.prepare()
    if (!hasBegun) await agenda.db.removeJobs({ notNames: sweeps.map(sweep => sweep.name) })
    nextRuns = await keepPlan(agenda, sweeps)
    await releaseOrphans(agenda, watched, orphanAgeMs)
    plannedAt = Date.now()
  }

  return async () => {
    try {
      if (watched.awaySince() !== undefined || Date.now() - plannedAt >= planEveryMs) await plan()
      if (!hasBegun) await agenda.start()
      hasBegun = true
    } catch (error) {
      watched.failed(error)
    }
    const isAway = awayMs(watched) > awayMsMax
    if (isAway) runOverdue(solos)
    note(isAway ? new Map() : nextRuns)
  }
}

/** Notes every five seconds, and at the end, what has run since, beside the sweeps: a database that is slow holds none of them up. */
function createNotes({ solos }: Parts, { note, log }: { note?: Note; log: Log }) {
  let noting = Promise.resolve()
  let notedAt = Date.now()
  let isNoting = false

  async function write(since: number, nextRuns: ReadonlyMap<string, Date>): Promise<void> {
    const ran = solos.flatMap(({ sweep: { name, everyMs }, outcome }) => {
      const last = outcome()
      // An end may come between two notes and its start before both.
      const isNew = last && last.ranAt.getTime() + last.tookMs >= since - lookEveryMs
      return isNew ? [{ name, everyMs, nextAt: nextRuns.get(name) ?? null, ...last }] : []
    })
    try {
      if (ran.length > 0) await note?.(ran)
    } catch (error) {
      log.warn({ err: error }, 'how the sweeps ran could not be noted')
    }
    isNoting = false
  }

  return {
    soon(nextRuns: ReadonlyMap<string, Date>) {
      if (!note || isNoting || Date.now() - notedAt < noteEveryMs) return
      const since = notedAt
      notedAt = Date.now()
      isNoting = true
      noting = write(since, nextRuns)
    },
    async end() {
      await noting
      await write(notedAt, new Map())
    },
  }
}

function healthOf({ solos, store, watched }: Parts): string | 'ok' {
  const stuck = solos.find(solo => solo.isBusy() && Date.now() - solo.startedAt() > lockLifetimeMs)
  if (stuck) return `the sweep ${stuck.sweep.name} has not ended for ${seconds(Date.now() - stuck.startedAt())}`
  if (awayMs(watched) < awayMsMax) return 'ok'
  return `the scheduler's store (${store.name}) has not answered for ${seconds(awayMs(watched))}`
}

/** Waits for the sweeps that run, then tells them to end. Returns whether they have. */
async function endSweeps({ solos, watched }: Parts, waitMs: number): Promise<boolean> {
  const areIdle = () => watched.running() === 0 && !solos.some(solo => solo.isBusy())
  if (await until(areIdle, waitMs)) return true
  for (const solo of solos) solo.abort()
  return until(areIdle, 1_000)
}

/** Waits until the condition holds, or the time is over. */
async function until(holds: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!holds()) {
    if (Date.now() >= deadline) return false
    await pause(10)
  }
  return true
}

function createAgenda(solos: SoloSweep[], watched: WatchedStore, log: Log): Agenda {
  const shortestMs = Math.min(...solos.map(solo => solo.sweep.everyMs))
  const agenda = new Agenda({
    // The store is connected, again and again if need be, by `look`: Agenda's own attempt is one without a catch.
    backend: {
      name: 'watched',
      repository: watched.repository,
      ownsConnection: false,
      connect: async () => {},
      disconnect: async () => {},
    },
    name: signature(),
    // A number: of texts it reads only some, and takes 5 s for the others. Below the shortest interval, or ticks are late.
    processEvery: Math.min(1_000, Math.max(50, shortestMs / 2)),
    maxConcurrency: solos.length,
    lockLimit: solos.length,
    defaultConcurrency: 1,
    defaultLockLimit: 1,
    defaultLockLifetime: lockLifetimeMs,
  })
  agenda.on('error', error => {
    if (watched.awaySince() === undefined) log.warn({ err: error }, 'the scheduler could not run a job')
  })
  for (const solo of solos) agenda.define(solo.sweep.name, () => solo.run())
  return agenda
}

/**
 * Makes the store hold each sweep once, with its interval and a next run that is near. What already does is not touched,
 * so processes that restart often push nothing back. Returns when each runs next.
 */
async function keepPlan(agenda: Agenda, sweeps: Sweep[]): Promise<Map<string, Date>> {
  const { jobs } = await agenda.db.queryJobs({})
  const nextRuns = new Map<string, Date>()
  for (const sweep of sweeps) {
    const latest = Date.now() + sweep.everyMs + nextRunSlackMs
    const isNear = (at: Date | null | undefined) => at instanceof Date && at.getTime() <= latest
    const job = jobs.find(job => job.name === sweep.name)
    if (job?.nextRunAt) nextRuns.set(sweep.name, job.nextRunAt)
    if (job && Number(job.repeatInterval) === sweep.everyMs && isNear(job.nextRunAt)) continue

    const saved = await agenda.every(sweep.everyMs, sweep.name)
    if (!isNear(saved.attrs.nextRunAt)) await saved.schedule(new Date()).save()
  }
  return nextRuns
}

/**
 * Unlocks the jobs that a dead process of this machine had locked, and those locked in this process's name that it does not
 * hold: the store's answer or the unlocking was lost in an outage. Other machines' locks end by themselves.
 */
async function releaseOrphans(agenda: Agenda, watched: WatchedStore, olderThanMs: number): Promise<void> {
  const { jobs } = await agenda.db.queryJobs({})
  const orphans = jobs.filter(job => {
    if (!job.lockedAt || !job.lastModifiedBy) return false
    if (job.lastModifiedBy !== agenda.attrs.name) return isDead(job.lastModifiedBy)
    return !watched.holds(job) && Date.now() - job.lockedAt.getTime() >= olderThanMs
  })
  if (orphans.length > 0) await agenda.db.unlockJobs(orphans.map(job => String(job._id)))
}

let signed = 0

/** The name under which jobs are locked: machine, process id, start time (in a container each start has the same pid), scheduler. */
function signature(): string {
  return [hostname(), process.pid, born, signed++].join(' ')
}

const born = Math.round(performance.timeOrigin)

function isDead(signature: string): boolean {
  const [host, pid, birth] = signature.split(' ')
  if (host !== hostname()) return false
  return Number(pid) === process.pid ? Number(birth) !== born : !isAlive(Number(pid))
}

function runOverdue(solos: SoloSweep[]) {
  for (const solo of solos) {
    if (Date.now() - solo.startedAt() >= solo.sweep.everyMs) solo.soon()
  }
}

function awayMs(watched: WatchedStore): number {
  return Date.now() - (watched.awaySince() ?? Date.now())
}

function seconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`
}

/** Waits for the promise, but no longer than this; a store that is away may refuse to say goodbye. */
async function within(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise.catch(() => {}), pause(timeoutMs, undefined, { ref: false })])
}
