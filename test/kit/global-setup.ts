import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateSchema } from '../../src/database/migrate.ts'
import { connectDatabase } from '../../src/database/open.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { prepareSchema } from '../../src/sandbox/schema.ts'
import { executeStatements, selectDatabase } from './connection.ts'
import { runSeed } from './draws/run-seed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that this run's tests share; the connection is to a database that may create others. */
    testServer: pg.ClientConfig
    /** The database that `createTestDatabase` copies. It is migrated, and has no connections. */
    templateDatabase: string
    /** The seed of all random values (`draws/draws.ts`). */
    seed: string
  }
}

/**
 * Starts one PostgreSQL for the run (TEST_DATABASE_URL names another), with one migrated database that every test file
 * copies.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startTestServer()
  const template = `warung_template_${process.pid}`
  try {
    await executeStatements(server.connection, `create database ${template} template template0`)
    await fillTemplate(selectDatabase(server.connection, template))
  } catch (error) {
    await server.stop(template)
    throw error
  }
  project.provide('testServer', server.connection)
  project.provide('templateDatabase', template)
  const seed = runSeed()
  project.provide('seed', seed)
  return async () => {
    if (project.vitest.state.getFailedFilepaths().length > 0) {
      process.stderr.write(`\nCodes, names and ids of this run were drawn from TEST_SEED=${seed}\n`)
    }
    await server.stop(template)
  }
}

// Nearly every test opens the sandbox, whose schema would otherwise be created in each database.
async function fillTemplate(connection: pg.ClientConfig): Promise<void> {
  await migrateSchema(connection)
  const { sql, close } = await connectDatabase(connection, { poolMax: 1, entities: [] })
  await prepareSchema(sql)
  await close()
}

export interface TestServer {
  connection: pg.ClientConfig
  stop(template: string): Promise<void>
}

/** Returns the server that TEST_DATABASE_URL names, or starts one for this process. */
export async function startTestServer(): Promise<TestServer> {
  const address = process.env.TEST_DATABASE_URL
  if (address) return existingServer(address)
  await removeLeftovers()
  const dir = fs.mkdtempSync(path.join(quickestFolder(), folderPrefix))
  const server = await startEmbeddedPostgres({ dir, ...forTests })
  return {
    connection: server.connection,
    async stop() {
      await server.stop()
      // On a busy machine, a process of the server may write a last file after its postmaster has ended.
      fs.rmSync(dir, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

const folderPrefix = 'warung-test-'
const folderInMemory = '/dev/shm'
const neededInMemory = 4 * 1024 ** 3

// A database has 600 files: copying one takes 20 ms in memory and up to half a second on a disk.
function quickestFolder(): string {
  if (!fs.existsSync(folderInMemory) || os.freemem() < neededInMemory) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(folderInMemory)
  return bavail * bsize < neededInMemory ? os.tmpdir() : folderInMemory
}

// Writes lost in a crash do not matter here; tests that kill a server start their own.
const forTests = {
  maxConnections: 200,
  settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
}

function existingServer(connectionString: string): TestServer {
  const connection = { connectionString }
  return {
    connection,
    stop: template => executeStatements(connection, `drop database if exists ${template} with (force)`),
  }
}

// A killed run leaves its server behind. Starting that server again makes it this process's own, so it can be stopped.
async function removeLeftovers(): Promise<void> {
  const folders = [os.tmpdir(), folderInMemory].filter(folder => fs.existsSync(folder))
  for (const dir of folders.flatMap(folder => fs.readdirSync(folder).map(name => path.join(folder, name)))) {
    if (!path.basename(dir).startsWith(folderPrefix)) continue
    try {
      await removeLeftover(dir)
    } catch {
      // The folder is in use, is being removed, or belongs to another process.
    }
  }
}

async function removeLeftover(dir: string): Promise<void> {
  if (Date.now() - fs.statSync(dir).mtimeMs < leftoverAgeMs) return
  const server = await startEmbeddedPostgres({ dir, ...forTests })
  await server.stop()
  fs.rmSync(dir, { recursive: true, force: true })
}

// A run that has just started has created its folder but not locked it yet.
const leftoverAgeMs = 60_000
