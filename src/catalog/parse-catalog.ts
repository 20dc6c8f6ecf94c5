import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
} from 'yaml'
import { z } from 'zod'
import { linesOf, unitLengthMax } from './add-units.ts'
import { type AskedField, askedFields, defaultAsks, type ProductKind, productKinds } from './product.ts'

/** Something wrong in a catalogue file, told so that it can be mended in one go. */
export interface Mistake {
  /** From 1. */
  line: number
  error: string
}

export interface ParsedCategory {
  line: number
  key: string
  name: string
  parentKey: string | null
  position: number
  isActive: boolean
}

export interface ParsedProduct {
  line: number
  key: string
  /** Of a category in this file or of one that was imported before. */
  categoryKey: { key: string; line: number } | null
  kind: ProductKind
  name: string
  description: string
  picture: { path: string; line: number } | null
  asks: AskedField[]
  position: number
  isActive: boolean
  variants: ParsedVariant[]
}

export interface ParsedVariant {
  line: number
  key: string
  name: string
  price: number
  stock: ParsedStock
  position: number
  isActive: boolean
}

export type ParsedStock = { line: number } & (
  | { mode: 'counter'; count: number }
  | { mode: 'unlimited' }
  | { mode: 'serial'; lines: { line: string; number: number }[]; file: string | null }
  | { mode: 'file'; path: string; name: string }
  | { mode: 'content'; title: string; body: string }
)

export interface ParsedCatalog {
  categories: ParsedCategory[]
  products: ParsedProduct[]
  mistakes: Mistake[]
}

/**
 * Reads a catalogue file (docs/catalog.md). Returns everything that is right and every mistake, in the order of their
 * lines; touches no file and no database.
 */
export function parseCatalog(text: string): ParsedCatalog {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  if (document.errors.length > 0) {
    const mistakes = document.errors.map(error => ({ line: lines.linePos(error.pos[0]).line, error: error.message }))
    return { categories: [], products: [], mistakes }
  }
  const reader = createReader(document, lines)
  const top = reader.check(Top, [])
  const categories = top ? readCategories(reader, top.categories ?? []) : []
  const products = top ? (top.products ?? []).flatMap((_, index) => readProduct(reader, index)) : []
  refuseRepeated(reader, categories, products)
  return { categories, products, mistakes: reader.mistakes.sort((one, other) => one.line - other.line) }
}

const key = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'has 1 to 64 small letters, digits, dashes or underscores')
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
const plain = /^[^\u0000-\u0008\u000b-\u001f\u007f]*$/
const line = (max: number) =>
  z.string().trim().min(1, 'is empty').max(max, `has ${max} characters at most`).regex(plain, 'has odd characters')
const text = (max: number) =>
  z.string().trim().max(max, `has ${max} characters at most`).regex(plain, 'has odd characters')
const rupiah = z
  .number()
  .int('is a whole number')
  .min(1, 'is at least 1')
  .max(1_000_000_000, 'is at most 1,000,000,000')

const itemsMax = 5000
const Top = z.strictObject({
  categories: z.array(z.unknown()).max(itemsMax).nullish(),
  products: z.array(z.unknown()).max(itemsMax).nullish(),
})

const CategoryBase = { key, name: line(100), active: z.boolean().optional() }
const ChildCategory = z.strictObject(CategoryBase)
const TopCategory = z.strictObject({ ...CategoryBase, categories: z.array(z.unknown()).nullish() })

const Product = z.strictObject({
  key,
  category: key.optional(),
  kind: z.enum(productKinds, `is one of ${productKinds.join(', ')}`),
  name: line(100),
  description: text(2000).optional(),
  picture: line(255).optional(),
  asks: z.array(z.enum(askedFields, `is one of ${askedFields.join(', ')}`)).optional(),
  active: z.boolean().optional(),
  price: rupiah.optional(),
  stock: z.unknown().optional(),
  variants: z.array(z.unknown()).min(1, 'has at least one').max(100, 'has 100 at most').optional(),
})

const Variant = z.strictObject({
  key,
  name: line(100),
  price: rupiah,
  stock: z.unknown().optional(),
  active: z.boolean().optional(),
})

const counted = z.number().int('is a whole number').min(0, 'is at least 0').max(1_000_000, 'is at most 1,000,000')
const SerialStock = z.strictObject({ serials: z.unknown() })
const SerialFileStock = z.strictObject({ serials_file: line(255) })
const FileStock = z.strictObject({ file: line(255), name: line(200).optional() })
const ContentStock = z.strictObject({
  content: z.strictObject({ title: line(100), body: text(20_000).min(1, 'is empty') }),
})

function readCategories(reader: Reader, listed: unknown[]): ParsedCategory[] {
  const categories: ParsedCategory[] = []
  const add = (path: Path, found: z.infer<typeof ChildCategory>, parentKey: string | null) => {
    const { key, name, active = true } = found
    categories.push({ line: reader.lineOf(path), key, name, parentKey, position: categories.length, isActive: active })
  }
  for (const index of listed.keys()) {
    const path = ['categories', index]
    const parent = reader.check(TopCategory, path)
    if (parent) add(path, parent, null)
    for (const place of listAt(reader, [...path, 'categories']).keys()) {
      const below = [...path, 'categories', place]
      const child = reader.check(ChildCategory, below)
      if (child) add(below, child, parent?.key ?? '')
    }
  }
  return categories
}

function readProduct(reader: Reader, index: number): ParsedProduct[] {
  const path = ['products', index]
  const product = reader.check(Product, path) ?? salvage(reader, path)
  const { kind, category, picture } = product
  return [
    {
      line: reader.lineOf(path),
      key: product.key,
      categoryKey: category ? { key: category, line: reader.lineOf([...path, 'category']) } : null,
      kind,
      name: product.name,
      description: product.description ?? '',
      picture: picture ? { path: picture, line: reader.lineOf([...path, 'picture']) } : null,
      asks: product.asks ?? defaultAsks[kind],
      position: index,
      isActive: product.active ?? true,
      variants: readVariants(reader, path, product),
    },
  ]
}

// What is right of a product that is not is looked at as well, so that all of its mistakes are told in one go.
function salvage(reader: Reader, path: Path): z.infer<typeof Product> {
  const value = reader.valueAt(path)
  const fields = Object.entries(Product.shape).flatMap(([name, schema]) => {
    const result = schema.safeParse(isObject(value) ? value[name] : undefined)
    return result.success && result.data !== undefined ? [[name, result.data]] : []
  })
  return { key: '', kind: 'digital', name: '', ...Object.fromEntries(fields) }
}

function listAt(reader: Reader, path: Path): unknown[] {
  const value = reader.valueAt(path)
  return Array.isArray(value) ? value : []
}

/** The key of the one variant of a product that has its price and stock by itself. */
const onlyVariant = 'only'

function readVariants(reader: Reader, path: Path, product: z.infer<typeof Product>): ParsedVariant[] {
  const { kind, variants, price, stock } = product
  if (variants) {
    if (price !== undefined)
      reader.note([...path, 'price'], 'stands with each variant, or with the product, not with both')
    if (stock !== undefined)
      reader.note([...path, 'stock'], 'stands with each variant, or with the product, not with both')
    return variants.flatMap((_, index) => readVariant(reader, [...path, 'variants', index], kind, index))
  }
  if (reader.nodeAt([...path, 'price']) === null) {
    reader.note([...path, 'price'], 'is missing: a product has a price and a stock, or variants')
  }
  const kept = readStock(reader, [...path, 'stock'], kind)
  if (price === undefined || !kept) return []
  return [{ line: reader.lineOf(path), key: onlyVariant, name: '', price, stock: kept, position: 0, isActive: true }]
}

function readVariant(reader: Reader, path: Path, kind: ProductKind, position: number): ParsedVariant[] {
  const variant = reader.check(Variant, path)
  const stock = readStock(reader, [...path, 'stock'], kind)
  if (!variant || !stock) return []
  const { key, name, price, active = true } = variant
  return [{ line: reader.lineOf(path), key, name, price, stock, position, isActive: active }]
}

function readStock(reader: Reader, path: Path, kind: ProductKind): ParsedStock | null {
  const stock = readAnyStock(reader, path)
  if (!stock || kind === 'digital' || stock.mode === 'counter' || stock.mode === 'unlimited') return stock
  reader.note(path, `of a ${kind} product is a number or unlimited: only digital goods are sent in the chat`)
  return null
}

function readAnyStock(reader: Reader, path: Path): ParsedStock | null {
  const line = reader.lineOf(path)
  const value = reader.valueAt(path)
  if (value === 'unlimited') return { line, mode: 'unlimited' }
  if (typeof value === 'number') {
    const count = reader.check(counted, path)
    return count === null ? null : { line, mode: 'counter', count }
  }
  if (isObject(value) && 'serials' in value) {
    const lines = reader.check(SerialStock, path) ? readSerials(reader, [...path, 'serials']) : null
    return lines && { line, mode: 'serial', lines, file: null }
  }
  if (isObject(value) && 'serials_file' in value) {
    const found = reader.check(SerialFileStock, path)
    return found && { line, mode: 'serial', lines: [], file: found.serials_file }
  }
  if (isObject(value) && 'file' in value) {
    const found = reader.check(FileStock, path)
    return found && { line, mode: 'file', path: found.file, name: found.name ?? found.file.split('/').at(-1)! }
  }
  if (isObject(value) && 'content' in value) {
    const found = reader.check(ContentStock, path)
    return found && { line, mode: 'content', ...found.content }
  }
  const forms = 'a number, unlimited, {serials: …}, {serials_file: …}, {file: …} or {content: …}'
  reader.note(path, value === undefined ? `is missing: it is ${forms}` : `is ${forms}`)
  return null
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Serials are taken as they are written: 00123 is no number.
function readSerials(reader: Reader, path: Path): { line: string; number: number }[] | null {
  const node = reader.nodeAt(path)
  const found = isSeq(node)
    ? node.items.map((item, index) => ({ line: asWritten(item), number: reader.lineOf([...path, index]) }))
    : isScalar(node)
      ? linesOf(asWritten(node) ?? '').map(({ line, number }) => ({
          line,
          number: blockLine(reader, path, node, number),
        }))
      : null
  if (!found) {
    reader.note(path, 'is a list of lines, or a text with one a line')
    return null
  }
  const wrong = found.filter(
    ({ line }) => line === null || line === '' || line.length > unitLengthMax || !plain.test(line),
  )
  for (const { number } of wrong) reader.noteLine(number, path, `each has 1 to ${unitLengthMax} characters on one line`)
  return wrong.length > 0 ? null : (found as { line: string; number: number }[])
}

function asWritten(item: unknown): string | null {
  if (!isScalar(item)) return null
  return (typeof item.value === 'string' ? item.value : (item.source ?? String(item.value))).trim()
}

// The text of a block begins on the line after its sign.
function blockLine(reader: Reader, path: Path, node: Scalar, number: number): number {
  return reader.lineOf(path) + (node.type?.startsWith('BLOCK') ? number : number - 1)
}

function refuseRepeated(reader: Reader, categories: ParsedCategory[], products: ParsedProduct[]): void {
  const look = (things: { key: string; line: number }[], what: string) => {
    const first = new Map<string, number>()
    for (const { key, line } of things.filter(thing => thing.key !== '')) {
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, line)
      else reader.mistakes.push({ line, error: `the key ${key} is that of the ${what} on line ${earlier} already` })
    }
  }
  look(categories, 'category')
  look(products, 'product')
  for (const product of products) look(product.variants, 'variant')
}

type Path = (string | number)[]

interface Reader {
  mistakes: Mistake[]
  /** The value at a path when it has the shape; else null, with every mistake in it noted. */
  check<Shape>(schema: z.ZodType<Shape>, path: Path): Shape | null
  note(path: Path, error: string): void
  noteLine(line: number, path: Path, error: string): void
  valueAt(path: Path): unknown
  nodeAt(path: Path): Node | null
  /** Of the value at the path, or of what it should have been in. */
  lineOf(path: Path): number
}

function createReader(document: Document.Parsed, lines: LineCounter): Reader {
  const mistakes: Mistake[] = []
  const positions = (path: Path) => walk(document, path)
  const reader: Reader = {
    mistakes,
    check(schema, path) {
      const result = schema.safeParse(reader.valueAt(path))
      if (result.success) return result.data
      for (const issue of result.error.issues) noteIssue(reader, path, issue)
      return null
    },
    note: (path, error) => reader.noteLine(reader.lineOf(path), path, error),
    noteLine: (line, path, error) => mistakes.push({ line, error: `${nameOf(path)} ${error}` }),
    valueAt: path => reader.nodeAt(path)?.toJS(document),
    nodeAt: path => positions(path).node,
    lineOf(path) {
      const { start } = positions(path)
      return start === null ? 1 : lines.linePos(start).line
    },
  }
  return reader
}

function noteIssue(reader: Reader, base: Path, issue: z.core.$ZodIssue): void {
  const path = [...base, ...(issue.path as Path)]
  if (issue.code === 'unrecognized_keys') {
    for (const name of issue.keys) reader.note([...path, name], 'is not known here')
  } else if (issue.code === 'invalid_type') {
    const isMissing = reader.nodeAt(path) === null && path.length > 0
    reader.note(path, isMissing ? 'is missing' : `is ${shapeNames[issue.expected] ?? issue.expected}`)
  } else {
    reader.note(path, issue.message)
  }
}

const shapeNames: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a group of `name: value` lines',
}

/** `products.3.price`, as people count: from 1. */
function nameOf(path: Path): string {
  return path.length === 0 ? 'the file' : path.map(part => (typeof part === 'number' ? part + 1 : part)).join('.')
}

// Where a name stands counts more than where its value begins: that may be on the next line.
function walk(document: Document.Parsed, path: Path): { node: Node | null; start: number | null } {
  let node: Node | null = document.contents
  let start = node?.range?.[0] ?? null
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(item => isScalar(item.key) && item.key.value === part)
      if (!pair) return { node: null, start }
      start = (pair.key as Scalar).range?.[0] ?? start
      node = followed(document, pair.value)
    } else if (isSeq(node) && typeof part === 'number') {
      node = followed(document, node.items[part])
      start = node?.range?.[0] ?? start
    } else {
      return { node: null, start }
    }
  }
  return { node, start }
}

function followed(document: Document.Parsed, value: unknown): Node | null {
  if (isAlias(value)) return value.resolve(document) ?? null
  return (value as Node | undefined) ?? null
}
