import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const preload = path.join(root, 'src', 'own-imports.ts')
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'warung-imports-'))
  // Node calls the hook that was registered first last: this one sees the requests that reach Node itself.
  await writeFile(
    path.join(folder, 'listen.mjs'),
    `import { registerHooks } from 'node:module'
     globalThis.asked = []
     registerHooks({ resolve: (specifier, context, next) => {
       const isImport = !context.conditions.includes('require')
       const found = next(specifier, context)
       if (isImport) asked.push([specifier, context.parentURL, found.url])
       return found
     } })`,
  )
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function run(flags: string[], program: string) {
  const node = ['--import', path.join(folder, 'listen.mjs'), ...flags, '--input-type=module', '-e', program]
  const { stdout } = await promisify(execFile)(process.execPath, node, { cwd: root })
  return JSON.parse(stdout)
}

test('Node resolves each package once, and no file of the shop', async () => {
  const files = ['src/lib/sql.ts', 'src/lib/silence.ts', 'src/lib/version.ts']
  const program = `for (const file of ${JSON.stringify(files)}) await import(${JSON.stringify(`${root}/`)} + file)
    console.log(JSON.stringify(asked.filter(([, from]) => from.includes('/src/lib/'))))`
  const all: string[][] = await run([], program)
  const told: string[][] = await run(['--import', preload], program)
  const named = told.map(([specifier]) => specifier)
  expect(new Set(named).size).toBe(named.length)
  // The version is read from a file that is not a module.
  expect(named.filter(specifier => specifier!.startsWith('.'))).toEqual(['../../package.json'])
  expect(new Set(named)).toEqual(new Set(all.map(([specifier]) => specifier!).filter(name => !/^\..*\.ts$/.test(name))))
  expect(all.filter(([specifier]) => specifier === 'pg').length).toBeGreaterThan(1)
})

test('Node resolves one import for each folder of modules in a package', async () => {
  const program = `await import(${JSON.stringify(`${root}/src/identity-provider-settings.ts`)})
    const { z } = await import('zod')
    const own = asked.filter(([specifier, from]) => /node_modules.zod./.test(from ?? '') && specifier.startsWith('.'))
    console.log(JSON.stringify({ own, word: z.string().parse('kopi') }))`
  const all: { own: string[][] } = await run([], program)
  const { own, word }: { own: string[][]; word: string } = await run(['--import', preload], program)
  const folders = own.map(([, , url]) => path.dirname(url!))
  expect(new Set(folders).size).toBe(folders.length)
  expect(all.own.length).toBeGreaterThan(10 * folders.length)
  expect(word).toBe('kopi')
})

test('other imports are resolved as usual, and a missing file is named', async () => {
  const other = pathToFileURL(path.join(folder, 'other.mjs')).href
  await writeFile(path.join(folder, 'other.mjs'), 'export default 7')
  const program = `const { default: seven } = await import('${other}')
    const { message } = await import('${pathToFileURL(root).href}/src/no-such-file.ts').catch(error => error)
    console.log(JSON.stringify({ seven, message }))`
  expect(await run(['--import', preload], program)).toEqual({
    seven: 7,
    message: expect.stringContaining('no-such-file.ts'),
  })
})
