import type { ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { startEmbeddedPostgres } from '../../src/embedded/embedded-postgres.ts'
import { execute, withDatabase } from '../kit/connection.ts'
import { measurePages, measureUseCases, measureWholeShop, openWholeShop } from './alone.ts'
import { accountNamed, fillPayments } from './fill-payments.ts'
import { type Contest, checkWhileCreating, comparePairs, profileCases } from './pairs.ts'
import { startServer } from './server-process.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run bench`: create-payment and check-payment over real HTTP, each beside a bare node:http server that does the
 * same SQL in the fewest round trips, in turns and in one run, because a machine's speed drifts; on a database whose
 * tables nobody analysed, and on the same one analysed. The load comes from this process, the servers are others. One
 * PostgreSQL for all, with fsync and synchronous_commit on. Then what has no counterpart: settling, the chat, memory.
 * `--against <folder>` measures another checkout of this project beside ours; `--large` does all of it with a million
 * payments, and opens the dashboard's pages; `--only pairs` and `--only alone` leave the other part out.
 */
const { values: asked } = parseArgs({
  options: { against: { type: 'string' }, large: { type: 'boolean' }, only: { type: 'string' } },
})

const largeRows = 1_000_000

const folder = await mkdtemp(path.join(os.tmpdir(), 'warung-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: folder,
  // Nobody may analyse the tables before we do.
  settings: { fsync: 'on', synchronous_commit: 'on', shared_buffers: '256MB', autovacuum: 'off' },
})
const children: ChildProcess[] = []
try {
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
  if (asked.only !== 'alone') await measurePairs()
  if (asked.only !== 'pairs') await measureAlone()
  printLine('load average of the machine', [os.loadavg()[0]!.toFixed(1)])
} finally {
  for (const child of children) child.kill('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
}

async function measurePairs(): Promise<void> {
  const contest = await startContest()
  if (asked.large) await fillBoth()
  const fresh = await comparePairs('never analysed', contest)
  await execute(postgres.connection, 'vacuum analyze')
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

async function fillBoth(): Promise<void> {
  const fills = ['bench-shop', 'bench-baseline'].map(async (name, at) => ({
    accountId: await accountNamed(postgres.connection, name),
    rows: largeRows / 2,
    letter: 'SB'[at]!,
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

async function startContest(): Promise<Contest> {
  const start = (file: string, connection: object = postgres.connection) => startServer(children, file, connection)
  const contest: Contest = [['warung', await start(path.join(import.meta.dirname, 'shop.ts'))]]
  if (asked.against) {
    await execute(postgres.connection, 'create database against')
    const shop = path.resolve(asked.against, 'test', 'bench', 'shop.ts')
    contest.push([`warung of ${asked.against}`, await start(shop, withDatabase(postgres.connection, 'against'))])
  }
  contest.push(['bare node:http', await start(path.join(import.meta.dirname, 'baseline.ts'))])
  return contest
}
