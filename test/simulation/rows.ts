import { expect } from 'vitest'
import type { SimulatedShop } from './simulated-shop.ts'

export const sorted = (rows: unknown[][]): string[] => rows.map(row => row.join(' ')).sort()

/** Compares rows in any order. Shows only those that differ, because a month has hundreds. */
export function expectSame(found: readonly string[], expected: readonly string[], name: string): void {
  const without = (some: readonly string[], others: readonly string[]) => {
    const left = new Set(others)
    return some.filter(row => !left.has(row)).sort()
  }
  expect([without(found, expected), found.length], name).toEqual([without(expected, found), expected.length])
}

/** Writes an object with its fields in a fixed order. */
export const inOrder = (object: object): string => JSON.stringify(Object.entries(object).sort())

export const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0)

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}

/** Returns all pages of a list of the API. */
// biome-ignore lint/suspicious/noExplicitAny: rows of many lists
export async function allOf(shop: SimulatedShop['shop'], path: string, key = shop.keys.demo): Promise<any[]> {
  const rows = []
  for (let page = 1; ; page++) {
    const { body } = await shop.api(`${path}${path.includes('?') ? '&' : '?'}limit=100&page=${page}`, { key })
    rows.push(...body.data)
    if (page >= body.pagination.total_pages) return rows
  }
}

/** Parses a CSV file into rows by the names in its first line, and the number in its last line, `total,<number>`. */
export function readCsv(text: string): { rows: Record<string, string>[]; total: number } {
  const lines = text.trimEnd().split('\r\n').map(readLine)
  const [names, ...rest] = lines
  const [, total] = rest.pop()!
  const rows = rest.map(cells => Object.fromEntries(names!.map((name, index) => [name, cells[index]!])))
  return { rows, total: Number(total) }
}

function readLine(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)
  return [...cells].map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain!)
}

/** Writes the values of a row as a CSV file has them. */
export function writeRow(row: object): Record<string, string> {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value ?? '')]))
}
