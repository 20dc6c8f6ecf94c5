import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Account } from '../../src/accounts/account.ts'
import { type Batch, createBatcher } from '../../src/database/batcher.ts'
import { isDatabaseUnreachable } from '../../src/database/is-database-unreachable.ts'
import { connectDatabase, type OpenDatabase } from '../../src/database/open.ts'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import type { Database, Sql } from '../../src/lib/sql.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'
import { allEntities } from '../kit/entities.ts'

const poolMax = 2

/** A connection to the database that can silently drop everything sent on it. */
interface Wire {
  port: number
  freeze(): void
  thaw(): void
  close(): void
}

let database: TestDatabase
let wire: Wire
let through: OpenDatabase
let sql: Database

beforeAll(async () => {
  database = await createTestDatabase()
  const { connectionParameters } = new pg.Client(database.connection) as unknown as {
    connectionParameters: { host: string; port: number; user: string; password?: string; database: string }
  }
  const { host, port, user, password, database: name } = connectionParameters
  wire = await openWire(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  through = await connectDatabase(
    { host: '127.0.0.1', port: wire.port, user, ...(password ? { password } : {}), database: name, ssl: false },
    { poolMax, entities: allEntities },
  )
  sql = through.sql
})

afterEach(() => wire.thaw())

afterAll(async () => {
  wire.close()
  await through.close()
  await database.drop()
})

async function openWire(to: net.NetConnectOpts): Promise<Wire> {
  const sockets = new Set<net.Socket>()
  let isFrozen = false
  const keep = (socket: net.Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    if (isFrozen) socket.pause()
  }
  const server = net.createServer(near => {
    const far = net.connect(to)
    near.pipe(far).pipe(near)
    keep(near)
    keep(far)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    freeze() {
      isFrozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      isFrozen = false
      for (const socket of sockets) socket.resume()
    },
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function outcome(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const startedAt = performance.now()
  const error = await work.then(
    () => null,
    failure => failure,
  )
  return { error, ms: performance.now() - startedAt }
}

describe('a database that no longer responds, without closing its connections', () => {
  test('every request gets 503 within about two seconds, even one waiting for a connection', async () => {
    await sql.query('select 1')
    wire.freeze()
    const asked = [1, 2, 3].flatMap(() => [
      outcome(sql.query('select 1')),
      outcome(sql.transaction(tx => tx.query('select 1'))),
      outcome(through.em('installation').count(Account)),
    ])
    const told = await Promise.all(asked)
    for (const { error, ms } of told) {
      const { code, message } = error as { code: string; message: string }
      expect(isDatabaseUnreachable(code, message)).toBe(true)
      expect(ms).toBeLessThan(4_000)
    }
  })

  test('a thousand requests that share statements fail together, not batch by batch', async () => {
    const send = async (one: Sql, asked: number[]) => {
      await one.query('select 1')
      return asked
    }
    const many: Batch<number, number> = { send, ownerOf: () => 1 }
    const ask = createBatcher(sql)
    wire.freeze()
    const asked = Array.from({ length: 1_000 }, (_, at) => outcome(ask(many, at)))
    const told = await Promise.all(asked)
    expect(told.filter(({ error }) => (error as { code?: string }).code !== 'ETIMEDOUT')).toEqual([])
    expect(Math.max(...told.map(({ ms }) => ms))).toBeLessThan(4_000)
    wire.thaw()
    expect(await ask(many, 7)).toBe(7)
  })

  test('an outage in the middle of a transaction stores nothing, and the next one works', async () => {
    await sql.write('create table if not exists note (text text)')
    const { error } = await outcome(
      sql.transaction(async tx => {
        await tx.write("insert into note values ('half')")
        wire.freeze()
        await tx.write("insert into note values ('whole')")
      }),
    )
    expect((error as { code: string }).code).toBe('ETIMEDOUT')
    wire.thaw()
    expect(await database.sql.query('select text from note')).toEqual([])
    // Each lost connection has left the pool; otherwise these would wait forever.
    const next = Array.from({ length: 3 * poolMax }, () => sql.transaction(tx => tx.query('select 1 as one')))
    expect(await Promise.all(next)).toEqual(next.map(() => [{ one: 1 }]))
  })

  test('a slow statement is awaited while the server answers other requests', async () => {
    const { error, ms } = await outcome(sql.query('select pg_sleep(2.5)'))
    expect(error).toBeNull()
    expect(ms).toBeGreaterThan(2_400)
  })

  test('a pool whose connections are all busy is awaited as well', async () => {
    const busy = [1, 2].map(() => sql.query('select pg_sleep(2.5)'))
    expect((await outcome(sql.query('select 1'))).error).toBeNull()
    await Promise.all(busy)
  })
})

test('a rolled-back transaction returns its connection intact', async () => {
  const idsOf = async () => (await sql.query<{ id: number }>('select pg_backend_pid() as id'))[0]!.id
  const before = await idsOf()
  for (let round = 0; round < 5; round++) {
    await outcome(
      sql.transaction(async () => {
        throw new Error('refused')
      }),
    )
    await outcome(sql.query('select 1 / 0'))
  }
  expect(await idsOf()).toBe(before)
})

test('a 12 s freeze with three times the pool in flight fails every request, and work then continues', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-frozen-'))
  const server = await startEmbeddedPostgres({ dir })
  const { em, transaction, sql: frozen, close } = await connectDatabase(server.connection, { poolMax: 4, entities: [] })
  await Promise.all(Array.from({ length: 4 }, () => frozen.query('select pg_sleep(0.1)')))
  const ask = () => [
    outcome(frozen.query('select 1')),
    outcome(transaction('installation', tx => tx.query('select 1'))),
    outcome(em('installation').execute('select 1')),
  ]
  const pids = [server.pid, ...childrenOf(server.pid)]
  try {
    for (const pid of pids) process.kill(pid, 'SIGSTOP')
    const until = performance.now() + 12_000
    const told = await Promise.all([1, 2, 3, 4].flatMap(ask))
    while (performance.now() < until) told.push(...(await Promise.all(ask())))
    for (const { error } of told) {
      const { code, message } = error as { code: string; message: string }
      expect(isDatabaseUnreachable(code, message), message).toBe(true)
    }
  } finally {
    for (const pid of pids) process.kill(pid, 'SIGCONT')
  }
  const after = await Promise.all([1, 2, 3, 4].flatMap(ask))
  expect(after.map(({ error }) => error)).toEqual(after.map(() => null))
  await close()
  await server.stop()
  fs.rmSync(dir, { recursive: true })
})

function childrenOf(pid: number): number[] {
  return fs.readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
}
