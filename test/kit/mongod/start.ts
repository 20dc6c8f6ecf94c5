import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'

export interface TestMongod {
  /** Ends with a slash, so that a database's name can follow. */
  url: string
  pid(): number
  /** Sends SIGKILL; the address stays reserved. */
  kill(): Promise<void>
  start(): Promise<void>
}

export const howToHaveMongod = 'bash test/kit/mongod/build.sh (Go 1.24 or newer), or set MONGODB_URL to a server'

const startTimeoutMs = 10_000

/** Returns the program that build.sh built from these sources, or undefined. */
export function findMongod(): string | undefined {
  const sources = ['go.sum', 'main.go'].map(name => fs.readFileSync(path.join(import.meta.dirname, name)))
  const sum = createHash('sha256').update(Buffer.concat(sources)).digest('hex').slice(0, 16)
  const file = path.join(import.meta.dirname, '../../../.cache', `mongod-${sum}`)
  return fs.existsSync(file) ? file : undefined
}

/** Starts a MongoDB server that stores its data in this PostgreSQL database and ends with this process. */
export async function startMongod(binary: string, postgres: pg.ClientConfig): Promise<TestMongod> {
  const data = postgres.connectionString ?? addressOf(postgres)
  let child = spawnMongod(binary, '127.0.0.1:0', data)
  const url = await firstLine(child)
  return {
    url,
    pid: () => child.pid!,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    async start() {
      child = spawnMongod(binary, new URL(url).host, data)
      await firstLine(child)
    },
  }
}

// A unix socket's folder fits nowhere else in an address.
function addressOf({ host, port, user, database }: pg.ClientConfig): string {
  const place = new URLSearchParams({ host: String(host), port: String(port ?? 5432) })
  return `postgres://${user}@/${database}?${place}`
}

function spawnMongod(binary: string, address: string, data: string): ChildProcess {
  const child = spawn(binary, [address, data], { stdio: ['pipe', 'pipe', 'pipe'] })
  process.once('exit', () => child.kill('SIGKILL'))
  return child
}

async function firstLine(child: ChildProcess): Promise<string> {
  let output = ''
  child.stderr?.on('data', chunk => {
    output = `${output}${chunk}`.slice(-2_000)
  })
  const signal = AbortSignal.timeout(startTimeoutMs)
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error(`the test's MongoDB server did not start: ${output}`)
  })
  const [line] = await Promise.race([once(child.stdout!, 'data', { signal }), ended])
  ended.catch(() => {})
  child.stdout?.resume()
  child.unref()
  return String(line).trim()
}
