import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const files = ['test', 'packages', '.ci', 'release'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/node_modules|(^|\/)dist(\/|$)/.test(entry.parentPath))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
)
const tests = files.filter(name => name.endsWith('.ts') && /(^|\/)test\//.test(name))
const self = 'test/house-draws.test.ts'
/** It puts the seed behind what draws, and is shown to do so. */
const draws = /^test\/kit\/draws\//

function thatSay(pattern: RegExp, among: string[]): string[] {
  return among.filter(file => file !== self && pattern.test(readFileSync(path.join(root, file), 'utf8')))
}

describe('tests do not depend on chance', () => {
  test('the files are seen: a check that reads nothing would always pass', () => {
    expect(tests.length).toBeGreaterThan(300)
    expect(thatSay(/Math\.random\b/, tests)).toContain('test/kit/draws/draws.ts')
  })

  test('what a test draws, it draws from node:crypto, which the seed of the run stands behind', () => {
    const others = tests.filter(file => !draws.test(file))
    expect(thatSay(/Math\.random\b|getRandomValues|randomFill/, others)).toEqual([])
  })

  test('no order is that of a comparison which decides by chance: it would be no fair one', () => {
    expect(thatSay(/\b(toSorted|sort)\(\(\) =>/, tests)).toEqual([])
  })

  test('no name is made of the time: another test may have the same', () => {
    expect(thatSay(/[\w ]\$\{Date\.now\(\)[^}]*\}/, tests)).toEqual([])
  })

  test('nothing is run again until it passes', () => {
    const ways = ['vitest.config.ts', 'vitest.faults.config.ts', 'package.json']
    expect(thatSay(/--retry\b|\bretry:/, [...ways, ...files.filter(file => file.startsWith('.ci/'))])).toEqual([])
    expect(thatSay(/\bretry: *\d|\brepeats: *\d/, tests)).toEqual([])
  })
})
