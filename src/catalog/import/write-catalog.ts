import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { persistContent } from '../../goods/add-content.ts'
import type { HiddenContent } from '../../goods/hidden-content.ts'
import { randomToken } from '../../lib/ids.ts'
import type { Needs } from '../../needs.ts'
import { announceStock } from '../announce-stock.ts'
import { Category } from '../category.ts'
import { writeGroups } from '../options/write-groups.ts'
import { Product, Variant } from '../product.ts'
import type { BesideFiles } from './catalog-files.ts'
import { type ExistingCatalog, levelOf } from './existing-catalog.ts'
import { type KeptGoods, persistGoods } from './kept-goods.ts'
import type { ParsedCatalog, ParsedCategory, ParsedProduct, ParsedStock, ParsedVariant } from './parsed-catalog.ts'
import { type SerialReport, writeStocks } from './write-stocks.ts'

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
}

export interface CatalogPlace extends Required<AccountScope> {
  now: Date
  beside: BesideFiles
  /** As it is now, in the fork of the transaction. */
  existing: ExistingCatalog
}

interface Writing extends CatalogPlace {
  tx: Tx
  report: Omit<CatalogImport, 'serials'>
  goods: KeptGoods
  exported: string | null
}

type Change = keyof Counts

/** A variant of the file whose row the next flush writes. */
interface WrittenVariant {
  row: Variant
  done: Change
  stock: ParsedStock
}

/**
 * Makes an account's catalogue what a file without mistakes says, and counts what that changed. Rows are written
 * together: a large file holds its transaction for as short a time as it can.
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
  const writing = { ...place, tx, report, goods, exported: catalog.exported }
  await writeCategories(writing, catalog.categories)
  const products = catalog.products.map(parsed => ({ parsed, ...writeProduct(writing, parsed) }))
  const written = products.flatMap(({ parsed, row }) =>
    parsed.variants.map(variant => writeVariant(writing, row, variant)),
  )
  await tx.em.flush()
  await writeOptions(writing, products)
  const stocked = written.map(({ row, done, stock }) => ({ variantId: row.id, isNew: done === 'created', stock }))
  const { changed, serials } = await writeStocks(writing, stocked)
  const { accountId, mode, now } = place
  await announceStock(app, tx, { accountId, mode, variantIds: [...changed], cause: 'import', now })
  for (const { row, done } of written) {
    report.variants[done === 'unchanged' && changed.has(row.id) ? 'changed' : done]++
  }
  return { ...report, serials }
}

// The row of a parent category must be there before its children's.
async function writeCategories(writing: Writing, parsed: ParsedCategory[]): Promise<void> {
  for (const level of [1, 2] as const) {
    for (const category of parsed.filter(({ parentKey }) => levelOf(parentKey) === level)) {
      writeCategory(writing, category)
    }
    await writing.tx.em.flush()
  }
}

function writeCategory({ tx, accountId, now, existing, report }: Writing, parsed: ParsedCategory): void {
  const { key, name, parentKey, position, isActive } = parsed
  const parent = parentKey === null ? null : existing.categories.get(parentKey)!
  const values = { name, parent, position, isActive }
  const before = existing.categories.get(key)
  if (before) report.categories[change(before, values)]++
  else {
    const level = levelOf(parentKey)
    const fresh = { ...values, account: accountId, key, publicId: randomToken(), level, createdAt: now }
    existing.categories.set(key, tx.em.create(Category, fresh))
    report.categories.created++
  }
}

function writeProduct({ tx, accountId, now, existing, report, goods }: Writing, parsed: ParsedProduct): WrittenProduct {
  const { key, categoryKey, kind, name, description, picture, asks, handovers, position, isActive } = parsed
  const category = categoryKey === null ? null : existing.categories.get(categoryKey.key)!
  const image = picture && goods.imageOf(picture.path)
  const values = { category, kind, name, description, image, asks, handovers, position, isActive }
  const before = existing.products.get(key)
  if (before) {
    const done = change(before as Product, values)
    report.products[done]++
    return { row: before as Product, done }
  }
  report.products.created++
  const row = tx.em.create(Product, { ...values, account: accountId, key, publicId: randomToken(), createdAt: now })
  return { row, done: 'created' }
}

interface WrittenProduct {
  row: Product
  done: Change
}

// A product whose options alone have changed was counted as unchanged.
async function writeOptions(
  { tx, accountId, now, report }: Writing,
  products: (WrittenProduct & { parsed: ParsedProduct })[],
): Promise<void> {
  const named = products.flatMap(({ row, parsed }) =>
    parsed.options === null ? [] : [{ productId: row.id, groups: parsed.options }],
  )
  const changed = await writeGroups(tx.em, { accountId, now }, named)
  const more = products.filter(({ row, done }) => done === 'unchanged' && changed.has(row.id)).length
  report.products.unchanged -= more
  report.products.changed += more
}

function writeVariant(writing: Writing, product: Product, parsed: ParsedVariant): WrittenVariant {
  const { tx, accountId, now, existing, goods } = writing
  const { key, name, price, weightG, stock, position, isActive } = parsed
  const before = existing.products.get(product.key)?.variants.$.find(variant => variant.key === key)
  const file = stock.mode === 'file' ? goods.fileOf(stock) : null
  const content = stock.mode === 'content' ? contentOf(writing, before?.content ?? null, stock) : null
  const stockUrl = stock.mode === 'webhook' ? stock.url : null
  const values = { name, price, weightG, file, content, stockUrl, position, isActive }
  if (before) return { row: before as Variant, done: change(before as Variant, values), stock }
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
  return { row, done: 'created', stock }
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

/** Sets these values on a row, and returns whether that changed it. */
function change<Row extends object>(row: Row, values: { [Key in keyof Row]?: Row[Key] | object | null }): Change {
  const before = row as Record<string, unknown>
  const different = Object.entries(values).filter(([name, value]) =>
    Array.isArray(value) ? String(value) !== String(before[name]) : value !== before[name],
  )
  Object.assign(row, Object.fromEntries(different))
  return different.length > 0 ? 'changed' : 'unchanged'
}
