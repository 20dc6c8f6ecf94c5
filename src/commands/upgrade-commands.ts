import { backUpBeforeUpgrade } from '../database/back-up-before-upgrade.ts'
import { dumpBeforeUpgrade } from '../database/dump.ts'
import { migrateSchema, type Upgrade } from '../database/migrate.ts'
import { examineBooks } from '../doctor/examine-books.ts'
import { type ExaminedUpgrade, examineUpgrade } from '../doctor/examine-upgrade.ts'
import type { Finding } from '../doctor/finding.ts'
import type { SchemaCommandContext, SchemaCommands } from './command.ts'
import { formatFindings } from './format-findings.ts'

const options = { 'backup-made': { type: 'boolean' } } as const

/** Commands that run on the database before it is upgraded. */
export const upgradeCommands = {
  upgrade: {
    usage:
      'upgrade [--backup-made]   - a backup that is read back, the migrations, then the invariants; beside a ' +
      'running shop',
    options,
    runAsItStands: upgradeDatabase,
  },
  'doctor upgrade': {
    usage: 'doctor upgrade [--backup-made] [--json]   - what an upgrade would find and do; changes nothing',
    options: { ...options, json: { type: 'boolean' } },
    runAsItStands: tryOut,
  },
} satisfies SchemaCommands

async function tryOut(here: SchemaCommandContext): Promise<number> {
  const { findings } = await examineHere(here)
  const isWrong = findings.some(isWrongFinding)
  if (here.args.options.json) here.print(JSON.stringify({ is_wrong: isWrong, findings }))
  else for (const line of formatFindings(findings)) here.print(line)
  return isWrong ? 1 : 0
}

async function upgradeDatabase(here: SchemaCommandContext): Promise<number> {
  const { print, connection } = here
  const examined = await examineHere(here)
  for (const line of formatFindings(examined.findings)) print(line)
  if (examined.findings.some(isWrongFinding)) {
    print('Nothing was changed.')
    return 1
  }
  if (examined.isDue) {
    const done = await migrateSchema(connection, { tell: print, before: going => backUp(here, examined, going) })
    print(done ? `The database is of version ${done.to}.` : 'The database is up to date.')
  }
  const books = await here.open(examineBooks)
  for (const line of formatFindings(books)) print(line)
  return books.some(isWrongFinding) ? 1 : 0
}

const isWrongFinding = ({ state }: Finding) => state === 'wrong'

const isBackupMade = ({ args }: SchemaCommandContext) => args.options['backup-made'] === true

function examineHere(here: SchemaCommandContext): Promise<ExaminedUpgrade> {
  return examineUpgrade(here, { backupMade: isBackupMade(here) })
}

async function backUp(here: SchemaCommandContext, { program }: ExaminedUpgrade, going: Upgrade): Promise<void> {
  const { config, connection, print } = here
  if (isBackupMade(here)) return
  print('The database is backed up.')
  const file = program
    ? await dumpBeforeUpgrade(config, { connection, program }, going)
    : await backUpBeforeUpgrade(config, going)
  print(`The backup was read back and is ${file}`)
  if (!program)
    print(`To go back to it: stop the shop, and with version ${going.from} npm run warung -- restore ${file}`)
}
