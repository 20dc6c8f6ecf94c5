import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Agenda } from 'agenda'
import type pg from 'pg'
import type { Log } from '../lib/log.ts'
import { isAlive } from '../lib/process-alive.ts'
import type { Wake } from '../lib/wake.ts'
import { mongoStore, postgresStore, type WatchedStore, watchStore } from './agenda-store.ts'
import { type SoloSweep, type Sweep, soloSweep, until } from './sweep.ts'

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
}): Promise<Scheduler> {
  const { log } = needs
  const solos = needs.sweeps.map(sweep => soloSweep(sweep, log))
  const store = needs.mongodbUrl === undefined ? postgresStore(needs.postgres, log) : mongoStore(needs.mongodbUrl, log)
  const watched = watchStore(store, log)
  const agenda = createAgenda(solos, watched, log)
  const unsubscribes = solos.flatMap(solo => (solo.sweep.wakes ?? []).map(channel => needs.wake.on(channel, solo.soon)))

  let begun = false
  let plannedAt = 0

  async function look() {
    try {
      if (watched.awaySince() !== undefined || Date.now() - plannedAt >= planEveryMs) {
        await store.prepare()
        if (!begun) await agenda.db.removeJobs({ notNames: needs.sweeps.map(sweep => sweep.name) })
        await keepPlan(agenda, needs.sweeps)
        await releaseOrphans(agenda, watched, orphanAgeMs)
        plannedAt = Date.now()
      }
      if (!begun) await agenda.start()
      begun = true
    } catch (error) {
      watched.failed(error)
    }
    if (awayMs(watched) > awayMsMax) runOverdue(solos)
  }

  await look()
  const looking = repeat(look, lookEveryMs)

  return {
    healthy() {
      const stuck = solos.find(solo => solo.busy() && Date.now() - solo.startedAt() > lockLifetimeMs)
      if (stuck) return `the sweep ${stuck.sweep.name} has not ended for ${seconds(Date.now() - stuck.startedAt())}`
      if (awayMs(watched) < awayMsMax) return 'ok'
      return `the scheduler's store (${store.name}) has not answered for ${seconds(awayMs(watched))}`
    },
    async stop(options = {}) {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const solo of solos) solo.close()
      const idle = () => watched.running() === 0 && !solos.some(solo => solo.busy())
      await within(1_000, Promise.all([looking.stop(), watched.close()]))
      await within(1_000, agenda.stop(false))
      if (!(await until(idle, options.patienceMs ?? patienceMs))) {
        for (const solo of solos) solo.abort()
        const ended = await until(idle, 1_000)
        if (!ended) log.warn({}, 'a sweep did not end in time and is left to its leases')
      }
      await within(1_000, releaseOrphans(agenda, watched, 0))
      await within(1_000, store.close())
    },
  }
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
 * so processes that restart often push nothing back.
 */
async function keepPlan(agenda: Agenda, sweeps: Sweep[]): Promise<void> {
  const { jobs } = await agenda.db.queryJobs({})
  for (const sweep of sweeps) {
    const latest = Date.now() + sweep.everyMs + nextRunSlackMs
    const isNear = (at: Date | null | undefined) => at instanceof Date && at.getTime() <= latest
    const job = jobs.find(job => job.name === sweep.name)
    if (job && Number(job.repeatInterval) === sweep.everyMs && isNear(job.nextRunAt)) continue

    const saved = await agenda.every(sweep.everyMs, sweep.name)
    if (!isNear(saved.attrs.nextRunAt)) await saved.schedule(new Date()).save()
  }
}

/**
 * Unlocks what a dead process of this machine had locked, and what bears this one's name though it holds it not: its
 * answer or its unlocking was lost in an outage. Other machines' locks end by themselves.
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

/** Who locks: machine, process, its birth (in a container each start has the same pid), and which scheduler in it. */
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

/** Repeats the work with a pause between, until stopped; stopping waits for the work at hand. */
function repeat(work: () => Promise<void>, pauseMs: number): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  async function loop() {
    while (!signal.aborted) {
      await pause(pauseMs, undefined, { signal, ref: false }).catch(() => {})
      if (!signal.aborted) await work()
    }
  }
  const done = loop()
  return {
    async stop() {
      stopping.abort()
      await done
    },
  }
}

/** Waits for the promise, but no longer than this; a store that is away may refuse to say goodbye. */
async function within(timeoutMs: number, promise: Promise<unknown>): Promise<void> {
  await Promise.race([promise.catch(() => {}), pause(timeoutMs, undefined, { ref: false })])
}
