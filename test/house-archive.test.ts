import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { listSealedColumns } from '../src/keys/reseal-values.ts'
import '../src/app.ts'
import { listArchivedTables as tablesOf } from '../src/modules/archive/archived-tables.ts'
import { excludedTables as coreLeftOut } from '../src/modules/archive/excluded-tables.ts'
import { fillSlots } from '../src/modules/fold.ts'
import { modules } from '../src/modules/index.ts'
import { isLeftColumn, leftTables } from '../src/modules/left-tables.ts'

const archivedTables = tablesOf({ slots: fillSlots(modules, []) })
const leftOutTables: Readonly<Record<string, string>> = Object.assign(
  {},
  coreLeftOut,
  ...modules.map(module => module.leftOutTables),
)

interface Table {
  name: string
  columns: Record<string, { name: string; generated?: string }>
}

const snapshot = path.join(import.meta.dirname, '../migrations/snapshot.json')
const inSnapshot = (JSON.parse(readFileSync(snapshot, 'utf8')) as { tables: Table[] }).tables
const tables = inSnapshot.filter(({ name }) => !leftTables.includes(name))
const byName = (one: string, other: string) => (one < other ? -1 : 1)

/** Returns the columns of a table that can be written, except the one of its owner. */
const columnsOf = (table: string) =>
  Object.values(tables.find(({ name }) => name === table)!.columns)
    .filter(({ name, generated }) => name !== 'account_id' && !/stored/.test(generated ?? ''))
    .map(({ name }) => name)
    .filter(name => !isLeftColumn(table, name))

/**
 * Each new table is decided in src/modules/archive or in its module: it is archived (`*-tables.ts`), or left out with
 * the reason (`excluded-tables.ts`). A new column goes with its table, unless `leftOut` names it with a reason.
 */
describe('the archive of an account (docs/decisions/0023-a-shop-can-leave.md)', () => {
  test('the archive has each table, or excludes it with a reason', () => {
    const decided = [...archivedTables.keys(), ...Object.keys(leftOutTables)]
    expect(decided.toSorted(byName)).toEqual(tables.map(({ name }) => name).toSorted(byName))
    expect(Object.values(leftOutTables).filter(reason => reason.length < 10)).toEqual([])
  })

  test.each([...archivedTables])('the archive has each column of %s, or excludes it with a reason', (table, spec) => {
    const { columns, leftOut = {}, arrives = {}, refers = {}, content = {}, rules = {} } = spec
    const known = columnsOf(table)
    expect([...columns, ...Object.keys(leftOut)].toSorted(byName)).toEqual(known.toSorted(byName))
    expect(Object.keys(arrives).filter(name => !known.includes(name))).toEqual([])
    const named = [...Object.keys(refers), ...Object.keys(content), ...Object.keys(rules)]
    expect(named.filter(name => !columns.includes(name))).toEqual([])
    expect(Object.values(refers).filter(to => !archivedTables.has(to))).toEqual([])
  })

  test('sealed columns are not readable in the archive', () => {
    for (const { table, property } of listSealedColumns({ slots: fillSlots(modules, []) })) {
      const column = property.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
      expect(archivedTables.get(table)?.columns ?? []).not.toContain(column)
    }
    const secret = /hash|secret|password|sealed|holder$|lease/
    const known = new Set(['content_hash', 'source_hash', 'holder'])
    for (const { columns } of archivedTables.values()) {
      expect(columns.filter(name => secret.test(name) && !known.has(name))).toEqual([])
    }
  })
})
