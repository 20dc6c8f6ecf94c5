import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { botCommands } from '../bot/commands.ts'
import { accountNamed } from './accounts/account-named.ts'
import { createAccount } from './accounts/create-account.ts'
import { createConnection } from './accounts/create-connection.ts'
import { createKey } from './accounts/create-key.ts'
import type { Mode } from './accounts/entities.ts'
import { setCallbackUrl } from './accounts/set-callback-url.ts'
import { type KeyScope, keyScopes } from './accounts/standing.ts'
import { webhookSecrets } from './accounts/webhook-secret.ts'
import { createApp } from './app.ts'
import { callbackLog } from './callbacks/callback-log.ts'
import { importCatalog } from './catalog/import-catalog.ts'
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
    usage:
      'key create --account NAME [--mode live|test] [--label TEXT] [--scopes payments,orders,qris] [--expires YYYY-MM-DD] [--unlimited]',
    run: makeKey,
  },
  'connection add': {
    usage: 'connection add CONNECTOR --account NAME --credentials FILE|- [--mode live|test] [--label TEXT]',
    run: addConnection,
  },
  'callback secret': {
    usage: 'callback secret --account NAME',
    run: showSecrets,
  },
  'callback url': {
    usage: 'callback url URL|none --account NAME',
    run: setUrl,
  },
  'callback log': {
    usage: 'callback log --account NAME [--mode live|test]',
    run: showCallbacks,
  },
  'catalog import': {
    usage: 'catalog import FILE --account NAME',
    run: importFile,
  },
  ...botCommands,
}

process.exitCode = await main()

async function main(): Promise<number> {
  const given = readArguments()
  const [name, words] = readCommand(given?.positionals ?? [])
  const command = name === undefined ? undefined : commands[name]
  if (!given || !command) {
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
    process.stderr.write(`${describe(error)}\nUsage: npm run warung -- ${command.usage}\n`)
    return 1
  }
}

/** Null, with a sentence, for options that no command knows. */
function readArguments() {
  try {
    return parseArgs({
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
        scopes: { type: 'string' },
        expires: { type: 'string' },
        unlimited: { type: 'boolean' },
        credentials: { type: 'string' },
        token: { type: 'string' },
        platform: { type: 'boolean' },
      },
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    return null
  }
}

// A file can have many mistakes; each is told with its place.
function describe(error: Refusal | ConfigError): string {
  const fields = error instanceof Refusal ? (error.fields ?? []) : []
  return fields.length > 1 ? fields.map(field => `${field.path}: ${field.error}`).join('\n') : error.message
}

function readCommand([first = '', second = '', ...rest]: string[]): [string | undefined, string[]] {
  if (commands[`${first} ${second}`]) return [`${first} ${second}`, rest]
  return commands[first] ? [first, [second, ...rest]] : [undefined, []]
}

async function withApp<Result>(work: (app: App) => Promise<Result>): Promise<Result> {
  const config = readConfig({ ...process.env, ROLES: 'api,jobs', DATABASE_POOL_MAX: '2' })
  const log = createLog('error')
  await using closing = new AsyncDisposableStack()
  const database = await joinDatabase(config)
  closing.defer(() => database.close())
  await migrate(database.connection)
  const clock = createClock({ sql: database.sql, shared: !config.production })
  await clock.refresh()
  const wake = await createWake({ connection: database.connection, log })
  closing.defer(() => wake.stop())
  return await work(closing.use(createApp({ config, database, wake, log, now: clock.now })))
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
    scopes: readScopes(options.scopes),
    expiresAt: readDay(app, options.expires),
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

async function showSecrets(app: App, { options }: CommandArgs): Promise<string[]> {
  return webhookSecrets(app, await accountNamed(app, options.account))
}

async function setUrl(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, options.account)
  const url = words[0]
  if (!url) throw refuseField('URL', 'is where callbacks go, or none')
  await setCallbackUrl(app, accountId, url === 'none' ? null : url)
  return [url === 'none' ? 'Callbacks have no default address now.' : `Callbacks go to ${url} by default.`]
}

async function showCallbacks(app: App, { options }: CommandArgs): Promise<string[]> {
  const owner = { accountId: await accountNamed(app, options.account), mode: readMode(options.mode) }
  const entries = await callbackLog(app, owner)
  if (entries.length === 0) return ['No callback was sent yet.']
  return entries.map(entry =>
    [
      app.calendar.format(entry.attemptedAt),
      entry.invoiceId,
      `attempt ${entry.attempts}`,
      entry.status ?? 'no answer',
      `${entry.durationMs} ms`,
      entry.url,
      entry.error ?? '',
    ].join('  '),
  )
}

async function importFile(app: App, { words, options }: CommandArgs): Promise<string[]> {
  const accountId = await accountNamed(app, options.account)
  const file = words[0]
  if (!file) throw refuseField('FILE', 'is the catalogue, a YAML file (docs/catalog.md)')
  const { categories, products, variants, serials } = await importCatalog(
    app,
    accountId,
    readText('FILE', file),
    path.dirname(path.resolve(file)),
  )
  const told = Object.entries({ categories, products, variants }).map(
    ([name, count]) => `${name}: ${count.created} new, ${count.changed} changed, ${count.unchanged} as they were`,
  )
  const repeated = serials.repeated.map(({ file: where, line, serial }) => `  ${where ?? file} line ${line}: ${serial}`)
  return [
    ...told,
    `serial lines: ${serials.added} new, ${serials.known} known`,
    ...(repeated.length > 0 ? ['repeated serial lines, kept once:', ...repeated] : []),
  ]
}

function readText(field: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw refuseField(field, (error as Error).message)
  }
}

function readMode(mode: unknown): Mode {
  if (mode === undefined) return 'live'
  if (mode !== 'live' && mode !== 'test') throw refuseField('--mode', 'is live or test')
  return mode
}

function readScopes(text: unknown): KeyScope[] | undefined {
  if (typeof text !== 'string') return undefined
  return text.split(',').map(word => {
    const scope = keyScopes.find(known => known === word.trim())
    if (!scope) throw refuseField('--scopes', `knows ${keyScopes.join(', ')}, not "${word}"`)
    return scope
  })
}

function readDay(app: App, day: unknown): Date | undefined {
  if (typeof day !== 'string') return undefined
  const start = app.calendar.startOfDay(day)
  if (start === null) throw refuseField('--expires', 'is a day that exists, YYYY-MM-DD')
  return start
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
