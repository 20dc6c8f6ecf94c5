import type { EntityManager } from '@mikro-orm/postgresql'
import { type AccountScope, forkScoped } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { persistContent } from '../../goods/add-content.ts'
import type { HiddenContent } from '../../goods/hidden-content.ts'
import { generateToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { Category } from '../category.ts'
import { writeGroups } from '../options/write-groups.ts'
import { formatGoodsName, Product, Variant } from '../product.ts'
import { pickProductValues } from '../product-fields.ts'
import { announceStock } from '../stock/announce-stock.ts'
import { pickVariantValues } from '../variant-fields.ts'
import { type CatalogChange, changeRow, type FieldChange } from './catalog-change.ts'
import type { ReferencedFiles } from './catalog-files.ts'
import {
  type ExistingProducts,
  findCategoryConflicts,
  findCategoryLevel,
  findVariantConflicts,
  readCategories,
  readProducts,
} from './existing-catalog.ts'
import { mapInTurns, splitRows } from './map-in-turns.ts'
import {
  type ParsedCatalog,
  type ParsedCategory,
  type ParsedProduct,
  type ParsedStock,
  type ParsedVariant,
  refuseMistakes,
} from './parsed-catalog.ts'
import { type CatalogGoods, persistGoods } from './persist-goods.ts'
import { type SerialReport, type StockDifference, writeStocks } from './write-stocks.ts'

export interface ChangeCounts {
  created: number
  changed: number
  unchanged: number
}

export interface CatalogImport {
  categories: ChangeCounts
  products: ChangeCounts
  variants: ChangeCounts
  serials: SerialReport
  /** All objects that are created or changed. */
  changes: CatalogChange[]
}

export interface CatalogContext extends Required<AccountScope> {
  now: Date
  beside: ReferencedFiles
}

interface Writing extends CatalogContext {
  tx: Tx
  report: Omit<CatalogImport, 'serials' | 'changes'>
  changes: CatalogChange[]
  exported: string | null
}

/** The part of a file that one fork reads and writes, with its references. */
interface WritingPart extends Omit<Writing, 'tx'> {
  em: EntityManager
  categories: ReadonlyMap<string, Category>
  existing: ExistingProducts
  goods: CatalogGoods
}

type Change = keyof ChangeCounts

interface WrittenVariant {
  row: Variant
  /** Its name, including that of its product. */
  name: string
  /** Whether its product is new as well, so that it need not be reported separately. */
  isOfNew: boolean
  done: Change
  fields: FieldChange[]
  stock: ParsedStock
}

/**
 * Updates an account's catalogue from a file without mistakes, and returns the changes. Many rows are written together,
 * so that the transaction of a large file stays short. Refuses `invalid_request` if the file contradicts existing data.
 */
export async function writeCatalog(
  app: Needs<'reactions'>,
  tx: Tx,
  catalog: ParsedCatalog,
  context: CatalogContext,
): Promise<CatalogImport> {
  const report = {
    categories: { created: 0, changed: 0, unchanged: 0 },
    products: { created: 0, changed: 0, unchanged: 0 },
    variants: { created: 0, changed: 0, unchanged: 0 },
  }
  const writing: Writing = { ...context, tx, report, exported: catalog.exported, changes: [] }
  const categories = await readCategories(tx.em)
  const conflicts = findCategoryConflicts(catalog, categories)
  if (conflicts.length === 0) await writeCategories(writing, categories, catalog.categories)
  const written: WrittenVariant[] = []
  for (const products of splitRows(catalog.products)) {
    const part = await openPart(writing, products)
    conflicts.push(...findVariantConflicts(products, part.existing))
    if (conflicts.length === 0) written.push(...(await writePart(part, products)))
  }
  if (conflicts.length > 0) throw refuseMistakes(conflicts)
  const stocked = written.map(({ row, done, stock }) => ({ variantId: row.id, isNew: done === 'created', stock }))
  const { changed, serials } = await writeStocks(writing, stocked)
  const { accountId, mode, now } = context
  await announceStock(app, tx, { accountId, mode, variantIds: [...changed.keys()], cause: 'import', now })
  await mapInTurns(written, variant => countVariant(writing, variant, changed.get(variant.row.id)))
  return { ...report, serials, changes: writing.changes }
}

async function openPart({ tx, ...writing }: Writing, products: ParsedProduct[]): Promise<WritingPart> {
  const { accountId, mode } = writing
  const em = forkScoped(tx, { accountId, mode: 'both' })
  const keys = new Set(products.flatMap(({ categoryKey }) => categoryKey?.key ?? []))
  const categories = await em.find(Category, { key: [...keys] })
  const existing = await readProducts(em, products, { accountId, mode })
  const goods = await persistGoods(em, writing)
  return { ...writing, em, existing, goods, categories: new Map(categories.map(row => [row.key, row])) }
}

async function writePart(part: WritingPart, parsed: ParsedProduct[]): Promise<WrittenVariant[]> {
  const products = await mapInTurns(parsed, one => ({ parsed: one, ...writeProduct(part, one) }))
  const variants = products.flatMap(({ parsed: { variants }, row }) => variants.map(variant => ({ row, variant })))
  const written = await mapInTurns(variants, ({ row, variant }) => writeVariant(part, row, variant))
  await part.em.flush()
  await writeOptions(part, products)
  return written
}

function countVariant({ report, changes }: Writing, variant: WrittenVariant, move?: StockDifference): void {
  const { name, isOfNew, done, fields } = variant
  const isNew = done === 'created'
  const all = move && !isNew ? [...fields, { field: 'stock', ...move }] : fields
  report.variants[isNew ? 'created' : doneBy(all)]++
  if ((isNew && !isOfNew) || all.length > 0) changes.push({ of: 'variant', name, isNew, fields: all })
}

// The row of a parent category must exist before those of its children.
async function writeCategories(
  writing: Writing,
  categories: Map<string, Category>,
  parsed: ParsedCategory[],
): Promise<void> {
  for (const level of [1, 2] as const) {
    const ofLevel = parsed.filter(({ parentKey }) => findCategoryLevel(parentKey) === level)
    await mapInTurns(ofLevel, category => writeCategory(writing, categories, category))
    await writing.tx.em.flush()
  }
}

function writeCategory(
  { tx, accountId, now, report, changes }: Writing,
  categories: Map<string, Category>,
  parsed: ParsedCategory,
): void {
  const { key, name, parentKey, position, isActive } = parsed
  const parent = parentKey === null ? null : categories.get(parentKey)!
  const values = { name, parent, position, isActive }
  const before = categories.get(key)
  if (before) {
    const fields = changeRow(before, values)
    report.categories[doneBy(fields)]++
    if (fields.length > 0) changes.push({ of: 'category', name, isNew: false, fields })
  } else {
    const level = findCategoryLevel(parentKey)
    const fresh = { ...values, account: accountId, key, publicId: generateToken(), level, createdAt: now }
    categories.set(key, tx.em.create(Category, fresh))
    report.categories.created++
    changes.push({ of: 'category', name, isNew: true, fields: [] })
  }
}

function writeProduct(part: WritingPart, parsed: ParsedProduct): WrittenProduct {
  const { em, accountId, now, categories, existing, report, goods, changes } = part
  const { key, categoryKey, kind, name, picture, asks, handovers, position, isActive } = parsed
  const category = categoryKey === null ? null : categories.get(categoryKey.key)!
  const image = picture && goods.imageOf(picture.path)
  const described = pickProductValues(({ property }) => parsed[property])
  const values = { category, kind, name, ...described, image, asks, handovers, position, isActive }
  const before = existing.get(key)
  if (before) {
    const fields = changeRow(before as Product, values)
    const done = doneBy(fields)
    report.products[done]++
    if (fields.length > 0) changes.push({ of: 'product', name, isNew: false, fields })
    return { row: before as Product, done }
  }
  report.products.created++
  changes.push({ of: 'product', name, isNew: true, fields: [] })
  const row = em.create(Product, { ...values, account: accountId, key, publicId: generateToken(), createdAt: now })
  return { row, done: 'created' }
}

interface WrittenProduct {
  row: Product
  done: Change
}

// A product of which only the options changed was counted as unchanged before.
async function writeOptions(
  { em, accountId, now, report, changes }: WritingPart,
  products: (WrittenProduct & { parsed: ParsedProduct })[],
): Promise<void> {
  const named = products.flatMap(({ row, parsed }) =>
    parsed.options === null ? [] : [{ productId: row.id, groups: parsed.options }],
  )
  const changed = await writeGroups(em, { accountId, now }, named)
  for (const { row, done } of products) {
    if (done === 'created' || !changed.has(row.id)) continue
    changes.push({ of: 'product', name: row.name, isNew: false, fields: [{ field: 'options', from: null, to: null }] })
  }
  const more = products.filter(({ row, done }) => done === 'unchanged' && changed.has(row.id)).length
  report.products.unchanged -= more
  report.products.changed += more
}

function writeVariant(part: WritingPart, product: Product, parsed: ParsedVariant): WrittenVariant {
  const { em, accountId, now, existing, goods } = part
  const { key, name, price, stock, position, isActive } = parsed
  const before = existing.get(product.key)?.variants.$.find(variant => variant.key === key)
  const file = stock.mode === 'file' ? goods.fileOf(stock) : null
  const content = stock.mode === 'content' ? keepContent(part, before?.content ?? null, stock) : null
  const stockUrl = stock.mode === 'webhook' ? stock.url : null
  const described = pickVariantValues(({ property }) => parsed[property])
  const values = { name, price, ...described, file, content, stockUrl, position, isActive }
  const fullName = formatGoodsName(product.name, name)
  if (before) {
    const fields = changeRow(before as Variant, values)
    return { row: before as Variant, name: fullName, isOfNew: false, done: doneBy(fields), fields, stock }
  }
  const row = em.create(Variant, {
    ...values,
    account: accountId,
    product,
    key,
    publicId: generateToken(),
    stockMode: stock.mode,
    lowStockAt: null,
    createdAt: now,
  })
  return { row, name: fullName, isOfNew: !existing.has(product.key), done: 'created', fields: [], stock }
}

// A payment sold with the old text keeps it, so a new text creates a new content.
function keepContent(
  { em, accountId, now }: WritingPart,
  before: HiddenContent | null,
  { title, body }: { title: string; body: string },
): HiddenContent {
  if (before?.title === title && before.body === body) return before
  return persistContent(em, accountId, { title, body }, now)
}

function doneBy(fields: FieldChange[]): Change {
  return fields.length > 0 ? 'changed' : 'unchanged'
}
