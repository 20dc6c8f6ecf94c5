import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseCatalog } from '../../src/catalog/import/parse-catalog.ts'
import { isStorable } from '../../src/lib/storable.ts'

const demo = parse(readFileSync(new URL('../../src/catalog/demo/catalog.yaml', import.meta.url), 'utf8'))
demo.shop.holidays = [{ day: '2026-12-25', note: 'Natal' }]

/** Returns the path of one text for each field in the demo's file. */
function textsIn(value: unknown, path: string[] = [], found = new Map<string, string[]>()): Map<string, string[]> {
  if (typeof value === 'string') found.set(path.map(key => (/^\d+$/.test(key) ? '*' : key)).join('.'), path)
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) textsIn(inner, [...path, key], found)
  }
  return found
}

function withText(path: string[], odd: string): object {
  const copy = structuredClone(demo)
  const parent = path.slice(0, -1).reduce((one, key) => one[key], copy)
  parent[path.at(-1)!] += odd
  return copy
}

test.each(['a\0b', 'a\ud800b'])('no field of a file stores %j, which PostgreSQL rejects', odd => {
  const fields = textsIn(demo)
  expect(fields.size).toBeGreaterThan(25)
  const kept = [...fields].filter(([, path]) => {
    const catalog = parseCatalog(JSON.stringify(withText(path, odd)))
    return catalog.mistakes.length === 0 && !isStorable(catalog)
  })
  expect(kept.map(([field]) => field)).toEqual([])
})
