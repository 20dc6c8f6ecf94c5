import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { releasedMigrations } from '../../migrations/released.ts'
import { migrateSchema, migrationsFolder } from '../../src/database/migrate.ts'
import { isOlder } from '../../src/lib/version.ts'

const fileOf = (version: string) => path.join(import.meta.dirname, `warung-${version}.jsonl.gz`)

export const listDumpedVersions = (): string[] =>
  fs
    .readdirSync(import.meta.dirname)
    .flatMap(name => /^warung-(.+)\.jsonl\.gz$/.exec(name)?.[1] ?? [])
    .sort((a, b) => (isOlder(a, b) ? -1 : 1))

interface DumpedRow {
  table: string
  row: Record<string, unknown>
}

/** Every table whose rows are in a dump. */
export const tablesSql = `
  select c.relname as name from pg_class c
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'mikro_orm_migrations' order by 1`

const rowsOfTable = 3

/** Writes some rows of every table of a database, as JSON Lines. Returns the tables without rows. */
export async function writeDump(version: string, connection: pg.ClientConfig): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  const lines: string[] = []
  const empty: string[] = []
  for (const { name } of (await client.query<{ name: string }>(tablesSql)).rows) {
    // Newest first: older rows refer to more of the demo.
    const { rows } = await client.query(
      `select to_jsonb(t)::text as row from "${name}" t order by t.ctid desc limit $1`,
      [rowsOfTable],
    )
    if (rows.length === 0) empty.push(name)
    for (const { row } of rows) lines.push(`{"table": "${name}", "row": ${row}}`)
  }
  await client.end()
  fs.writeFileSync(fileOf(version), gzipSync(`${lines.join('\n')}\n`, { level: 9 }))
  return empty
}

/** Builds the version's schema in an empty database, with the rows of its dump. */
export async function restoreDump(version: string, connection: pg.ClientConfig, folder: string): Promise<DumpedRow[]> {
  for (const [name, released] of releasedMigrations()) {
    if (isOlder(version, released.version)) continue
    const text = `export * from '${path.join(migrationsFolder, `${name}.ts`)}'\n`
    fs.writeFileSync(path.join(folder, `${name}.ts`), text)
  }
  await migrateSchema(connection, { own: { version, stops: [], livesWith: version }, folder })
  const text = gunzipSync(fs.readFileSync(fileOf(version))).toString()
  const dumped = text
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as DumpedRow)
  const client = new pg.Client(connection)
  await client.connect()
  // Rows refer to others that are missing, and triggers would count them again.
  await client.query('set session_replication_role = replica')
  for (const { name } of (await client.query<{ name: string }>(tablesSql)).rows)
    await client.query(`delete from "${name}"`)
  for (const { table, row } of dumped) await insert(client, table, row)
  await client.end()
  return dumped
}

async function insert(client: pg.Client, table: string, row: DumpedRow['row']): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0
      and not attisdropped
       and attgenerated = ''`,
    [`public."${table}"`],
  )
  const columns = rows.map(({ name }) => name).join(', ')
  await client.query(
    `insert into "${table}" (${columns}) overriding system value
     select ${columns} from jsonb_populate_record(null::"${table}", $1::jsonb)`,
    [JSON.stringify(row)],
  )
}
