import { type ChildProcess, fork } from 'node:child_process'
import fs from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeChildEnv } from '../../test/kit/child-env.ts'

/** A process of the shop, which is started again whenever it ends. */
export interface FleetMember {
  role: string
  port: number
  /** Returns the id of the current process. */
  pid(): number | undefined
  isReady(): boolean
  /** Kills the process with SIGKILL, and starts a new one immediately. */
  kill(): void
}

export interface Fleet {
  members: FleetMember[]
  /** Providers, receivers and Telegram. */
  sandbox: FleetMember
  sandboxUrl: string
  /** Processes that ended without a kill after they had been ready, which outages must not cause. */
  deserters: string[]
  ready(): Promise<void>
  /** Kills all of them permanently. */
  stop(): Promise<void>
}

export interface FleetOptions {
  /** The program of each process. */
  entry: string
  roles: string[]
  databaseUrl: string
  dir: string
  settings?: Record<string, string>
}

const readyMsMax = 60_000

/** Starts a process for each role, and one for the sandbox, which simulates the outside world and is not killed. */
export async function startFleet({
  entry,
  roles,
  databaseUrl,
  dir,
  settings: more = {},
}: FleetOptions): Promise<Fleet> {
  const [sandboxPort, ...ports] = await freePorts(roles.length + 1)
  const sandboxUrl = `http://127.0.0.1:${sandboxPort}/sandbox`
  const deserters: string[] = []
  const log = fs.openSync(path.join(dir, 'processes.log'), 'a')
  const settings = {
    ...makeChildEnv(),
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_MAX: '8',
    DATA_DIR: dir,
    BASE_URL: `http://127.0.0.1:${sandboxPort}`,
    SANDBOX_URL: sandboxUrl,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RATE_LIMIT_PER_S: '100000',
    RATE_LIMIT_BURST: '100000',
    ...more,
  }
  const enlist = (role: string, port: number) => {
    const env = { ...settings, ROLES: role, PORT: String(port) }
    return keepAlive({
      role,
      port,
      start: () => fork(entry, { env, execArgv: [], stdio: ['ignore', log, log, 'ipc'] }),
      deserters,
    })
  }

  const sandbox = enlist('sandbox', sandboxPort!)
  await sandbox.ready()
  const members = roles.map((role, index) => enlist(role, ports[index]!))
  return {
    members,
    sandbox,
    sandboxUrl,
    deserters,
    ready: async () => void (await Promise.all(members.map(member => member.ready()))),
    async stop() {
      await Promise.all([sandbox, ...members].map(member => member.end()))
      fs.closeSync(log)
    },
  }
}

interface Enlisted extends FleetMember {
  ready(): Promise<void>
  end(): Promise<void>
}

const againMs = 100

function keepAlive(post: { role: string; port: number; start(): ChildProcess; deserters: string[] }): Enlisted {
  let child: ChildProcess
  let isReady = false
  let killed = false
  let over = false
  let gone: Promise<void>

  const start = () => {
    if (over) return
    const mine = post.start()
    child = mine
    isReady = false
    killed = false
    mine.once('message', () => {
      isReady = child === mine
    })
    gone = new Promise(resolve => {
      mine.once('exit', (code, signal) => {
        if (isReady && !killed && !over) post.deserters.push(`${post.role} ended with ${code ?? signal}`)
        isReady = false
        // A process that finds the database unavailable at its start ends, and is started again, as by a supervisor.
        setTimeout(start, killed ? 0 : againMs)
        resolve()
      })
    })
  }
  start()

  return {
    role: post.role,
    port: post.port,
    pid: () => child.pid,
    isReady: () => isReady,
    kill() {
      killed = true
      isReady = false
      child.kill('SIGKILL')
    },
    async ready() {
      const deadline = Date.now() + readyMsMax
      while (!isReady) {
        if (Date.now() > deadline) throw new Error(`a process of the role ${post.role} is not ready`)
        await pause(10)
      }
    },
    async end() {
      over = true
      child.kill('SIGKILL')
      await gone
    },
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => http.createServer())
  await Promise.all(servers.map(server => new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))))
  const ports = servers.map(server => (server.address() as AddressInfo).port)
  await Promise.all(servers.map(server => new Promise(resolve => server.close(resolve))))
  return ports
}
