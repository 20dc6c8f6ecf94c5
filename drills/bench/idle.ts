import { createHmac, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { createConnection } from '../../src/connections/create-connection.ts'
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
 * with a wallet, while they are idle, in processor time of the process and of its sessions. The target is under 0.8 %
 * of a core. `PHONES=2000`: that number of phones, one of each account, which report every 15 minutes, as our app does;
 * the role api receives them in the same process.
 */
const accounts = pickSize(20, 2_000)
const phones = Math.min(accounts, Number(process.env.PHONES ?? 0))
const reportEveryMs = 900_000
const phoneCredentials = {
  method: 'wallet_direct',
  dialect: 'native',
  secret: 'a-secret-of-16-or-more',
  apps: ['id.dana'],
} as const
const watchedS = Number(process.env.WATCH_S ?? pickSize(2, 60))
// A process that has become idle cleans up its memory once, for half a minute.
const settlingMs = pickSize(1_000, 45_000)

const unreadSql = `select count(*) as unread from reading r join connection c on c.id = r.connection_id
  where c.connector = 'wallet' and r.whole_day_at <= now()`

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
// The next ids follow those of the copies.
for (const table of ['account', 'receiving_account', 'connection']) {
  await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
}
const bridge = http.createServer((_, answer) =>
  answer.setHeader('content-type', 'application/json').end('{"transactions":[],"next_cursor":null}'),
)
await new Promise<void>(resolve => bridge.listen(0, '127.0.0.1', resolve))
const { port } = bridge.address() as AddressInfo
const connectedPhones = await connectPhones()
const { rows: connections } = await client.query<{ id: string; account: string }>(
  `select c.id, r.external_id as account from connection c join receiving_account r on r.id = c.receiving_account_id
   where c.connector = 'wallet'`,
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
  ROLES: phones > 0 ? 'jobs,api' : 'jobs',
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
  const isOver = () => performance.now() - startedAt > watchedS * 1000
  const reports = await reportUntil(isOver)
  await pause(Math.max(0, watchedS * 1000 - (performance.now() - startedAt)))
  const tookS = (performance.now() - startedAt) / 1000
  const own = (readProcessorTime(shop.pid) - before.own) / tookS
  const database = ((await sessions.ms()) - before.sessions) / tookS
  printTitle(
    `${accounts} accounts with a wallet, nobody does anything, ${reports} reports of phones, ${watchedS} s, ` +
      `load ${os.loadavg()[0]!.toFixed(1)}`,
  )
  printLine('CPU ms a second', ['process', 'PostgreSQL', 'together', 'of a core'])
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

/** Connects a phone of each account. */
async function connectPhones(): Promise<number[]> {
  const { rows } = await client.query<{ id: string }>('select id from account order by id limit $1', [phones])
  const ids: number[] = []
  for (const { id } of rows) {
    const credentials = { ...phoneCredentials, account: `0811${id.padStart(8, '0')}` }
    const phone = { accountId: Number(id), connector: 'mutations', mode: 'test', label: 'HP', credentials } as const
    ids.push(await createConnection(fresh.app, phone))
  }
  return ids
}

/** Sends the reports of all phones in turn until the time is up. Returns their number. */
async function reportUntil(isOver: () => boolean): Promise<number> {
  let sent = 0
  for (const id of connectedPhones) {
    if (isOver()) break
    await reportFrom(id)
    sent++
    await pause(reportEveryMs / phones)
  }
  return sent
}

async function reportFrom(connectionId: number): Promise<void> {
  const sentAt = new Date()
  const body = JSON.stringify({ type: 'heartbeat', device_id: 'HP', listener_connected: true, sent_at: sentAt })
  const time = String(Math.floor(sentAt.getTime() / 1000))
  const signature = createHmac('sha256', phoneCredentials.secret).update(`${time}.${body}`).digest('hex')
  const headers = {
    'content-type': 'application/json',
    'x-mutation-timestamp': time,
    'x-mutation-nonce': randomUUID(),
    'x-mutation-signature': `sha256=${signature}`,
  }
  const { status } = await fetch(`${shop.url}/hooks/mutations/${connectionId}`, { method: 'POST', headers, body })
  if (status !== 200) throw new Error(`a report was answered with ${status}`)
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
