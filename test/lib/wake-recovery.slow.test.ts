import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { silentLog } from '../../src/lib/log.ts'
import { createWake } from '../../src/lib/wake.ts'
import { executeStatements } from '../kit/connection.ts'
import { waitUntil } from '../kit/shop-process.ts'

let folder: string
let standby: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-wake-'))
  const dir = path.join(folder, 'postgres')
  await (await startEmbeddedPostgres({ dir })).stop()
  // The server becomes a standby whose primary is gone.
  await writeFile(path.join(dir, 'data', 'standby.signal'), '')
  standby = await startEmbeddedPostgres({ dir })
})

afterAll(async () => {
  await standby?.stop()
  await rm(folder, { recursive: true, force: true })
})

test('a listener on a standby that a balancer reported too early receives hints once it is the primary', async () => {
  const wake = await createWake({ connection: standby.connection, log: silentLog })
  let heard = 0
  wake.on('hints', () => heard++)
  await executeStatements(standby.connection, 'select pg_promote()')
  await waitUntil(async () => {
    await executeStatements(standby.connection, `select pg_notify('hints', '')`)
    return heard > 0
  }, 60_000)
  expect(heard).toBeGreaterThan(0)
  await wake.stop()
})
