import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const name = `node-linux-${process.arch}`
let folder: string
let brought: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-run-'))
  brought = path.join(folder, 'node_modules', name, 'bin', 'node')
  await copyFile(path.join(root, 'run.cjs'), path.join(folder, 'run.cjs'))
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ optionalDependencies: { [name]: '24.21.0' } }))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

// On other systems the downloaded Node has other names, and signals behave differently.
describe.runIf(process.platform === 'linux')('run.cjs, which starts every script of package.json', () => {
  describe.each([
    ['a machine’s Node that can become another program', []],
    ['an older Node that starts it as a child', ['--require', './older.cjs']],
  ])('%s', (_name, machineFlags) => {
    beforeEach(async () => {
      await bringNode()
      await writeFile(path.join(folder, 'older.cjs'), 'delete process.execve')
    })

    test('the program runs under the provided Node with its flags and arguments, and its exit code', async () => {
      const told = 'process.execArgv, process.argv.slice(2), process.env.BROUGHT'
      await writeFile(path.join(folder, 'program.cjs'), `console.log(JSON.stringify([${told}])); process.exit(7)`)
      const ran = await ended(start(machineFlags, ['--max-semi-space-size=16', 'program.cjs', 'one', 'two words', '']))
      expect(ran).toEqual({
        out: `${JSON.stringify([['--max-semi-space-size=16'], ['one', 'two words', ''], 'yes'])}\n`,
        errors: '',
        code: 7,
        signal: null,
      })
    })

    test('the program releases memory that it no longer needs when its operator asks', async () => {
      const tell = ['-p', '[process.env.MALLOC_ARENA_MAX, process.env.MALLOC_TRIM_THRESHOLD_].join()']
      expect(await ended(start(machineFlags, tell))).toMatchObject({ out: '2,131072\n', code: 0 })
      const own = { MALLOC_ARENA_MAX: '4', MALLOC_TRIM_THRESHOLD_: '9' }
      expect(await ended(start(machineFlags, tell, 'ignore', own))).toMatchObject({ out: '4,9\n' })
    })

    test('a program started as node is the same Node', async () => {
      await writeFile(path.join(folder, 'program.cjs'), 'console.log(process.env.BROUGHT)')
      const inShell =
        "require('child_process').execSync('node program.cjs', { stdio: 'inherit', env: { PATH: process.env.PATH } })"
      const { out } = await ended(start(machineFlags, ['-e', inShell]))
      expect(out).toBe('yes\n')
    })

    test('a program reads piped input', async () => {
      const child = start(machineFlags, ['-e', 'process.stdin.pipe(process.stdout)'], 'pipe')
      child.stdin!.end('from outside')
      expect(await ended(child)).toMatchObject({ out: 'from outside', code: 0 })
    })

    test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
      '%s reaches the program, which ends in its own time',
      async signal => {
        const program = `process.on('${signal}', () => setTimeout(() => process.exit(5), 100))
      console.log('ready')
      setInterval(() => {}, 1000)`
        const child = start(machineFlags, ['-e', program])
        await once(child.stdout!, 'data')
        child.kill(signal)
        expect(await ended(child)).toMatchObject({ code: 5, signal: null })
      },
    )

    test('a killed program is reported as killed', async () => {
      const ran = await ended(start(machineFlags, ['-e', "process.kill(process.pid, 'SIGKILL')"]))
      expect(ran).toMatchObject({ code: null, signal: 'SIGKILL' })
    })
  })

  test("the program ends when npm's shell ends without a signal", async () => {
    await bringNode()
    await writeFile(path.join(folder, 'older.cjs'), 'delete process.execve')
    const program = `process.on('SIGTERM', () => { console.log('told to end'); process.exit(0) })
      console.log('ready')
      setInterval(() => {}, 1000)`
    await writeFile(path.join(folder, 'program.cjs'), program)
    const command = `"${process.execPath}" --require ./older.cjs run.cjs program.cjs; true`
    const environment = { PATH: process.env.PATH!, npm_lifecycle_event: 'start' }
    const shell = spawn('sh', ['-c', command], { cwd: folder, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    await once(shell.stdout, 'data')
    const rest = shell.stdout.toArray()
    shell.kill('SIGKILL')
    expect(String(Buffer.concat(await rest))).toBe('told to end\n')
  })

  test('a link that an older npm omitted is created', async () => {
    await bringNode()
    await mkdir(path.join(folder, 'node_modules/.bin'))
    await ended(start([], ['-e', '']))
    expect(await readlink(path.join(folder, 'node_modules/.bin/node'))).toBe(`../${name}/bin/node`)
  })

  test('a sufficiently new Node of the machine is used if the provided one cannot run', async () => {
    await bringNode('#!/lib/ld-musl-nowhere.so.1\n')
    expect(await ended(start([], ['-p', '6 * 7']))).toMatchObject({ out: '42\n', errors: '', code: 0 })
  })

  describe('an unsupported machine', () => {
    beforeEach(() => writeFile(path.join(folder, 'old.cjs'), versionOf('22.22.0')))

    test.each([
      ['no packages', async () => {}, /^Nothing is installed yet: run `npm ci` first\.\n$/],
      [
        'no optional packages',
        () => mkdir(path.join(folder, 'node_modules')),
        /^npm left out node-linux-\w+, .*: run `npm ci --include=optional`\.\n$/,
      ],
      [
        'no glibc',
        () => bringNode('#!/lib/ld-musl-nowhere.so.1\n'),
        /^The Node that Warung brings does not run here .*Alpine.* own is 22\.22\.0: install Node 24\.7 or newer .*\.\n$/,
      ],
      [
        'a system without a provided Node',
        otherSystem,
        /^Warung brings no Node for sunos-\w+, .* own is 22\.22\.0: install Node 24\.7 or newer .*\.\n$/,
      ],
    ])('an unsupported machine gets one sentence that says what to do: %s', async (_name, prepare, sentence) => {
      await prepare()
      const ran = await ended(start(['--require', './old.cjs'], ['-p', '42']))
      expect(ran).toMatchObject({ out: '', code: 1, errors: expect.stringMatching(sentence) })
    })

    test('the oldest supported Node of a machine is accepted', async () => {
      await mkdir(path.join(folder, 'node_modules'))
      await writeFile(path.join(folder, 'old.cjs'), versionOf('24.7.0'))
      expect(await ended(start(['--require', './old.cjs'], ['-p', '42']))).toMatchObject({ out: '42\n', code: 0 })
      await writeFile(path.join(folder, 'old.cjs'), versionOf('24.6.9'))
      expect(await ended(start(['--require', './old.cjs'], ['-p', '42']))).toMatchObject({ code: 1 })
    })
  })
})

// Replaces the Node that the project brings by a script, which shows whether it was run instead of the one that runs
// this test.
async function bringNode(content = `#!/bin/sh\nBROUGHT=yes exec '${process.execPath}' "$@"\n`) {
  await mkdir(path.dirname(brought), { recursive: true })
  await writeFile(brought, content)
  await chmod(brought, 0o755)
}

const versionOf = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`

async function otherSystem() {
  await mkdir(path.join(folder, 'node_modules'))
  const sunos = "Object.defineProperty(process, 'platform', { value: 'sunos' })"
  await writeFile(path.join(folder, 'old.cjs'), `${versionOf('22.22.0')};${sunos}`)
}

function start(
  machineFlags: string[],
  args: string[],
  stdin: 'ignore' | 'pipe' = 'ignore',
  env: Record<string, string> = {},
): ChildProcess {
  return spawn(process.execPath, [...machineFlags, 'run.cjs', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH!, ...env },
    stdio: [stdin, 'pipe', 'pipe'],
  })
}

async function ended(child: ChildProcess) {
  const [out, errors, [code, signal]] = await Promise.all([
    child.stdout!.toArray(),
    child.stderr!.toArray(),
    once(child, 'exit'),
  ])
  return { out: String(Buffer.concat(out)), errors: String(Buffer.concat(errors)), code, signal }
}
