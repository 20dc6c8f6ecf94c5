import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listModules } from '../../src/app.ts'

const root = path.join(import.meta.dirname, '../..')
const name = 'counter'
let copy: string

beforeAll(() => {
  copy = fs.mkdtempSync(path.join(os.tmpdir(), 'warung-deleted-'))
  execFileSync('git', ['checkout-index', '--all', `--prefix=${copy}/`], { cwd: root })
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'))
  fs.rmSync(path.join(copy, 'src/modules', name), { recursive: true })
  fs.rmSync(path.join(copy, 'test/modules', name), { recursive: true })
  edit('src/modules/index.ts', text =>
    text.replace(/^import .*'\.\/counter\/module\.ts'\n/m, '').replace(/^ {2}counter,\n/m, ''),
  )
  const { module } = listModules({ modules: undefined }).find(one => one.module.name === name)!
  const tables = Object.keys({ ...module.archivedTables, ...module.leftOutTables })
  edit('src/modules/left-tables.ts', text => text.replace('= {}', `= { ${name}: ${JSON.stringify(tables)} }`))
})
afterAll(() => fs.rmSync(copy, { recursive: true }))

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
  expect(output.split('\n').filter(line => /^(src|bot|migrations)\//.test(line))).toEqual([])
}, 600_000)

test('the schema and the archive omit the tables of a deleted module', () => {
  const tests = ['test/database/schema.test.ts', 'test/database/migrations.test.ts', 'test/house-archive.test.ts']
  const { output, status } = run('node_modules/vitest/vitest.mjs', 'run', ...tests)
  expect(status, output).toBe(0)
}, 600_000)
