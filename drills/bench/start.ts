import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { findFolderConnection, startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { executeStatements, formatDatabaseUrl } from '../../test/kit/connection.ts'
import { findFreePort, type ShopProcess, startShop } from '../../test/kit/shop-process.ts'
import { pickSize } from './length.ts'
import { generateLoad, percentile } from './load.ts'
import { readProcessorTime } from './processor-time.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run -w drills bench:start` (Linux). Measures the time from the start of the process with all roles until /readyz
 * answers 200, with an embedded database in a fresh folder, in the same folder again, and on a running database; then
 * the memory of such a process after 20,000 creations. Targets: 2.5 s fresh, 1 s on a running one, 260 MB. `ROUNDS=9`:
 * the median of this number of rounds. `ONLY=memory`: only the memory.
 */
const rounds = Number(process.env.ROUNDS ?? pickSize(1, 5))
const creations = pickSize(50, 20_000)
const connections = 32
const mostMb = 260

// As in `npm start`: its flags and settings decide how much memory is kept.
const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, '..', '..', 'package.json'), 'utf8'))
const command = [process.execPath, ...scripts.start.split(' ').slice(1)]

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-start-'))
const server = await startEmbeddedPostgres({ dir: path.join(folder, 'server') })
try {
  if (process.env.ONLY !== 'memory') await measureStarts()
  await measureMemory()
} finally {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureStarts(): Promise<void> {
  const apart = { DATABASE_URL: formatDatabaseUrl(server.connection), DATA_DIR: path.join(folder, 'apart') }
  const starts = ['embedded, fresh folder', 'embedded, again', 'on one that runs'].map(name => ({
    name,
    took: [] as Start[],
  }))
  // The first start on the server creates its tables.
  await timed(apart)
  for (let round = 0; round < rounds; round++) {
    const fresh = { DATA_DIR: path.join(folder, `fresh-${round}`) }
    for (const [place, settings] of [fresh, fresh, apart].entries()) starts[place]!.took.push(await timed(settings))
  }
  printTitle(`ready after, median of ${rounds}, load ${os.loadavg()[0]!.toFixed(1)}`)
  printLine('', ['s', 'own CPU s'])
  for (const { name, took } of starts) printLine(name, [median(took, ({ s }) => s), median(took, ({ cpuS }) => cpuS)])
}

interface Start {
  s: number
  /** The processor time of the process itself, without its database. */
  cpuS: number
}

async function timed(settings: Record<string, string>): Promise<Start> {
  const began = performance.now()
  const shop = await start(settings)
  const took = { s: (performance.now() - began) / 1000, cpuS: readProcessorTime(shop.pid) / 1000 }
  await stop(shop)
  return took
}

async function start(settings: Record<string, string>): Promise<ShopProcess> {
  return startShop({ PORT: String(await findFreePort()), ...settings }, command)
}

async function stop(shop: ShopProcess): Promise<void> {
  shop.signal('SIGTERM')
  await shop.ended
}

function median(took: Start[], figure: (start: Start) => number): string {
  return percentile(
    took.map(figure).toSorted((one, other) => one - other),
    0.5,
  ).toFixed(2)
}

async function measureMemory(): Promise<void> {
  const dir = path.join(folder, 'memory')
  const shop = await start({ DATA_DIR: dir })
  const before = residentMb(shop.pid)
  const { api_key: key } = JSON.parse(readFileSync(path.join(dir, 'demo.json'), 'utf8'))
  const connection = await findFolderConnection(path.join(dir, 'postgres'))
  await executeStatements(connection, 'update api_key set is_rate_limited = false')
  let made = 0
  await generateLoad({
    port: Number(new URL(shop.url).port),
    connections,
    amount: creations,
    next: () => ({ method: 'POST', path: '/api/create-payment', key, body: bodyOf(made++) }),
  })
  const after = residentMb(shop.pid)
  printTitle(`memory of a process with all roles, ${creations} creations, wanted under ${mostMb} MB`)
  printLine('resident, MB: at the start; after them', [before.toFixed(0), after.toFixed(0)])
  await stop(shop)
}

/** Returns a body with a unique amount, so that unique codes are not used up. */
function bodyOf(n: number): string {
  return JSON.stringify({ amount: 10_000 + n * 10, payment_method: 'wallet_direct' })
}

function residentMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
}
