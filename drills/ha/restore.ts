import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { makeArchiveEnv } from './archive.ts'
import { type Ground, openGround, type RunningProgram } from './machine.ts'
import { connectTo, queryRows, startPostgres, waitForRecovery } from './postgres.ts'
import { findPrograms, type Programs } from './programs.ts'

/*
 * `npm run -w drills restore`, as root on Debian. A database of two gigabytes is backed up by the configuration in
 * deploy/, continues, and is restored to a moment in between. Exactly the data of that moment must be back within
 * thirty seconds.
 */
const gigabytes = Number(process.env.GIGABYTES ?? 2)
const restoreMsMax = 30_000
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
  await waitForRecovery(after)
  const tookMs = performance.now() - startedAt
  await judge(after, moment, tookMs)
  await after.end()
}

async function judge(client: pg.Client, moment: string, tookMs: number): Promise<void> {
  const size = Number(await queryRows(client, 'select pg_database_size(current_database()) as answer'))
  const marks = await queryRows(client, "select string_agg(said, ', ' order by said) as answer from mark")
  const rows = Number(await queryRows(client, 'select count(*) as answer from ballast'))
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
  /** Runs a program with the environment of the database's machine. */
  run(...command: string[]): Promise<string>
  start(folder: string): Promise<RunningProgram>
  connect(): Promise<pg.Client>
}

function databaseOn(ground: Ground, programs: Programs): Database {
  const data = path.join(ground.folder, 'data')
  // A single server without standbys.
  const env = {
    ...makeArchiveEnv(ground, programs, machine),
    PGBACKREST_PG1_PATH: data,
    PGBACKREST_BACKUP_STANDBY: 'n',
  }
  return {
    data,
    restored: path.join(ground.folder, 'restored'),
    run: (...command) => ground.runOnServer(machine, { name: machine, command, env }),
    start: folder => startPostgres(ground, { machine, folder, env }),
    connect: () => connectTo(ground, machine, 'postgres'),
  }
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

/** Writes before and after a moment, archives both, and returns the moment. */
async function markMoment(client: pg.Client): Promise<string> {
  // pgBackRest knows the end of a backup in whole seconds, and cannot restore a moment of that second.
  await client.query('select pg_sleep(2)')
  await client.query("insert into mark values ('before the moment')")
  const moment = String(await queryRows(client, 'select clock_timestamp()::text as answer'))
  await client.query("insert into mark values ('after the moment')")
  const last = await queryRows(client, 'select pg_walfile_name(pg_switch_wal()) as answer')
  await waitUntil(
    async () =>
      String(await queryRows(client, 'select last_archived_wal as answer from pg_stat_archiver')) >= String(last),
    archivedMsMax,
  )
  return moment
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
