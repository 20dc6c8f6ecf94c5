import { parseArgs } from 'node:util'
import { botCommands } from '../bot/commands.ts'
import { botEntities } from '../bot/entities.ts'
import { createApp, entities, listModules, selectModules } from './app.ts'
import { accountCommands } from './commands/account-commands.ts'
import { backupCommands } from './commands/backup-commands.ts'
import { callbackCommands } from './commands/callback-commands.ts'
import { readClientSettings } from './commands/client-settings.ts'
import type {
  Command,
  CommandArgs,
  CommandOutcome,
  Commands,
  FolderCommand,
  RemoteCommand,
  SchemaCommand,
} from './commands/command.ts'
import { connectCommands } from './commands/connect-commands.ts'
import { connectionCommands } from './commands/connection-commands.ts'
import { describeError } from './commands/describe-error.ts'
import { doctorCommands } from './commands/doctor-commands.ts'
import { goodsCommands } from './commands/goods-commands.ts'
import { findUsage } from './commands/help.ts'
import { keyCommands } from './commands/key-commands.ts'
import { createListenCommands } from './commands/listen-commands.ts'
import { methodCommands } from './commands/method-commands.ts'
import { moneyCommands } from './commands/money-commands.ts'
import { orderCommands } from './commands/order-commands.ts'
import { platformCommands } from './commands/platform-commands.ts'
import { releaseCommands } from './commands/release-commands.ts'
import { statusCommands } from './commands/status-commands.ts'
import { traceCommands } from './commands/trace-commands.ts'
import { transferCommands } from './commands/transfer-commands.ts'
import { upgradeCommands } from './commands/upgrade-commands.ts'
import { userCommands } from './commands/user-commands.ts'
import { workCommands } from './commands/work-commands.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { checkSchema } from './database/check-schema.ts'
import { joinDatabase, type OpenDatabase } from './database/open.ts'
import { SchemaMismatchError } from './database/schema-mismatch.ts'
import { withFreshReads } from './database/slow-reads.ts'
import { explainStartFailure } from './database/start-failure.ts'
import { upgradeDatabase } from './database/upgrade-database.ts'
import { DataFolderError } from './embedded/embedded-postgres.ts'
import { openKeyRing } from './keys/key-ring.ts'
import { createClock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'
import { toPlainLine } from './lib/plain-text.ts'
import { Refusal } from './lib/refusal.ts'
import { createWake } from './lib/wake.ts'
import type { App } from './needs.ts'
import { addTestMode } from './sandbox/add-test-mode.ts'

type AnyCommand = Command | FolderCommand | RemoteCommand | SchemaCommand

const modulesCommand: FolderCommand = {
  usage: 'modules   - lists the modules, and whether MODULES switches them on',
  runOnFolder: async config =>
    listModules(config).map(({ module, isOn }) => `${isOn ? 'on ' : 'off'}  ${module.name}   ${module.summary}`),
}

/** The commands of the core. After a change of usages: `npm test -- test/commands/usages.test.ts -u`. */
export const coreCommands: Record<string, AnyCommand> = {
  migrate: { usage: 'migrate', run: async () => ['The database is up to date.'] },
  ...accountCommands,
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
  ...createListenCommands([...selectModules({ modules: 'all' }).outward.events.keys()]),
  ...goodsCommands,
  ...moneyCommands,
  ...botCommands,
  ...backupCommands,
  ...doctorCommands,
  ...upgradeCommands,
  ...statusCommands,
  ...workCommands,
  ...releaseCommands,
  modules: modulesCommand,
}

/** Returns the commands of the enabled modules. With an invalid MODULES the command itself reports it. */
async function loadAddedCommands(): Promise<Commands> {
  try {
    return await selectModules({ modules: process.env.MODULES || undefined }).loadCommands()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return {}
  }
}

/** Executes the command of a command line, and returns its exit code. */
export async function runCommand(words: string[]): Promise<number> {
  const commands = { ...coreCommands, ...(await loadAddedCommands()) }
  const [command, rest] = readCommand(commands, words)
  const given = command && readArguments(command, rest)
  if (!given) {
    explainUse(
      commands,
      (words[0] === 'help' ? words.slice(1) : words).filter(word => !word.startsWith('-')),
    )
    return 2
  }
  try {
    return await executeCommand(command, { words: given.positionals, options: given.values })
  } catch (error) {
    process.stderr.write(`${explainFailure(error, command)}\n`)
    return 1
  }
}

/** Returns a sentence about a failure that the user can fix. Throws any other error. */
function explainFailure(error: unknown, command: AnyCommand): string {
  if (error instanceof SchemaMismatchError) return error.message
  if (error instanceof Refusal || error instanceof ConfigError || error instanceof DataFolderError) {
    // The usage is not shown for a correct command that was refused for another reason.
    const isAskedWrongly = error instanceof Refusal && error.code === 'invalid_request'
    return describeError(error) + (isAskedWrongly ? `\nUsage: npm run warung -- ${command.usage}` : '')
  }
  const told = explainStartFailure(error)
  if (told === null) throw error
  return told
}

function explainUse(commands: Record<string, AnyCommand>, words: string[]): void {
  const unknown = [`There is no command ${words.join(' ')}.`, 'All of them: npm run warung -- help']
  process.stderr.write(`${(findUsage(commands, words) ?? unknown).join('\n')}\n`)
}

async function executeCommand(command: AnyCommand, args: CommandArgs): Promise<number> {
  if ('runOverApi' in command) {
    await command.runOverApi(readClientSettings(process.env), args, printLine)
    return 0
  }
  const config = readSettings()
  if ('runAsItStands' in command) {
    return await withDatabase(config, database => {
      const { connection, sql } = database
      const open = <Result>(work: (app: App) => Promise<Result>) => openApp(config, database, work)
      return command.runAsItStands({ config, args, connection, sql, print: printLine, open })
    })
  }
  const told: string[] | CommandOutcome =
    'runOnFolder' in command
      ? await command.runOnFolder(config, args)
      : await withDatabase(config, database => openApp(config, database, app => command.run(app, args)))
  const { lines, exitCode } = Array.isArray(told) ? { lines: told, exitCode: 0 } : told
  for (const line of lines) printLine(line)
  return exitCode
}

function printLine(line: string): void {
  process.stdout.write(`${toPlainLine(line)}\n`)
}

function readCommand(commands: Record<string, AnyCommand>, args: string[]): [AnyCommand | undefined, string[]] {
  const ofTwoWords = commands[args.slice(0, 2).join(' ')]
  return ofTwoWords ? [ofTwoWords, args.slice(2)] : [commands[args[0] ?? ''], args.slice(1)]
}

/** Returns null, after printing a message, for options that the command does not know. */
function readArguments({ options = {} }: AnyCommand, args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return null
  }
}

// A command opens no server, so it also works beside a public demo.
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
  // The result of a command is written to the standard output, for programs that read it.
  await upgradeDatabase(config, database, line => process.stderr.write(`${line}\n`))
  await checkSchema(database)
  const clock = createClock({ sql: database.sql, shared: !config.production })
  await clock.refresh()
  const keyRing = await openKeyRing({ database, ...config })
  const wake = await createWake({ connection: database.connection, log })
  closing.defer(() => wake.stop())
  // Commands may follow one another, and each must show the changes of the previous one.
  const app = withFreshReads(closing.use(createApp({ config, database, keyRing, wake, log, now: clock.now })))
  return await work(await addTestMode(app))
}
