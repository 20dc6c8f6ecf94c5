// Upgrades a database to the next version, in a process that tests may kill.

import { openDatabase } from '../../src/database/open.ts'
import { upgradeDatabase } from '../../src/database/upgrade-database.ts'
import { nextVersion } from './next-version.ts'

const [folder, dataDir, databaseUrl] = process.argv.slice(2) as [string, string, string?]
const config = { dataDir, databaseUrl, databasePoolMax: 2 }
const tell = (line: string) => process.stdout.write(`${line}\n`)
const database = await openDatabase(config, [])
try {
  const done = await upgradeDatabase(config, database, tell, { own: nextVersion, folder })
  tell(done ? 'upgraded' : 'there was nothing to do')
} finally {
  await database.close()
}
