import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connectionOfFolder, type EmbeddedPostgres, FolderInUse, startEmbeddedPostgres } from '../src/index.ts'
import { owner } from './owner.ts'

const program = path.join(import.meta.dirname, 'embedded-postgres-process.ts')
const isRoot = process.getuid?.() === 0
const nobody = 65_534

let parent: string
// The tests share a folder, because creating one takes longest. Each test leaves it like a shop that was killed.
let dir: string
const processes: ChildProcess[] = []
const servers: EmbeddedPostgres[] = []

beforeAll(async () => {
  parent = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-embedded-'))
  fs.chmodSync(parent, 0o711)
  dir = path.join(parent, 'shared')
  await (await startEmbeddedPostgres({ owner, dir })).stop()
})

afterEach(async () => {
  await Promise.all(processes.splice(0).map(child => killProcess(child)))
  await Promise.all(servers.splice(0).map(server => server.stop()))
})

afterAll(() => {
  for (const pid of processesIn(parent)) killIfThere(pid)
  for (const name of fs.readdirSync(parent)) removeSocket(path.join(parent, name))
  fs.rmSync(parent, { recursive: true, force: true, maxRetries: 5 })
})

describe('a start', () => {
  test('a start on a missing folder creates a durable PostgreSQL 18 with checksums, private to this user', async () => {
    const server = await start(path.join(parent, 'new', 'postgres'))
    const names = [
      'fsync',
      'synchronous_commit',
      'full_page_writes',
      'data_checksums',
      'server_encoding',
      'listen_addresses',
      'recovery_init_sync_method',
    ]
    const found = await query(server, `select ${names.map(name => `current_setting('${name}') as ${name}`).join(', ')}`)
    expect(found).toEqual([
      {
        fsync: 'on',
        synchronous_commit: 'on',
        full_page_writes: 'on',
        data_checksums: 'on',
        server_encoding: 'UTF8',
        listen_addresses: '',
        recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
      },
    ])
    expect(await query(server, `select current_setting('server_version_num')::int / 10000 as major`)).toEqual([
      { major: 18 },
    ])
    expect(fs.statSync(server.connection.host).mode & 0o777).toBe(0o700)
  })

  test('a start after a stop finds the existing data', async () => {
    const first = await start(dir)
    await query(first, 'create table stopped as select 7 as number')
    await first.stop()
    expect(await query(await start(dir), 'select number from stopped')).toEqual([{ number: 7 }])
  })

  test('a start with other settings applies them, even to an orphan with the old ones', async () => {
    await killProcess((await startProcess(dir)).child)
    const server = await start(dir, { maxConnections: 33, settings: { work_mem: '8MB' } })
    expect(
      await query(server, `select current_setting('max_connections') as a, current_setting('work_mem') as b`),
    ).toEqual([{ a: '33', b: '8MB' }])
  })

  test('a start on data of another major version reports that and changes nothing', async () => {
    const dir = path.join(parent, 'old')
    fs.mkdirSync(path.join(dir, 'data'), { recursive: true })
    fs.writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres({ owner, dir })).rejects.toThrow(
      /holds data of PostgreSQL 17, .* brings PostgreSQL 18/,
    )
    expect(fs.readdirSync(path.join(dir, 'data'))).toEqual(['PG_VERSION'])
  })

  test("a failed start reports PostgreSQL's own message, and releases the folder", async () => {
    await expect(startEmbeddedPostgres({ owner, dir, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /invalid value for parameter "shared_buffers".*DATABASE_URL/s,
    )
    await start(dir)
  })

  test('a start in an impossible folder names the setting to change', async () => {
    const file = path.join(parent, 'a-file')
    fs.writeFileSync(file, '')
    await expect(startEmbeddedPostgres({ owner, dir: path.join(file, 'postgres') })).rejects.toThrow(/DATA_DIR/)
  })
})

describe('a stop', () => {
  test('a stop leaves no process or socket, even if called twice with connected clients', async () => {
    const server = await start(dir)
    const client = new pg.Client(server.connection)
    client.on('error', () => {})
    await client.connect()
    await Promise.all([server.stop(), server.stop()])
    expect(processesOf(dir)).toEqual([])
    expect(fs.existsSync(server.connection.host)).toBe(false)
  })
})

describe('after SIGKILL', () => {
  test('after SIGKILL of the application its server lives on, and the next start takes it over and stops it', async () => {
    const { child, pid } = await startProcess(dir)
    await killProcess(child)
    const next = await startProcess(dir)
    expect(next.pid).toBe(pid)
    next.child.kill('SIGTERM')
    expect(await exitOf(next.child)).toBe(0)
    expect(processesOf(dir)).toEqual([])
  })

  test('after SIGKILL of application and server during inserts, every acknowledged row exists', async () => {
    const { child, pid, said } = await startProcess(dir, 'insert')
    await said.until(line => line.acknowledged >= 500)
    process.kill(pid, 'SIGKILL')
    await killProcess(child)
    const acknowledged = said.lines.findLast(line => line.acknowledged)!.acknowledged
    const server = await start(dir)
    const [row] = await query(server, 'select count(*)::int as count, max(id)::int as max from acknowledged')
    expect(row!.count).toBe(row!.max)
    expect(row!.count).toBeGreaterThanOrEqual(acknowledged)
    // At most the one row whose answer was in transit.
    expect(row!.count).toBeLessThanOrEqual(acknowledged + 1)
  })

  test('after SIGKILL of the application in its first start, the next one creates the folder again', async () => {
    const half = path.join(parent, 'half')
    const { child } = spawnProcess(half, undefined)
    await expect
      .poll(() => fs.existsSync(half) && fs.readdirSync(half).some(name => /draft/.test(name)), { interval: 5 })
      .toBe(true)
    await killProcess(child)
    expect(fs.existsSync(path.join(half, 'data'))).toBe(false)
    expect(await query(await start(half), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('after SIGKILL of the server alone, the application restarts it', async () => {
    const server = await start(dir)
    const first = server.pid
    await query(server, 'create table kept as select 7 as number')
    process.kill(first, 'SIGKILL')
    await expect
      .poll(() => query(server, 'select number from kept').catch(() => []), { timeout: 20_000 })
      .toEqual([{ number: 7 }])
    expect(server.pid).not.toBe(first)
  })

  test('a process that got the id of the dead postmaster is not mistaken for it', async () => {
    const { child, pid } = await startProcess(dir)
    process.kill(pid, 'SIGKILL')
    await killProcess(child)
    const stranger = spawn('sleep', ['60'])
    processes.push(stranger)
    const pidFile = path.join(dir, 'data', 'postmaster.pid')
    fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(String(pid), String(stranger.pid)))
    const server = await start(dir)
    expect(server.pid).not.toBe(stranger.pid)
    await server.stop()
    expect(stranger.exitCode).toBe(null)
    expect(stranger.signalCode).toBe(null)
  })
})

describe('a folder in use', () => {
  test('a second start on a folder is refused with folder, process and remedy, and the first continues', async () => {
    const { child, pid } = await startProcess(dir)
    const refusal = await startEmbeddedPostgres({ owner, dir }).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(FolderInUse)
    for (const part of [dir, `process ${child.pid}`, 'DATA_DIR', 'DATABASE_URL']) {
      expect((refusal as Error).message).toContain(part)
    }
    expect((await startProcessUntilSaid(dir)).refused).toContain(dir)
    expect(processesOf(dir)).toContain(pid)
    child.kill('SIGTERM')
    expect(await exitOf(child)).toBe(0)
    expect((await start(dir)).pid).not.toBe(pid)
  })

  test("the address of a folder's server can be asked for, even during its start", async () => {
    const starting = start(dir, { settings: { port: '5433' } })
    expect(await connectionOfFolder(dir, owner)).toEqual((await starting).connection)
  })

  test('a second start on a folder within one process is also refused', async () => {
    const server = await start(dir)
    await expect(startEmbeddedPostgres({ owner, dir })).rejects.toThrow(FolderInUse)
    expect(await query(server, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('of several simultaneous starts on a folder exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => startProcessUntilSaid(dir)))
    expect(answers.filter(answer => answer.started)).toHaveLength(1)
    expect(answers.filter(answer => answer.name === 'FolderInUse')).toHaveLength(3)
  })
})

describe.skipIf(process.platform === 'win32')('the user', () => {
  test.skipIf(!isRoot || !nobodyCanRunThis())(
    'the user can be a plain one (skipped if the tests are not root, or others cannot read the project)',
    async () => {
      const home = path.join(parent, 'plain')
      fs.mkdirSync(home)
      fs.chownSync(home, nobody, nobody)
      const dir = path.join(home, 'postgres')
      const { child, pid } = await startProcess(dir, undefined, { uid: nobody, gid: nobody })
      expect(fs.statSync(`${dir}/data`).uid).toBe(nobody)
      child.kill('SIGTERM')
      expect(await exitOf(child)).toBe(0)
      expect(processesOf(dir)).not.toContain(pid)
      // Root then serves the data too, and leaves it to its owner.
      await (await start(dir)).stop()
      const again = await startProcess(dir, undefined, { uid: nobody, gid: nobody })
      await killProcess(again.child)
      await start(dir)
    },
  )

  test.skipIf(!isRoot)(
    'the user can be root on a machine that forbids user namespaces (skipped if the tests are not root)',
    async () => {
      const refusing = path.join(parent, 'bin')
      fs.mkdirSync(refusing)
      fs.writeFileSync(path.join(refusing, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
      const env = { ...process.env, PATH: `${refusing}:${process.env.PATH}` }
      const dir = path.join(parent, 'forbidden')
      const { child } = await startProcess(dir, undefined, { env })
      expect(fs.statSync(path.join(dir, 'data')).uid).toBe(nobody)
      await killProcess(child)
      await (await start(dir)).stop()
      const closed = path.join(parent, 'closed')
      fs.mkdirSync(closed, { mode: 0o700 })
      const refusal = await startProcessUntilSaid(path.join(closed, 'postgres'), { env })
      expect(refusal.refused).toMatch(/refuses to run as root.*DATA_DIR.*DATABASE_URL/)
    },
  )
})

async function start(dir: string, options: object = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ owner, dir, ...options })
  servers.push(server)
  return server
}

async function query(server: EmbeddedPostgres, text: string): Promise<Record<string, number>[]> {
  const client = new pg.Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

interface ReportLine {
  started: number
  acknowledged: number
  refused: string
  name: string
}

function listen(child: ChildProcess) {
  const lines: ReportLine[] = []
  const waiting = new Set<() => void>()
  const reader = createInterface({ input: child.stdout! })
  reader.on('line', line => {
    lines.push(JSON.parse(line) as ReportLine)
    for (const look of waiting) look()
  })
  return {
    lines,
    until(matches: (line: ReportLine) => boolean): Promise<ReportLine> {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = lines.find(matches)
          if (found) resolve(found)
        }
        waiting.add(look)
        look()
        reader.once('close', () => reject(new Error(`The process ended; it said ${JSON.stringify(lines.slice(-3))}`)))
      })
    },
  }
}

interface ProcessOptions {
  uid?: number
  gid?: number
  env?: NodeJS.ProcessEnv
}

function spawnProcess(dir: string, task: string | undefined, options: ProcessOptions = {}) {
  const args = [program, dir, ...(task ? [task] : [])]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options })
  processes.push(child)
  return { child, said: listen(child) }
}

async function startProcess(dir: string, task?: 'insert', options?: ProcessOptions) {
  const { child, said } = spawnProcess(dir, task, options)
  const { started } = await said.until(line => line.started > 0)
  return { child, said, pid: started }
}

function startProcessUntilSaid(dir: string, options?: ProcessOptions): Promise<ReportLine> {
  return spawnProcess(dir, undefined, options).said.until(() => true)
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

async function killProcess(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await exitOf(child)
}

function processesOf(folder: string): number[] {
  return processesIn(path.join(folder, 'data'))
}

// Returns all processes, including backends; empty without /proc.
function processesIn(folder: string): number[] {
  if (!fs.existsSync('/proc/self/cwd')) return []
  return fs
    .readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && `${workingFolder(name)}/`.startsWith(`${folder}/`))
    .map(Number)
}

function workingFolder(pid: string): string {
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}

function killIfThere(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}

function removeSocket(folder: string): void {
  for (const inside of [folder, path.join(folder, 'postgres')]) {
    const options = path.join(inside, 'data', 'postmaster.opts')
    const socket =
      fs.existsSync(options) && /unix_socket_directories=([^"]+)/.exec(fs.readFileSync(options, 'utf8'))?.[1]
    if (socket) fs.rmSync(socket, { recursive: true, force: true })
  }
}

function nobodyCanRunThis(): boolean {
  const look = spawnSync(process.execPath, ['--check', program], { uid: nobody, gid: nobody })
  return look.status === 0
}
