import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeChildEnv } from './kit/child-env.ts'
import { createTestDatabase, type TestDatabase } from './kit/database.ts'
import { findFreePort } from './kit/shop-process.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-away-'))
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test.each(['api', 'jobs'])(
  'a process of the role %s that starts while PostgreSQL is down waits for it',
  async role => {
    const databasePort = await findFreePort()
    const { user, database: name } = database.connection
    const child = fork(path.join(import.meta.dirname, '..', 'drills', 'faults', 'shop.ts'), {
      env: {
        ...makeChildEnv(),
        DATABASE_URL: `postgres://${user}@127.0.0.1:${databasePort}/${name}`,
        DATA_DIR: folder,
        PORT: String(await findFreePort()),
        ROLES: role,
        LOG_LEVEL: 'warn',
      },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const ended = once(child, 'exit').then(([code]) => `ended with ${code}`)
    const ready = once(child, 'message').then(([said]) => said)
    let log = ''
    child.stdout!.on('data', piece => (log += piece))
    while (!log.includes('the database is away') && child.exitCode === null) await pause(20)
    using _server = await passOnTo(database, databasePort)
    expect(await Promise.race([ready, ended])).toBe('ready')
    child.kill('SIGKILL')
    await ended
  },
  60_000,
)

/** Makes PostgreSQL available at another port. */
async function passOnTo({ connection }: TestDatabase, port: number): Promise<Disposable> {
  const { host, port: real } = connection as { host: string; port: number }
  const target = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${real}` } : { host, port: real }
  const sockets = new Set<net.Socket>()
  const server = net.createServer(socket => {
    const further = net.connect(target as net.NetConnectOpts)
    for (const end of [socket, further]) sockets.add(end.on('error', () => {}))
    socket.pipe(further).pipe(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  expect((server.address() as AddressInfo).port).toBe(port)
  return {
    [Symbol.dispose]() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
