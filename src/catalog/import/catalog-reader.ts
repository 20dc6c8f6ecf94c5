import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type LineCounter,
  type Node,
  type Pair,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import type { z } from 'zod'
import { describeProblem, type FieldProblem } from '../../lib/refusals/field-error.ts'
import type { Mistake } from './parsed-catalog.ts'

/** The path of a value in the file. */
export type Path = (string | number)[]

/** Where people find a value; `name` and `column` are set if the file is a table. */
export interface FilePosition {
  line: number
  name?: string
  column?: string
}

/** Looks up values in a catalogue file by path, and collects mistakes with their line numbers. */
export interface CatalogReader {
  mistakes: Mistake[]
  /** Returns the value at a path if it matches the schema; otherwise reports every mistake in it and returns null. */
  check<Shape>(schema: z.ZodType<Shape>, path: Path): Shape | null
  record(path: Path, error: string, problem: FieldProblem): void
  recordLine(line: number, path: Path, error: string, problem: FieldProblem): void
  valueAt(path: Path): unknown
  nodeAt(path: Path): Node | null
  /** Returns the line of the value at the path, or of what should contain it. */
  lineOf(path: Path): number
}

/** Returns a reader of a YAML file. */
export function createYamlReader(document: Document.Parsed, lines: LineCounter): CatalogReader {
  return makeCatalogReader(document, path => {
    const { start } = walkPath(document, path)
    return { line: start === null ? 1 : lines.linePos(start).line }
  })
}

/** Returns a reader of a catalogue that reports positions with `placeOf`. */
export function makeCatalogReader(document: Document, placeOf: (path: Path) => FilePosition): CatalogReader {
  const mistakes: Mistake[] = []
  const reader: CatalogReader = {
    mistakes,
    check(schema, path) {
      const result = schema.safeParse(reader.valueAt(path))
      if (result.success) return result.data
      for (const issue of result.error.issues) recordIssue(reader, path, issue)
      return null
    },
    record: (path, error, problem) => reader.recordLine(reader.lineOf(path), path, error, problem),
    recordLine(line, path, error, problem) {
      const { name = namePath(path), column } = placeOf(path)
      mistakes.push({ ...problem, line, name, ...(column && { column }), error: `${name} ${error}` })
    },
    valueAt: path => reader.nodeAt(path)?.toJS(document),
    nodeAt: path => walkPath(document, path).node,
    lineOf: path => placeOf(path).line,
  }
  return reader
}

function recordIssue(reader: CatalogReader, base: Path, issue: z.core.$ZodIssue): void {
  const path = [...base, ...(issue.path as Path)]
  const problem = describeProblem(issue, reader.valueAt(path))
  if (issue.code === 'unrecognized_keys') {
    for (const name of issue.keys.slice(0, namesTold)) reader.record([...path, name], 'is not known here', problem)
    const more = issue.keys.length - namesTold
    if (more > 0) reader.record(path, `has ${more} more names that are not known here`, problem)
  } else if (issue.code === 'invalid_type') {
    const isMissing = reader.nodeAt(path) === null && path.length > 0
    reader.record(path, isMissing ? 'is missing' : `is ${shapeNames[issue.expected] ?? issue.expected}`, problem)
  } else {
    reader.record(path, issue.message, problem)
  }
}

/** The maximum number of names reported for one place; more would add no information. */
const namesTold = 50

const shapeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of `name: value` lines',
}

/** Writes a path for people, counting from 1, such as `products.3.price`. */
function namePath(path: Path): string {
  return path.length === 0 ? 'the file' : path.map(part => (typeof part === 'number' ? part + 1 : part)).join('.')
}

// The line of a name is more useful than that of its value, which may begin on the next line.
function walkPath(document: Document, path: Path): { node: Node | null; start: number | null } {
  let node = document.contents as Node | null
  let start = node?.range?.[0] ?? null
  for (const part of path) {
    if (isMap(node)) {
      const pair = indexPairs(node).get(part)
      if (!pair) return { node: null, start }
      start = (pair.key as Scalar).range?.[0] ?? start
      node = followAlias(document, pair.value)
    } else if (isSeq(node) && typeof part === 'number') {
      node = followAlias(document, node.items[part])
      start = node?.range?.[0] ?? start
    } else {
      return { node: null, start }
    }
  }
  return { node, start }
}

const pairsByMap = new WeakMap<YAMLMap, Map<unknown, Pair>>()

// Indexed, because comparing all names of a map in each look-up takes quadratic time.
function indexPairs(map: YAMLMap): Map<unknown, Pair> {
  const known = pairsByMap.get(map)
  if (known) return known
  const named = map.items.filter(({ key }) => isScalar(key)).reverse()
  const pairs = new Map(named.map(pair => [(pair.key as Scalar).value, pair]))
  pairsByMap.set(map, pairs)
  return pairs
}

function followAlias(document: Document, value: unknown): Node | null {
  if (isAlias(value)) return value.resolve(document) ?? null
  return (value as Node | undefined) ?? null
}
