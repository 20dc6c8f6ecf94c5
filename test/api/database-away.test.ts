import net from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { isAway } from '../../src/http/errors.ts'
import { type Database, databaseOn } from '../../src/lib/sql.ts'
import { createTestDatabase, type TestDatabase } from '../kit/database.ts'

/** A wire to the database that can be made to swallow what is sent, without a word to either end. */
interface Wire {
  port: number
  freeze(): void
  thaw(): void
  close(): void
}

let database: TestDatabase
let wire: Wire
let pool: pg.Pool
let sql: Database

beforeAll(async () => {
  database = await createTestDatabase()
  const { connectionParameters } = new pg.Client(database.connection) as unknown as {
    connectionParameters: { host: string; port: number; user: string; password?: string; database: string }
  }
  const { host, port, user, password, database: name } = connectionParameters
  wire = await openWire(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  pool = new pg.Pool({ host: '127.0.0.1', port: wire.port, user, password, database: name, ssl: false, max: 2 })
  pool.on('error', () => {})
  sql = databaseOn(pool)
})

afterEach(() => wire.thaw())

afterAll(async () => {
  wire.close()
  await pool.end()
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

describe('a database that does not answer any more, and does not hang up either', () => {
  test('every request is answered 503 within about two seconds, also those that wait for a connection', async () => {
    await sql.query('select 1')
    wire.freeze()
    const asked = [1, 2, 3, 4, 5].map(() => outcome(sql.query('select 1')))
    const told = await Promise.all([...asked, outcome(sql.transaction(tx => tx.query('select 1')))])
    for (const { error, ms } of told) {
      const { code, message } = error as { code: string; message: string }
      expect(isAway(code, message)).toBe(true)
      expect(ms).toBeLessThan(4_000)
    }
  })

  test('in the middle of a transaction nothing is kept, and the next one works', async () => {
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
    expect(await sql.transaction(tx => tx.query('select 1 as one'))).toEqual([{ one: 1 }])
  })

  test('a statement that takes long is waited for while the server answers others', async () => {
    const { error, ms } = await outcome(sql.query('select pg_sleep(2.5)'))
    expect(error).toBeNull()
    expect(ms).toBeGreaterThan(2_400)
  })

  test('a pool whose connections are all busy is waited for as well', async () => {
    const busy = [1, 2].map(() => sql.query('select pg_sleep(2.5)'))
    expect((await outcome(sql.query('select 1'))).error).toBeNull()
    await Promise.all(busy)
  })
})

test('a transaction that is refused gives its connection back whole', async () => {
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
