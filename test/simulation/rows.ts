export const sorted = (rows: unknown[][]): string[] => rows.map(row => row.join(' ')).sort()

export const sum = <Key extends string>(rows: readonly Record<Key, number>[], key: Key): number =>
  rows.reduce((total, row) => total + row[key], 0)

export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
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
