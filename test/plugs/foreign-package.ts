import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { makeChildEnv } from '../kit/child-env.ts'
import { packPackage } from '../kit/pack-package.ts'

// Installs a package that plugs Warung into another shop, and that shop, outside the tree.

const root = path.join(import.meta.dirname, '../..')
const cache = path.join(root, '.cache/plugs')
const isOffline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/
const outputMax = 32 * 1024 * 1024

export interface ForeignPackage {
  /** Contains the shop in node_modules, the package as its users install it, and the package's `test`. */
  folder: string
}

/**
 * Installs a package's shop from npm unless that was done before, then builds and installs the package itself. Returns
 * a reason if npm's registry cannot be reached.
 */
export async function installForeignPackage(name: string): Promise<ForeignPackage | string> {
  const source = path.join(root, 'packages', name)
  const lock = fs.readFileSync(path.join(source, 'package-lock.json'))
  const parent = path.join(cache, `${name}-${createHash('sha256').update(lock).digest('hex').slice(0, 12)}`)
  const folder = path.join(parent, name)
  await unpack(path.join(root, 'packages/sdk-typescript'), path.join(parent, 'sdk-typescript'))
  if (!fs.existsSync(path.join(parent, 'installed'))) {
    fs.mkdirSync(folder, { recursive: true })
    for (const file of ['package.json', 'package-lock.json']) fs.copyFileSync(`${source}/${file}`, `${folder}/${file}`)
    try {
      await run(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder)
    } catch (error) {
      const { stderr = '' } = error as { stderr?: string }
      const [, why] = isOffline.exec(`(${stderr})`) ? (/npm error (?:code )?(.*)/.exec(stderr) ?? []) : []
      if (why) return `the shop is not installed, and npm's registry cannot be reached (${why})`
      throw error
    }
    fs.writeFileSync(path.join(parent, 'installed'), '')
  }
  for (const part of ['src', 'test', 'tsconfig.json', 'package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']) {
    fs.rmSync(path.join(folder, part), { recursive: true, force: true })
    fs.cpSync(path.join(source, part), path.join(folder, part), { recursive: true })
  }
  await unpack(folder, path.join(folder, 'node_modules', packageName(folder)))
  return { folder }
}

/** Builds a package as `npm publish` would, and unpacks it like an installation. */
async function unpack(folder: string, target: string): Promise<void> {
  const temporary = `${target}.packed`
  fs.mkdirSync(temporary, { recursive: true })
  const file = await packPackage(folder, temporary)
  await run(['tar', 'xzf', file], temporary)
  fs.rmSync(target, { recursive: true, force: true })
  fs.renameSync(path.join(temporary, 'package'), target)
  fs.rmSync(temporary, { recursive: true })
}

function packageName(folder: string): string {
  return JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')).name
}

async function run([program = '', ...args]: string[], cwd: string): Promise<void> {
  const PATH = `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`
  const env = { ...process.env, ...makeChildEnv(), PATH }
  await promisify(execFile)(program, args, { cwd, env, maxBuffer: outputMax })
}
