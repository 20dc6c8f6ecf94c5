import { parseArgs } from 'node:util'
import { botCommands } from '../bot/commands.ts'
import { botEntities } from '../bot/entities.ts'
import { createApp, entities } from './app.ts'
import { accountCommands } from './commands/account-commands.ts'
import { archiveCommands } from './commands/archive-commands.ts'
import { backupCommands } from './commands/backup-commands.ts'
import { callbackCommands } from './commands/callback-commands.ts'
import { catalogCommands } from './commands/catalog-commands.ts'
import { readClientSettings } from './commands/client-settings.ts'
import type { Command, CommandArgs, FolderCommand, RemoteCommand, SchemaCommand, Told } from './commands/command.ts'
import { connectCommands } from './commands/connect-commands.ts'
import { connectionCommands } from './commands/connection-commands.ts'
import { doctorCommands } from './commands/doctor-commands.ts'
import { endpointCommands } from './commands/endpoint-commands.ts'
import { goodsCommands } from './commands/goods-commands.ts'
import { keyCommands } from './commands/key-commands.ts'
import { listenCommands } from './commands/listen-commands.ts'
import { methodCommands } from './commands/method-commands.ts'
import { moneyCommands } from './commands/money-commands.ts'
import { orderCommands } from './commands/order-commands.ts'
import { platformCommands } from './commands/platform-commands.ts'
import { releaseCommands } from './commands/release-commands.ts'
import { traceCommands } from './commands/trace-commands.ts'
import { transferCommands } from './commands/transfer-commands.ts'
import { upgradeCommands } from './commands/upgrade-commands.ts'
import { userCommands } from './commands/user-commands.ts'
import { workCommands } from './commands/work-commands.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { bringUpToDate } from './database/bring-up-to-date.ts'
import { checkSchema } from './database/check-schema.ts'
import { joinDatabase, type OpenDatabase } from './database/open.ts'
import { SchemaMismatch } from './database/schema-mismatch.ts'
import { withFreshReads } from './database/slow-reads.ts'
import { DataFolderError } from './embedded/data-folder-error.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { createClock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'
import { plainLine } from './lib/plain-text.ts'
import { Refusal } from './lib/refusal.ts'
import { version } from './lib/version.ts'
import { createWake } from './lib/wake.ts'
import type { App } from './needs.ts'
import { withTestMode } from './sandbox/with-test-mode.ts'

type AnyCommand = Command | FolderCommand | RemoteCommand | SchemaCommand

const commands: Record<string, AnyCommand> = {
  migrate: { usage: 'migrate', run: async () => ['The database is up to date.'] },
  ...accountCommands,
  ...archiveCommands,
  ...userCommands,
  ...keyCommands,
  ...orderCommands,
  ...connectionCommands,
  ...traceCommands,
  ...connectCommands,
  ...methodCommands,
  ...platformCommands,
  ...transferCommands,
  ...callbackCommands,
  ...endpointCommands,
  ...listenCommands,
  ...catalogCommands,
  ...goodsCommands,
  ...moneyCommands,
  ...botCommands,
  ...backupCommands,
  ...doctorCommands,
  ...upgradeCommands,
  ...workCommands,
  ...releaseCommands,
}

process.exitCode = await main()

async function main(): Promise<number> {
  if (process.argv[2] === '--version') {
    print(version)
    return 0
  }
  const [command, rest] = readCommand(process.argv.slice(2))
  const given = command && readArguments(command, rest)
  if (!given) {
    const known = command ? [command] : Object.values(commands)
    process.stderr.write(`Usage:\n${known.map(({ usage }) => `  npm run warung -- ${usage}`).join('\n')}\n`)
    return 2
  }
  try {
    return await carryOut(command, { words: given.positionals, options: given.values })
  } catch (error) {
    if (error instanceof SchemaMismatch) {
      process.stderr.write(`${error.message}\n`)
      return 1
    }
    if (!(error instanceof Refusal || error instanceof ConfigError || error instanceof DataFolderError)) throw error
    // A command that was asked rightly, and refused for another reason, is not explained.
    const isAskedWrongly = error instanceof Refusal && error.code === 'invalid_request'
    const usage = isAskedWrongly ? `\nUsage: npm run warung -- ${command.usage}` : ''
    process.stderr.write(`${describe(error)}${usage}\n`)
    return 1
  }
}

async function carryOut(command: AnyCommand, args: CommandArgs): Promise<number> {
  if ('runOverApi' in command) {
    await command.runOverApi(readClientSettings(process.env), args, print)
    return 0
  }
  const config = readSettings()
  if ('runAsItStands' in command) {
    return await withDatabase(config, database => {
      const { connection, sql } = database
      const open = <Result>(work: (app: App) => Promise<Result>) => openApp(config, database, work)
      return command.runAsItStands({ config, args, connection, sql, print, open })
    })
  }
  const told: string[] | Told =
    'runOnFolder' in command
      ? await command.runOnFolder(config, args)
      : await withDatabase(config, database => openApp(config, database, app => command.run(app, args)))
  const { lines, exitCode } = Array.isArray(told) ? { lines: told, exitCode: 0 } : told
  for (const line of lines) print(line)
  return exitCode
}

function print(line: string): void {
  process.stdout.write(`${plainLine(line)}\n`)
}

function readCommand(args: string[]): [AnyCommand | undefined, string[]] {
  const ofTwoWords = commands[args.slice(0, 2).join(' ')]
  return ofTwoWords ? [ofTwoWords, args.slice(2)] : [commands[args[0] ?? ''], args.slice(1)]
}

/** Null, with a sentence, for options that the command does not know. */
function readArguments({ options = {} }: AnyCommand, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return null
  }
}

// A file can have many mistakes; each is told with its place.
function describe(error: Refusal | ConfigError | DataFolderError): string {
  const fields = error instanceof Refusal ? (error.fields ?? []) : []
  return fields.length > 1 ? fields.map(field => `${field.path}: ${field.error}`).join('\n') : error.message
}

// A command opens no door, so it works beside a demo that is shown to the world, too.
function readSettings(): Config {
  const ROLES = process.env.NODE_ENV === 'production' ? 'api,jobs' : 'api,jobs,sandbox'
  return readConfig({ ...process.env, ROLES, DATABASE_POOL_MAX: '2' })
}

async function withDatabase<Result>(
  config: Config,
  work: (database: OpenDatabase) => Promise<Result>,
): Promise<Result> {
  const database = await joinDatabase(config, [...entities, ...botEntities])
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

async function openApp<Result>(
  config: Config,
  database: OpenDatabase,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const log = createLog('error')
  await using closing = new AsyncDisposableStack()
  // The answer of a command goes to the standard output, for programs that read it.
  await bringUpToDate(config, database, line => process.stderr.write(`${line}\n`))
  await checkSchema(database)
  const clock = createClock({ sql: database.sql, shared: !config.production })
  await clock.refresh()
  const keyRing = await openKeyRing({ database, ...config })
  const wake = await createWake({ connection: database.connection, log })
  closing.defer(() => wake.stop())
  // Commands follow one another, and each shows what the one before has changed.
  const app = withFreshReads(closing.use(createApp({ config, database, keyRing, wake, log, now: clock.now })))
  return await work(await withTestMode(app))
}
