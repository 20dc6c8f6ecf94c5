import {
  DataFolderError,
  type EmbeddedPostgres,
  FolderInUse,
  findPostgres as findBinaries,
  connectionOfFolder as findConnection,
  lockFolder as lock,
  type Owner,
  plainEnvironment,
  type ServerOptions,
  startEmbeddedPostgres as start,
} from '../../packages/embedded-postgres/src/index.ts'

export { DataFolderError, type EmbeddedPostgres, FolderInUse, plainEnvironment }

/** The shop's names inside the server, and the settings that its messages recommend. */
const owner: Owner = {
  name: 'Warung',
  role: 'warung',
  database: 'warung',
  socketPrefix: 'warung',
  folderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
  restoreCommand: 'npm run warung -- restore',
}

/** Starts the shop's PostgreSQL on a folder, or takes over the one that already runs on it. */
export function startEmbeddedPostgres(options: Omit<ServerOptions, 'owner'>): Promise<EmbeddedPostgres> {
  return start({ ...options, owner })
}

/** Returns the address of a folder's server for a second process, waiting while it starts. */
export function findFolderConnection(dir: string): Promise<EmbeddedPostgres['connection']> {
  return findConnection(dir, owner)
}

/** Locks a data folder for this process. Throws FolderInUse if another process has locked it. */
export function lockFolder(dir: string): ReturnType<typeof lock> {
  return lock(dir, owner)
}

/** Finds PostgreSQL's programs and makes them executable. Throws an Error that explains what to do instead. */
export function findPostgres(dir: string, data: string): ReturnType<typeof findBinaries> {
  return findBinaries(dir, data, owner)
}
