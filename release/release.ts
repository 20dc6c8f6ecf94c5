import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { keepVersion } from '../drills/upgrade/keep-version.ts'
import { releaseMigrations } from '../migrations/released.ts'
import { formatVerifier, signNote } from '../src/lib/signed-note.ts'
import { isOlder } from '../src/lib/version.ts'
import { buildApk } from './apk.ts'
import { billOfMaterials } from './bill-of-materials.ts'
import { findEngine, howToHaveEngine } from './engine.ts'
import { sectionOf, writeSection, writeVersion, writtenVersions } from './version.ts'

/*
 * `npm run release 1.0.0`: updates every copy of the version, commits and tags that, and builds the files of the
 * release with their signed checksums. If the commit and the tag already exist, it only builds the files; the source
 * archive has the same bytes each time. docs/releases.md explains the rest.
 */
const root = path.join(import.meta.dirname, '..')
const { positionals, values: asked } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    key: { type: 'string' },
    'new-key': { type: 'boolean' },
    'key-name': { type: 'string', default: 'warung-release' },
    'without-image': { type: 'boolean' },
  },
})

try {
  await release(positionals[0] ?? '')
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exitCode = 1
}

async function release(version: string): Promise<void> {
  if (!/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version)) {
    throw new Error(
      'npm run release VERSION [-- --to FOLDER] [--key FILE] [--new-key] [--without-image]; a version is 1.2.3',
    )
  }
  if (git('status', '--porcelain') !== '')
    throw new Error('There are changes that are not committed: a release is a commit')
  const engine = asked['without-image'] ? undefined : findEngine()
  if (!engine && !asked['without-image']) {
    throw new Error(
      `There is no container engine here. To have one: ${howToHaveEngine}. Or leave the image out: -- --without-image`,
    )
  }
  const key = openKey()
  commitVersion(version, formatVerifier(asked['key-name'], key))
  tagVersion(version)

  const folder = path.resolve(asked.to ?? path.join(root, '.cache', 'releases', version))
  fs.mkdirSync(folder, { recursive: true })
  const name = `warung-${version}`
  const apk = await fromHead(source => buildApk(source))
  const files = new Map<string, Buffer | string>([
    [`${name}.tar.gz`, archiveOf(name)],
    [`${name}.cdx.json`, `${JSON.stringify(materialsOf(version), null, 2)}\n`],
    [`${name}.md`, `${sectionOf(atHead('CHANGELOG.md').toString(), version)}\n`],
    ...apk,
  ])
  for (const [file, content] of files) fs.writeFileSync(path.join(folder, file), content)
  if (engine) {
    await saveImage(engine, version, path.join(folder, `${name}-image.tar`), apk)
    files.set(`${name}-image.tar`, fs.readFileSync(path.join(folder, `${name}-image.tar`)))
  }
  writeSums(folder, files, key)
  process.stdout.write(
    `${[...files.keys(), 'SHA256SUMS', 'SHA256SUMS.note', 'SHA256SUMS.sig'].join('\n')}\nare in ${folder}\n`,
  )
}

/** The key of the person who makes the releases, stored outside the project. */
function openKey(): KeyObject {
  const file =
    asked.key ?? process.env.WARUNG_RELEASE_KEY ?? path.join(os.homedir(), '.config', 'warung', 'release-key.pem')
  if (asked['new-key']) {
    const { privateKey } = generateKeyPairSync('ed25519')
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    fs.writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' })
  }
  if (!fs.existsSync(file)) {
    throw new Error(
      `There is no key to sign with at ${file}: name it with --key, or make one with -- --new-key and keep it well`,
    )
  }
  const key = createPrivateKey(fs.readFileSync(file))
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${file} is no Ed25519 key`)
  return key
}

function commitVersion(version: string, signer: string): void {
  const current = writtenVersions(root)[0]![1]
  // A release in progress already has its version, but no section yet.
  const isWritten = current === version && sectionOf(atHead('CHANGELOG.md').toString(), version) !== undefined
  if (!isWritten) {
    if (isOlder(version, current)) throw new Error(`${version} is not later than ${current}`)
    writeVersion(root, version)
    releaseMigrations(version)
    writeSection(root, version, new Date().toISOString().slice(0, 10))
    trustKey(signer)
    keepVersion(root, version)
    git('add', '--all')
    git('commit', '--quiet', '--message', `Release ${version}`)
  }
  if (!atHead('release-key.txt').toString().split('\n').includes(signer)) {
    throw new Error('release-key.txt of this commit does not have the key: a release that nobody can verify is none')
  }
  if (!sectionOf(atHead('CHANGELOG.md').toString(), version)) throw new Error(`CHANGELOG.md says nothing of ${version}`)
}

/** Adds the key to those of earlier releases, which remain trusted. */
function trustKey(signer: string): void {
  const file = path.join(root, 'release-key.txt')
  const before = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '# Who signs releases: docs/releases.md\n'
  if (!before.split('\n').includes(signer)) fs.writeFileSync(file, `${before}${signer}\n`)
}

function tagVersion(version: string): void {
  const tag = `v${version}`
  if (git('tag', '--list', tag) === '') git('tag', '--annotate', '--message', `Warung ${version}`, tag)
  if (git('rev-parse', `${tag}^{commit}`) !== git('rev-parse', 'HEAD')) throw new Error(`${tag} is another commit`)
}

/** Returns an archive of the commit with the commit's time, so that it always has the same bytes. */
function archiveOf(name: string): Buffer {
  const config = ['-c', 'tar.umask=0022', '-c', 'core.autocrlf=false']
  const tar = gitBytes(...config, 'archive', '--format=tar', `--prefix=${name}/`, 'HEAD')
  return gzipSync(tar, { level: 9 })
}

function materialsOf(version: string): object {
  const date = new Date(git('log', '-1', '--format=%cI')).toISOString()
  return billOfMaterials(JSON.parse(atHead('package-lock.json').toString()), version, date)
}

/** Works on a checkout of the commit, not on other files in this folder. */
async function fromHead<Result>(work: (source: string) => Result | Promise<Result>): Promise<Result> {
  const source = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-release-'))
  try {
    execFileSync('tar', ['-x', '-C', source], { input: gitBytes('archive', '--format=tar', 'HEAD') })
    return await work(source)
  } finally {
    fs.rmSync(source, { recursive: true, force: true })
  }
}

/** Builds from the commit and the Android app, not from other files in this folder. */
async function saveImage(
  engine: NonNullable<ReturnType<typeof findEngine>>,
  version: string,
  file: string,
  apk: Map<string, Buffer>,
): Promise<void> {
  await fromHead(async source => {
    for (const [each, bytes] of apk) fs.writeFileSync(path.join(source, 'apk', each), bytes)
    await engine.build(source, `warung:${version}`)
  })
  fs.rmSync(file, { force: true })
  await engine.run('save', '--output', file, `warung:${version}`)
}

/** Writes the checksums in the format of sha256sum, with a signature for OpenSSL, and as a signed note. */
function writeSums(folder: string, files: Map<string, Buffer | string>, key: KeyObject): void {
  const digest = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
  const sums = [...files].map(([file, content]) => `${digest(content)}  ${file}\n`).join('')
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums)
  fs.writeFileSync(path.join(folder, 'SHA256SUMS.sig'), sign(null, Buffer.from(sums), key))
  fs.writeFileSync(path.join(folder, 'SHA256SUMS.note'), signNote(sums, asked['key-name'], key))
}

function atHead(file: string): Buffer {
  try {
    return gitBytes('show', `HEAD:${file}`)
  } catch {
    return Buffer.alloc(0)
  }
}

function git(...args: string[]): string {
  return gitBytes(...args)
    .toString()
    .trim()
}

function gitBytes(...args: string[]): Buffer {
  return execFileSync('git', args, { cwd: root, maxBuffer: 512 * 1024 * 1024, stdio: ['ignore', 'pipe', 'pipe'] })
}
