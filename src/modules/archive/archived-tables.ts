import type { ArchivedTable } from '../../database/archived-table.ts'
import { listWrittenColumns } from '../../database/columns.ts'
import { type FilledSlots, listAdditions } from '../../slots.ts'
import { isLeftColumn } from '../left-tables.ts'
import { accountTables } from './account-tables.ts'
import { catalogTables } from './catalog-tables.ts'
import { moneyTables } from './money-tables.ts'
import { orderTables } from './order-tables.ts'

/** A table of an archive with the columns that the archive contains. */
export interface ArchivedRows extends ArchivedTable {
  /**
   * The columns of the entity. `account_id` is never one of them: rows belong to the account into which they are
   * imported.
   */
  columns: readonly string[]
}

/** The contents of an archive: its tables by name. */
export type ArchivedTables = ReadonlyMap<string, ArchivedRows>

const core = { ...accountTables, ...catalogTables, ...orderTables, ...moneyTables }

/**
 * Returns the tables of the core and of every module, enabled or not. Each follows those to which it refers, because
 * rows are written in this order. A test fails for a table that is neither listed here nor excluded.
 */
export function listArchivedTables(app: { slots: FilledSlots }): ArchivedTables {
  const all: Readonly<Record<string, ArchivedTable>> = Object.assign({}, core, ...listAdditions(app, 'archivedTables'))
  const ordered = new Map<string, ArchivedRows>()
  const add = (name: string) => {
    const spec = all[name] && withoutLeft(name, all[name])
    if (!spec || ordered.has(name)) return
    for (const other of Object.values(spec.refers ?? {})) if (other !== name) add(other)
    ordered.set(name, { ...spec, columns: archivedColumns(name, spec) })
  }
  for (const name of Object.keys(all)) add(name)
  return ordered
}

/** Removes the columns of deleted modules from the description of a table. */
function withoutLeft(table: string, spec: ArchivedTable): ArchivedTable {
  const present = <Value>(byColumn: Readonly<Record<string, Value>> = {}) =>
    Object.fromEntries(Object.entries(byColumn).filter(([column]) => !isLeftColumn(table, column)))
  return { ...spec, refers: present(spec.refers), reads: present(spec.reads), arrives: present(spec.arrives) }
}

function archivedColumns(table: string, { leftOut = {} }: ArchivedTable): string[] {
  const isArchived = (name: string) => name !== 'account_id' && !(name in leftOut) && !isLeftColumn(table, name)
  return listWrittenColumns(table).filter(isArchived)
}
