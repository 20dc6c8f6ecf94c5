/**
 * The tables of modules whose folders were deleted, one line per module. They stay in every database but are not used:
 * the schema and the archive are compared without them.
 */
const byModule: Readonly<Record<string, readonly string[]>> = {}

export const leftTables: readonly string[] = Object.values(byModule).flat()
