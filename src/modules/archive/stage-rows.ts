import type { Tx } from '../../database/transaction.ts'
import { refuseArchive } from './archive-format.ts'
import {
  analyzeSql,
  contentSql,
  contentTableSql,
  danglingSql,
  newIdsSql,
  stageSql,
  stagingSql,
  strayEventSql,
  tryingSql,
  uniqueKeySql,
  uniqueKeysSql,
} from './archive-sql.ts'
import type { ArchivedRows } from './archived-tables.ts'
import type { MemberPosition, OpenArchive } from './read-archive.ts'
import { type DescribedTables, findTable, readLines } from './verify-rows.ts'

/** Returns whether the rows of a table get new ids here. */
export function hasNewIds({ key, columns }: ArchivedRows): boolean {
  return key === undefined && columns.includes('id')
}

/**
 * Copies every row of an archive into temporary tables of this transaction, in which rows are compared and assigned
 * ids. Only one member at a time is in memory. Refuses `invalid_request`, naming member and line.
 */
export async function stageRows(
  tx: Tx,
  archive: OpenArchive,
  { known, stored }: { known: DescribedTables; stored: ReadonlyMap<string, string> },
): Promise<void> {
  for (const [table, { spec, columns }] of known) {
    for (const text of stagingSql(table, spec, columns)) await tx.write(text)
    await addUniqueKeys(tx, table, spec)
  }
  await tx.write(contentTableSql)
  const names = [...stored.keys()].map(name => name.slice(name.indexOf('/') + 1))
  await tx.write(contentSql, { names, stored: [...stored.values()] })
  for (const member of archive.members) {
    const table = findTable(member)
    if (table !== null) {
      const lines = readLines(member, await archive.read(member))
      await stageMember(tx, { table, spec: known.get(table)!.spec, member, lines })
    }
  }
  for (const table of known.keys()) await tx.write(analyzeSql(table))
  await requireReferences(tx, known)
  for (const [table, { spec }] of known) {
    if (hasNewIds(spec)) for (const text of newIdsSql(table)) await tx.write(text)
  }
}

async function addUniqueKeys(tx: Tx, table: string, { columns }: ArchivedRows): Promise<void> {
  const keys = await tx.query(uniqueKeysSql, { table: `public.${table}` })
  for (const key of keys) {
    // All rows belong to one account.
    const held = key.columns.filter(name => name !== 'account_id' && name !== 'chain')
    if (held.length > 0 && held.every(name => columns.includes(name))) {
      await tx.write(uniqueKeySql(table, held, key.condition))
    }
  }
}

async function stageMember(tx: Tx, staged: Omit<Lines, 'from'>): Promise<void> {
  const { member, lines } = staged
  const failed = await tryStaging(tx, { ...staged, from: 1 })
  if (failed === null) return
  // Inserted one by one, to find the invalid line.
  for (const [index, line] of lines.entries()) {
    const reason = await tryStaging(tx, { ...staged, lines: [line], from: index + 1 })
    if (reason !== null) throw refuseArchive(`${member.name}, line ${index + 1}`, reason.sentence, reason.error)
  }
  throw refuseArchive(member.name, failed.sentence, failed.error)
}

interface Lines {
  table: string
  spec: ArchivedRows
  member: MemberPosition
  lines: string[]
  from: number
}

async function tryStaging(tx: Tx, { table, spec, member, lines, from }: Lines): Promise<StagingMistake | null> {
  await tx.write(tryingSql.begin)
  try {
    await tx.write(stageSql(table, spec), { lines: `[${lines.join(',')}]`, member: member.name, first: from })
    await tx.write(tryingSql.keep)
    return null
  } catch (error) {
    const sentence = explainRefusedRow(error)
    if (sentence === null) throw error
    await tx.write(tryingSql.undo)
    return { sentence, error }
  }
}

interface StagingMistake {
  sentence: string
  error: unknown
}

/** Returns PostgreSQL's reason for rejecting a value; null for any other failure, which the archive did not cause. */
export function explainRefusedRow(error: unknown, location = 'there twice'): string | null {
  const { code = '', constraint, column, detail, message } = error as Record<string, string | undefined>
  if (code === '23505') return `is ${location}: ${detail ?? constraint}`
  if (code === '23514' || code === '23503') return `does not hold ${constraint ?? message}`
  if (code === '23502') return `${column} is empty`
  return code.startsWith('22') || code === '23P01' || code === '23000' ? String(message) : null
}

async function requireReferences(tx: Tx, tables: DescribedTables): Promise<void> {
  for (const [table, { spec }] of tables) {
    const { refers = {}, nameless = {} } = spec
    for (const [column, to] of Object.entries(refers)) {
      const key = tables.get(to)!.spec.key ?? 'id'
      const [row] = await tx.query<Stray>(
        danglingSql(table, column, { table: to, key, nameless: nameless[column] ?? null }),
      )
      if (row)
        throw refuseArchive(
          `${row.member}, line ${row.line}, ${column}`,
          `there is no ${to} ${row.value} in the archive`,
        )
    }
  }
  const [event] = await tx.query<Stray>(strayEventSql)
  if (event)
    throw refuseArchive(`${event.member}, line ${event.line}, subject`, `there is no ${event.value} in the archive`)
}

interface Stray {
  member: string
  line: number
  value: string
}
