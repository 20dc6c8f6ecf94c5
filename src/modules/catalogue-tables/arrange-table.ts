import type { Mistake } from '../../catalog/import/parsed-catalog.ts'
import { productFields } from '../../catalog/product-fields.ts'
import { variantFields } from '../../catalog/variant-fields.ts'
import type { FieldProblem } from '../../lib/refusals/field-error.ts'
import type { CurrentCatalog, CurrentProduct, CurrentVariant } from './current-catalog.ts'
import { createFreeKeys } from './free-keys.ts'
import { formatColumnLetters, type Sheet } from './sheet.ts'
import { findColumnByName, findExportMark, normalizeWord, type TableColumn } from './table-columns.ts'

/** A row of a table with its trimmed cells by column, without columns that the table lacks. */
export interface TableRow {
  line: number
  cells: Partial<Record<TableColumn, string>>
  /** The stock at the time of the export; null if the table is not an export. */
  was: string | null
}

/** The rows of one product. */
export interface TableProduct {
  key: string
  /** The existing product; null for a new one. */
  before: CurrentProduct | null
  rows: { row: TableRow; key: string; before: CurrentVariant | null }[]
}

/** A table arranged by products, and the mistakes found in its layout. */
export interface ArrangedTable {
  products: TableProduct[]
  /** The letter of each column, and its name in the table. */
  columns: Map<TableColumn, { letter: string; name: string }>
  /** The id of the export; null for a hand-written table. */
  exported: string | null
  mistakes: Mistake[]
}

/**
 * Finds the columns of a sheet by its first row, or a later one below titles, and the product and variant of each row.
 * Rows are matched by their keys if the table has them, otherwise by their names. A row without a product belongs to
 * the one above it.
 */
export function arrangeTable(sheet: Sheet, current: CurrentCatalog): ArrangedTable {
  const [head, ...rest] = sheet.slice(findHead(sheet))
  const laid: ArrangedTable = { products: [], columns: new Map(), exported: null, mistakes: [] }
  if (!head) {
    laid.mistakes.push({ line: 1, name: 'CSV', error: 'the table is empty', code: 'empty' })
    return laid
  }
  const named = readColumns(laid, head)
  const before = new Map(current.products.map(product => [product.key, product]))
  const byKey = new Map<string, Placed>()
  const laying: Laying = {
    laid,
    before,
    keysByName: Map.groupBy(current.products, product => normalizeWord(product.name)),
    byKey,
    fresh: new Map(),
    freeKey: createFreeKeys(key => byKey.has(key) || before.has(key)),
  }
  for (const { line, cells } of rest) placeRow(laying, makeRow(line, cells, named))
  return laid
}

const headRowsMax = 20

/**
 * Returns the index of the row that names the columns: the first, unless a later one names a product and another
 * column.
 */
function findHead(sheet: Sheet): number {
  const columnsIn = ({ cells }: Sheet[number]) => new Set(cells.map(findColumnByName).filter(column => column !== null))
  const index = sheet.slice(0, headRowsMax).findIndex((row, nth) => {
    const columns = columnsIn(row)
    return (columns.has('name') || columns.has('key')) && (nth === 0 || columns.size > 1)
  })
  return Math.max(index, 0)
}

type Named = (TableColumn | 'was' | null)[]

function readColumns(laid: ArrangedTable, { line, cells }: Sheet[number]): Named {
  const named = cells.map((name, index): Named[number] => {
    const told = name.trim()
    const mark = findExportMark(told)
    if (told === '' || mark) {
      laid.exported ??= mark
      return mark ? 'was' : null
    }
    const column = findColumnByName(told)
    const place = { line, name: told, column: formatColumnLetters(index) }
    if (!column) laid.mistakes.push({ ...place, error: `${told} is no column that is known`, code: 'unknown_name' })
    else if (laid.columns.has(column)) laid.mistakes.push({ ...place, error: `${told} stands twice`, code: 'repeated' })
    else laid.columns.set(column, { letter: place.column, name: told })
    return column
  })
  if (!laid.columns.has('name') && !laid.columns.has('key')) {
    const error = 'the first row has no column nama or name'
    laid.mistakes.push({ line, name: 'nama', error, code: 'missing' })
  }
  return named
}

function makeRow(line: number, cells: string[], named: Named): TableRow {
  const row: TableRow = { line, cells: {}, was: null }
  for (const [index, column] of named.entries()) {
    const cell = cellText(cells[index] ?? '', column)
    if (column === 'was') row.was = cell
    else if (column) row.cells[column] = cell
  }
  return row
}

/**
 * Returns the text of a cell, without the marks by which spreadsheets store a number as text; descriptions keep their
 * lines.
 */
function cellText(written: string, column: Named[number]): string {
  const text = written.trim().replace(/\r\n?/g, '\n')
  if (proseColumns.has(column)) return text
  const plain = text.replace(/^="(.*)"$/s, '$1').replace(/\s+/g, blanks => (blanks.includes('\n') ? ' ' : blanks))
  return codeColumns.has(column) ? plain.replace(/^'/, '') : plain
}

const proseColumns: ReadonlySet<Named[number]> = new Set(
  productFields.filter(({ rows }) => rows !== undefined).map(({ name }) => name),
)
const codeColumns: ReadonlySet<Named[number]> = new Set(
  variantFields.filter(({ pattern }) => pattern).map(({ name }) => name),
)

interface Laying {
  laid: ArrangedTable
  before: Map<string, CurrentProduct>
  /** Existing products, by their names in lower case. */
  keysByName: Map<string, CurrentProduct[]>
  byKey: Map<string, Placed>
  /** The keys of new products, by their names in lower case. */
  fresh: Map<string, string>
  freeKey: (name: string) => string
}

/** A product of the table, and its variants so far. */
interface Placed {
  product: TableProduct
  existing: Map<string, CurrentVariant>
  /** The existing variants by their names in lower case. */
  existingByName: Map<string, CurrentVariant>
  /** The keys of the variants in the table. */
  keys: Set<string>
  /** The keys by the table's names, in lower case. */
  keysByName: Map<string, string>
  freeKey: (name: string) => string
}

function placeRow(laying: Laying, row: TableRow): void {
  const { laid, byKey } = laying
  const key = findProductKey(laying, row)
  if (key === null) return
  const placed = byKey.get(key) ?? beginProduct(laying, key)
  const variant = findVariant(placed, row)
  if (placed.keys.has(variant.key)) {
    const column = row.cells.variant ? 'variant' : 'name'
    addCellMistake(laid, row, column, { error: 'stands twice for the same product', problem: { code: 'repeated' } })
    return
  }
  const name = normalizeWord(row.cells.variant ?? '')
  placed.keys.add(variant.key)
  if (!placed.keysByName.has(name)) placed.keysByName.set(name, variant.key)
  placed.product.rows.push({ row, ...variant })
}

function beginProduct({ laid, before, byKey }: Laying, key: string): Placed {
  const product: TableProduct = { key, before: before.get(key) ?? null, rows: [] }
  const variants = product.before?.variants ?? []
  const existing = new Map(variants.map(one => [one.key, one]))
  const keys = new Set<string>()
  const placed: Placed = {
    product,
    existing,
    // If several have the same name, the first counts.
    existingByName: new Map(variants.toReversed().map(one => [normalizeWord(one.name ?? ''), one])),
    keys,
    keysByName: new Map(),
    freeKey: createFreeKeys(one => existing.has(one) || keys.has(one)),
  }
  byKey.set(key, placed)
  laid.products.push(product)
  return placed
}

/** Returns the key of the row's product; null if it is unclear, which was reported. */
function findProductKey({ laid, before, keysByName, fresh, freeKey }: Laying, row: TableRow): string | null {
  const { name = '' } = row.cells
  const key = codeFrom(row.cells.key ?? '', one => before.has(one))
  if (key !== '') return key
  if (name === '') {
    const above = laid.products.at(-1)
    if (above && (row.cells.variant || row.cells.variantKey)) return above.key
    addCellMistake(laid, row, 'name', { error: 'is missing', problem: { code: 'missing' } })
    return null
  }
  const plain = normalizeWord(name)
  const same = keysByName.get(plain) ?? []
  if (same.length > 1) {
    const error = 'is the name of several products: add the column kode with their keys'
    addCellMistake(laid, row, 'name', { error, problem: { code: 'conflicting' } })
    return null
  }
  const known = same[0]?.key ?? fresh.get(plain)
  if (known) return known
  const free = freeKey(name)
  fresh.set(plain, free)
  return free
}

function findVariant(
  { existing, existingByName, keysByName, freeKey }: Placed,
  row: TableRow,
): { key: string; before: CurrentVariant | null } {
  const { variant = '' } = row.cells
  const variantKey = codeFrom(row.cells.variantKey ?? '', key => existing.has(key))
  if (variantKey !== '') return { key: variantKey, before: existing.get(variantKey) ?? null }
  const name = normalizeWord(variant)
  const only = variant === '' && existing.size === 1 ? [...existing.values()][0] : undefined
  const same = existingByName.get(name) ?? only
  if (same) return { key: same.key, before: same }
  if (variant === '') return { key: 'only', before: existing.get('only') ?? null }
  return { key: keysByName.get(name) ?? freeKey(variant), before: null }
}

/** Derives a key from a shop's code such as `KP 001/A`; an existing key stays. A code without letters yields no key. */
function codeFrom(written: string, isThere: (key: string) => boolean): string {
  if (isThere(written)) return written
  const plain = written
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
  return plain.replace(/^[-_]+|(?<!-)-+$/g, '') || written
}

/** Records a mistake at a cell, with its row and the letter of its column. */
export function addCellMistake(
  { columns, mistakes }: ArrangedTable,
  { line }: TableRow,
  column: TableColumn,
  { error, problem }: { error: string; problem: FieldProblem },
): void {
  const { letter, name } = columns.get(column) ?? { letter: undefined, name: column }
  mistakes.push({ ...problem, line, name, ...(letter && { column: letter }), error: `${name} ${error}` })
}
