// Starts an embedded server in a process that tests may kill: `node <this file> <folder> [insert]`. It reports events
// as one JSON object per line.
import fs from 'node:fs'
import pg from 'pg'
import { startEmbeddedPostgres } from '../src/index.ts'
import { owner } from './owner.ts'

// A pipe would lose what a killed process had not flushed; file writes to fd 1 are synchronous.
const say = (what: object) => fs.writeSync(1, `${JSON.stringify(what)}\n`)

try {
  const server = await startEmbeddedPostgres({ owner, dir: process.argv[2]! })
  process.on('SIGTERM', async () => {
    await server.stop()
    process.exit(0)
  })
  say({ started: server.pid })
  if (process.argv[3] === 'insert') await insertUntilKilled(server.connection)
  else setInterval(() => {}, 60_000)
} catch (error) {
  say({ refused: (error as Error).message, name: (error as Error).name })
  process.exit(1)
}

async function insertUntilKilled(connection: pg.ClientConfig): Promise<never> {
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('create table if not exists acknowledged (id bigint primary key)')
  for (let id = 1; ; id++) {
    await client.query('insert into acknowledged values ($1)', [id])
    say({ acknowledged: id })
  }
}
