import type { Tx } from '../database/transaction.ts'
import { keepContent } from '../goods/add-content.ts'
import { findSameFile, keepFile } from '../goods/add-file.ts'
import { findSameImage, keepImage } from '../goods/add-image.ts'
import { randomToken } from '../lib/ids.ts'
import { Refusal } from '../lib/refusal.ts'
import type { Sql } from '../lib/sql.ts'
import type { Needs } from '../needs.ts'
import { insertUnits } from './add-units.ts'
import { type BesideFiles, dropStored, readBeside, storeBeside } from './catalog-files.ts'
import {
  type Mistake,
  type ParsedCatalog,
  type ParsedProduct,
  type ParsedVariant,
  parseCatalog,
} from './parse-catalog.ts'
import type { StockMode } from './product.ts'
import { changeStock } from './restock.ts'

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
    /** Lines that stand twice: each is kept, and sold, once. */
    repeated: { file: string | null; line: number; serial: string }[]
  }
}

const textMax = 5_242_880

/**
 * Makes the account's catalogue as the file says (docs/catalog.md); files that it names lie in `folder`. What the file
 * does not name stays as it is, and a second import of the same file changes nothing. All or nothing.
 *
 * Refuses `invalid_request` with every mistake: the path of each field is `line <number>`.
 */
export async function importCatalog(
  app: Needs<'em' | 'sql' | 'transaction' | 'config' | 'now'>,
  accountId: number,
  text: string,
  folder: string,
): Promise<CatalogImport> {
  if (text.length > textMax) throw refuseMistakes([{ line: 1, error: `the file has ${textMax} characters at most` }])
  const catalog = parseCatalog(text)
  const beside = await readBeside(app, accountId, catalog, folder)
  const mistakes = [...catalog.mistakes, ...beside.mistakes]
  if (mistakes.length > 0) throw refuseMistakes([...mistakes, ...(await findConflicts(app.sql, accountId, catalog))])
  await storeBeside(app, beside)
  try {
    return await app.transaction({ accountId }, async tx => {
      // Two imports at once take turns.
      await tx.query('select 1 from account where id = $1 for no key update', [accountId])
      const conflicts = await findConflicts(tx, accountId, catalog)
      if (conflicts.length > 0) throw refuseMistakes(conflicts)
      return writeCatalog(tx, { accountId, now: app.now(), beside, catalog })
    })
  } catch (error) {
    await dropStored(app, beside)
    throw error
  }
}

function refuseMistakes(mistakes: Mistake[]): Refusal {
  const sorted = [...mistakes].sort((one, other) => one.line - other.line)
  const count = sorted.length === 1 ? 'One mistake' : `${sorted.length} mistakes`
  return new Refusal('invalid_request', `${count} in the catalogue; nothing was written`, {
    fields: sorted.map(({ line, error }) => ({ path: `line ${line}`, error })),
  })
}

interface ExistingVariant {
  productKey: string
  variantKey: string
  stockMode: StockMode
  importedStock: number | null
  available: number | null
}

/** Mistakes that only the catalogue of before can tell. */
async function findConflicts(sql: Sql, accountId: number, catalog: ParsedCatalog): Promise<Mistake[]> {
  const categories = await sql.query<{ key: string; isTop: boolean }>(
    'select key, parent_id is null as "isTop" from category where account_id = $1',
    [accountId],
  )
  const variants = await sql.query<ExistingVariant>(existingSql, [accountId])
  return [...categoryConflicts(catalog, categories), ...variantConflicts(catalog, variants)]
}

const existingSql = `
  select p.key as "productKey", v.key as "variantKey", v.stock_mode as "stockMode", v.imported_stock as "importedStock",
    s.available
  from variant v join product p on p.id = v.product_id left join stock s on s.variant_id = v.id
  where v.account_id = $1`

function categoryConflicts(catalog: ParsedCatalog, existing: { key: string; isTop: boolean }[]): Mistake[] {
  const levels = new Map(existing.map(({ key, isTop }) => [key, isTop]))
  const moved = catalog.categories
    .filter(({ key, parentKey }) => levels.has(key) && levels.get(key) !== (parentKey === null))
    .map(({ key, line }) => ({ line, error: `the category ${key} stood on the other level before: give it a new key` }))
  const known = new Set([...levels.keys(), ...catalog.categories.map(({ key }) => key)])
  const unknown = catalog.products
    .flatMap(({ categoryKey }) => categoryKey ?? [])
    .filter(({ key }) => !known.has(key))
    .map(({ key, line }) => ({ line, error: `there is no category ${key}` }))
  return [...moved, ...unknown]
}

function variantConflicts(catalog: ParsedCatalog, existing: ExistingVariant[]): Mistake[] {
  const byKey = new Map(existing.map(variant => [`${variant.productKey} ${variant.variantKey}`, variant]))
  return catalog.products.flatMap(product =>
    product.variants.flatMap(({ key, stock }) => {
      const before = byKey.get(`${product.key} ${key}`)
      if (!before) return []
      if (before.stockMode !== stock.mode) {
        return [{ line: stock.line, error: `the stock was ${before.stockMode} before: give the variant a new key` }]
      }
      if (stock.mode !== 'counter') return []
      const taken = (before.importedStock ?? 0) - stock.count
      if (taken <= (before.available ?? 0)) return []
      const left = `takes ${taken} away from before, and only ${before.available} are left`
      return [{ line: stock.line, error: `the stock of ${stock.count} ${left}` }]
    }),
  )
}

interface Writing {
  accountId: number
  now: Date
  beside: BesideFiles
  catalog: ParsedCatalog
}

async function writeCatalog(tx: Tx, writing: Writing): Promise<CatalogImport> {
  const report: CatalogImport = {
    categories: { created: 0, changed: 0, unchanged: 0 },
    products: { created: 0, changed: 0, unchanged: 0 },
    variants: { created: 0, changed: 0, unchanged: 0 },
    serials: { added: 0, known: 0, repeated: [] },
  }
  await writeCategories(tx, writing, report)
  for (const product of writing.catalog.products) {
    const productId = await writeProduct(tx, writing, product, report)
    for (const variant of product.variants) await writeVariant(tx, writing, productId, variant, report)
  }
  return report
}

type Written = { id: number; change: keyof Counts }

async function writeCategories(tx: Tx, { accountId, now, catalog }: Writing, report: CatalogImport): Promise<void> {
  for (const { key, name, parentKey, position, isActive } of catalog.categories) {
    const level = parentKey === null ? 1 : 2
    const values = [accountId, key, randomToken(), level, parentKey, name, position, isActive, now]
    const { change } = await write(tx, writeCategorySql, values)
    report.categories[change]++
  }
}

// Returns what was there when nothing is to change: `on conflict` without a change answers nothing.
const written = (upsert: string, found: string) => `
  with done as (${upsert})
  select id, case when fresh then 'created' else 'changed' end as change from done
  union all
  select id, 'unchanged' from (${found}) was where not exists (select 1 from done)`

const writeCategorySql = written(
  `insert into category (account_id, key, public_id, level, parent_id, name, position, is_active, created_at)
   values ($1, $2, $3, $4, (select c.id from category c where c.account_id = $1 and c.key = $5), $6, $7, $8, $9)
   on conflict (account_id, key) do update set parent_id = excluded.parent_id, name = excluded.name,
     position = excluded.position, is_active = excluded.is_active
   where (category.parent_id, category.name, category.position, category.is_active)
     is distinct from (excluded.parent_id, excluded.name, excluded.position, excluded.is_active)
   returning id, xmax = 0 as fresh`,
  'select id from category where account_id = $1 and key = $2',
)

async function writeProduct(tx: Tx, writing: Writing, product: ParsedProduct, report: CatalogImport): Promise<number> {
  const { id, change } = await write(tx, writeProductSql, [
    writing.accountId,
    product.key,
    randomToken(),
    product.categoryKey?.key ?? null,
    product.kind,
    product.name,
    product.description,
    await imageOf(tx, writing, product),
    product.asks,
    product.position,
    product.isActive,
    writing.now,
  ])
  report.products[change]++
  return id
}

async function imageOf(tx: Tx, { accountId, now, beside }: Writing, product: ParsedProduct): Promise<number | null> {
  const picture = product.picture && beside.pictures.get(product.picture.path)
  if (!picture) return null
  const same = await findSameImage(tx.em, picture.sourceHash)
  return same ?? keepImage(tx.em, accountId, { ...picture.drawn!, storageKey: picture.storageKey! }, now)
}

const writeProductSql = written(
  `insert into product (account_id, key, public_id, category_id, kind, name, description, image_id, asks, position,
     is_active, created_at)
   values ($1, $2, $3, (select c.id from category c where c.account_id = $1 and c.key = $4), $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (account_id, key) do update set category_id = excluded.category_id, kind = excluded.kind,
     name = excluded.name, description = excluded.description, image_id = excluded.image_id, asks = excluded.asks,
     position = excluded.position, is_active = excluded.is_active
   where (product.category_id, product.kind, product.name, product.description, product.image_id, product.asks,
       product.position, product.is_active)
     is distinct from (excluded.category_id, excluded.kind, excluded.name, excluded.description, excluded.image_id,
       excluded.asks, excluded.position, excluded.is_active)
   returning id, xmax = 0 as fresh`,
  'select id from product where account_id = $1 and key = $2',
)

async function writeVariant(
  tx: Tx,
  writing: Writing,
  productId: number,
  variant: ParsedVariant,
  report: CatalogImport,
): Promise<void> {
  const { stock } = variant
  const { id, change } = await write(tx, writeVariantSql, [
    writing.accountId,
    productId,
    variant.key,
    randomToken(),
    variant.name,
    variant.price,
    stock.mode,
    stock.mode === 'file' ? await fileOf(tx, writing, stock) : null,
    stock.mode === 'content' ? await contentOf(tx, writing, productId, variant.key, stock) : null,
    variant.position,
    variant.isActive,
    writing.now,
  ])
  report.variants[await writeStock(tx, writing, id, variant, report, change)]++
}

const writeVariantSql = written(
  `insert into variant (account_id, product_id, key, public_id, name, price, stock_mode, file_id, content_id, position,
     is_active, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
   on conflict (product_id, key) do update set name = excluded.name, price = excluded.price, file_id = excluded.file_id,
     content_id = excluded.content_id, position = excluded.position, is_active = excluded.is_active
   where (variant.name, variant.price, variant.file_id, variant.content_id, variant.position, variant.is_active)
     is distinct from (excluded.name, excluded.price, excluded.file_id, excluded.content_id, excluded.position,
       excluded.is_active)
   returning id, xmax = 0 as fresh`,
  'select id from variant where product_id = $2 and key = $3 and account_id = $1',
)

async function fileOf(
  tx: Tx,
  { accountId, now, beside }: Writing,
  { path, name }: { path: string; name: string },
): Promise<number> {
  const file = beside.files.get(path)!
  const same = await findSameFile(tx.em, { name, bytes: file.bytes })
  return same ?? keepFile(tx.em, accountId, { name, bytes: file.bytes, storageKey: file.storageKeys.get(name)! }, now)
}

// What was sold under the old text keeps it: another text is another content.
async function contentOf(
  tx: Tx,
  { accountId, now }: Writing,
  productId: number,
  variantKey: string,
  content: { title: string; body: string },
): Promise<number> {
  const rows = await tx.query<{ id: number }>(
    `select h.id from variant v join hidden_content h on h.id = v.content_id
     where v.product_id = $1 and v.key = $2 and h.title = $3 and h.body = $4`,
    [productId, variantKey, content.title, content.body],
  )
  return rows[0]?.id ?? keepContent(tx.em, accountId, content, now)
}

async function writeStock(
  tx: Tx,
  writing: Writing,
  variantId: number,
  { stock }: ParsedVariant,
  report: CatalogImport,
  change: keyof Counts,
): Promise<keyof Counts> {
  if (stock.mode === 'counter') {
    const isChanged = await writeCounter(tx, writing, variantId, stock.count)
    return change === 'unchanged' && isChanged ? 'changed' : change
  }
  if (stock.mode === 'serial') {
    const lines = stock.file === null ? stock.lines : writing.beside.serials.get(stock.file)!
    const added = await addSerials(tx, writing, variantId, { file: stock.file, lines }, report)
    return change === 'unchanged' && added > 0 ? 'changed' : change
  }
  return change
}

// The number in the file is compared with the one that was there before, not with what is left of it.
async function writeCounter(tx: Tx, { accountId, now }: Writing, variantId: number, count: number): Promise<boolean> {
  await tx.write('insert into stock (variant_id, account_id) values ($1, $2) on conflict do nothing', [
    variantId,
    accountId,
  ])
  const [before] = await tx.query<{ count: number | null }>(
    'select imported_stock as count from variant where id = $1',
    [variantId],
  )
  const delta = count - (before!.count ?? 0)
  if (delta !== 0 && (await changeStock(tx, { accountId, variantId, delta, reason: 'import' }, now)) === null) {
    throw new Refusal('out_of_stock', 'Stock was sold while the catalogue was imported: import it again')
  }
  await tx.write('update variant set imported_stock = $2 where id = $1 and imported_stock is distinct from $2', [
    variantId,
    count,
  ])
  return delta !== 0
}

async function addSerials(
  tx: Tx,
  { accountId, now }: Writing,
  variantId: number,
  { file, lines }: { file: string | null; lines: { line: string; number: number }[] },
  report: CatalogImport,
): Promise<number> {
  const first = new Map<string, number>()
  for (const { line, number } of lines) {
    if (first.has(line)) report.serials.repeated.push({ file, line: number, serial: line })
    else first.set(line, number)
  }
  const { added } = await insertUnits(tx, { accountId, variantId }, [...first.keys()], now)
  report.serials.added += added
  report.serials.known += first.size - added
  return added
}

async function write(tx: Tx, text: string, values: unknown[]): Promise<Written> {
  const [row] = await tx.query<Written>(text, values)
  return row!
}
