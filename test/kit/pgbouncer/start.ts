import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import path from 'node:path'
import type pg from 'pg'
import { findFreePort, waitUntil } from '../shop-process.ts'

export const howToHavePgBouncer = 'bash test/kit/pgbouncer/build.sh (Debian)'

const startMsMax = 10_000

/** Returns the program that build.sh built, or undefined. */
export function findPgBouncer(): string | undefined {
  const file = path.join(import.meta.dirname, '../../../.cache/pgbouncer')
  return fs.existsSync(file) ? file : undefined
}

export interface TestPgBouncer {
  /** A DATABASE_URL that goes through PgBouncer. */
  url: string
  stop(): Promise<void>
}

/** Starts PgBouncer in transaction mode, with few connections to the database, each shared by many transactions. */
export async function startPgBouncer(
  binary: string,
  dir: string,
  database: pg.ClientConfig,
  connections = 4,
): Promise<TestPgBouncer> {
  const port = await findFreePort()
  const file = path.join(dir, 'pgbouncer.ini')
  fs.writeFileSync(file, settingsOf(database, port, connections))
  // Like PostgreSQL, PgBouncer refuses to run as root. It must also reach a socket that only this user can open.
  const [program = '', ...words] = process.getuid?.() === 0 ? ['unshare', '--user', binary] : [binary]
  const child = spawn(program, [...words, file], { stdio: ['ignore', 'ignore', 'pipe'] })
  const written: string[] = []
  child.stderr.on('data', text => written.push(String(text)))
  process.once('exit', () => child.kill('SIGKILL'))
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`the shop ended: PgBouncer says ${written.join('')}`)
    return answers(port)
  }, startMsMax)
  return {
    url: `postgres://${database.user}@127.0.0.1:${port}/${database.database}`,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const settingsOf = ({ host, port, user, database }: pg.ClientConfig, own: number, connections: number) => `
[databases]
${database} = host=${host} port=${port} user=${user} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
max_client_conn = 200
max_prepared_statements = 300
`

async function answers(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } finally {
    socket.destroy()
  }
}
