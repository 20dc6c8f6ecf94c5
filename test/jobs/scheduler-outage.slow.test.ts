import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { startScheduler } from '../../src/jobs/scheduler.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createLocalWake, createWake } from '../../src/lib/wake.ts'
import { openMongo, useMongod } from './stores.ts'

describe('the scheduler while PostgreSQL restarts', () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-outage-'))
  let server: EmbeddedPostgres

  beforeAll(async () => {
    server = await startEmbeddedPostgres({ dir })
  })

  afterAll(async () => {
    await server.stop()
    fs.rmSync(dir, { recursive: true, force: true })
  })

  test('the scheduler survives kills of the server, and its sweeps and hints continue within seconds', async () => {
    const wake = await createWake({ connection: server.connection, log: silentLog })
    const other = await createWake({ connection: server.connection, log: silentLog })
    const database = new pg.Pool({ ...server.connection, max: 1 })
    database.on('error', () => {})
    let looked = 0
    let hinted = 0
    let held = Promise.resolve()
    let holding = false
    const needs = { mongodbUrl: undefined, postgres: server.connection, wake, log: silentLog }
    const look = async () => {
      holding = true
      await held
      holding = false
      await database.query('select 1')
      looked++
    }
    const hint = async () => hinted++
    const scheduler = await startScheduler({
      ...needs,
      sweeps: [
        { name: 'looks', everyMs: 200, run: look },
        { name: 'hinted', everyMs: 3_600_000, run: hint, wakes: ['news'] },
      ],
    })

    for (const signal of ['SIGQUIT', 'SIGKILL', 'SIGINT'] as const) {
      await expect.poll(() => Math.min(looked, hinted), { timeout: 10_000 }).toBeGreaterThan(0)
      const gate = Promise.withResolvers<void>()
      held = gate.promise
      await expect.poll(() => holding).toBe(true)

      // The sweep ends while the server is down.
      const victim = server.pid
      process.kill(victim, signal)
      await expect.poll(() => answers(database), { interval: 5 }).toBe(false)
      gate.resolve()
      await expect.poll(() => server.pid, { timeout: 10_000 }).not.toBe(victim)

      const before = looked
      await expect.poll(() => looked, { timeout: 20_000 }).toBeGreaterThan(before + 3)
      const hintedBefore = hinted
      const say = () => {
        other.notify('news')
        return hinted
      }
      await expect.poll(say, { timeout: 10_000 }).toBeGreaterThan(hintedBefore)
      await expect.poll(() => scheduler.healthy(), { timeout: 10_000 }).toBe('ok')
    }

    await scheduler.stop()
    await Promise.all([wake.stop(), other.stop(), database.end()])
  })
})

async function answers(database: pg.Pool): Promise<boolean> {
  return database.query('select 1').then(
    () => true,
    () => false,
  )
}

const mongod = useMongod()

describe.runIf(mongod)('the scheduler without MongoDB', () => {
  test.skipIf(process.env.MONGODB_URL)(
    'without MongoDB the scheduler runs the sweeps itself, reports it, and returns to the shared clock',
    async () => {
      const server = mongod!()
      const store = await openMongo(server.url)
      const runs: number[] = []
      const needs = { ...store.needs, wake: createLocalWake(silentLog), log: silentLog }
      const sweep = { name: 'goes-on', everyMs: 300, run: async () => runs.push(Date.now()) }
      const scheduler = await startScheduler({ ...needs, sweeps: [sweep] })
      await expect.poll(() => runs.length).toBeGreaterThan(2)

      await server.kill!()
      await expect.poll(() => scheduler.healthy(), { timeout: 20_000 }).toContain('MongoDB')
      const before = runs.length
      await expect.poll(() => runs.length, { timeout: 10_000 }).toBeGreaterThan(before + 1)

      const late: number[] = []
      const second = await startScheduler({ ...needs, sweeps: [{ ...sweep, run: async () => late.push(Date.now()) }] })

      await server.start!()
      await expect.poll(() => [scheduler.healthy(), second.healthy()], { timeout: 10_000 }).toEqual(['ok', 'ok'])
      const [job] = await store.jobs()
      await expect
        .poll(async () => (await store.jobs())[0]!.nextRunAt.getTime(), { timeout: 10_000 })
        .toBeGreaterThan(job!.nextRunAt.getTime() + 1_000)
      await Promise.all([scheduler.stop(), second.stop()])
      expect((await store.jobs()).map(({ name }) => name)).toEqual(['sweeps every 0.3 s'])
      await store.end()
    },
  )
})
