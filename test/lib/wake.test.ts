import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { createLocalWake, createWake, type Wake } from '../../src/lib/wake.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

let database: TestDatabase
const open: Wake[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})

afterEach(async () => {
  await Promise.all(open.splice(0).map(wake => wake.stop()))
})

afterAll(async () => {
  await database.drop()
})

async function anotherProcess(log: Log = silentLog): Promise<Wake> {
  const wake = await createWake({ connection: database.connection, log })
  open.push(wake)
  return wake
}

function count(wake: Wake, channel: string) {
  const heard = { times: 0, off: () => {} }
  heard.off = wake.on(channel, () => {
    heard.times++
  })
  return heard
}

test('a listener in the same process is notified immediately, and every time', async () => {
  for (const wake of [await anotherProcess(), createLocalWake(silentLog)]) {
    const heard = count(wake, 'payments')
    const other = count(wake, 'orders')
    wake.notify('payments')
    wake.notify('payments')
    expect(heard.times).toBe(2)
    expect(other.times).toBe(0)

    heard.off()
    wake.notify('payments')
    expect(heard.times).toBe(2)
  }
})

test('other processes receive one hint for many, without echoes', async () => {
  const here = await anotherProcess()
  const there = await anotherProcess()
  const heardHere = count(here, 'Callbacks "due"')
  const heardThere = count(there, 'Callbacks "due"')
  await expect.poll(() => listeningTo('Callbacks "due"')).toBe(2)

  for (let hint = 0; hint < 500; hint++) here.notify('Callbacks "due"')
  expect(heardHere.times).toBe(500)
  await expect.poll(() => heardThere.times).toBe(1)

  there.notify('Callbacks "due"')
  await expect.poll(() => heardHere.times).toBe(501)
  expect(heardThere.times).toBe(2)
})

test('a hint right after the previous one is not lost', async () => {
  const here = await anotherProcess()
  const there = await anotherProcess()
  count(here, 'steady')
  const heardThere = count(there, 'steady')
  await expect.poll(() => listeningTo('steady')).toBe(2)

  for (let round = 1; round <= 20; round++) {
    here.notify('steady')
    await expect.poll(() => heardThere.times, { interval: 1 }).toBe(round)
  }
})

test('a failing listener affects neither the sender nor the other listeners', async () => {
  const failures: string[] = []
  const wake = createLocalWake({ ...silentLog, error: (_fields, message) => failures.push(message) })
  wake.on('news', () => {
    throw new Error('no')
  })
  wake.on('news', async () => {
    throw new Error('not later either')
  })
  const heard = count(wake, 'news')
  expect(() => wake.notify('news')).not.toThrow()
  expect(heard.times).toBe(1)
  await expect.poll(() => failures.length).toBe(2)
})

test('a listener reconnects after its connection is cut, and checks once for missed hints', async () => {
  const here = await anotherProcess()
  const there = await anotherProcess()
  const heardHere = count(here, 'cut')
  const heardThere = count(there, 'cut')
  await expect.poll(() => listeningTo('cut')).toBe(2)

  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'warung wake' and datname = current_database()`,
  )
  await expect.poll(() => [heardHere.times, heardThere.times]).toEqual([1, 1])

  here.notify('cut')
  await expect.poll(() => heardThere.times).toBe(2)
})

test('without its database a wake still carries hints inside the process, and stops immediately', async () => {
  const warnings: string[] = []
  const wake = await createWake({
    connection: { host: '/nowhere', user: 'nobody', database: 'none' },
    log: { ...silentLog, warn: (_fields, message) => warnings.push(message) },
  })
  const heard = count(wake, 'alone')
  wake.notify('alone')
  expect(heard.times).toBe(1)
  expect(warnings).toEqual(['cannot listen for hints yet'])

  const asked = Date.now()
  await wake.stop()
  expect(Date.now() - asked).toBeLessThan(1_000)
})

/** Returns the number of idle connections that have listened to the channel. */
async function listeningTo(channel: string): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and state = 'idle' and query = $1`,
    [`listen ${pg.escapeIdentifier(channel)}`],
  )
  return rowCount ?? 0
}
