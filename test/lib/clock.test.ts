import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '../../src/lib/clock.ts'
import { createEmptyTestDatabase, type TestDatabase } from '../kit/database.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createEmptyTestDatabase()
})
afterAll(() => database.drop())

const real = new Date('2026-08-17T03:00:00.000Z')
const realNow = () => real

test('business time is real time until a sandbox moves it', async () => {
  const clock = createClock({ sql: database.sql, shared: true, realNow })
  await clock.refresh()
  expect(clock.now()).toEqual(real)

  await database.pool.query('create schema sandbox')
  await database.pool.query('create table sandbox.clock (offset_ms bigint)')
  await clock.refresh()
  expect(clock.now()).toEqual(real)

  await database.pool.query('insert into sandbox.clock values (3600000)')
  await clock.refresh()
  expect(clock.now()).toEqual(new Date('2026-08-17T04:00:00.000Z'))
})

test('every process follows a moved clock without a notification', async () => {
  const clock = createClock({ sql: database.sql, shared: true, realNow })
  clock.start()
  await database.pool.query('update sandbox.clock set offset_ms = 7200000')
  await expect.poll(() => clock.now()).toEqual(new Date('2026-08-17T05:00:00.000Z'))
  clock.stop()
})

test('in production the clock cannot be moved', async () => {
  const sql = { query: () => Promise.reject(new Error('asked')), write: () => Promise.reject(new Error('asked')) }
  const clock = createClock({ sql, shared: false, realNow })
  await clock.refresh()
  expect(clock.now()).toEqual(real)
})

test('an unavailable database leaves the clock unchanged, and refreshing it throws', async () => {
  let away = false
  const query = async () => {
    if (away) throw new Error('connection refused')
    return [{ offset_ms: 60_000 }] as never
  }
  const clock = createClock({ sql: { query, write: async () => 0 }, shared: true, realNow })
  await clock.refresh()
  away = true
  await expect(clock.refresh()).rejects.toThrow('connection refused')
  expect(clock.now()).toEqual(new Date('2026-08-17T03:01:00.000Z'))
})
