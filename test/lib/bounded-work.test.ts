import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBoundedPool } from '../../src/lib/bounded-pool.ts'
import { createLanesPerPlace } from '../../src/lib/fair-lanes.ts'
import { createKeyedSemaphore } from '../../src/lib/keyed-semaphore.ts'
import { createLeaseKeeper, type HeldLease } from '../../src/lib/lease-keeper.ts'
import { silentLog } from '../../src/lib/log.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a bounded pool claims no more than it has room for, and waits for running work', async () => {
  const pool = createBoundedPool(3)
  const ends: (() => void)[] = []
  const asked: number[] = []
  const claim = (count: number) => async (room: number) => {
    asked.push(room)
    return { work: Array.from({ length: count }, () => new Promise<void>(resolve => ends.push(resolve))) }
  }
  expect(await pool.start(claim(2))).toBe(2)
  expect(await pool.start(claim(1))).toBe(1)
  expect(await pool.start(claim(1))).toBe(0)
  expect(asked).toEqual([3, 1])

  let isDrained = false
  const drained = pool.drain(60_000).then(() => {
    isDrained = true
  })
  ends[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(isDrained).toBe(false)
  for (const end of ends) end()
  await drained
  expect(await pool.start(claim(0))).toBe(0)
  expect(asked).toEqual([3, 1, 3])
})

test('a bounded pool stops waiting when its time is over, and failed work frees its place', async () => {
  const pool = createBoundedPool(1)
  await pool.start(async () => ({ work: [Promise.reject(new Error('failed'))] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(await pool.start(async room => ({ work: [new Promise<void>(() => {})].slice(0, room) }))).toBe(1)
  const drained = pool.drain(1_000)
  await vi.advanceTimersByTimeAsync(1_000)
  await drained
})

test('a keyed semaphore bounds each key separately, in order', async () => {
  const semaphore = createKeyedSemaphore(2)
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const run = (key: number, name: string) =>
    semaphore(key, async () => {
      started.push(name)
      await new Promise<void>(resolve => ends.set(name, resolve))
      return name
    })
  const first = run(1, 'a')
  const others = [run(1, 'b'), run(1, 'c'), run(1, 'd'), run(2, 'e')]
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['a', 'b', 'e'])
  ends.get('a')!()
  expect(await first).toBe('a')
  await vi.advanceTimersByTimeAsync(0)
  expect(started).toEqual(['a', 'b', 'e', 'c'])
  for (const name of ['b', 'c', 'e']) ends.get(name)!()
  await vi.advanceTimersByTimeAsync(0)
  ends.get('d')!()
  expect(await Promise.all(others)).toEqual(['b', 'c', 'd', 'e'])
})

test('a lease keeper renews all leases in one call, and reports the lost one', async () => {
  const calls: string[][] = []
  let kept = (tokens: string[]) => tokens
  const keeper = createLeaseKeeper({
    everyMs: 1_000,
    async renew(tokens) {
      calls.push(tokens)
      return kept(tokens)
    },
    log: silentLog,
    failure: 'leases could not be renewed',
  })
  const [one, two, three] = ['one', 'two', 'three'].map(token => keeper.hold(token)) as [
    HeldLease,
    HeldLease,
    HeldLease,
  ]
  three.release()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([one.isLost(), two.isLost()]).toEqual([false, false])

  kept = () => {
    throw new Error('the database is away')
  }
  await vi.advanceTimersByTimeAsync(1_000)
  expect([one.isLost(), two.isLost()]).toEqual([false, false])

  kept = tokens => tokens.filter(token => token !== 'two')
  await vi.advanceTimersByTimeAsync(1_000)
  expect([one.isLost(), two.isLost()]).toEqual([false, true])
  keeper.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(calls).toEqual([
    ['one', 'two'],
    ['one', 'two'],
    ['one', 'two'],
  ])
})

test('the first work of a key at an address comes before repeated work of other keys', async () => {
  const inTurn = createLanesPerPlace({ width: 1, perKeyMax: 1, waitingPerKeyMax: 9, waitingMax: 99 })
  const ended: string[] = []
  const run = (key: string, place = 'page') =>
    inTurn(place, key, async () => {
      await vi.advanceTimersByTimeAsync(1)
      ended.push(`${place} ${key}`)
    })
  const crowd = [1, 2, 3, 4].flatMap(() => ['a', 'b'].map(key => run(key)))
  await Promise.all(crowd.slice(0, 2))
  const before = ended.length
  await run('guest')
  expect(ended.slice(before).filter(name => name !== 'page guest').length).toBeLessThanOrEqual(2)
  await run('guest', 'other page')
  await Promise.all(crowd)
  expect(ended).toHaveLength(10)
})
