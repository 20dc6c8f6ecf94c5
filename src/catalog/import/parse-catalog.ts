import { type Document, isScalar, isSeq, LineCounter, parseDocument, type Scalar, visit } from 'yaml'
import type { z } from 'zod'
import { type Field, plainTextPattern } from '../../lib/fields/field.ts'
import { handovers } from '../delivery-zones.ts'
import { pickProductValues } from '../product-fields.ts'
import { defaultRequiredDetails, type ProductKind } from '../product-kinds.ts'
import { numberLines, unitLengthMax } from '../serial-lines.ts'
import { pickVariantValues, type VariantValues, variantFields } from '../variant-fields.ts'
import { type CatalogReader, createYamlReader, type Path } from './catalog-reader.ts'
import {
  ChildCategoryShape,
  ContentStockShape,
  countSchema,
  FileStockShape,
  LeftStockShape,
  ProductShape,
  SerialFileStockShape,
  SerialStockShape,
  TopCategoryShape,
  TopShape,
  VariantShape,
  WebhookStockShape,
} from './catalog-shapes.ts'
import { readOptionGroups } from './parse-options.ts'
import { readCoupons, readRules } from './parse-shop.ts'
import {
  createFailedCatalog,
  type Mistake,
  type ParsedCatalog,
  type ParsedCategory,
  type ParsedProduct,
  type ParsedStock,
  type ParsedVariant,
  takeFirstMistakes,
} from './parsed-catalog.ts'

/**
 * Reads a catalogue file (docs/catalog.md). Returns everything that is valid, and the first 200 mistakes in the order
 * of their lines; accesses no other file and no database. `couponFields` are the terms of coupons; with null, coupons
 * are ignored.
 */
export function parseCatalog(text: string, couponFields: CouponFields = null): ParsedCatalog {
  try {
    return parseText(text, couponFields)
  } catch (error) {
    // The error that the parser throws for a malicious file: deeply nested lists, or aliases that expand to thousands
    // of values.
    if (!(error instanceof RangeError || error instanceof ReferenceError)) throw error
    const what = error instanceof RangeError ? 'is nested too deeply' : 'repeats itself with too many *names'
    return createFailedCatalog([{ line: 1, name: 'YAML', error: `the file ${what}`, code: 'too_complex' }])
  }
}

type CouponFields = readonly Field[] | null

function parseText(text: string, couponFields: CouponFields): ParsedCatalog {
  const lines = new LineCounter()
  // The parser would compare each name with all previous ones; `repeatedNames` checks them in linear time.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const broken = [...document.errors.map(({ pos, message }) => ({ at: pos[0], message })), ...repeatedNames(document)]
  if (broken.length > 0) {
    const mistakes = broken.map(({ at, message }): Mistake => {
      return { line: lines.linePos(at).line, name: 'YAML', error: message, code: 'malformed' }
    })
    return createFailedCatalog(takeFirstMistakes(mistakes))
  }
  const reader = createYamlReader(document, lines)
  const catalog = readCatalog(reader, couponFields)
  const isMoved = catalog.products.some(({ variants }) => variants.some(({ stock }) => 'was' in stock))
  if (catalog.exported === null && isMoved) {
    reader.record(['exported'], 'is missing: without it nobody knows what was moved already', { code: 'missing' })
  }
  return { ...catalog, mistakes: takeFirstMistakes(reader.mistakes) }
}

/** Reads everything in a catalogue, with the first 200 mistakes in the order of their lines. */
export function readCatalog(reader: CatalogReader, couponFields: CouponFields = null): ParsedCatalog {
  const top = reader.check(TopShape, [])
  const categories = top ? readCategories(reader, top.categories ?? []) : []
  const products = top ? (top.products ?? []).flatMap((_, index) => readProduct(reader, index)) : []
  refuseRepeated(reader, categories, products)
  const rules = readRules(reader, top?.shop)
  const keys = products.map(product => product.key)
  const coupons = couponFields ? readCoupons(reader, top?.coupons ?? [], keys, couponFields) : []
  const exported = top?.exported ?? null
  return { exported, categories, products, rules, coupons, mistakes: takeFirstMistakes(reader.mistakes) }
}

function repeatedNames(document: Document.Parsed): { at: number; message: string }[] {
  const repeated: { at: number; message: string }[] = []
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (seen.has(key.value)) repeated.push({ at: key.range?.[0] ?? 0, message: 'Map keys must be unique' })
        seen.add(key.value)
      }
    },
  })
  return repeated
}

function readCategories(reader: CatalogReader, listed: unknown[]): ParsedCategory[] {
  const categories: ParsedCategory[] = []
  const add = (path: Path, category: z.infer<typeof ChildCategoryShape>, parentKey: string | null) => {
    const { key, name, active = true } = category
    categories.push({ line: reader.lineOf(path), key, name, parentKey, position: categories.length, isActive: active })
  }
  for (const index of listed.keys()) {
    const path = ['categories', index]
    const parent = reader.check(TopCategoryShape, path)
    if (parent) add(path, parent, null)
    for (const place of listAt(reader, [...path, 'categories']).keys()) {
      const below = [...path, 'categories', place]
      const child = reader.check(ChildCategoryShape, below)
      if (child) add(below, child, parent?.key ?? '')
    }
  }
  return categories
}

function readProduct(reader: CatalogReader, index: number): ParsedProduct[] {
  const path = ['products', index]
  const product = reader.check(ProductShape, path) ?? salvageProduct(reader, path)
  const { kind, category, picture } = product
  return [
    {
      line: reader.lineOf(path),
      key: product.key,
      categoryKey: category ? { key: category, line: reader.lineOf([...path, 'category']) } : null,
      kind,
      name: product.name,
      ...pickProductValues(({ name, usual = null }) => namedValue(product, name) ?? usual),
      picture: picture ? { path: picture, line: reader.lineOf([...path, 'picture']) } : null,
      asks: product.asks ?? defaultRequiredDetails[kind],
      handovers: product.handovers ?? [...handovers],
      position: index,
      isActive: product.active ?? true,
      variants: readVariants(reader, path, product),
      options: readOptionGroups(reader, [...path, 'options']),
    },
  ]
}

// The valid parts of an invalid product are checked as well, so that all of its mistakes are reported at once.
function salvageProduct(reader: CatalogReader, path: Path): z.infer<typeof ProductShape> {
  const value = reader.valueAt(path)
  const fields = Object.entries(ProductShape.shape).flatMap(([name, schema]) => {
    const result = schema.safeParse(isObject(value) ? value[name] : undefined)
    return result.success && result.data !== undefined ? [[name, result.data]] : []
  })
  return { key: '', kind: 'digital', name: '', ...Object.fromEntries(fields) }
}

function listAt(reader: CatalogReader, path: Path): unknown[] {
  const value = reader.valueAt(path)
  return Array.isArray(value) ? value : []
}

/** The variant of a product that has its price and stock itself. */
const onlyOne = { key: 'only', name: '' }

function readVariants(reader: CatalogReader, path: Path, product: z.infer<typeof ProductShape>): ParsedVariant[] {
  const { kind, variants, price, stock } = product
  if (variants) {
    const both = 'stands with each variant, or with the product, not with both'
    if (price !== undefined) reader.record([...path, 'price'], both, { code: 'conflicting' })
    if (stock !== undefined) reader.record([...path, 'stock'], both, { code: 'conflicting' })
    for (const { name } of variantFields.filter(({ isShared }) => !isShared)) {
      if (namedValue(product, name) !== undefined) reader.record([...path, name], both, { code: 'conflicting' })
    }
    if (variants.length > 1) refuseNameless(reader, path, variants.length)
    return variants.flatMap((_, index) => readVariant(reader, [...path, 'variants', index], product, index))
  }
  if (reader.nodeAt([...path, 'price']) === null) {
    reader.record([...path, 'price'], 'is missing: a product has a price and a stock, or variants', { code: 'missing' })
  }
  const kept = readStock(reader, [...path, 'stock'], kind)
  if (price === undefined || !kept) return []
  const only = { ...onlyOne, price, ...describedValues(product), stock: kept, position: 0, isActive: true }
  return [{ line: reader.lineOf(path), ...only }]
}

function refuseNameless(reader: CatalogReader, path: Path, count: number): void {
  for (let index = 0; index < count; index++) {
    const name = [...path, 'variants', index, 'name']
    if (reader.nodeAt(name) === null) reader.record(name, 'is missing', { code: 'missing' })
  }
}

function readVariant(
  reader: CatalogReader,
  path: Path,
  product: z.infer<typeof ProductShape>,
  position: number,
): ParsedVariant[] {
  const variant = reader.check(VariantShape, path)
  const stock = readStock(reader, [...path, 'stock'], product.kind)
  if (!variant || !stock) return []
  const { key, name = '', price, active = true } = variant
  const values = describedValues(variant, product)
  return [{ line: reader.lineOf(path), key, name, price, ...values, stock, position, isActive: active }]
}

function describedValues(variant: object, product: object = {}): VariantValues {
  return pickVariantValues(
    ({ name, isShared }) => namedValue(variant, name) ?? (isShared ? namedValue(product, name) : undefined) ?? null,
  )
}

function namedValue(named: object, name: string): unknown {
  return (named as Record<string, unknown>)[name]
}

function readStock(reader: CatalogReader, path: Path, kind: ProductKind): ParsedStock | null {
  const stock = readAnyStock(reader, path)
  if (!stock || kind === 'digital' || stock.mode === 'counter' || stock.mode === 'unlimited') return stock
  reader.record(path, `of a ${kind} product is a number or unlimited: only digital goods are sent in the chat`, {
    code: 'not_allowed',
  })
  return null
}

function readAnyStock(reader: CatalogReader, path: Path): ParsedStock | null {
  const line = reader.lineOf(path)
  const value = reader.valueAt(path)
  if (value === 'unlimited') return { line, mode: 'unlimited' }
  if (typeof value === 'number') {
    const count = reader.check(countSchema, path)
    return count === null ? null : { line, mode: 'counter', count }
  }
  const form = isObject(value) && Object.keys(stockForms).find(key => key in value)
  if (form) return stockForms[form]!(reader, path, line)
  const forms = 'a number, unlimited, {serials: …}, {serials_file: …}, {file: …}, {content: …} or {webhook: …}'
  reader.record(path, value === undefined ? `is missing: it is ${forms}` : `is ${forms}`, {
    code: value === undefined ? 'missing' : 'malformed',
  })
  return null
}

const stockForms: Record<string, (reader: CatalogReader, path: Path, line: number) => ParsedStock | null> = {
  left(reader, path, line) {
    const found = reader.check(LeftStockShape, path)
    return found && { line, mode: 'counter', count: found.left, was: found.was }
  },
  serials(reader, path, line) {
    const lines = reader.check(SerialStockShape, path) ? readSerials(reader, [...path, 'serials']) : null
    return lines && { line, mode: 'serial', lines, file: null }
  },
  serials_file(reader, path, line) {
    const found = reader.check(SerialFileStockShape, path)
    return found && { line, mode: 'serial', lines: [], file: found.serials_file }
  },
  file(reader, path, line) {
    const found = reader.check(FileStockShape, path)
    return found && { line, mode: 'file', path: found.file, name: found.name ?? found.file.split('/').at(-1)! }
  },
  content(reader, path, line) {
    const found = reader.check(ContentStockShape, path)
    return found && { line, mode: 'content', ...found.content }
  },
  webhook(reader, path, line) {
    const found = reader.check(WebhookStockShape, path)
    return found && { line, mode: 'webhook', url: found.webhook }
  },
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

// Serials are stored as written: 00123 is not a number.
function readSerials(reader: CatalogReader, path: Path): { line: string; number: number }[] | null {
  const node = reader.nodeAt(path)
  const found = isSeq(node)
    ? node.items.map((item, index) => ({ line: asWritten(item), number: reader.lineOf([...path, index]) }))
    : isScalar(node)
      ? numberLines(asWritten(node) ?? '').map(({ line, number }) => ({
          line,
          number: blockLine(reader, path, node, number),
        }))
      : null
  if (!found) {
    reader.record(path, 'is a list of lines, or a text with one a line', { code: 'malformed' })
    return null
  }
  const wrong = found.filter(
    ({ line }) => line === null || line === '' || line.length > unitLengthMax || !plainTextPattern.test(line),
  )
  const rule = `each has 1 to ${unitLengthMax} characters on one line`
  for (const { number } of wrong) {
    reader.recordLine(number, path, rule, { code: 'wrong_length', min: 1, max: unitLengthMax })
  }
  return wrong.length > 0 ? null : (found as { line: string; number: number }[])
}

function asWritten(item: unknown): string | null {
  if (!isScalar(item)) return null
  return (typeof item.value === 'string' ? item.value : (item.source ?? String(item.value))).trim()
}

// The text of a block scalar begins on the line after its indicator.
function blockLine(reader: CatalogReader, path: Path, node: Scalar, number: number): number {
  return reader.lineOf(path) + (node.type?.startsWith('BLOCK') ? number : number - 1)
}

function refuseRepeated(reader: CatalogReader, categories: ParsedCategory[], products: ParsedProduct[]): void {
  const look = (things: { key: string; line: number }[], what: string) => {
    const first = new Map<string, number>()
    for (const { key, line } of things.filter(thing => thing.key !== '')) {
      const earlier = first.get(key)
      if (earlier === undefined) first.set(key, line)
      else {
        const error = `the key ${key} is that of the ${what} on line ${earlier} already`
        reader.mistakes.push({ line, name: key, error, code: 'taken' })
      }
    }
  }
  look(categories, 'category')
  look(products, 'product')
  for (const product of products) look(product.variants, 'variant')
}
