/** The program that a server belongs to, so that messages name settings that its operator knows. */
export interface Owner {
  /** The name of the program, such as `Warung`. */
  name: string
  /** The user and the database inside PostgreSQL, and the prefix of the socket folder's name. */
  role: string
  database: string
  socketPrefix: string
  /** The setting for another data folder: `DATA_DIR`. */
  folderSetting: string
  /** The setting for another server: `DATABASE_URL`. */
  serverSetting: string
  /** The command that restores a backup, if any. */
  restoreCommand?: string
}

export const defaultOwner: Owner = {
  name: 'This program',
  role: 'postgres',
  database: 'postgres',
  socketPrefix: 'embedded-postgres',
  folderSetting: '`dir`',
  serverSetting: 'the connection',
}
