import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { parse } from 'yaml'
import { waitUntil } from '../kit/shop-process.ts'
import { type Ground, openGround, type Running } from './machine.ts'
import { deployFolder, findPrograms, type Programs } from './programs.ts'

/*
 * `npm run test:restore`, as root on Debian: a database of two gigabytes is backed up by the configuration in deploy/, goes on, and is
 * brought back to a moment in between. Exactly what was there then must be there, within thirty seconds.
 */
const gigabytes = Number(process.env.GIGABYTES ?? 2)
const restoreMsMax = 30_000
const startMsMax = 120_000
const archivedMsMax = 120_000
const machine = 'restore'

const programs = findPrograms()
const ground = openGround(fs.mkdtempSync(path.join(os.tmpdir(), 'warung-restore-')))
try {
  await restoreToMoment(databaseOn(ground, programs))
} finally {
  await ground.stop()
  fs.rmSync(ground.folder, { recursive: true, force: true })
}
process.exit()

async function restoreToMoment(database: Database): Promise<void> {
  const { run, start, connect, data, restored } = database
  await run('initdb', '--pgdata', data, '--auth=trust')
  const first = await start(data)
  const before = await connect()
  await run('pgbackrest', '--stanza=warung', 'stanza-create')
  await fill(before)
  await run('back-up.sh', 'full')
  const moment = await markMoment(before)
  await before.end()
  first.signal('SIGINT')
  await first.ended

  const startedAt = performance.now()
  fs.mkdirSync(restored, { mode: 0o700 })
  fs.chownSync(restored, fs.statSync(data).uid, fs.statSync(data).gid)
  const options = ['--type=time', `--target=${moment}`, '--target-action=promote', `--pg1-path=${restored}`]
  await run('pgbackrest', '--stanza=warung', ...options, 'restore')
  await start(restored)
  const after = await connect()
  await waitUntil(async () => !(await ask(after, 'select pg_is_in_recovery() as answer')), startMsMax)
  const tookMs = performance.now() - startedAt
  await judge(after, moment, tookMs)
  await after.end()
}

async function judge(client: pg.Client, moment: string, tookMs: number): Promise<void> {
  const size = Number(await ask(client, 'select pg_database_size(current_database()) as answer'))
  const marks = await ask(client, "select string_agg(said, ', ' order by said) as answer from mark")
  const rows = Number(await ask(client, 'select count(*) as answer from ballast'))
  const load = os.loadavg()[0]!.toFixed(1)
  say(
    `${(size / 1e9).toFixed(1)} GB restored to ${moment} in ${(tookMs / 1000).toFixed(1)} s, load of the machine ${load}`,
  )
  say(`${rows} of ${ballastRows()} rows, marks: ${marks}`)
  if (tookMs > restoreMsMax || marks !== 'before the moment' || rows !== ballastRows()) process.exitCode = 1
}

interface Database {
  data: string
  restored: string
  /** A program with the environment of the database's machine. */
  run(...command: string[]): Promise<string>
  /** PostgreSQL on a folder, with the settings that Patroni would give it. */
  start(folder: string): Promise<Running>
  connect(): Promise<pg.Client>
}

function databaseOn(ground: Ground, programs: Programs): Database {
  const data = path.join(ground.folder, 'data')
  const env = {
    PATH: `${deployFolder}:${programs.postgresFolder}:${path.dirname(programs.pgbackrest)}:${process.env.PATH}`,
    LANG: 'C.UTF-8',
    PGBACKREST_CONFIG: path.join(deployFolder, 'pgbackrest.conf'),
    PGBACKREST_REPO1_PATH: path.join(ground.folder, 'archive'),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_LOCK_PATH: path.join(ground.folder, 'locks'),
    PGBACKREST_SPOOL_PATH: path.join(ground.folder, 'spool'),
  }
  const connect = async () => {
    const host = path.join(ground.folder, `sockets-of-${machine}`)
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' })
    // A server that ends while a query waits says so to the query as well.
    client.on('error', () => {})
    await client.connect()
    return client
  }
  return {
    data,
    restored: path.join(ground.folder, 'restored'),
    run: (...command) => ground.runOnServer(machine, { name: machine, command, env }),
    async start(folder) {
      const command = ['postgres', '-D', folder, ...shippedSettings()]
      const running = ground.startServer(machine, { name: path.basename(folder), command, env })
      await waitUntil(async () => {
        await (await connect()).end()
        return true
      }, startMsMax)
      return running
    },
    connect,
  }
}

function shippedSettings(): string[] {
  const { bootstrap, postgresql } = parse(fs.readFileSync(path.join(deployFolder, 'patroni.yml'), 'utf8'))
  const settings = { ...bootstrap.dcs.postgresql.parameters, ...postgresql.parameters, listen_addresses: '' }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function ballastRows(): number {
  return gigabytes * 1_000_000
}

async function fill(client: pg.Client): Promise<void> {
  await client.query('create table mark (said text not null)')
  await client.query(
    `create table ballast as select n, repeat(md5(n::text), 30) as text from generate_series(1, ${ballastRows()}) n`,
  )
}

/** What is written before it and after it, both in the archive; returns the moment. */
async function markMoment(client: pg.Client): Promise<string> {
  await client.query("insert into mark values ('before the moment')")
  const moment = String(await ask(client, 'select clock_timestamp()::text as answer'))
  await client.query("insert into mark values ('after the moment')")
  const last = await ask(client, 'select pg_walfile_name(pg_switch_wal()) as answer')
  await waitUntil(
    async () => String(await ask(client, 'select last_archived_wal as answer from pg_stat_archiver')) >= String(last),
    archivedMsMax,
  )
  return moment
}

async function ask(client: pg.Client, query: string): Promise<unknown> {
  return (await client.query<{ answer: unknown }>(query)).rows[0]!.answer
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
