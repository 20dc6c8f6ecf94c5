import { expect, test } from 'vitest'
import {
  classifyAttempt,
  computeHealth,
  type EndpointHealth,
  initialHealth,
} from '../../src/callbacks/endpoint-health.ts'
import { answerTimeoutMs } from '../../src/callbacks/retry-schedule.ts'

const from = new Date('2026-01-05T08:00:00Z')
const at = (seconds: number) => new Date(from.getTime() + seconds * 1000)

/** Returns the health after attempts at these seconds; a negative value is a success at that second. */
function after(attempts: number[], before: EndpointHealth = initialHealth): EndpointHealth {
  return attempts.reduce(
    (health, second) => computeHealth(health, second < 0 ? 'delivered' : 'failed', at(Math.abs(second))),
    before,
  )
}
const every = (seconds: number, howOften: number, since = 0) =>
  Array.from({ length: howOften }, (_, place) => since + place * seconds)

test('the first failure begins a failing period and a window, and the breaker stays closed', () => {
  expect(after([0])).toEqual({
    failuresInRow: 1,
    windowFrom: at(0),
    windowTries: 1,
    windowFailures: 1,
    openS: 0,
    blockedUntil: null,
    failingSince: at(0),
    disabledAt: null,
  })
  expect(after([0, 7])).toMatchObject({ failuresInRow: 2, windowTries: 2, windowFailures: 2, failingSince: at(0) })
})

test('ten failures in a row open the breaker for a minute, but nine do not, however far apart', () => {
  expect(after(every(400, 9))).toMatchObject({ failuresInRow: 9, openS: 0, blockedUntil: null })
  expect(after(every(400, 10))).toMatchObject({ failuresInRow: 10, openS: 60, blockedUntil: at(3600 + 60) })
})

test('three hanging attempts in a row open the breaker, and a shortened first attempt counts as one', () => {
  const hung = (health: EndpointHealth) => computeHealth(health, 'hung', at(1))
  expect(hung(after(every(1, 1)))).toMatchObject({ failuresInRow: 2, openS: 0 })
  expect(hung(after(every(1, 2)))).toMatchObject({ failuresInRow: 3, openS: 60 })
  const outcome = {
    next: 'retry',
    status: null,
    durationMs: answerTimeoutMs({ attempts: 0, isHurried: true }),
  } as const
  expect(classifyAttempt(outcome)).toBe('hung')
  expect(classifyAttempt({ ...outcome, durationMs: 4_000 })).toBe('failed')
  expect(classifyAttempt({ ...outcome, status: 504 })).toBe('failed')
  expect(classifyAttempt({ ...outcome, next: 'delivered', status: 200 })).toBe('delivered')
})

test('a receiver has fifteen seconds, but first five if it failed last and its breaker is closed', () => {
  expect(answerTimeoutMs({ attempts: 0, isHurried: false })).toBe(15_000)
  expect(answerTimeoutMs({ attempts: 0, isHurried: true })).toBe(5_000)
  expect(answerTimeoutMs({ attempts: 1, isHurried: true })).toBe(15_000)
})

test('seven of ten failures within five minutes open the breaker, but six of ten or seven of nine do not', () => {
  const good = (seconds: number[]) => seconds.map(second => -second)
  const mixed = (bad: number, fine: number) => [...good(every(1, fine, 1)), ...every(1, bad, 20)]
  expect(after(mixed(6, 4))).toMatchObject({ openS: 0, windowTries: 10, windowFailures: 6 })
  expect(after(mixed(7, 3))).toMatchObject({ openS: 60, blockedUntil: at(26 + 60), windowTries: 10 })
  expect(after(mixed(7, 2))).toMatchObject({ openS: 0, windowTries: 9 })
})

test('a window lasts five minutes, and the attempt after it begins a new one', () => {
  expect(after([0, 299])).toMatchObject({ windowFrom: at(0), windowTries: 2, windowFailures: 2 })
  expect(after([0, 300])).toMatchObject({ windowFrom: at(300), windowTries: 1, windowFailures: 1 })
  expect(after([0, -299])).toMatchObject({ windowFrom: at(0), windowTries: 2, windowFailures: 1 })
  expect(after([0, -300])).toMatchObject({ windowFrom: at(300), windowTries: 1, windowFailures: 0 })
})

test('each failure after a pause doubles it, up to fifteen minutes, except of attempts already running', () => {
  let health = after(every(1, 10))
  const pauses: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    pauses.push(health.openS)
    const { openS, blockedUntil } = health
    const within = computeHealth(health, 'failed', new Date(blockedUntil!.getTime() - 1))
    expect(within).toMatchObject({ openS, blockedUntil, failuresInRow: health.failuresInRow + 1 })
    health = computeHealth(health, 'failed', blockedUntil!)
    expect(health.blockedUntil!.getTime() - blockedUntil!.getTime()).toBe(health.openS * 1000)
  }
  expect(pauses).toEqual([60, 120, 240, 480, 900, 900])
})

test('a success resets the health, and a window continues only if its breaker was closed', () => {
  const open = after(every(1, 10))
  expect(after([-100], open)).toEqual(initialHealth)
  expect(after([0, 1, -2])).toEqual({ ...initialHealth, windowFrom: at(0), windowTries: 3, windowFailures: 2 })
})

test('five days of failures only, at least ten, disable an endpoint, which stays disabled', () => {
  const dayS = 86_400
  const often = every(dayS / 2, 10)
  expect(after([...often, 5 * dayS - 1])).toMatchObject({ disabledAt: null, failingSince: at(0) })
  expect(after([...often, 5 * dayS])).toMatchObject({ disabledAt: at(5 * dayS) })
  expect(after([...often, 5 * dayS, 6 * dayS])).toMatchObject({ disabledAt: at(5 * dayS) })
  expect(after([...every(dayS, 8), 8 * dayS])).toMatchObject({ failuresInRow: 9, disabledAt: null })
})
