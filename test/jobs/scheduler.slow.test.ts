import { once } from 'node:events'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RecordedSweep } from '../../src/accounts/sweep-run.ts'
import { type Scheduler, startScheduler } from '../../src/jobs/scheduler.ts'
import type { FindDue, Sweep } from '../../src/jobs/sweep.ts'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { createLocalWake, type Wake } from '../../src/lib/wake.ts'
import { type TestStore, useStores } from './stores.ts'

const minuteMs = 60_000

describe.each(useStores())('the scheduler on $name', kind => {
  let store: TestStore
  let wake: Wake
  const started: Scheduler[] = []

  beforeEach(async () => {
    store = await kind.open()
    wake = createLocalWake(silentLog)
  })

  afterEach(async () => {
    await Promise.all(started.splice(0).map(scheduler => scheduler.stop({ patienceMs: 0 })))
    await store.end()
  })

  async function start(sweeps: Sweep[], log: Log = silentLog): Promise<Scheduler> {
    const scheduler = await startScheduler({ sweeps, wake, log, ...store.needs })
    started.push(scheduler)
    return scheduler
  }

  test('the scheduler runs each sweep at its own interval', async () => {
    const often = counted({ name: 'often', everyMs: 200 })
    const seldom = counted({ name: 'seldom', everyMs: minuteMs })
    const scheduler = await start([often, seldom])

    await expect.poll(() => often.runs.length, { timeout: 30_000 }).toBeGreaterThan(5)
    const gaps = often.runs.slice(1).map((at, index) => at - often.runs[index]!)
    expect(median(gaps)).toBeGreaterThan(150)
    expect(median(gaps)).toBeLessThan(350)
    expect(seldom.runs).toHaveLength(1)
    expect(scheduler.healthy()).toBe('ok')
  })

  test('a sweep with a condition runs at its interval while that holds, even without a tick', async () => {
    let isDue = false
    const conditional = counted({ name: 'conditional', everyMs: 1_000, due: 'from work' })
    const other = counted({ name: 'other', everyMs: minuteMs, due: 'from other_work' })
    const looks: unknown[] = []
    const findDue: FindDue = async which => {
      looks.push(which)
      return isDue ? ['conditional'] : []
    }
    const needs = { sweeps: [conditional, other], findDue, wake, log: silentLog, ...store.needs }
    started.push(await startScheduler(needs))
    await expect.poll(() => [conditional.runs.length, other.runs.length], { timeout: 30_000 }).toEqual([1, 1])

    isDue = true
    await expect.poll(() => conditional.runs.length, { timeout: 10_000 }).toBe(4)
    const [, second, third, fourth] = conditional.runs
    for (const gap of [third! - second!, fourth! - third!]) expect(gap).toBeGreaterThan(500)
    isDue = false
    expect(other.runs).toHaveLength(1)
    // The conditions of less frequent sweeps are checked less often.
    for (const [at, which] of looks.entries()) expect(which).toBe(at % 5 === 0 ? 'all' : 'hasty')
  })

  test('while what is due cannot be looked at, sweeps with a condition run at their intervals', async () => {
    const conditional = counted({ name: 'conditional', everyMs: 1_000, due: 'from work' })
    const findDue: FindDue = async () => Promise.reject(new Error('statement timeout'))
    started.push(await startScheduler({ sweeps: [conditional], findDue, wake, log: silentLog, ...store.needs }))
    await expect.poll(() => conditional.runs.length, { timeout: 30_000 }).toBeGreaterThan(3)
  })

  test('sweeps with the same interval are one job, so that another sweep costs no query', async () => {
    const sweeps = ['a', 'b', 'c'].map(name => counted({ name, everyMs: 200 }))
    await start(sweeps)
    await expect.poll(() => Math.min(...sweeps.map(sweep => sweep.runs.length)), { timeout: 30_000 }).toBeGreaterThan(2)
    expect((await store.jobs()).map(job => job.name)).toEqual(['sweeps every 0.2 s'])
  })

  test('several processes share one clock, and each tick runs in one of them', async () => {
    const shared = counted({ name: 'shared', everyMs: 200 })
    await Promise.all([start([shared]), start([shared]), start([shared])])

    await expect.poll(() => shared.runs.length, { timeout: 20_000 }).toBeGreaterThan(40)
    const elapsedMs = shared.runs.at(-1)! - shared.runs[0]!
    // With three separate clocks there would be three times as many. The MongoDB stand-in finds and modifies in two
    // steps, so two processes may win the same tick.
    const isStandIn = kind.name === 'MongoDB' && process.env.MONGODB_URL === undefined
    expect(shared.runs.length).toBeLessThanOrEqual((elapsedMs / 200) * (isStandIn ? 2.5 : 1.5) + 3)
    expect(await store.jobs()).toHaveLength(1)
  })

  test('each run is recorded with its error, at the latest when the process stops', async () => {
    const noted: RecordedSweep[] = []
    const fine = counted({ name: 'fine', everyMs: 200 })
    let runs = 0
    const broken = { name: 'broken', everyMs: 200, run: async () => Promise.reject(new Error(`no disk ${++runs}`)) }
    const note = async (sweeps: RecordedSweep[]) => void noted.push(...sweeps)
    const scheduler = await startScheduler({ sweeps: [fine, broken], wake, log: silentLog, note, ...store.needs })
    await expect.poll(() => Math.min(fine.runs.length, runs), { timeout: 8_000 }).toBeGreaterThan(1)
    await scheduler.stop({ patienceMs: 0 })
    const last = (name: string) => noted.findLast(sweep => sweep.name === name)
    expect(last('fine')).toMatchObject({ everyMs: 200, failures: 0, error: null })
    expect(last('broken')!.failures).toBeGreaterThan(1)
    expect(last('broken')!.error).toMatch(/^no disk \d+$/)
  })

  test('a hint runs a sweep sooner, and many hints run it a few times', async () => {
    const sweep = counted({ name: 'hinted', everyMs: minuteMs, wakes: ['money', 'orders'] })
    await start([sweep])
    await expect.poll(() => sweep.runs.length, { timeout: 30_000 }).toBe(1)

    wake.notify('orders')
    await expect.poll(() => sweep.runs.length).toBe(2)
    for (let hint = 0; hint < 1_000; hint++) wake.notify('money')
    await expect.poll(() => sweep.runs.length).toBeGreaterThan(2)
    expect(sweep.runs.length).toBeLessThanOrEqual(4)
  })

  test('a process never runs a sweep twice at once, and a hint during a run causes one more', async () => {
    const gate = createGate()
    const sweep = counted({ name: 'slow', everyMs: 100, wakes: ['hint'] }, gate.pass)
    const beat = counted({ name: 'beat', everyMs: 100, wakes: ['hint'] })
    await start([sweep, beat])
    await expect.poll(() => sweep.runs.length, { timeout: 30_000 }).toBe(1)

    for (let hint = 0; hint < 20; hint++) wake.notify('hint')
    const beats = beat.runs.length
    await expect.poll(() => beat.runs.length).toBeGreaterThan(beats + 3)
    expect(sweep.runs).toHaveLength(1)

    gate.open()
    await expect.poll(() => sweep.runs.length).toBeGreaterThan(1)
    expect(sweep.atOnce()).toBe(1)
  })

  test('a failing sweep is logged and runs again, and the others continue', async () => {
    const errors: string[] = []
    const log = { ...silentLog, error: (_fields: object, message: string) => errors.push(message) }
    const failing = counted({ name: 'failing', everyMs: 100 }, async () => {
      throw new Error('no')
    })
    let rudeRuns = 0
    const rude = {
      name: 'rude',
      everyMs: 100,
      run() {
        rudeRuns++
        throw new Error('not even a promise')
      },
    }
    const fine = counted({ name: 'fine', everyMs: 100 })
    await start([failing, rude, fine], log)

    const fewest = () => Math.min(failing.runs.length, rudeRuns, fine.runs.length)
    await expect.poll(fewest, { timeout: 30_000 }).toBeGreaterThan(2)
    expect(errors).toEqual(['a sweep failed and will run again', 'a sweep failed and will run again'])
  })

  test('stopping the scheduler waits for running sweeps, and starts no others', async () => {
    const gate = createGate()
    const slow = counted({ name: 'slow', everyMs: 100, wakes: ['hint'] }, gate.pass)
    const fast = counted({ name: 'fast', everyMs: 100 })
    const scheduler = await start([slow, fast])
    await expect.poll(() => Math.min(slow.runs.length, fast.runs.length), { timeout: 30_000 }).toBeGreaterThan(0)

    let stopped = false
    // A busy machine must not use up the time after which sweeps are aborted.
    const stopping = scheduler.stop({ patienceMs: 60_000 }).then(() => {
      stopped = true
    })
    const ran = fast.runs.length
    const beat = counted({ name: 'beat', everyMs: 100 })
    await start([beat])
    await expect.poll(() => beat.runs.length, { timeout: 30_000 }).toBeGreaterThan(3)
    expect(fast.runs).toHaveLength(ran)
    expect(stopped).toBe(false)
    gate.open()
    await stopping
    expect(slow.ended()).toBe(slow.runs.length)

    const runs = fast.runs.length
    const next = counted({ name: 'fast', everyMs: 100 })
    await start([next])
    wake.notify('hint')
    await expect.poll(() => next.runs.length, { timeout: 30_000 }).toBeGreaterThan(2)
    expect(fast.runs).toHaveLength(runs)
    expect(slow.ended()).toBe(slow.runs.length)
  })

  test('stopping the scheduler aborts a run that takes too long', async () => {
    let reason: unknown
    const stubborn = counted({ name: 'stubborn', everyMs: 100 }, async signal => {
      await once(signal, 'abort')
      reason = signal.reason
    })
    const scheduler = await start([stubborn])
    await expect.poll(() => stubborn.runs.length, { timeout: 30_000 }).toBe(1)

    await scheduler.stop({ patienceMs: 50 })
    expect(reason).toEqual(new Error('the process stops'))
    expect(stubborn.ended()).toBe(1)
  })

  test('repeated starts delay no run', async () => {
    const sweep = counted({ name: 'seldom', everyMs: minuteMs })
    await start([sweep])
    await expect.poll(() => sweep.runs.length, { timeout: 30_000 }).toBe(1)
    await expect.poll(async () => (await store.jobs())[0]?.locked).toBe(false)
    const [before] = await store.jobs()

    for (let round = 0; round < 3; round++) {
      const others = await Promise.all([start([sweep]), start([sweep])])
      await Promise.all(others.map(other => other.stop()))
    }
    expect(await store.jobs()).toEqual([before])
    expect(sweep.runs).toHaveLength(1)
  })

  test('runs missed while every process was down are made up for once', async () => {
    const sweep = counted({ name: 'missed', everyMs: 400 })
    const first = await start([sweep])
    await expect.poll(() => sweep.runs.length, { timeout: 30_000 }).toBe(1)
    await first.stop()
    await store.dateBack(60 * minuteMs)

    const again = counted({ name: 'missed', everyMs: 400 })
    await start([again])
    const startedAt = Date.now()
    await expect.poll(() => again.runs.length, { timeout: 30_000 }).toBe(3)
    expect(again.runs[0]! - startedAt).toBeLessThan(400)
    expect(again.runs[2]! - again.runs[0]!).toBeGreaterThan(600)
  })

  test('a shorter interval takes effect at the next start, and removed intervals are deleted', async () => {
    const slow = counted({ name: 'kept', everyMs: 60 * minuteMs })
    const first = await start([slow, counted({ name: 'forgotten', everyMs: 100 })])
    await expect.poll(() => slow.runs.length, { timeout: 30_000 }).toBe(1)
    await first.stop()

    const quick = counted({ name: 'kept', everyMs: 200 })
    await start([quick])
    await expect.poll(() => quick.runs.length, { timeout: 30_000 }).toBeGreaterThan(2)
    expect((await store.jobs()).map(job => job.name)).toEqual(['sweeps every 0.2 s'])
  })

  test('a dropped store is created again at the next start', async () => {
    const first = await start([counted({ name: 'lost', everyMs: 200 })])
    await first.stop()
    await store.drop()

    const sweep = counted({ name: 'lost', everyMs: 200 })
    await start([sweep])
    await expect.poll(() => sweep.runs.length, { timeout: 30_000 }).toBeGreaterThan(2)
  })

  test('a store that is dropped or emptied while processes run is created again within seconds', async () => {
    const sweep = counted({ name: 'lost', everyMs: 200 })
    await Promise.all([start([sweep]), start([sweep])])
    await expect.poll(() => sweep.runs.length, { timeout: 30_000 }).toBeGreaterThan(1)

    for (const lose of [store.drop, store.empty]) {
      await lose()
      const runs = sweep.runs.length
      await expect.poll(() => sweep.runs.length, { timeout: 15_000 }).toBeGreaterThan(runs + 3)
      expect(await store.jobs()).toHaveLength(1)
    }
  })
})

/** Wraps a sweep so that it records when each run began, and the maximum number of simultaneous runs. */
function counted(sweep: Omit<Sweep, 'run'>, body: (signal: AbortSignal) => Promise<void> = async () => {}) {
  const runs: number[] = []
  let ended = 0
  let now = 0
  let most = 0
  return {
    ...sweep,
    runs,
    ended: () => ended,
    atOnce: () => most,
    async run(signal: AbortSignal) {
      runs.push(Date.now())
      now++
      most = Math.max(most, now)
      try {
        await body(signal)
      } finally {
        now--
        ended++
      }
    },
  }
}

function createGate() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { pass: () => promise, open: resolve }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
