import type { AccountScope } from '../../database/scope.ts'
import type { Tx } from '../../database/transaction.ts'
import { keepContent } from '../../goods/add-content.ts'
import { findSameFile, keepFile } from '../../goods/add-file.ts'
import { findSameImage, keepImage } from '../../goods/add-image.ts'
import { DigitalFile } from '../../goods/digital-file.ts'
import { HiddenContent } from '../../goods/hidden-content.ts'
import { ProductImage } from '../../goods/product-image.ts'
import { randomToken } from '../../lib/ids.ts'
import { Refusal } from '../../lib/refusal.ts'
import { insertUnits } from '../add-units.ts'
import { Category } from '../category.ts'
import { openStock } from '../open-stock.ts'
import { Product, Variant } from '../product.ts'
import { changeStock } from '../restock.ts'
import type { BesideFiles } from './catalog-files.ts'
import { type ExistingCatalog, type ExistingVariant, levelOf } from './existing-catalog.ts'
import type { ParsedCatalog, ParsedCategory, ParsedProduct, ParsedStock, ParsedVariant } from './parsed-catalog.ts'

export interface Counts {
  created: number
  changed: number
  unchanged: number
}

export interface CatalogImport {
  categories: Counts
  products: Counts
  variants: Counts
  serials: {
    added: number
    /** Added by an earlier import. */
    known: number
    /** Lines that are in the text twice: each is kept, and sold, once. */
    repeated: { file: string | null; line: number; serial: string }[]
  }
}

export interface CatalogPlace extends Required<AccountScope> {
  now: Date
  beside: BesideFiles
  /** As it is now, in the fork of the transaction. */
  existing: ExistingCatalog
}

interface Writing extends CatalogPlace {
  tx: Tx
  report: CatalogImport
}

type Change = keyof Counts

/** Makes an account's catalogue what a file without mistakes says, and counts what that changed. */
export async function writeCatalog(tx: Tx, catalog: ParsedCatalog, place: CatalogPlace): Promise<CatalogImport> {
  const report: CatalogImport = {
    categories: { created: 0, changed: 0, unchanged: 0 },
    products: { created: 0, changed: 0, unchanged: 0 },
    variants: { created: 0, changed: 0, unchanged: 0 },
    serials: { added: 0, known: 0, repeated: [] },
  }
  const writing = { ...place, tx, report }
  await writeCategories(writing, catalog.categories)
  for (const parsed of catalog.products) {
    const product = await writeProduct(writing, parsed)
    for (const variant of parsed.variants) await writeVariant(writing, product, variant)
  }
  return report
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

async function writeProduct(writing: Writing, parsed: ParsedProduct): Promise<Product> {
  const { tx, accountId, now, existing, report } = writing
  const { key, categoryKey, kind, name, description, asks, position, isActive } = parsed
  const category = categoryKey === null ? null : existing.categories.get(categoryKey.key)!
  const values = { category, kind, name, description, image: await imageOf(writing, parsed), asks, position, isActive }
  const before = existing.products.get(key)
  if (before) {
    report.products[change(before as Product, values)]++
    return before as Product
  }
  const product = tx.em.create(Product, {
    ...values,
    account: accountId,
    key,
    publicId: randomToken(),
    createdAt: now,
  })
  await tx.em.flush()
  report.products.created++
  return product
}

async function imageOf({ tx, accountId, now, beside }: Writing, product: ParsedProduct): Promise<ProductImage | null> {
  const picture = product.picture && beside.pictures.get(product.picture.path)
  if (!picture) return null
  const same = await findSameImage(tx.em, picture.sourceHash)
  const fresh = () => keepImage(tx.em, accountId, { ...picture.drawn!, storageKey: picture.storageKey! }, now)
  return tx.em.getReference(ProductImage, same ?? (await fresh()))
}

async function writeVariant(writing: Writing, product: Product, parsed: ParsedVariant): Promise<void> {
  const { tx, accountId, now, existing, report } = writing
  const { key, name, price, stock, position, isActive } = parsed
  const before = existing.products.get(product.key)?.variants.$.find(variant => variant.key === key)
  const file = stock.mode === 'file' ? await fileOf(writing, stock) : null
  const content = stock.mode === 'content' ? await contentOf(writing, before?.content ?? null, stock) : null
  const stockUrl = stock.mode === 'webhook' ? stock.url : null
  const values = { name, price, file, content, stockUrl, position, isActive }
  const variant =
    (before as Variant | undefined) ??
    tx.em.create(Variant, {
      ...values,
      account: accountId,
      product,
      key,
      publicId: randomToken(),
      stockMode: stock.mode,
      lowStockAt: null,
      createdAt: now,
    })
  const done: Change = before ? change(variant, values) : 'created'
  await tx.em.flush()
  const isStocked = before ? await writeStock(writing, before, stock) : await fillStock(writing, variant, stock)
  report.variants[done === 'unchanged' && isStocked ? 'changed' : done]++
}

async function fileOf({ tx, accountId, now, beside }: Writing, named: { path: string; name: string }) {
  const { bytes, storageKeys } = beside.files.get(named.path)!
  const file = { name: named.name, bytes }
  const same = await findSameFile(tx.em, file)
  const fresh = () => keepFile(tx.em, accountId, { ...file, storageKey: storageKeys.get(named.name)! }, now)
  return tx.em.getReference(DigitalFile, same ?? (await fresh()))
}

// What was sold under the old text keeps it: another text makes another content.
async function contentOf(
  { tx, accountId, now }: Writing,
  before: HiddenContent | null,
  { title, body }: { title: string; body: string },
): Promise<HiddenContent> {
  if (before?.title === title && before.body === body) return before
  return tx.em.getReference(HiddenContent, await keepContent(tx.em, accountId, { title, body }, now))
}

// What there is of a new variant.
async function fillStock(writing: Writing, variant: Variant, stock: ParsedStock): Promise<boolean> {
  const { tx, accountId, now } = writing
  const count = stock.mode === 'counter' ? stock.count : 0
  await openStock(tx, { accountId, variantId: variant.id }, { kept: stock.mode, count, reason: 'import' }, now)
  return stock.mode === 'serial' && addSerials(writing, variant, stock)
}

/** Returns whether there is more or less of the variant than before. */
async function writeStock(writing: Writing, variant: ExistingVariant, stock: ParsedStock): Promise<boolean> {
  if (stock.mode === 'counter') return writeCounter(writing, variant, stock.count)
  return stock.mode === 'serial' && addSerials(writing, variant, stock)
}

// The number in the file is compared with the one that was there before, not with what is left of it.
async function writeCounter(writing: Writing, { id, stocks }: ExistingVariant, count: number): Promise<boolean> {
  const { tx, accountId, mode, now } = writing
  const [stock] = stocks.$
  const delta = count - (stock!.imported ?? 0)
  stock!.imported = count
  if (delta === 0) return false
  const moved = await changeStock(tx, { accountId, mode, variantId: id, delta, reason: 'import' }, now)
  if (moved !== null) return true
  throw new Refusal('out_of_stock', 'Stock was sold while the catalogue was imported: import it again')
}

async function addSerials(
  writing: Writing,
  { id }: Pick<Variant, 'id'>,
  stock: ParsedStock & { mode: 'serial' },
): Promise<boolean> {
  const { tx, accountId, mode, now, beside, report } = writing
  const { file } = stock
  const lines = file === null ? stock.lines : beside.serials.get(file)!
  const first = new Map<string, number>()
  for (const { line, number } of lines) {
    if (first.has(line)) report.serials.repeated.push({ file, line: number, serial: line })
    else first.set(line, number)
  }
  const { added } = await insertUnits(tx, { accountId, mode, variantId: id }, [...first.keys()], now)
  report.serials.added += added
  report.serials.known += first.size - added
  return added > 0
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
