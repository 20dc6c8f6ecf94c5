import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listModules } from '../../src/app.ts'

const root = path.join(import.meta.dirname, '../..')

// A random module, or the one that DELETED_MODULE names, and those that need it.
const modules = listModules({ modules: undefined }).map(({ module }) => module)
const deleted = [process.env.DELETED_MODULE ?? modules[randomInt(modules.length)]!.name]
for (const name of deleted) {
  const dependents = modules.filter(module => module.needs?.includes(name) && !deleted.includes(module.name))
  deleted.push(...dependents.map(module => module.name))
}

/** Columns that a module adds to the table of another room. */
const addedColumns: Readonly<Record<string, string[]>> = { stars: ['stock_unit.star_purchase_id'] }

let copy: string

beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-deleted-'))
  execFileSync('git', ['checkout-index', '--all', `--prefix=${copy}/`], { cwd: root })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  const left = Object.fromEntries(deleted.map(name => [name, deleteModule(name)]))
  edit('src/modules/left-tables.ts', text => text.replace('= {}', `= ${JSON.stringify(left)}`))
})
afterAll(() => fs.rmSync(copy, { recursive: true }))

/** Deletes the folder of a module and its lines in the list. Returns what it leaves in the database. */
function deleteModule(name: string): string[] {
  fs.rmSync(path.join(copy, 'src/modules', name), { recursive: true })
  fs.rmSync(path.join(copy, 'test/modules', name), { recursive: true, force: true })
  edit('src/modules/index.ts', text => {
    const [line, identifier] = new RegExp(`^import \\{ (\\w+) \\} from '\\./${name}/module\\.ts'\n`, 'm').exec(text)!
    return text.replace(line, '').replace(`\n  ${identifier},\n`, '\n')
  })
  const { archivedTables, leftOutTables } = modules.find(module => module.name === name)!
  return [...Object.keys({ ...archivedTables, ...leftOutTables }), ...(addedColumns[name] ?? [])]
}

function edit(file: string, change: (text: string) => string): void {
  const at = path.join(copy, file)
  const [before, after] = [fs.readFileSync(at, 'utf8'), change(fs.readFileSync(at, 'utf8'))]
  expect(after).not.toBe(before)
  fs.writeFileSync(at, after)
}

function run(...command: string[]) {
  const { stdout, stderr, status } = spawnSync('node', ['run.cjs', ...command], { cwd: copy, encoding: 'utf8' })
  return { output: `${stdout}${stderr}`, status }
}

test('the core compiles without the folder of a module', () => {
  const { output } = run('node_modules/typescript/bin/tsc', '--incremental', 'false')
  // Tests that use several modules are removed manually with the module.
  expect(
    output.split('\n').filter(line => /^(src|bot|migrations)\//.test(line)),
    `without ${deleted}`,
  ).toEqual([])
}, 600_000)

test('the schema and the archive omit the tables of a deleted module', () => {
  const tests = ['test/database/schema.test.ts', 'test/database/migrations.test.ts']
  if (!deleted.includes('archive')) tests.push('test/house-archive.test.ts')
  const { output, status } = run('node_modules/vitest/vitest.mjs', 'run', ...tests)
  expect(status, `without ${deleted}: ${output}`).toBe(0)
}, 600_000)
