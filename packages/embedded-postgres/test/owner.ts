import type { Owner } from '../src/index.ts'

/** A program with settings of its own, so that the tests see which words a message takes from it. */
export const owner: Owner = {
  name: 'Testing',
  role: 'tester',
  database: 'tested',
  socketPrefix: 'tested',
  folderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
}
