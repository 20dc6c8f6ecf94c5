import { Document } from 'yaml'
import { type FilePosition, makeCatalogReader, type Path } from '../../catalog/import/catalog-reader.ts'
import { readCatalog } from '../../catalog/import/parse-catalog.ts'
import { createFailedCatalog, type ParsedCatalog, takeFirstMistakes } from '../../catalog/import/parsed-catalog.ts'
import { productFields } from '../../catalog/product-fields.ts'
import { productKinds } from '../../catalog/product-kinds.ts'
import { variantFields } from '../../catalog/variant-fields.ts'
import { readRupiah } from '../../lib/amounts/read-rupiah.js'
import { type Field, isNumber } from '../../lib/fields/field.ts'
import { type ArrangedTable, addCellMistake, arrangeTable, type TableProduct, type TableRow } from './arrange-table.ts'
import { type CurrentCatalog, makePositionKey } from './current-catalog.ts'
import { readCsv } from './read-csv.ts'
import { readXlsx } from './read-xlsx.ts'
import { BrokenSheetError, type Sheet } from './sheet.ts'
import { createCategories } from './table-categories.ts'
import {
  findValueByName,
  normalizeWord,
  parseBoolean,
  type TableColumn,
  type TableWords,
  tableColumns,
  tableWords,
} from './table-columns.ts'

/**
 * Reads a table of products, a CSV or Excel file (docs/catalog.md), against the shop's data: columns and products that
 * it does not contain stay unchanged. Returns the same as `parseCatalog` does for a YAML file, each mistake with its
 * row and column; accesses no file and no database.
 */
export function parseTable(bytes: Uint8Array, current: CurrentCatalog): ParsedCatalog {
  try {
    return readTable(readSheet(bytes), current)
  } catch (error) {
    if (!(error instanceof BrokenSheetError)) throw error
    return createFailedCatalog([{ ...error.problem, line: error.line, name: 'Excel/CSV', error: error.message }])
  }
}

/** Returns the rows of a CSV or Excel file. */
export function readSheet(bytes: Uint8Array, isHeading?: (cell: string) => boolean): Sheet {
  const begins = (...magic: number[]) => magic.every((byte, index) => bytes[index] === byte)
  if (begins(0x50, 0x4b, 0x03, 0x04)) return readXlsx(bytes)
  if (begins(0xd0, 0xcf, 0x11, 0xe0)) {
    throw new BrokenSheetError('the Excel file is of the old kind or has a password: save it as .xlsx', {
      code: 'unreadable',
    })
  }
  return readCsv(bytes, isHeading)
}

function readTable(sheet: Sheet, current: CurrentCatalog): ParsedCatalog {
  const laid = arrangeTable(sheet, current)
  const tree: Tree = { laid, categories: createCategories(current), places: new Map(), asIs: new Set() }
  const products = laid.products.map((product, index) => makeProduct(tree, product, index))
  const whole = { ...(laid.exported && { exported: laid.exported }), categories: tree.categories.used(), products }
  // Lists shared by several products are repeated in each of them.
  const document = new Document(whole, { aliasDuplicateObjects: false })
  const catalog = readCatalog(makeCatalogReader(document, path => findPlace(tree, path)))
  placeAll(catalog, current)
  for (const product of catalog.products) {
    for (const { key, stock } of product.variants) {
      if (stock.mode === 'counter' && tree.asIs.has(`${product.key} ${key}`)) stock.isNow = true
    }
  }
  return { ...catalog, mistakes: takeFirstMistakes([...laid.mistakes, ...catalog.mistakes]) }
}

interface Tree {
  laid: ArrangedTable
  categories: ReturnType<typeof createCategories>
  /** The positions, by dotted path. */
  places: Map<string, FilePosition>
  /** Variants whose quantity is compared with the current stock, by the keys of product and variant. */
  asIs: Set<string>
}

/** Returns the position of a value; without a cell of its own it has that of its row. */
function findPlace({ places }: Tree, path: Path): FilePosition {
  const own = places.get(path.join('.'))
  if (own) return own
  const last = path.at(-1)
  const name = tableColumns.find(column => column === last)
  for (let length = path.length - 1; length > 0; length--) {
    const place = places.get(path.slice(0, length).join('.'))
    if (place) return { ...place, ...(name && { name: tableWords.id.columns[name] }) }
  }
  return { line: 1 }
}

function makeProduct(tree: Tree, product: TableProduct, index: number): object {
  const { key, before, rows } = product
  const at = ['products', index]
  const put = (column: TableColumn, field: string) => {
    const cell = toldOnce(tree, product, column)
    if (cell) tree.places.set([...at, field].join('.'), cellPlace(tree, cell.row, column))
    return cell?.text
  }
  const { variants: _, ...kept } = before ?? { asks: undefined, handovers: undefined, variants: undefined }
  tree.places.set(at.join('.'), { line: rows[0]!.row.line })
  put('key', 'key')
  const category = put('category', 'category')
  return {
    ...kept,
    key,
    ...namedField('name', put('name', 'name') || before?.name || ''),
    ...readField('category', category, written => tree.categories.keyOf(written)),
    ...namedField('kind', readKind(put('kind', 'kind'), before?.kind)),
    ...readDescribed(productFields, put),
    ...readField('picture', put('picture', 'picture'), written => written),
    ...readListField('asks', put('asks', 'asks'), one => one.asks),
    ...readListField('handovers', put('handovers', 'handovers'), one => one.handovers),
    ...readActive(put('active', 'active')),
    variants: rows.map((row, nth) => makeVariant(tree, product, row, [...at, 'variants', nth])),
  }
}

/**
 * Returns a column's value for a product: the first row with a value counts, and a different one in a later row is a
 * mistake.
 */
function toldOnce(tree: Tree, { rows }: TableProduct, column: TableColumn): { text: string; row: TableRow } | null {
  if (!tree.laid.columns.has(column)) return null
  const told = rows.filter(({ row }) => row.cells[column])
  const [first = rows[0]!] = told
  const text = first.row.cells[column]!
  for (const { row } of told.filter(other => normalizeWord(other.row.cells[column]!) !== normalizeWord(text))) {
    const error = `is not what line ${first.row.line} says of the same product`
    addCellMistake(tree.laid, row, column, { error, problem: { code: 'conflicting' } })
  }
  return { text, row: first.row }
}

function cellPlace({ laid }: Tree, { line }: TableRow, column: TableColumn): FilePosition {
  const { letter, name } = laid.columns.get(column)!
  return { line, name, column: letter }
}

function namedField(field: string, value: unknown): object {
  return { [field]: value }
}

/** An empty cell keeps the value, and "none" clears it. */
function readField(field: string, cell: string | undefined, read: (written: string) => unknown): object {
  if (!cell) return {}
  return { [field]: isNone(cell) ? undefined : read(cell) }
}

function isNone(cell: string): boolean {
  return [tableWords.id.none, tableWords.en.none].includes(normalizeWord(cell))
}

function readKind(written: string | undefined, before: string | undefined): string {
  if (!written) return before ?? productKinds[0]
  return findValueByName(words => words.kinds, written) ?? written
}

/** Reads a list with commas; an empty cell keeps the value, and "none" is an empty list. */
function readListField(
  field: string,
  cell: string | undefined,
  words: (one: TableWords) => Record<string, string>,
): object {
  if (!cell) return {}
  const values = cell.split(/[,;/]/).map(one => findValueByName(words, one) ?? one.trim())
  return { [field]: isNone(cell) ? [] : values }
}

function readActive(cell: string | undefined): object {
  return readField('active', cell, written => parseBoolean(written) ?? written)
}

function makeVariant(
  tree: Tree,
  product: TableProduct,
  { row, key, before }: TableProduct['rows'][number],
  path: Path,
): object {
  const put = (column: TableColumn, field: string) => {
    const text = row.cells[column]
    if (text !== undefined) tree.places.set([...path, field].join('.'), cellPlace(tree, row, column))
    return text
  }
  tree.places.set(path.join('.'), { line: row.line })
  put('variantKey', 'key')
  const [name, price] = [put('variant', 'name'), put('price', 'price')]
  return {
    ...before,
    key,
    ...(name && { name }),
    ...(price ? { price: readNumber(price) } : {}),
    ...readDescribed(variantFields, put),
    ...readActive(put('variantActive', 'active')),
    stock: readStockCell(tree, { row, before, told: put('stock', 'stock'), id: `${product.key} ${key}` }),
  }
}

function readDescribed<Name extends TableColumn>(
  fields: readonly Field<string, Name>[],
  put: (column: Name, field: string) => string | undefined,
): object {
  const read = (field: Field) => (isNumber(field) ? readNumber : (written: string) => written)
  return Object.assign({}, ...fields.map(field => readField(field.name, put(field.name, field.name), read(field))))
}

const isSoldOut = /^(?:habis|kosong|sold out)$/i
/** Matches the dashes that spreadsheets write in a cell without a value. */
const isDash = /^[-\u2013\u2014]+$/
const pieces = /(?<!\s)\s*(?:pcs|pc|buah|biji|unit)\.?$/i

interface ToldStock {
  row: TableRow
  before: TableProduct['rows'][number]['before']
  told: string | undefined
  /** The keys of the product and the variant. */
  id: string
}

function readStockCell(tree: Tree, { row, before, told = '', id }: ToldStock): unknown {
  const isCounted = typeof before?.stock === 'object' && before.stock !== null && 'left' in before.stock
  const keepNow = () => {
    if (isCounted) tree.asIs.add(id)
    return before ? before.stock : 'unlimited'
  }
  if (told === '' || isDash.test(told)) return keepNow()
  if (findValueByName(words => ({ unlimited: words.unlimited }), told)) return 'unlimited'
  if (before && !isCounted && before.stock !== 'unlimited' && findValueByName(words => words.stocks, told))
    return keepNow()
  const count = isSoldOut.test(told) ? 0 : readNumber(told.replace(pieces, ''))
  if (typeof count === 'string') {
    const { id, en } = tableWords
    const error = `is a number, ${en.unlimited} (${id.unlimited}), or sold out (habis)`
    addCellMistake(tree.laid, row, 'stock', { error, problem: { code: 'malformed' } })
    return keepNow()
  }
  if (!isCounted) return count
  if (row.was) return { left: count, was: readNumber(row.was) }
  tree.asIs.add(id)
  return { left: count, was: (before.stock as { left: number }).left }
}

/** Parses an amount or number like `readRupiah`; any other text is returned unchanged, so that the mistake shows it. */
function readNumber(written: string): number | string {
  const number = readRupiah(written)
  return Number.isNaN(number) ? written : number
}

/** Keeps existing entries at their positions in their lists, and appends new ones. */
function placeAll(catalog: ParsedCatalog, { positions }: CurrentCatalog): void {
  const next = new Map<string, number>()
  for (const [key, position] of Object.entries(positions)) {
    const list = listName(key)
    next.set(list, Math.max(next.get(list) ?? 0, position + 1))
  }
  const placed = (key: string) => {
    const list = listName(key)
    const fresh = next.get(list) ?? 0
    if (positions[key] === undefined) next.set(list, fresh + 1)
    return positions[key] ?? fresh
  }
  for (const category of catalog.categories) category.position = placed(makePositionKey('category', category.key))
  for (const product of catalog.products) {
    product.position = placed(makePositionKey('product', product.key))
    for (const variant of product.variants) {
      variant.position = placed(makePositionKey('variant', product.key, variant.key))
    }
  }
}

/** Returns the list that contains an object: its position key without its own key. */
function listName(key: string): string {
  return key.slice(0, key.lastIndexOf(' '))
}
