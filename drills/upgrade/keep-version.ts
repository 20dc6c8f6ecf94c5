import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

/** The versions from which upgrades are tested: the runtime files of each, and their checksum. */
const folder = import.meta.dirname
const sums = path.join(folder, 'SHA256SUMS')

// Files that no process of a shop opens.
const kept = [
  'src',
  'bot',
  'migrations',
  'packages/local-bot-api',
  'package.json',
  'package-lock.json',
  'run.cjs',
  'LICENSE',
]
const leftOut = [':!packages/*/test', ':!migrations/snapshot.json']

/** A step of releasing a version (`npm run release`): stores the committed runtime files of a checkout. */
export function keepVersion(root: string, version: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 512 * 1024 * 1024 })
  git('add', '--all')
  const tree = git('write-tree').toString().trim()
  const tar = git('archive', '--format=tar', `--prefix=warung-${version}/`, tree, '--', ...kept, ...leftOut)
  const archive = gzipSync(tar, { level: 9 })
  fs.writeFileSync(fileOf(version), archive)
  const others = keptSums().filter(line => !line.endsWith(`  ${path.basename(fileOf(version))}`))
  fs.writeFileSync(sums, [...others, `${digestOf(archive)}  ${path.basename(fileOf(version))}`, ''].join('\n'))
}

/** Returns the versions, oldest first. */
export function listKeptVersions(): string[] {
  return keptSums().map(line => /warung-(.+)\.tar\.gz$/.exec(line)![1]!)
}

/** Unpacks a version into an empty folder and returns it. Throws if the archive differs from the stored one. */
export function unpackVersion(version: string, to: string): string {
  const archive = fs.readFileSync(fileOf(version))
  if (!keptSums().includes(`${digestOf(archive)}  ${path.basename(fileOf(version))}`)) {
    throw new Error(`${fileOf(version)} is not the archive that was kept`)
  }
  execFileSync('tar', ['-x', '-C', to], { input: gunzipSync(archive) })
  return path.join(to, `warung-${version}`)
}

function keptSums(): string[] {
  return fs.existsSync(sums) ? fs.readFileSync(sums, 'utf8').split('\n').filter(Boolean) : []
}

const fileOf = (version: string) => path.join(folder, `warung-${version}.tar.gz`)
const digestOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')
