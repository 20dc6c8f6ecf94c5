import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { executeStatements, selectDatabase } from '../../test/kit/connection.ts'
import { measurePages, measureUseCases, measureWholeShop, openWholeShop } from './alone.ts'
import { fillPayments, findAccountByName } from './fill-payments.ts'
import { isShort } from './length.ts'
import { compareLoads, compareSteadyRates } from './loads.ts'
import { findBusyReason, printLoad, printMachine } from './machine.ts'
import { type Contest, checkWhileCreating, comparePairs, profileCases } from './pairs.ts'
import { includeSessionsTime } from './processor-time.ts'
import { startServer } from './server-process.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run -w drills bench`: creates and checks payments over real HTTP. Two bare node:http servers send the same
 * statements for comparison: one sends each separately, the other gathers them as Warung does. They run in turns,
 * because a machine's speed drifts: on a database whose tables were never analysed, and on it after analysing; then by
 * the number of connections, and at rates that a merchant would tolerate. Processor time is that of a server and of its
 * sessions at the database. The load comes from this process; the servers are other processes. All share one
 * PostgreSQL, with fsync and synchronous_commit on. Then follows what has no counterpart: settling, the chat, memory.
 * `--against <folder>` measures another checkout of this project too; `--large` runs all of it with a million payments,
 * and opens the dashboard's pages; `--only pairs`, `--only loads` and `--only alone` skip the other parts. On a busy
 * machine it refuses to start without `--busy`. docs/bench.md has the results of each change.
 */
const { values: asked } = parseArgs({
  options: {
    against: { type: 'string' },
    busy: { type: 'boolean' },
    large: { type: 'boolean' },
    only: { type: 'string' },
  },
})

const busyReason = findBusyReason()
if (busyReason !== null && !asked.busy && !isShort) {
  process.stderr.write(`${busyReason}\n`)
  process.exit(1)
}

const largeRows = 1_000_000

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  // The tables must not be analysed earlier.
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB', autovacuum: 'off' },
})
const children: ChildProcess[] = []
try {
  printMachine()
  printLoad()
  if (asked.only !== 'alone') await measureContest()
  if (asked.only === undefined || asked.only === 'alone') await measureAlone()
  printLoad()
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measureContest(): Promise<void> {
  await using sessions = new AsyncDisposableStack()
  const contest = await startContest(sessions)
  if (asked.large) await fillAll()
  if (asked.only !== 'loads') await measurePairs(contest)
  if (asked.only === 'pairs') return
  await compareLoads(contest)
  await compareSteadyRates(contest)
}

async function measurePairs(contest: Contest): Promise<void> {
  const fresh = await comparePairs('never analysed', contest)
  await executeStatements(postgres.connection, 'vacuum analyze')
  const analysed = await comparePairs('analysed', contest)
  printTitle('ratio on the analysed database to that on the fresh one')
  for (const [name, ratio] of fresh) printLine(`  ${name}`, [(analysed.get(name)!.perS / ratio.perS).toFixed(2)])
  const [, ours] = contest[0]!
  printTitle("where warung's own processor time goes")
  await profileCases(ours)
  printTitle('checks and creations at once')
  printLine('', ['a second', 'p50 ms', 'p99 ms'])
  await checkWhileCreating(ours, 500, 100)
}

async function fillAll(): Promise<void> {
  const names = ['bench-shop', 'bench-baseline', 'bench-gathering']
  const fills = names.map(async (name, at) => ({
    accountId: await findAccountByName(postgres.connection, name),
    rows: Math.floor(largeRows / names.length),
    letter: 'SBG'[at]!,
  }))
  await fillPayments(postgres.connection, 'Asia/Jakarta', await Promise.all(fills))
}

async function measureAlone(): Promise<void> {
  printTitle('warung alone')
  printLine('', ['a second', 'p50 ms', 'p99 ms'])
  await measureUseCases(children, postgres.connection)
  const shop = await openWholeShop(postgres.connection, path.join(folder, 'shop'))
  try {
    await measureWholeShop(shop, postgres.connection)
    if (asked.large) await measurePages(shop, postgres.connection, largeRows)
  } finally {
    shop.signal('SIGKILL')
  }
}

async function startContest(sessions: AsyncDisposableStack): Promise<Contest> {
  const start = async (file: string, connection: pg.ClientConfig = postgres.connection) =>
    sessions.use(await includeSessionsTime(await startServer(children, file, connection), connection))
  const contest: Contest = [['warung', await start(path.join(import.meta.dirname, 'shop.ts'))]]
  if (asked.against) {
    await executeStatements(postgres.connection, 'create database against')
    const shop = path.resolve(asked.against, 'drills', 'bench', 'shop.ts')
    contest.push([`warung of ${asked.against}`, await start(shop, selectDatabase(postgres.connection, 'against'))])
  }
  contest.push(['gathering node:http', await start(path.join(import.meta.dirname, 'gathering-baseline.ts'))])
  contest.push(['bare node:http', await start(path.join(import.meta.dirname, 'baseline.ts'))])
  return contest
}
