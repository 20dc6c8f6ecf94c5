import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { type ServeOptions, serve } from './serve.ts'

const usage = `A Telegram Bot API on this machine, with a chat page.

Usage: telegram-local-bot-api [options]

  --port N         where it listens; 0 takes a free port (default 8081)
  --host ADDRESS   on which address it listens (default 127.0.0.1); another one needs --key
  --url URL        how others reach it, where that is not http://localhost:PORT; may have a path
  --key KEY        what the control and the chat page ask for
  --data FOLDER    where the embedded PostgreSQL keeps everything (default ./.local-bot-api)
  --database URL   a PostgreSQL server to use instead; LOCAL_BOT_API_DATABASE says the same
  --help, --version
`

/** Runs the command line: serves until SIGINT or SIGTERM, or prints an error and sets the exit code. */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  try {
    const asked = readArguments(args, env)
    if (asked === 'help') process.stdout.write(usage)
    else if (asked === 'version') process.stdout.write(`${readVersion()}\n`)
    else await serveUntilStopped(asked)
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exitCode = error instanceof WrongArguments ? 2 : 1
  }
}

class WrongArguments extends Error {}

function readArguments(args: string[], env: NodeJS.ProcessEnv): ServeOptions | 'help' | 'version' {
  const { values } = parseOptions(args)
  if (values.help) return 'help'
  if (values.version) return 'version'
  const { port = '8081', host = '127.0.0.1', url, key, data = '.local-bot-api' } = values
  const database = values.database ?? env.LOCAL_BOT_API_DATABASE
  const mistake = findMistake(port, host, { url, key, database })
  if (mistake !== undefined) throw new WrongArguments(mistake)
  const production = env.NODE_ENV === 'production'
  return { port: Number(port), host, url, key, database: database || undefined, data: path.resolve(data), production }
}

function findMistake(
  port: string,
  host: string,
  { url, key, database }: Record<'url' | 'key' | 'database', string | undefined>,
): string | undefined {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) return '--port is a number up to 65535'
  if (isIP(host) === 0 && host !== 'localhost') return '--host is an address of this machine'
  if (url !== undefined && !isAddress(url)) return '--url is an http or https address'
  if (key !== undefined && !/^\w{8,}$/.test(key)) return '--key has 8 or more letters and digits'
  if (!/^(localhost|127\.|::1$)/.test(host) && key === undefined) {
    return '--host other than this machine alone needs --key: whoever reaches it may write as anybody'
  }
  if (database && !/^postgres(ql)?:\/\//.test(database)) return '--database is a postgres:// address'
  return undefined
}

function parseOptions(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    return parseArgs({
      args,
      options: { port: text, host: text, url: text, key: text, data: text, database: text, help: flag, version: flag },
    })
  } catch (error) {
    throw new WrongArguments(`${(error as Error).message}\n\n${usage}`)
  }
}

function isAddress(url: string): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

function readVersion(): string {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version
}

async function serveUntilStopped(options: ServeOptions): Promise<void> {
  const served = await serve(options)
  process.stdout.write(
    `The local Bot API is ready.\n  chat page      ${served.url}/\n  for your bot   ${served.url}  (grammY: client: ` +
      `{ apiRoot })\n` +
      `  for programs   ${served.url}/control/...\n  its state      ` +
      `${options.database ? 'the database that was given' : options.data}\n`,
  )
  const stop = () => void served.close()
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
}
