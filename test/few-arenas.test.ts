import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const preload = path.join(import.meta.dirname, '..', 'src', 'few-arenas.ts')
let folder: string
let program: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-arenas-'))
  program = path.join(folder, 'program.mjs')
  const told =
    '{ pid: process.pid, arenas: process.env.MALLOC_ARENA_MAX, flags: process.execArgv, given: process.argv.slice(2) }'
  await writeFile(program, `process.stdout.write(JSON.stringify(${told}))`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(env: Record<string, string>) {
  const flags = ['--max-semi-space-size=16', '--import', preload]
  const child = spawn(process.execPath, [...flags, program, 'one', 'two words'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([child.stdout.toArray(), child.stderr.toArray(), once(child, 'exit')])
  const told = JSON.parse(Buffer.concat(out).toString())
  return {
    ...told,
    code,
    errors: Buffer.concat(err).toString(),
    isSame: told.pid === child.pid,
    hasFlags: told.flags.length === 3,
  }
}

test.runIf(process.platform === 'linux')(
  'a process begins again with two arenas, with its number, flags and arguments',
  async () => {
    expect(await run({ PATH: process.env.PATH! })).toMatchObject({
      arenas: '2',
      code: 0,
      errors: '',
      isSame: true,
      hasFlags: true,
      given: ['one', 'two words'],
    })
  },
)

test("an operator's own number of arenas stays", async () => {
  expect(await run({ PATH: process.env.PATH!, MALLOC_ARENA_MAX: '4' })).toMatchObject({
    arenas: '4',
    code: 0,
    isSame: true,
  })
})
