import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseCatalog } from '../../../src/catalog/import/parse-catalog.ts'
import { readCatalog } from '../../../src/modules/catalogue-tables/read-catalog.ts'
import type { ReadLimits } from '../../../src/modules/catalogue-tables/read-in-process.ts'

const readYaml = (accountId: number, yaml: string, limits?: ReadLimits) =>
  readCatalog(accountId, { yaml, couponFields: [] }, limits)

const names = Array.from({ length: 20_000 }, (_, nth) => `name${nth}: 1`).join('\n')
const bomb = [
  'a0: &a0 [x, x, x, x, x, x, x, x, x]',
  ...Array.from({ length: 9 }, (_, nth) => `a${nth + 1}: &a${nth + 1} [${`*a${nth}, `.repeat(9)}]`),
].join('\n')

test('a file of unknown names is answered with some of them, without a delay', () => {
  const before = process.cpuUsage()
  const { mistakes } = parseCatalog(names)
  expect(mistakes).toHaveLength(51)
  expect(mistakes[0]).toMatchObject({ line: 1, error: 'name0 is not known here' })
  expect(mistakes.some(({ error }) => error === 'the file has 19950 more names that are not known here')).toBe(true)
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000)
})

test('a repeated name is reported with its line', () => {
  expect(parseCatalog('products:\n  - key: a\n    key: b\n').mistakes).toMatchObject([
    { line: 3, error: 'Map keys must be unique' },
  ])
})

test.each([
  [
    'names that stand for thousands of others',
    `${bomb}\nproducts: *a9\n`,
    'the file repeats itself with too many *names',
  ],
])('%s are a mistake in the file', async (_name, text, error) => {
  const { mistakes } = await readYaml(1, text)
  expect(mistakes).toMatchObject([{ line: 1, error }])
})

const valid = [
  'products:',
  ...Array.from({ length: 5_000 }, (_, nth) => `  - { key: p${nth}, name: P, kind: physical, price: 1000, stock: 1 }`),
].join('\n')

test.each([
  ['longer than its time', { withinMs: 100 }, 'the file takes longer than 0.1 seconds to read: divide it'],
  ['forever', { endsMs: 1 }, 'the file takes too long to be read: divide it'],
  ['more than its memory', { heapMbMax: 12 }, 'the file needs too much memory to be read: divide it'],
])('a file that takes %s has that as its only mistake, and the next one is read', async (_name, limit, error) => {
  const limits = { withinMs: 15_000, heapMbMax: 256, ...limit }
  expect((await readYaml(3, valid, limits)).mistakes).toMatchObject([{ line: 1, error }])
  expect((await readYaml(3, 'products: []')).mistakes).toEqual([])
})

test('of very many mistakes at most two hundred are reported', async () => {
  expect((await readYaml(1, '['.repeat(100_000))).mistakes.length).toBeLessThanOrEqual(200)
})

test('a file with the maximum number of mistakes returns nothing else', async () => {
  const wrong = Array.from({ length: 200 }, (_, nth) => `  - { key: w${nth}, name: W, kind: physical, price: x }`)
  const { mistakes, products } = await readYaml(1, [...valid.split('\n').slice(0, 100), ...wrong].join('\n'))
  expect(mistakes).toHaveLength(200)
  expect(products).toEqual([])
})

test('a complete file is read without blocking the main thread', async () => {
  let turns = 0
  const ticking = setInterval(() => turns++, 1)
  const catalog = await readYaml(1, 'products:\n  - { key: a, name: A, kind: physical, price: 1000, stock: 1 }\n')
  clearInterval(ticking)
  expect(catalog).toMatchObject({ mistakes: [], products: [{ key: 'a', variants: [{ price: 1000 }] }] })
  expect(turns).toBeGreaterThan(1)
})

test('two files of an account can wait, and the next is refused', async () => {
  const reads = Array.from({ length: 4 }, () => readYaml(2, 'products: []'))
  const ends = await Promise.allSettled(reads)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
})

/** Returns the child processes of this process. */
function childProcesses(): number[] {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
  return children.trim().split(/\s+/).filter(Boolean).map(Number)
}

test('a file whose process is killed is refused, and the next one is read', async () => {
  const before = new Set(childProcesses())
  const reading = readYaml(4, valid)
  const [reader] = childProcesses().filter(pid => !before.has(pid))
  process.kill(reader!, 'SIGKILL')
  expect((await reading).mistakes).toMatchObject([{ code: 'too_complex' }])
  expect((await readYaml(4, 'products: []')).mistakes).toEqual([])
})

test('names of any length are quoted in part', async () => {
  const { mistakes } = await readYaml(1, `? ${'n'.repeat(2_000_000)}\n: 1\n`)
  expect(mistakes).toHaveLength(1)
  expect(mistakes[0]!.error).toMatch(/^n{499}…$/)
})
