import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { persistContent } from '../../goods/add-content.ts'
import type { HiddenContent } from '../../goods/hidden-content.ts'
import { randomToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { Category } from '../category.ts'
import { writeGroups } from '../options/write-groups.ts'
import { goodsName, Product, Variant } from '../product.ts'
import { productValues } from '../product-fields.ts'
import { announceStock } from '../stock/announce-stock.ts'
import { variantValues } from '../variant-fields.ts'
import { type CatalogChange, changeRow, type FieldChange } from './catalog-change.ts'
import type { BesideFiles } from './catalog-files.ts'
import { type ExistingCatalog, levelOf } from './existing-catalog.ts'
import { inTurns } from './in-turns.ts'
import { type KeptGoods, persistGoods } from './kept-goods.ts'
import type { ParsedCatalog, ParsedCategory, ParsedProduct, ParsedStock, ParsedVariant } from './parsed-catalog.ts'
import { type SerialReport, type StockMove, writeStocks } from './write-stocks.ts'

export interface Counts {
  created: number
  changed: number
  unchanged: number
}

export interface CatalogImport {
  categories: Counts
  products: Counts
  variants: Counts
  serials: SerialReport
  /** Everything that is new or becomes another. */
  changes: CatalogChange[]
}

export interface CatalogPlace extends Required<AccountScope> {
  now: Date
  beside: BesideFiles
  /** As it is now, in the fork of the transaction. */
  existing: ExistingCatalog
}

interface Writing extends CatalogPlace {
  tx: Tx
  report: Omit<CatalogImport, 'serials' | 'changes'>
  changes: CatalogChange[]
  goods: KeptGoods
  exported: string | null
}

type Change = keyof Counts

/** A variant of the file whose row the next flush writes. */
interface WrittenVariant {
  row: Variant
  /** With that of its product. */
  name: string
  /** Whether its product is new too, of which it is a part that goes without saying. */
  isOfNew: boolean
  done: Change
  fields: FieldChange[]
  stock: ParsedStock
}

/**
 * Makes an account's catalogue what a file without mistakes says, and counts what that changed. Rows are written
 * together: a large file holds its transaction for as short a time as it can, and lets others run in between.
 */
export async function writeCatalog(
  app: Needs<'reactions'>,
  tx: Tx,
  catalog: ParsedCatalog,
  place: CatalogPlace,
): Promise<CatalogImport> {
  const report = {
    categories: { created: 0, changed: 0, unchanged: 0 },
    products: { created: 0, changed: 0, unchanged: 0 },
    variants: { created: 0, changed: 0, unchanged: 0 },
  }
  const goods = await persistGoods(tx.em, place)
  const writing: Writing = { ...place, tx, report, goods, exported: catalog.exported, changes: [] }
  await writeCategories(writing, catalog.categories)
  const products = await inTurns(catalog.products, parsed => ({ parsed, ...writeProduct(writing, parsed) }))
  const variants = products.flatMap(({ parsed, row }) => parsed.variants.map(variant => ({ row, variant })))
  const written = await inTurns(variants, ({ row, variant }) => writeVariant(writing, row, variant))
  await tx.em.flush()
  await writeOptions(writing, products)
  const stocked = written.map(({ row, done, stock }) => ({ variantId: row.id, isNew: done === 'created', stock }))
  const { changed, serials } = await writeStocks(writing, stocked)
  const { accountId, mode, now } = place
  await announceStock(app, tx, { accountId, mode, variantIds: [...changed.keys()], cause: 'import', now })
  await inTurns(written, variant => countVariant(writing, variant, changed.get(variant.row.id)))
  return { ...report, serials, changes: writing.changes }
}

function countVariant({ report, changes }: Writing, variant: WrittenVariant, move?: StockMove): void {
  const { name, isOfNew, done, fields } = variant
  const isNew = done === 'created'
  const all = move && !isNew ? [...fields, { field: 'stock', ...move }] : fields
  report.variants[isNew ? 'created' : doneBy(all)]++
  if ((isNew && !isOfNew) || all.length > 0) changes.push({ of: 'variant', name, isNew, fields: all })
}

// The row of a parent category must be there before its children's.
async function writeCategories(writing: Writing, parsed: ParsedCategory[]): Promise<void> {
  for (const level of [1, 2] as const) {
    const ofLevel = parsed.filter(({ parentKey }) => levelOf(parentKey) === level)
    await inTurns(ofLevel, category => writeCategory(writing, category))
    await writing.tx.em.flush()
  }
}

function writeCategory({ tx, accountId, now, existing, report, changes }: Writing, parsed: ParsedCategory): void {
  const { key, name, parentKey, position, isActive } = parsed
  const parent = parentKey === null ? null : existing.categories.get(parentKey)!
  const values = { name, parent, position, isActive }
  const before = existing.categories.get(key)
  if (before) {
    const fields = changeRow(before, values)
    report.categories[doneBy(fields)]++
    if (fields.length > 0) changes.push({ of: 'category', name, isNew: false, fields })
  } else {
    const level = levelOf(parentKey)
    const fresh = { ...values, account: accountId, key, publicId: randomToken(), level, createdAt: now }
    existing.categories.set(key, tx.em.create(Category, fresh))
    report.categories.created++
    changes.push({ of: 'category', name, isNew: true, fields: [] })
  }
}

function writeProduct(writing: Writing, parsed: ParsedProduct): WrittenProduct {
  const { tx, accountId, now, existing, report, goods, changes } = writing
  const { key, categoryKey, kind, name, picture, asks, handovers, position, isActive } = parsed
  const category = categoryKey === null ? null : existing.categories.get(categoryKey.key)!
  const image = picture && goods.imageOf(picture.path)
  const described = productValues(({ property }) => parsed[property])
  const values = { category, kind, name, ...described, image, asks, handovers, position, isActive }
  const before = existing.products.get(key)
  if (before) {
    const fields = changeRow(before as Product, values)
    const done = doneBy(fields)
    report.products[done]++
    if (fields.length > 0) changes.push({ of: 'product', name, isNew: false, fields })
    return { row: before as Product, done }
  }
  report.products.created++
  changes.push({ of: 'product', name, isNew: true, fields: [] })
  const row = tx.em.create(Product, { ...values, account: accountId, key, publicId: randomToken(), createdAt: now })
  return { row, done: 'created' }
}

interface WrittenProduct {
  row: Product
  done: Change
}

// A product whose options alone have changed was counted as unchanged.
async function writeOptions(
  { tx, accountId, now, report, changes }: Writing,
  products: (WrittenProduct & { parsed: ParsedProduct })[],
): Promise<void> {
  const named = products.flatMap(({ row, parsed }) =>
    parsed.options === null ? [] : [{ productId: row.id, groups: parsed.options }],
  )
  const changed = await writeGroups(tx.em, { accountId, now }, named)
  for (const { row, done } of products) {
    if (done === 'created' || !changed.has(row.id)) continue
    changes.push({ of: 'product', name: row.name, isNew: false, fields: [{ field: 'options', from: null, to: null }] })
  }
  const more = products.filter(({ row, done }) => done === 'unchanged' && changed.has(row.id)).length
  report.products.unchanged -= more
  report.products.changed += more
}

function writeVariant(writing: Writing, product: Product, parsed: ParsedVariant): WrittenVariant {
  const { tx, accountId, now, existing, goods } = writing
  const { key, name, price, stock, position, isActive } = parsed
  const before = existing.products.get(product.key)?.variants.$.find(variant => variant.key === key)
  const file = stock.mode === 'file' ? goods.fileOf(stock) : null
  const content = stock.mode === 'content' ? contentOf(writing, before?.content ?? null, stock) : null
  const stockUrl = stock.mode === 'webhook' ? stock.url : null
  const described = variantValues(({ property }) => parsed[property])
  const values = { name, price, ...described, file, content, stockUrl, position, isActive }
  const fullName = goodsName(product.name, name)
  if (before) {
    const fields = changeRow(before as Variant, values)
    return { row: before as Variant, name: fullName, isOfNew: false, done: doneBy(fields), fields, stock }
  }
  const row = tx.em.create(Variant, {
    ...values,
    account: accountId,
    product,
    key,
    publicId: randomToken(),
    stockMode: stock.mode,
    lowStockAt: null,
    createdAt: now,
  })
  return { row, name: fullName, isOfNew: !existing.products.has(product.key), done: 'created', fields: [], stock }
}

// A payment that was sold under the old text keeps it: another text makes another content.
function contentOf(
  { tx, accountId, now }: Writing,
  before: HiddenContent | null,
  { title, body }: { title: string; body: string },
): HiddenContent {
  if (before?.title === title && before.body === body) return before
  return persistContent(tx.em, accountId, { title, body }, now)
}

function doneBy(fields: FieldChange[]): Change {
  return fields.length > 0 ? 'changed' : 'unchanged'
}
