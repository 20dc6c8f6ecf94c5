import { execFile } from 'node:child_process'
import http from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { addresses, databaseUrl, replicaUrl } from './cluster.ts'
import type { Ground, RunningProgram } from './machine.ts'
import { openStore, type Store } from './store.ts'
import { botApiUrl, type Telegram } from './telegram.ts'

const run = promisify(execFile)
const root = path.join(import.meta.dirname, '..', '..')
const receiverPort = 8080
const readyMsMax = 120_000
const proxyNoticesMs = 2_000

export const shopUrl = `http://${addresses.proxy}:3000`
export const callbackUrl = `http://${addresses.receiver}:${receiverPort}/callback`

export interface ShopProcess {
  name: string
  running: RunningProgram
}

export interface Shop {
  store: Store
  processes: ShopProcess[]
  /** Returns the processes that ended unexpectedly. */
  deserters(): string[]
  /** Ends a process like an upgrade, and starts it again. */
  restart(name: string): Promise<void>
}

/** Starts two processes of each role in production behind the proxy, with an account that sells. */
export async function startShop(ground: Ground, telegram: Telegram): Promise<Shop> {
  const settings = settingsOf(ground, await telegram.addBot('platform_ha_bot'))
  await warung(settings, 'migrate')
  const addressesOf = { api: addresses.apis, jobs: addresses.jobs, bot: addresses.bots }
  const posts = Object.entries(addressesOf).flatMap(([role, list]) =>
    list.map((address, index) => ({ name: `${role}-${index + 1}`, role, address })),
  )
  const start = ({ name, role, address }: (typeof posts)[number]): ShopProcess => ({
    name,
    running: ground.start({
      name,
      command: [process.execPath, 'src/main.ts'],
      env: { ...settings, ROLES: role, HOST: address },
      cwd: root,
    }),
  })
  const ready = (address: string) =>
    waitUntil(async () => (await fetch(`http://${address}:3000/readyz`)).ok, readyMsMax)
  const processes = posts.map(start)
  await Promise.all(posts.map(({ address }) => ready(address)))
  const store = await openStore(ground, telegram, (...args) => warung(settings, ...args))
  return {
    store,
    processes,
    deserters: () => processes.filter(({ running }) => running.hasEnded()).map(({ name }) => name),
    async restart(name) {
      const index = posts.findIndex(post => post.name === name)
      processes[index]!.running.signal('SIGTERM')
      await processes[index]!.running.ended
      processes[index] = start(posts[index]!)
      await ready(posts[index]!.address)
      // The next process may end only when the proxy, which checks every half second, has noticed this one too.
      await pause(proxyNoticesMs)
    },
  }
}

function settingsOf(ground: Ground, botToken: string): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH,
    HOME,
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: path.join(ground.folder, 'compiled'),
    PORT: '3000',
    BASE_URL: 'https://shop.example',
    SECRET_KEY: 'a secret key of the drill, long enough',
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: replicaUrl,
    DATABASE_POOL_MAX: '8',
    DATA_DIR: path.join(ground.folder, 'data'),
    BOT_TOKEN: botToken,
    BOT_API_URL: botApiUrl,
    BOT_UPDATES: 'polling',
    OUTBOUND_ALLOW: [callbackUrl, botApiUrl].map(url => new URL(url).host).join(','),
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'warn',
  }
}

async function warung(settings: Record<string, string>, ...args: string[]): Promise<string> {
  const command = [path.join(root, 'src', 'warung.ts'), ...args]
  return (await run(process.execPath, command, { cwd: root, env: settings })).stdout
}

export interface Receiver {
  /** The ids under which each invoice's callback arrived. Repetitions have equal ids. */
  told: Map<string, Set<string>>
  close(): void
}

/** Opens the merchant's backend. */
export async function openReceiver(): Promise<Receiver> {
  const told = new Map<string, Set<string>>()
  const server = http.createServer((request, response) => {
    const invoiceId = String(request.headers['x-invoice-id'])
    told.set(invoiceId, (told.get(invoiceId) ?? new Set()).add(String(request.headers['webhook-id'])))
    request.resume().on('end', () => response.end('ok'))
  })
  await new Promise<void>(resolve => server.listen(receiverPort, addresses.receiver, resolve))
  return { told, close: () => server.closeAllConnections() ?? server.close() }
}
