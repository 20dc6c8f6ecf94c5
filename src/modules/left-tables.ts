/**
 * The tables of modules whose folders were deleted, one line per module. Columns that a module had added to the table
 * of another are `stock_unit.star_purchase_id`. All stay in every database but are not used: the schema and the archive
 * are compared without them.
 */
const byModule: Readonly<Record<string, readonly string[]>> = {}

const left: readonly string[] = Object.values(byModule).flat()

export const leftTables: readonly string[] = left.filter(name => !name.includes('.'))

/** Returns whether a column belongs to a deleted module. */
export const isLeftColumn = (table: string, column: string): boolean => left.includes(`${table}.${column}`)
