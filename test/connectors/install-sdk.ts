import { execFile, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const cache = path.join(import.meta.dirname, '../../.cache/sdks')
const timeout = 120_000

/** An official SDK from npm, installed once; null if npm cannot install it here. */
export async function npmSdk(name: string, version: string): Promise<NodeJS.Require | null> {
  const folder = sdkFolder('npm', name, version)
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save', `${name}@${version}`]
  const isThere = await install(folder, () => {
    writeFileSync(path.join(folder, 'package.json'), '{"private":true}')
    return run('npm', args, { cwd: folder, timeout })
  })
  return isThere ? createRequire(path.join(folder, 'package.json')) : null
}

/** The folder of an installed package, for programs in other folders. */
export const sdkFolder = (registry: 'npm' | 'pypi', name: string, version: string) =>
  path.join(cache, `${registry}-${name}-${version}`)

/** An official SDK from PyPI, installed once; null if Python or pip is missing or cannot install it here. */
export async function pypiSdk(name: string, version: string): Promise<RunPython | null> {
  if (spawnSync('python3', ['-m', 'pip', '--version']).status !== 0) return null
  const folder = sdkFolder('pypi', name, version)
  const args = ['-m', 'pip', 'install', '--quiet', '--only-binary', ':all:', '--target', folder, `${name}==${version}`]
  const isThere = await install(folder, () => run('python3', args, { timeout }))
  if (!isThere) return null
  return async (program, ...programArgs) => {
    const env = { ...process.env, PYTHONPATH: folder }
    const { stdout } = await run('python3', ['-c', program, ...programArgs], { env, timeout })
    return JSON.parse(stdout)
  }
}

/** Runs a program with the SDK, and returns its printed JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers as any client does.
export type RunPython = (program: string, ...args: string[]) => Promise<any>

async function install(folder: string, work: () => Promise<unknown>): Promise<boolean> {
  const mark = path.join(folder, 'installed')
  if (existsSync(mark)) return true
  mkdirSync(folder, { recursive: true })
  try {
    await work()
    writeFileSync(mark, '')
    return true
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return false
  }
}
