import type { Owner } from '../src/index.ts'

/** A program with its own settings, so that the tests see which parts of a message come from it. */
export const owner: Owner = {
  name: 'Testing',
  role: 'tester',
  database: 'tested',
  socketPrefix: 'tested',
  folderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
}
