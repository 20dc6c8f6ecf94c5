// Upgrades a database to the next version, in a process that tests may kill.
import { bringUpToDate } from '../../src/database/bring-up-to-date.ts'
import { openDatabase } from '../../src/database/open.ts'
import { nextVersion } from './next-version.ts'

const [folder, dataDir, databaseUrl] = process.argv.slice(2) as [string, string, string?]
const config = { dataDir, databaseUrl, databasePoolMax: 2 }
const tell = (line: string) => process.stdout.write(`${line}\n`)
const database = await openDatabase(config, [])
try {
  const done = await bringUpToDate(config, database, tell, { own: nextVersion, folder })
  tell(done ? 'upgraded' : 'there was nothing to do')
} finally {
  await database.close()
}
