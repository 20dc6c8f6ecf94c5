import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { credentialsContext } from '../../src/connections/credentials.ts'
import { makeBridgedCredentials } from '../../src/connectors/bridge/simulator.ts'
import { createTestConfig } from '../../test/kit/config.ts'
import { formatDatabaseUrl } from '../../test/kit/connection.ts'
import { findFreePort, startShop } from '../../test/kit/shop-process.ts'
import { openWallets } from '../../test/money/many-wallets.ts'
import { openFreshApp } from './fresh-app.ts'
import { pickSize } from './length.ts'
import { measureSessions, readProcessorTime } from './processor-time.ts'
import { printLine, printTitle } from './table.ts'

/*
 * `npm run -w drills bench:idle` (Linux). Measures what the role jobs and its PostgreSQL cost with 2,000 accounts, each
 * with a wallet, while they are idle, in processor time of the process and of its sessions. The target is under 1 % of
 * a core.
 */
const accounts = pickSize(20, 2_000)
const watchedS = Number(process.env.WATCH_S ?? pickSize(2, 60))
// A process that has become idle cleans up its memory once, for half a minute.
const settlingMs = pickSize(1_000, 45_000)

const unreadSql = 'select count(*) as unread from reading where whole_day_at <= now()'

await using fresh = await openFreshApp()
await openWallets(fresh.app, 1)
const copies = accounts - 1
// The rows are those of `createAccount` and `createConnection`, which would take two thousand calls.
const client = new pg.Client(fresh.connection)
// If the bench fails, its database ends before this client does.
client.on('error', () => {})
await client.connect()
await copy('account', "'id', t.id + n, 'name', t.name || n")
await copy('webhook_secret', "'id', t.id + n, 'account_id', t.account_id + n")
await copy('receiving_account', "'id', t.id + n, 'external_id', t.external_id || n")
await copy(
  'connection',
  "'id', t.id + n, 'account_id', t.account_id + n, 'receiving_account_id', t.receiving_account_id + n",
)
await copy('reading', "'connection_id', t.connection_id + n")
const bridge = http.createServer((_, answer) =>
  answer.setHeader('content-type', 'application/json').end('{"transactions":[],"next_cursor":null}'),
)
await new Promise<void>(resolve => bridge.listen(0, '127.0.0.1', resolve))
const { port } = bridge.address() as AddressInfo
const { rows: connections } = await client.query<{ id: string; account: string }>(
  'select c.id, r.external_id as account from connection c join receiving_account r on r.id = c.receiving_account_id',
)
await client.query(
  `update connection c set sealed_credentials = s.sealed
   from unnest($1::bigint[], $2::text[]) s(id, sealed) where c.id = s.id`,
  [
    connections.map(({ id }) => id),
    connections.map(({ id, account }) =>
      fresh.app.seal.seal(
        JSON.stringify(makeBridgedCredentials(`http://127.0.0.1:${port}/sandbox`, 'wallet', account)),
        credentialsContext(Number(id)),
      ),
    ),
  ],
)
await client.query('analyze')

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'warung-idle-'))
const shop = await startShop({
  PORT: String(await findFreePort()),
  ROLES: 'jobs',
  SECRET_KEY: createTestConfig({}).secretKey!,
  DATABASE_URL: formatDatabaseUrl(fresh.connection),
  DATA_DIR: dataDir,
  OUTBOUND_ALLOW: `127.0.0.1:${port}`,
})
try {
  // A start reads a whole day of every wallet, and each wallet again once an hour.
  while (Number((await client.query(unreadSql)).rows[0].unread) > 0) await pause(500)
  await client.query("update reading set whole_day_at = now() + random() * interval '1 hour'")
  await pause(settlingMs)
  await using sessions = await measureSessions(fresh.connection)
  const before = { own: readProcessorTime(shop.pid), sessions: await sessions.ms() }
  const startedAt = performance.now()
  await pause(watchedS * 1000)
  const tookS = (performance.now() - startedAt) / 1000
  const own = (readProcessorTime(shop.pid) - before.own) / tookS
  const database = ((await sessions.ms()) - before.sessions) / tookS
  printTitle(
    `${accounts} accounts with a wallet, nobody does anything, ${watchedS} s, load ${os.loadavg()[0]!.toFixed(1)}`,
  )
  printLine('CPU ms a second', ['jobs', 'PostgreSQL', 'together', 'of a core'])
  printLine('', [
    ...[own, database, own + database].map(ms => ms.toFixed(2)),
    `${((own + database) / 10).toFixed(2)} %`,
  ])
} finally {
  await client.end()
  bridge.close()
  shop.signal('SIGTERM')
  await shop.ended
  await rm(dataDir, { recursive: true, force: true })
}

/** Copies a row of a table this number of times, with changes for the n-th copy. */
async function copy(table: string, changes: string): Promise<void> {
  const { rows } = await client.query<{ names: string }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) as names from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  )
  const { names } = rows[0]!
  await client.query(
    `insert into ${table} (${names}) overriding system value
     select ${names.replaceAll(/\w+/g, 'copied.$&')} from ${table} t, generate_series(1, ${copies}) n,
       jsonb_populate_record(t, jsonb_build_object(${changes})) copied`,
  )
}
