import { SchemaMismatchError } from './schema-mismatch.ts'

/** The oldest supported PostgreSQL version. */
export const serverVersionMin = 15

export interface DatabaseServer {
  /** Its `server_version_num`, such as 150004. */
  versionNumber: number
  /** The encoding of the database, as PostgreSQL names it. */
  encoding: string
}

/**
 * Throws SchemaMismatchError for a PostgreSQL that is too old, or a database whose encoding cannot store every
 * character.
 */
export function judgeServer({ versionNumber, encoding }: DatabaseServer, versionMin: number = serverVersionMin): void {
  judgeVersion(versionNumber, versionMin)
  if (encoding === 'UTF8') return
  throw new SchemaMismatchError(
    `This database has the encoding ${encoding}, and Warung needs UTF8. Nothing was changed. Create another one, ` +
      "`create database warung template template0 encoding 'UTF8'`, and let DATABASE_URL name it.",
  )
}

function judgeVersion(versionNumber: number, least: number): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= least) return
  throw new SchemaMismatchError(
    `This database is PostgreSQL ${major}, and Warung needs ${least} or newer. Nothing was changed. ` +
      'Upgrade the server (pg_upgrade, or a dump into a newer one), or let DATABASE_URL name another.',
  )
}
