import packageJson from '../../package.json' with { type: 'json' }
import { isOlder, version } from '../lib/version.ts'
import { SchemaMismatchError } from './schema-mismatch.ts'

/** The version in `package.json`; a release changes it only there. */
export interface Version {
  version: string
  /** The versions that an upgrade may not skip, oldest first. */
  stops: string[]
  /** The oldest version whose processes work with this one's schema. */
  livesWith: string
}

export function readOwnVersion(): Version {
  return { version, ...packageJson.schema }
}

/** The schema version recorded in a database; undefined if the database is new. */
export interface SchemaState {
  version: string
  livesWith: string
}

/**
 * Returns what this version may do with a database: upgrade it, or use it unchanged if a newer version has upgraded it.
 * Throws SchemaMismatchError, which names the version to start.
 */
export function judgeSchema(own: Version, schema: SchemaState | undefined): 'migrate' | 'live beside' {
  if (!schema) return 'migrate'
  if (isOlder(own.version, schema.version)) {
    if (!isOlder(own.version, schema.livesWith)) return 'live beside'
    throw new SchemaMismatchError(
      `This database was upgraded to version ${schema.version}, which ${own.version} cannot work with. ` +
        `Start version ${schema.livesWith} or newer. Nothing was changed.`,
    )
  }
  const stop = own.stops.find(stop => isOlder(schema.version, stop) && isOlder(stop, own.version))
  if (stop === undefined) return 'migrate'
  throw new SchemaMismatchError(
    `This database is of version ${schema.version}, and an upgrade to ${own.version} may not leave out ${stop}. ` +
      `Start version ${stop} first, then this one. Nothing was changed.`,
  )
}
