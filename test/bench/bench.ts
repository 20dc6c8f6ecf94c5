import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../../src/lib/embedded-postgres.ts'
import { type Figures, generateLoad, type Request } from './load.ts'

/*
 * `npm run bench`: create-payment and check-payment over real HTTP, each beside a bare node:http server that does the same
 * SQL in the fewest round trips, in turns and in one run, because a machine's speed drifts. One PostgreSQL for both, with
 * fsync and synchronous_commit on.
 */
const rounds = 3
const roundMs = 4_000
const warmUpMs = 2_000
const connections = 32

interface Ready {
  port: number
  key: string
  invoices: string[]
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB' },
})
const servers: ChildProcess[] = []
try {
  const ours = await startServer('shop')
  const baseline = await startServer('baseline')
  const cases: [string, (server: Ready) => () => Request][] = [
    ['create-payment wallet_direct', server => () => createRequest(server, 'wallet_direct')],
    ['create-payment qris', server => () => createRequest(server, 'qris')],
    ['check-payment', server => () => checkRequest(server)],
  ]
  print(['', 'server', 'requests/s', 'p50 ms', 'p99 ms', 'ratio'])
  for (const [name, requests] of cases) {
    const figures = await inTurns(requests(ours), ours.port, requests(baseline), baseline.port)
    const ratio = (figures.ours.perS / figures.baseline.perS).toFixed(2)
    print([name, 'warung', ...shown(figures.ours), ratio])
    print(['', 'bare node:http', ...shown(figures.baseline), ''])
  }
} finally {
  for (const server of servers) server.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function startServer(kind: 'shop' | 'baseline'): Promise<Ready> {
  const file = path.join(import.meta.dirname, `${kind}.ts`)
  const child = fork(file, [JSON.stringify(postgres.connection)], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  servers.push(child)
  return new Promise((resolve, reject) => {
    child.once('message', message => resolve(message as Ready))
    child.once('exit', code => reject(new Error(`${kind} ended with ${code}`)))
  })
}

function createRequest(server: Ready, method: string): Request {
  const amount = 1_000 + 1_000 * Math.floor(Math.random() * (method === 'qris' ? 499 : 5_000_000))
  const body = JSON.stringify({
    amount,
    payment_method: method,
    description: 'Kopi susu gula aren',
    customer_name: 'Ayu Lestari',
  })
  return { method: 'POST', path: '/api/create-payment', key: server.key, body }
}

function checkRequest(server: Ready): Request {
  const invoice = server.invoices[Math.floor(Math.random() * server.invoices.length)]!
  return { method: 'GET', path: `/api/check-payment?invoice=${invoice}`, key: server.key }
}

async function inTurns(ours: () => Request, oursPort: number, baseline: () => Request, baselinePort: number) {
  await generateLoad({ port: oursPort, next: ours, connections, forMs: warmUpMs })
  await generateLoad({ port: baselinePort, next: baseline, connections, forMs: warmUpMs })
  const measured: Record<'ours' | 'baseline', Figures[]> = { ours: [], baseline: [] }
  for (let round = 0; round < rounds; round++) {
    measured.ours.push(await generateLoad({ port: oursPort, next: ours, connections, forMs: roundMs }))
    measured.baseline.push(await generateLoad({ port: baselinePort, next: baseline, connections, forMs: roundMs }))
  }
  return { ours: median(measured.ours), baseline: median(measured.baseline) }
}

function median(figures: Figures[]): Figures {
  const sorted = [...figures].sort((one, other) => one.perS - other.perS)
  return sorted[Math.floor(sorted.length / 2)]!
}

function shown(figures: Figures): string[] {
  return [figures.perS.toFixed(0), figures.p50Ms.toFixed(2), figures.p99Ms.toFixed(2)]
}

function print([name = '', server = '', ...numbers]: string[]): void {
  const columns = numbers.map(number => number.padStart(12)).join('')
  process.stdout.write(`${name.padEnd(30)}${server.padEnd(16)}${columns}\n`)
}
