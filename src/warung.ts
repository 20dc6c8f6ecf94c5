import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { botCommands } from '../bot/commands.ts'
import { createAccount } from './accounts/create-account.ts'
import { createConnection } from './accounts/create-connection.ts'
import { createKey } from './accounts/create-key.ts'
import type { Mode } from './accounts/entities.ts'
import { createApp } from './app.ts'
import { ConfigError, readConfig } from './config.ts'
import { joinDatabase, migrate } from './database.ts'
import { createClock } from './lib/clock.ts'
import { createLog } from './lib/log.ts'
import { Refusal, refuseField } from './lib/refusal.ts'
import { createWake } from './lib/wake.ts'
import type { App } from './needs.ts'

/** `npm run warung -- ...`: what an operator does by hand. Works beside a running shop. */
export interface Command {
  usage: string
  /** Its lines are printed. */
  run(app: App, args: CommandArgs): Promise<string[]>
}

export interface CommandArgs {
  /** Words after the command's own. */
  words: string[]
  options: Record<string, string | boolean | undefined>
}

const commands: Record<string, Command> = {
  migrate: { usage: 'migrate', run: async () => ['The database is up to date.'] },
  'account add': {
    usage: 'account add NAME [--display-name TEXT] [--email ADDRESS] [--plan trial|paid|premium] [--operator]',
    run: addAccount,
  },
  'key create': {
    usage: 'key create --account NAME [--mode live|test] [--label TEXT] [--unlimited]',
    run: makeKey,
  },
  'connection add': {
    usage: 'connection add CONNECTOR --account NAME --credentials FILE|- [--mode live|test] [--label TEXT]',
    run: addConnection,
  },
  ...botCommands,
}

const given = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    account: { type: 'string' },
    'display-name': { type: 'string' },
    email: { type: 'string' },
    plan: { type: 'string' },
    operator: { type: 'boolean' },
    mode: { type: 'string' },
    label: { type: 'string' },
    unlimited: { type: 'boolean' },
    credentials: { type: 'string' },
    token: { type: 'string' },
    platform: { type: 'boolean' },
  },
})

process.exitCode = await main()

async function main(): Promise<number> {
  const [name, words] = readCommand(given.positionals)
  const command = name === undefined ? undefined : commands[name]
  if (!command) {
    const usages = Object.values(commands).map(({ usage }) => `  npm run warung -- ${usage}`)
    process.stderr.write(`Usage:\n${usages.join('\n')}\n`)
    return 2
  }
  try {
    const lines = await withApp(app => command.run(app, { words, options: given.values }))
    process.stdout.write(`${lines.join('\n')}\n`)
    return 0
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\nUsage: npm run warung -- ${command.usage}\n`)
    return 1
  }
}

function readCommand([first = '', second = '', ...rest]: string[]): [string | undefined, string[]] {
  if (commands[`${first} ${second}`]) return [`${first} ${second}`, rest]
  return commands[first] ? [first, [second, ...rest]] : [undefined, []]
}

async function withApp<Result>(work: (app: App) => Promise<Result>): Promise<Result> {
  const config = readConfig({ ...process.env, ROLES: 'api', DATABASE_POOL_MAX: '2' })
  const log = createLog('error')
  const database = await joinDatabase(config)
  try {
    await migrate(database.connection)
    const clock = createClock({ sql: database.sql, shared: !config.production })
    await clock.refresh()
    const wake = await createWake({ connection: database.connection, log })
    await using app = createApp({ config, database, wake, log, now: clock.now })
    const result = await work(app)
    await wake.stop()
    return result
  } finally {
    await database.close()
  }
}

async function addAccount(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const plan = options.plan ?? 'paid'
  if (plan !== 'trial' && plan !== 'paid' && plan !== 'premium')
    throw refuseField('--plan', 'is trial, paid or premium')
  const account = await createAccount(app, {
    name: words[0] ?? '',
    plan,
    isOperator: options.operator === true,
    ...(typeof options['display-name'] === 'string' ? { displayName: options['display-name'] } : {}),
    ...(typeof options.email === 'string' ? { email: options.email } : {}),
  })
  return [`Account ${account.name} was opened.`]
}

async function makeKey(app: App, { options }: CommandArgs): Promise<string[]> {
  const key = await createKey(app, {
    accountId: await accountNamed(app, options.account),
    mode: readMode(options.mode),
    label: String(options.label ?? 'Made by command'),
    isRateLimited: options.unlimited !== true,
  })
  return [key, 'Keep it: it is not shown again.']
}

async function addConnection(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const mode = readMode(options.mode)
  const id = await createConnection(app, {
    accountId: await accountNamed(app, options.account),
    connector: words[0] ?? '',
    mode,
    label: String(options.label ?? words[0]),
    credentials: readJson(options.credentials),
  })
  return [`Connection ${id} to ${words[0]} was added in ${mode} mode.`]
}

/** The id of the account that `--account` names. Refuses `invalid_request`. */
export async function accountNamed(app: Pick<App, 'sql'>, name: unknown): Promise<number> {
  const rows = await app.sql.query<{ id: number }>('select id from account where name = $1', [String(name ?? '')])
  if (!rows[0]) throw refuseField('--account', name ? `there is no account named ${name}` : 'names the account')
  return rows[0].id
}

function readMode(mode: unknown): Mode {
  if (mode === undefined) return 'live'
  if (mode !== 'live' && mode !== 'test') throw refuseField('--mode', 'is live or test')
  return mode
}

// From a file or the standard input, because what stands in a command line can be read by every user of the machine.
function readJson(source: unknown): unknown {
  if (typeof source !== 'string') throw refuseField('--credentials', 'is a JSON file, or - for the standard input')
  try {
    return JSON.parse(readFileSync(source === '-' ? 0 : source, 'utf8'))
  } catch (error) {
    throw refuseField('--credentials', (error as Error).message)
  }
}
