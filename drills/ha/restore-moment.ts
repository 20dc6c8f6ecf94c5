import fs from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { waitUntil } from '../../test/kit/shop-process.ts'
import { makeArchiveEnv } from './archive.ts'
import type { Ledger } from './load.ts'
import type { Ground } from './machine.ts'
import { connectTo, queryRows, startPostgres, waitForRecovery } from './postgres.ts'
import type { Programs } from './programs.ts'

const machine = 'restored'
const archivedMsMax = 120_000
const creationsBetween = 50

/** The answers that the shop had sent before a certain time. */
export interface RecordedMoment {
  at: string
  created: string[]
  paid: string[]
}

/** Records a moment. Returns when the shop has continued and everything until then is in the archive. */
export async function recordMoment(client: pg.Client, { created, paid }: Ledger): Promise<RecordedMoment> {
  const before = { created: [...created.keys()], paid: [...paid] }
  const at = String(await queryRows(client, 'select clock_timestamp()::text as answer'))
  await waitUntil(() => created.size >= before.created.length + creationsBetween, archivedMsMax)
  const last = await queryRows(client, 'select pg_walfile_name(pg_switch_wal()) as answer')
  const archived = 'select coalesce(last_archived_wal >= $1, false) as answer from pg_stat_archiver'
  await waitUntil(async () => Boolean(await queryRows(client, archived, [last])), archivedMsMax)
  return { at, ...before }
}

/** Restores that moment on a separate machine; returns the problems found. */
export async function restoreMoment(
  moment: RecordedMoment,
  { ground, programs }: { ground: Ground; programs: Programs },
) {
  const folder = path.join(ground.folder, machine)
  fs.mkdirSync(folder)
  fs.chmodSync(folder, 0o777)
  const data = path.join(folder, 'data')
  const env = { ...makeArchiveEnv(ground, programs, machine), PGBACKREST_PG1_PATH: data }
  const target = ['--type=time', `--target=${moment.at}`, '--target-action=promote']
  const command = ['pgbackrest', '--stanza=warung', ...target, 'restore']
  await ground.runOnServer(machine, { name: machine, command, env })
  const hba = path.join(folder, 'hba.conf')
  fs.writeFileSync(hba, 'local all all trust\n')
  // Its output is not archived, and it has no standby.
  const settings = { hba_file: hba, archive_mode: 'off', synchronous_standby_names: '' }
  const server = await startPostgres(ground, { machine, folder: data, env, settings })
  const client = await connectTo(ground, machine, 'warung')
  await waitForRecovery(client)
  const wrong = await compare(client, moment)
  await client.end()
  server.signal('SIGINT')
  await server.ended
  return wrong
}

async function compare(client: pg.Client, { at, created, paid }: RecordedMoment): Promise<string[]> {
  const count = async (query: string, values: unknown[]) => Number(await queryRows(client, query, values))
  const counts = {
    'creations are not in what was restored': await count(
      'select count(*) as answer from unnest($1::text[]) as told(id) where not exists (select from payment where invoice_id = told.id)',
      [created],
    ),
    'settlements are not in what was restored': await count(
      "select count(*) as answer from unnest($1::text[]) as told(id) where not exists (select from payment where invoice_id = told.id and status = 'paid')",
      [paid],
    ),
    'payments are in it that came later': await count(
      'select count(*) as answer from payment where created_at > $1::timestamptz',
      [at],
    ),
  }
  return Object.entries(counts).flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []))
}
