import type { Sql } from '../../src/lib/sql.ts'

/** The columns of each table. */
export type WritableColumns = Record<string, string[]>

/** Drops the checks of lengths and forms: the code that shows the texts must not rely on them. */
export async function dropChecks(sql: Sql, columns: WritableColumns): Promise<void> {
  const checks = await sql.query<{ table: string; name: string }>(
    `select conrelid::regclass::text as table, conname as name from pg_constraint
     where contype = 'c' and conrelid::regclass::text = any ($1)`,
    [Object.keys(columns)],
  )
  for (const { table, name } of checks) await sql.write(`alter table ${table} drop constraint "${name}"`)
}

/** Writes into every column of every row; neighbouring columns get different texts, if there are several. */
export async function writeEverywhere(sql: Sql, written: WritableColumns, texts: string[]): Promise<void> {
  for (const [table, columns] of Object.entries(written)) {
    const changes = columns.map(
      (column, at) => `${column} = $${(at % texts.length) + 1} || ${unique[`${table}.${column}`] ?? `''`}`,
    )
    const used = texts.slice(0, Math.min(columns.length, texts.length))
    await sql.write(`update ${table} set ${changes.join(', ')}`, used)
  }
}

// These columns are unique.
const unique: Record<string, string> = {
  'account.email': 'id',
  'app_user.email': 'id',
  'transfer.reference': 'id',
}

/**
 * Yields a number of payloads at a time. Each is first once, because some only work at the beginning of an
 * attribute.
 */
export function* rotatePayloads(payloads: string[], atOnce: number): Generator<{ some: string[]; texts: string[] }> {
  for (let first = 0; first < payloads.length; first += atOnce) {
    const some = payloads.slice(first, first + atOnce)
    yield { some, texts: some.map((_, at) => [...some.slice(at), ...some.slice(0, at)].join(' ')) }
  }
}
