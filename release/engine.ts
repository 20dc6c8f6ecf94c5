import { execFile, execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

/** The base image. */
export const base = 'debian:12-slim'
const runFile = promisify(execFile)

/** A container engine, with the options that this machine needs. */
export interface Engine {
  name: 'docker' | 'podman'
  /** Runs a command of the engine; throws its output unless the exit code is 0. */
  run(...args: string[]): Promise<string>
  /** Returns the output of a container, including errors. */
  logs(container: string): Promise<string>
  /** The options for each container. */
  limits: string[]
  /** Builds an image from a folder. */
  build(folder: string, image: string, file?: string): Promise<void>
  /** Returns whether an image exists here or can be downloaded. */
  has(image: string): boolean
}

export const howToHaveEngine =
  'apt-get install -y --no-install-recommends podman runc buildah debootstrap netavark aardvark-dns iptables (Debian), or Docker'

/** Returns the engine, or undefined if the machine has none. Builds the base image here if no registry provides it. */
export function findEngine(): Engine | undefined {
  const name = (['docker', 'podman'] as const).find(each => spawnSync(each, ['info'], { stdio: 'ignore' }).status === 0)
  if (!name) return undefined
  const has = (image: string) => {
    return ['inspect', 'pull'].some(act => spawnSync(name, ['image', act, image], { stdio: 'ignore' }).status === 0)
  }
  if (!has(base)) makeBase(name)
  const [global, limits] = waysToRun.find(way => canRun(name, way)) ?? fail(`${name} runs no container here`)
  const call = (args: string[]) => runFile(name, [...global, ...args], { maxBuffer: 64 * 1024 * 1024 })
  const run = async (...args: string[]) => (await call(args)).stdout.trim()
  return {
    name,
    run,
    async logs(container) {
      const { stdout, stderr } = await call(['logs', container])
      return (stdout + stderr).trim()
    },
    limits,
    has,
    async build(folder, image, file = 'Dockerfile') {
      const own = name === 'podman' ? ['--format', 'docker', ...limits.slice(0, 2), ...wayToPackages()] : []
      await run('build', '--network=host', ...own, '-t', image, '-f', path.join(folder, file), folder)
    },
  }
}

// A nested virtual machine cannot raise limits, and crun does not support hybrid control groups.
const waysToRun: [global: string[], limits: string[]][] = [
  [[], []],
  [
    ['--runtime', 'runc'],
    ['--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=4096:4096'],
  ],
]

function canRun(name: string, [global, limits]: (typeof waysToRun)[number]): boolean {
  const args = [...global, 'run', '--rm', '--network=none', ...limits, base, 'true']
  return spawnSync(name, args, { stdio: 'ignore' }).status === 0
}

function makeBase(name: string): void {
  if (spawnSync('debootstrap', ['--version'], { stdio: 'ignore' }).status !== 0) {
    throw new Error(`${base} cannot be pulled, and there is no debootstrap to make it with`)
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-base-'))
  try {
    execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], { stdio: ['ignore', 'ignore', 'inherit'] })
    fs.rmSync(path.join(folder, 'var/cache/apt'), { recursive: true })
    execFileSync('sh', ['-c', `tar -C '${folder}' -c . | ${name} import - ${base}`], { stdio: 'ignore' })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Returns npm's registry and trusted certificates on this machine, for the build. */
function wayToPackages(): string[] {
  const setting = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  const [registry, cafile] = [setting('registry'), setting('cafile')]
  const file = path.join(os.tmpdir(), 'warung-image.npmrc')
  const trusts = cafile !== '' && cafile !== 'null'
  fs.writeFileSync(file, `registry=${registry}\n${trusts ? 'cafile=/ca.crt\n' : ''}`)
  return ['-v', `${file}:/root/.npmrc:ro`, ...(trusts ? ['-v', `${cafile}:/ca.crt:ro`] : [])]
}

function fail(message: string): never {
  throw new Error(message)
}
