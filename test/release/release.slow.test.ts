import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..', '..')
const next = '99.1.0'
const names = [`warung-${next}.tar.gz`, `warung-${next}.cdx.json`, `warung-${next}.md`]
const { PATH = '' } = process.env
let folder: string
let clone: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-release-'))
  clone = path.join(folder, 'clone')
  copyProject()
  const made = release(clone, next, '--new-key', '--to', path.join(folder, 'one'))
  expect(made.stderr).toBe('')
}, 120_000)
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('npm run release', () => {
  test('npm run release makes the archive, the list of contents, the changes, and their signed checksums', () => {
    const made = ['SHA256SUMS', 'SHA256SUMS.note', 'SHA256SUMS.sig', ...names]
    expect(fs.readdirSync(path.join(folder, 'one')).sort()).toEqual(made.toSorted())
    const materials = JSON.parse(fs.readFileSync(path.join(folder, 'one', names[1]!), 'utf8'))
    expect(materials).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { version: next } },
    })
    const inside = materials.components.map(({ name }: { name: string }) => name)
    expect(inside).toContain('koa')
    expect(inside).not.toContain('vitest')
  })

  test('npm run release writes every copy of the version, in a commit with its tag', () => {
    const unpacked = path.join(folder, 'unpacked')
    fs.mkdirSync(unpacked)
    execFileSync('tar', ['-xzf', path.join(folder, 'one', names[0]!), '-C', unpacked])
    const source = path.join(unpacked, `warung-${next}`)
    const read = (file: string) => fs.readFileSync(path.join(source, file), 'utf8')
    expect(JSON.parse(read('package.json')).version).toBe(next)
    expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: next, packages: { '': { version: next } } })
    expect(read('docker-compose.yml')).toContain(`image: warung:${next}\n`)
    expect(read('Dockerfile')).toContain(`image.version="${next}"`)
    expect(read('CHANGELOG.md')).toMatch(new RegExp(`^## Pending\\n\\n## ${next} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm'))
    expect(JSON.parse(read('migrations/released.json'))).toMatchObject({
      Migration20261121000000_create_tables: { version: expect.any(String) },
    })
    expect(git(clone, 'rev-parse', `v${next}^{commit}`)).toBe(git(clone, 'rev-parse', 'HEAD'))
  })

  test('npm run release makes the same bytes of the same commit, elsewhere and later', () => {
    const other = path.join(folder, 'other')
    git(folder, 'clone', '--quiet', clone, other)
    fs.symlinkSync(path.join(root, 'node_modules'), path.join(other, 'node_modules'))
    expect(release(other, next, '--to', path.join(folder, 'two')).stderr).toBe('')
    for (const name of [...names, 'SHA256SUMS', 'SHA256SUMS.sig']) {
      expect(
        fs.readFileSync(path.join(folder, 'two', name)).equals(fs.readFileSync(path.join(folder, 'one', name))),
        name,
      ).toBe(true)
    }
  })

  test.each([
    ['no version', ['1.0'], /a version is 1\.2\.3/],
    ['an earlier version', ['98.0.0'], /is not later than 99\.1\.0/],
    ['a missing key', ['99.2.0', '--key', '/nowhere.pem'], /There is no key to sign with/],
  ])('npm run release refuses %s, and changes nothing', (_what, args, why) => {
    const before = git(clone, 'rev-parse', 'HEAD')
    const { status, stderr } = release(clone, ...args)
    expect(status).toBe(1)
    expect(stderr).toMatch(why)
    expect([git(clone, 'rev-parse', 'HEAD'), git(clone, 'status', '--porcelain')]).toEqual([before, ''])
  })

  test('npm run release refuses uncommitted changes', () => {
    fs.appendFileSync(path.join(clone, 'README.md'), '\n')
    const { stderr } = release(clone, '99.2.0')
    git(clone, 'checkout', '--quiet', '--', 'README.md')
    expect(stderr).toMatch(/not committed/)
  })
})

test('warung --version prints the released version', () => {
  const command = ['src/warung.ts', '--version']
  expect(execFileSync(process.execPath, command, { cwd: clone, env: { PATH }, encoding: 'utf8' })).toBe(`${next}\n`)
})

describe('warung verify', () => {
  test('warung verify confirms each file as signed, with the key that the release itself contains', () => {
    for (const name of names) expect(verify(name).stdout).toBe(`${name} is as warung-release signed it\n`)
    expect(verify('SHA256SUMS.note').stdout.split('\n')).toHaveLength(names.length + 1)
  })

  test('warung verify refuses an altered file, an unreleased one, and another key', () => {
    const copy = path.join(folder, 'copy')
    fs.cpSync(path.join(folder, 'one'), copy, { recursive: true })
    fs.appendFileSync(path.join(copy, names[2]!), ' ')
    fs.writeFileSync(path.join(copy, 'another.tar.gz'), '')
    expect(verify(names[2]!, copy)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/not the file that was signed/),
    })
    expect(verify('another.tar.gz', copy)).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/no file of this release/),
    })
    const neumann = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    const { status, stderr } = verify(names[0]!, copy, '--key', neumann)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/Nobody whose key is trusted/)])
  })

  test('openssl and sha256sum confirm a release, as docs/releases.md explains', () => {
    const options = { cwd: path.join(folder, 'one'), encoding: 'utf8', env: { PATH, KEY: signer() } } as const
    const [block] = /```sh\n(?<commands>[^`]*openssl[^`]*)```/.exec(
      fs.readFileSync(path.join(root, 'docs/releases.md'), 'utf8'),
    )!
    const commands = block.split('\n').slice(1, -1).join('\n')
    const { stdout, stderr } = spawnSync('sh', ['-e', '-c', commands], options)
    expect(stderr).toBe('')
    expect(stdout).toContain('Signature Verified Successfully')
    for (const name of names) expect(stdout).toContain(`${name}: OK`)
  })
})

// Copies uncommitted files as well, so that they are tested.
function copyProject(): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const file of files.toString().split('\0').filter(Boolean)) {
    if (!fs.existsSync(path.join(root, file))) continue
    fs.cpSync(path.join(root, file), path.join(clone, file))
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(clone, 'node_modules'))
  fs.appendFileSync(path.join(clone, '.gitignore'), '\nnode_modules\n')
  git(clone, 'init', '--quiet')
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '--message', 'Everything')
}

function release(cwd: string, ...args: string[]) {
  const key = path.join(folder, 'key.pem')
  const env = { PATH, HOME: folder, WARUNG_RELEASE_KEY: key, ...author }
  const command = [path.join(cwd, 'release/release.ts'), ...args, '--without-image']
  return spawnSync(process.execPath, command, { cwd, env, encoding: 'utf8' })
}

function verify(name: string, from = path.join(folder, 'one'), ...args: string[]) {
  const command = ['src/warung.ts', 'verify', path.join(from, name), ...args]
  return spawnSync(process.execPath, command, { cwd: clone, env: { PATH, HOME: folder }, encoding: 'utf8' })
}

/** Returns the line of release-key.txt. */
function signer(): string {
  const lines = fs.readFileSync(path.join(clone, 'release-key.txt'), 'utf8').trim().split('\n')
  return lines.at(-1)!
}

const author = {
  GIT_AUTHOR_NAME: 'Warung',
  GIT_AUTHOR_EMAIL: 'warung@example.com',
  GIT_COMMITTER_NAME: 'Warung',
  GIT_COMMITTER_EMAIL: 'warung@example.com',
}

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd, encoding: 'utf8', env: { PATH, HOME: folder, ...author } }).trim()
}
