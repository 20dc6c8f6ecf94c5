import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'

const root = path.join(import.meta.dirname, '..', '..')

/** The Nodes and npms of newcomers, by their usual version numbers. */
export const nodes: Record<string, string> = { 18: '18.20.8', 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' }
export const npms: Record<string, string> = { 9: '9.9.4', 10: '10.9.9', 11: '11.21.2' }

/** A machine with its own Node and npm, and a folder with a clone of the project. */
export interface Machine {
  folder: string
  /** Runs `npm` there in a process group of its own. */
  start(args: string[], settings?: Record<string, string>): ChildProcess
  /** Runs it to its end; throws its output unless the exit code is 0. */
  npm(args: string[], settings?: Record<string, string>): Promise<string>
}

export function openMachine(node: string, npm: string, folder: string): Machine {
  const programs = path.join(folder, 'programs')
  const clone = path.join(folder, 'warung')
  copyProject(clone)
  const nodeFolder = installed(`node-linux-${process.arch}`, nodes[node]!)
  const npmFolder = installed('npm', npms[npm]!)
  fs.mkdirSync(programs)
  fs.symlinkSync(path.join(nodeFolder, 'bin', 'node'), path.join(programs, 'node'))
  for (const name of ['npm', 'npx']) {
    const script = `#!/bin/sh\nexec node '${npmFolder}/bin/${name}-cli.js' "$@"\n`
    fs.writeFileSync(path.join(programs, name), script, { mode: 0o755 })
  }
  const env = { ...withoutNpm(process.env), PATH: `${programs}:/usr/sbin:/usr/bin:/sbin:/bin` }
  const start: Machine['start'] = (args, settings = {}) =>
    spawn('npm', args, {
      cwd: clone,
      detached: true,
      env: { ...env, ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const run: Machine['npm'] = async (args, settings) => {
    const child = start(args, settings)
    const [out, errors, [code]] = await Promise.all([
      child.stdout!.toArray(),
      child.stderr!.toArray(),
      once(child, 'exit'),
    ])
    const written = Buffer.concat([...out, ...errors]).toString()
    if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${written}`)
    return written
  }
  return { folder: clone, start, npm: run }
}

// Copies files under git, and new ones that are not ignored, so that a change is tested before it is committed.
function copyProject(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed.toString().split('\0').filter(Boolean)
  for (const file of files) {
    const source = path.join(root, file)
    if (!fs.existsSync(source)) continue
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    fs.copyFileSync(source, path.join(folder, file))
  }
}

function installed(name: string, version: string): string {
  const prefix = path.join(root, '.cache', 'machines', `${name}-${version}`)
  const folder = path.join(prefix, 'node_modules', name)
  if (!fs.existsSync(path.join(folder, 'package.json'))) {
    fs.mkdirSync(prefix, { recursive: true })
    fs.writeFileSync(path.join(prefix, 'package.json'), '{}')
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', `${name}@${version}`]
    execFileSync('npm', args, { cwd: prefix, env: withoutNpm(process.env), stdio: 'inherit' })
  }
  return folder
}

// The npm that runs this drill passes its settings to its scripts; only the registry is kept.
function withoutNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = /^npm_config_(registry|cafile|userconfig|cache)$/
  const own = /^(npm_|NODE$|NODE_OPTIONS$|INIT_CWD$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => kept.test(name) || !own.test(name)))
}
