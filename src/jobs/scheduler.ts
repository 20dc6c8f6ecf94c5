import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import type { Log } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import type { Wake } from '../lib/wake.ts'
import { createPostgresStore, openMongoStore } from './agenda-store.ts'
import { type AgendaTimer, createAgendaTimer } from './agenda-timer.ts'
import { createRunRecorder, type RecordRuns } from './record-runs.ts'
import { computeTickMs, createSoloSweep, type FindDue, type SoloSweep, type Sweep } from './sweep.ts'
import { waitWithin } from './wait-within.ts'

export interface Scheduler {
  /** Accepts no further work and waits for the current work; after `patienceMs` it is aborted. Ends within 10 s. */
  stop(options?: { patienceMs?: number }): Promise<void>
  /** Returns 'ok', or why sweeps may not be running on time. */
  healthy(): string | 'ok'
}

const lookEveryMs = 1_000
// Sweeps with longer intervals have their conditions checked only once in this number of checks.
const looksApart = 5
const apartMs = 100
const checkEveryMs = 5_000
const awayMsMax = 5_000
const stuckMs = 30_000
const patienceMs = 3_000

/**
 * Runs each sweep every `everyMs` in one of all processes: Agenda ticks for those without a condition. A sweep with a
 * condition runs while that holds; each process checks it every second, or every five seconds if the sweep runs at most
 * that often. Hints run a sweep immediately. Agenda's store is MongoDB if `mongodbUrl` is set, otherwise PostgreSQL. An
 * unavailable store never ends the process. After 5 s without it each process runs all sweeps, which is harmless,
 * because they claim rows.
 */
export async function startScheduler(needs: {
  sweeps: Sweep[]
  findDue?: FindDue
  mongodbUrl: string | undefined
  /** The database to which Agenda's own pool connects if there is no `mongodbUrl`. */
  postgres: pg.PoolConfig
  wake: Wake
  log: Log
  /** Stores how the sweeps ran, for display. */
  note?: RecordRuns
}): Promise<Scheduler> {
  const { sweeps, wake, log } = needs
  const solos = sweeps.map(sweep => createSoloSweep(sweep, log))
  const store =
    needs.mongodbUrl === undefined
      ? createPostgresStore(needs.postgres, log)
      : await openMongoStore(needs.mongodbUrl, log)
  const timer = createAgendaTimer({
    store,
    intervalsMs: [...new Set(sweeps.map(computeTickMs))],
    tick: everyMs => startApart(solos.filter(({ sweep }) => computeTickMs(sweep) === everyMs)),
    log,
  })
  const unsubscribes = subscribeAll(solos, wake)
  const notes = createRunRecorder(solos, { ...needs, nextTick: timer.nextTick })
  await timer.check()
  let looks = 0
  let lookedAt = Date.now()
  const loops = [
    startLoop(needs, {
      // While the store is unavailable, it is checked every second.
      everyMs: () => (timer.awaySince() === undefined ? checkEveryMs : lookEveryMs),
      work: timer.check,
    }),
    startLoop(needs, {
      everyMs: lookEveryMs,
      async work() {
        notes.soon()
        // Without the store or the look, each process runs everything that is overdue.
        if (Math.max(awayMs(timer), Date.now() - lookedAt) > awayMsMax) startAll(solos.filter(isOverdue))
        const due = (await needs.findDue?.(looks++ % looksApart === 0 ? 'all' : 'hasty')) ?? []
        lookedAt = Date.now()
        startAll(solos.filter(solo => due.includes(solo.sweep.name) && isOverdue(solo)))
      },
      failure: 'what is due could not be looked at',
    }),
  ]
  return {
    healthy: () => describeHealth(solos, timer, store.name),
    async stop(options = {}) {
      for (const unsubscribe of unsubscribes) unsubscribe()
      for (const solo of solos) void solo.close()
      await waitWithin(1_000, Promise.all(loops.map(loop => loop.stop())))
      await timer.stop()
      const hasEnded = await endSweeps(solos, options.patienceMs ?? patienceMs)
      if (!hasEnded) log.warn({}, 'a sweep did not end in time and is left to its leases')
      await waitWithin(1_000, notes.end())
    },
  }
}

function subscribeAll(solos: SoloSweep[], wake: Wake): (() => void)[] {
  return solos.flatMap(({ sweep, soon, hurry }) => [
    ...(sweep.wakes ?? []).map(channel => wake.on(channel, soon)),
    ...(sweep.hurries ?? []).map(channel => wake.on(channel, hurry)),
  ])
}

function startAll(solos: SoloSweep[]): void {
  for (const solo of solos) solo.soon()
}

/** Starts sweeps one after another: all at once, each minute of an idle shop would open a connection for each. */
function startApart(solos: SoloSweep[]): void {
  for (const [place, solo] of solos.entries()) setTimeout(solo.soon, place * apartMs).unref()
}

// Half an interval early; otherwise a sweep of one second would run only in every second check.
function isOverdue(solo: SoloSweep): boolean {
  return Date.now() - solo.startedAt() >= solo.sweep.everyMs - lookEveryMs / 2
}

function describeHealth(solos: SoloSweep[], timer: AgendaTimer, store: string): string | 'ok' {
  const stuck = solos.find(solo => solo.isBusy() && Date.now() - solo.startedAt() > stuckMs)
  if (stuck) return `the sweep ${stuck.sweep.name} has not ended for ${formatSeconds(Date.now() - stuck.startedAt())}`
  if (awayMs(timer) < awayMsMax) return 'ok'
  return `the scheduler's store (${store}) has not answered for ${formatSeconds(awayMs(timer))}`
}

/** Waits for the running sweeps, then aborts them. Returns whether they have ended. */
async function endSweeps(solos: SoloSweep[], waitMs: number): Promise<boolean> {
  const areIdle = () => !solos.some(solo => solo.isBusy())
  if (await waitUntil(areIdle, waitMs)) return true
  for (const solo of solos) solo.abort()
  return waitUntil(areIdle, 1_000)
}

/** Waits until the condition holds, or the time is up. */
async function waitUntil(holds: () => boolean, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (!holds()) {
    if (Date.now() >= deadline) return false
    await pause(10)
  }
  return true
}

function awayMs(timer: AgendaTimer): number {
  return Date.now() - (timer.awaySince() ?? Date.now())
}

function formatSeconds(ms: number): string {
  return `${Math.round(ms / 1_000)} s`
}
