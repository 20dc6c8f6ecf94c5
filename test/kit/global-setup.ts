import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateSchema } from '../../src/database/migrate.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { execute, withDatabase } from './connection.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that the tests of this run share, connected to a database that may create others. */
    testServer: pg.ClientConfig
    /** The database that `createTestDatabase` copies: migrated, and never connected to. */
    templateDatabase: string
    /** The seed of everything that is drawn at random (`draws/draws.ts`). */
    seed: string
  }
}

/**
 * One PostgreSQL for the run (TEST_DATABASE_URL names another), with one migrated database that every test file copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await testServer()
  const template = `warung_template_${process.pid}`
  try {
    await execute(server.connection, `create database ${template} template template0`)
    await migrateSchema(withDatabase(server.connection, template))
  } catch (error) {
    await server.stop(template)
    throw error
  }
  project.provide('testServer', server.connection)
  project.provide('templateDatabase', template)
  const seed = process.env.TEST_SEED ?? String(randomInt(1_000_000_000))
  project.provide('seed', seed)
  return async () => {
    if (project.vitest.state.getFailedFilepaths().length > 0) {
      process.stderr.write(`\nCodes, names and ids of this run were drawn from TEST_SEED=${seed}\n`)
    }
    await server.stop(template)
  }
}

export interface TestServer {
  connection: pg.ClientConfig
  stop(template: string): Promise<void>
}

/** The server that TEST_DATABASE_URL names, or one of this process's own. */
export async function testServer(): Promise<TestServer> {
  const address = process.env.TEST_DATABASE_URL
  if (address) return existingServer(address)
  await removeLeftovers()
  const dir = fs.mkdtempSync(path.join(quickestFolder(), folderPrefix))
  const server = await startEmbeddedPostgres({ dir, ...forTests })
  return {
    connection: server.connection,
    async stop() {
      await server.stop()
      // A busy machine may be late: a process of the server may put a last file there after its postmaster has ended.
      fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

const folderPrefix = 'warung-test-'
const folderInMemory = '/dev/shm'
const neededInMemory = 4 * 1024 ** 3

// A database is 600 files: to copy one takes 20 ms in memory and up to half a second on a disk.
function quickestFolder(): string {
  if (!fs.existsSync(folderInMemory) || os.freemem() < neededInMemory) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(folderInMemory)
  return bavail * bsize < neededInMemory ? os.tmpdir() : folderInMemory
}

// Writes that a crash would lose do not matter here; tests that kill start a server of their own.
const forTests = {
  maxConnections: 200,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
}

function existingServer(connectionString: string): TestServer {
  const connection = { connectionString }
  return {
    connection,
    stop: template => execute(connection, `drop database if exists ${template} with (force)`),
  }
}

// A run that was killed leaves its server behind, as it should; to start it again makes it ours, and stoppable.
async function removeLeftovers(): Promise<void> {
  const folders = [os.tmpdir(), folderInMemory].filter(folder => fs.existsSync(folder))
  for (const dir of folders.flatMap(folder => fs.readdirSync(folder).map(name => path.join(folder, name)))) {
    if (!path.basename(dir).startsWith(folderPrefix)) continue
    try {
      await removeLeftover(dir)
    } catch {
      // It is in use, just being removed, or another process's.
    }
  }
}

async function removeLeftover(dir: string): Promise<void> {
  if (Date.now() - fs.statSync(dir).mtimeMs < leftoverAgeMs) return
  const server = await startEmbeddedPostgres({ dir, ...forTests })
  await server.stop()
  fs.rmSync(dir, { recursive: true, force: true })
}

// A run that is just starting has made its folder and not yet locked it.
const leftoverAgeMs = 60_000
