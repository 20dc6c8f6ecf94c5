import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const folder = import.meta.dirname

test('every row of the contract has a test, and every test has a row', () => {
  expect(rows.length).toBe(255)
  expect(named.filter(name => !rows.includes(name))).toEqual([])
  expect(rows.filter(name => !named.includes(name))).toEqual([])
})

const contract = readFileSync(path.join(folder, '../../docs/contract.md'), 'utf8')
const rows = [...contract.matchAll(/^\| (\d[^|]*) \| (.+) \|$/gm)].map(
  ([, section, requirement]) => `${section} ${requirement}`,
)

const named = readdirSync(folder)
  .filter(name => name.endsWith('.test.ts'))
  .flatMap(name => [
    ...readFileSync(path.join(folder, name), 'utf8').matchAll(/^\s*row\(\s*'([^']+)',\s*(['"`])((?:\\.|(?!\2).)+)\2/gm),
  ])
  .map(([, section, , requirement]) => `${section} ${requirement!.replaceAll('\\', '')}`)
