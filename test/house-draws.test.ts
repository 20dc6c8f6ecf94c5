import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const root = path.join(import.meta.dirname, '..')
const files = ['test', 'drills', 'packages', '.ci', 'release'].flatMap(folder =>
  readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && !/node_modules|(^|\/)dist(\/|$)/.test(entry.parentPath))
    .map(entry => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/')),
)
const tests = files.filter(name => name.endsWith('.ts') && /(^drills\/|(^|\/)test\/)/.test(name))
const self = 'test/house-draws.test.ts'
/** This file draws from the seed, and a test shows that it does. */
const draws = /^test\/kit\/draws\//

function thatSay(pattern: RegExp, among: string[]): string[] {
  return among.filter(file => file !== self && pattern.test(readFileSync(path.join(root, file), 'utf8')))
}

describe('tests do not depend on chance', () => {
  test('the check of random values reads files, because a check that reads nothing always passes', () => {
    expect(tests.length).toBeGreaterThan(300)
    expect(thatSay(/Math\.random\b/, tests)).toContain('test/kit/draws/draws.ts')
  })

  test('random values of tests come from node:crypto, which the seed of the run controls', () => {
    const others = tests.filter(file => !draws.test(file))
    expect(thatSay(/Math\.random\b|getRandomValues|randomFill/, others)).toEqual([])
  })

  test('tests do not shuffle by random comparison, which would be biased', () => {
    expect(thatSay(/\b(toSorted|sort)\(\(\) =>/, tests)).toEqual([])
  })

  test('names in tests do not contain the time, because another test may have the same', () => {
    expect(thatSay(/[\w ]\$\{Date\.now\(\)[^}]*\}/, tests)).toEqual([])
  })

  test('tests are not repeated until they pass', () => {
    const ways = ['vitest.config.ts', 'drills/vitest.config.ts', 'package.json']
    expect(thatSay(/--retry\b|\bretry:/, [...ways, ...files.filter(file => file.startsWith('.ci/'))])).toEqual([])
    expect(thatSay(/\bretry: *\d|\brepeats: *\d/, tests)).toEqual([])
  })
})
