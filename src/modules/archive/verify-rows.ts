import { hasConnector } from '../../connectors/connector.ts'
import type { Needs } from '../../needs.ts'
import { memberNamePattern, refuseArchive } from './archive-format.ts'
import { columnsSql, type DatabaseColumn } from './archive-sql.ts'
import { type ArchivedRows, listArchivedTables } from './archived-tables.ts'
import { checkRow, type RowChecks } from './check-row.ts'
import type { MemberPosition, OpenArchive } from './read-archive.ts'

/** A table of an archive, with its columns as the database describes them. */
export interface DescribedTable {
  spec: ArchivedRows
  columns: readonly DatabaseColumn[]
}

/** The tables of an archive, in the order in which their rows are written. */
export type DescribedTables = ReadonlyMap<string, DescribedTable>

export async function readColumns(app: Needs<'sql' | 'slots'>): Promise<DescribedTables> {
  const known = new Map<string, DescribedTable>()
  for (const [table, spec] of listArchivedTables(app)) {
    known.set(table, { spec, columns: await app.sql.query(columnsSql, { table: `public.${table}` }) })
  }
  return known
}

/** Content that rows refer to, by its name in the archive, with the place of the reference. */
export type NamedContent = ReadonlyMap<string, { place: string; length: number | null; sha256: string | null }>

/**
 * Reads every row once, before anything is written. Refuses `invalid_request`, with member, line and field, for an
 * invalid row, missing or unused content, and counts that differ from the manifest.
 */
export async function verifyRows(
  app: Needs<'connectors'>,
  archive: OpenArchive,
  tables: DescribedTables,
): Promise<NamedContent> {
  const checks = new Map([...tables].map(([table, one]) => [table, makeRowChecks(app, one)]))
  const counted = new Map<string, number>()
  const named = new Map<string, { place: string; length: number | null; sha256: string | null }>()
  for (const member of archive.members) {
    const table = findTable(member)
    if (table === null) continue
    const check = checks.get(table)
    if (!check) throw refuseArchive(member.name, 'is of no table that an archive has')
    const lines = readLines(member, await archive.read(member))
    for (const [index, line] of lines.entries()) {
      const place = `${member.name}, line ${index + 1}`
      recordContent(named, check.spec, checkRow(table, line, place, check), place)
    }
    counted.set(table, (counted.get(table) ?? 0) + lines.length)
  }
  compareCounts(archive, counted)
  compareContent(archive, named)
  return named
}

function makeRowChecks({ connectors }: Needs<'connectors'>, { spec, columns: known }: DescribedTable): RowChecks {
  const columns = new Map(known.filter(({ name }) => spec.columns.includes(name)).map(column => [column.name, column]))
  return { columns, spec, isConnector: name => hasConnector(connectors, name) }
}

/** Returns the table whose rows a member contains; null for any other member. */
export function findTable({ name }: Pick<MemberPosition, 'name'>): string | null {
  return memberNamePattern.exec(name)?.[1] ?? null
}

export function readLines({ name }: Pick<MemberPosition, 'name'>, bytes: Buffer): string[] {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refuseArchive(name, 'is no UTF-8')
  }
  if (!text.endsWith('\n')) throw refuseArchive(name, 'ends within a line')
  return text.slice(0, -1).split('\n')
}

function recordContent(
  named: Map<string, { place: string; length: number | null; sha256: string | null }>,
  { content = {} }: ArchivedRows,
  row: Record<string, unknown>,
  place: string,
): void {
  for (const [column, shelf] of Object.entries(content)) {
    const key = row[column]
    if (key === null) continue
    const name = `${shelf}/${key as string}`
    if (!memberNamePattern.test(name)) throw refuseArchive(`${place}, ${column}`, 'is no name of content')
    if (named.has(name)) throw refuseArchive(`${place}, ${column}`, 'is content of another row')
    const length = typeof row.file_size === 'number' ? row.file_size : null
    const sha256 = typeof row.content_hash === 'string' ? row.content_hash.slice(2) : null
    named.set(name, { place: `${place}, ${column}`, length, sha256 })
  }
}

function compareCounts({ manifest }: OpenArchive, counted: ReadonlyMap<string, number>): void {
  for (const table of new Set([...Object.keys(manifest.rows), ...counted.keys()])) {
    const [said, found] = [manifest.rows[table] ?? 0, counted.get(table) ?? 0]
    if (said !== found) {
      throw refuseArchive(
        'manifest.json',
        `says ${said} rows of ${JSON.stringify(table.slice(0, 40))}, and there are ${found}`,
      )
    }
  }
  if (counted.get('account') !== 1) throw refuseArchive('rows/account', 'there is not one account')
}

function compareContent({ members }: OpenArchive, named: NamedContent): void {
  const there = new Map(members.map(member => [member.name, member]))
  for (const [name, { place, length, sha256 }] of named) {
    const member = there.get(name)
    if (!member) throw refuseArchive(place, `${name} is not in the archive`)
    if (length !== null && member.bytes !== length)
      throw refuseArchive(place, `${name} has ${member.bytes} bytes, and its row says ${length}`)
    if (sha256 !== null && member.sha256 !== sha256)
      throw refuseArchive(place, `${name} is not the content that its row says`)
  }
  for (const { name } of members) {
    if (memberNamePattern.exec(name)?.[2] && !named.has(name)) throw refuseArchive(name, 'is named by no row')
  }
}
