import { SchemaMismatch } from './schema-mismatch.ts'

/** The oldest PostgreSQL that the schema and the statements were tried on. */
export const leastServer = 15

/**
 * Throws SchemaMismatch for a PostgreSQL that is too old; `versionNumber` is its `server_version_num`, such as 150004.
 */
export function judgeServer(versionNumber: number, least: number = leastServer): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= least) return
  throw new SchemaMismatch(
    `This database is PostgreSQL ${major}, and Warung needs ${least} or newer. Nothing was changed. ` +
      'Upgrade the server (pg_upgrade, or a dump into a newer one), or let DATABASE_URL name another.',
  )
}
