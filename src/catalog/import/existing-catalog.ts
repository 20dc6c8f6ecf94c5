import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { Category } from '../category.ts'
import { Product } from '../product.ts'
import type { Mistake, ParsedCatalog } from './parsed-catalog.ts'

type ExistingProduct = Loaded<Product, 'variants.stocks.orderable' | 'variants.content'>

/** The catalogue of an account before it is imported, by key, with the stock of one mode. */
export interface ExistingCatalog {
  categories: Map<string, Category>
  products: Map<string, ExistingProduct>
}

export async function readExisting(
  em: EntityManager,
  catalog: ParsedCatalog,
  scope: Required<AccountScope>,
): Promise<ExistingCatalog> {
  const categories = await em.find(Category, {})
  const keys = catalog.products.map(({ key }) => key)
  const products: ExistingProduct[] = []
  // Others run between two parts, each of which is made into entities at once.
  for (let at = 0; at < keys.length; at += readAtOnce) {
    const part = await em.find(
      Product,
      { key: keys.slice(at, at + readAtOnce) },
      {
        populate: ['variants.stocks.orderable', 'variants.content'],
        // An import writes the stock of both modes, and reads that of one.
        filters: { caller: { scope } },
        strategy: 'select-in',
      },
    )
    products.push(...part)
  }
  return { categories: byKey(categories), products: byKey(products) }
}

const readAtOnce = 500

function byKey<Keyed extends { key: string }>(rows: Keyed[]): Map<string, Keyed> {
  return new Map(rows.map(row => [row.key, row]))
}

/** Mistakes that can only be seen beside the catalogue that is there already. */
export function findConflicts(catalog: ParsedCatalog, existing: ExistingCatalog): Mistake[] {
  return [...categoryConflicts(catalog, existing), ...variantConflicts(catalog, existing)]
}

function categoryConflicts(catalog: ParsedCatalog, { categories }: ExistingCatalog): Mistake[] {
  const moved = catalog.categories
    .filter(({ key, parentKey }) => (categories.get(key)?.level ?? levelOf(parentKey)) !== levelOf(parentKey))
    .map(({ key, line }): Mistake => {
      const error = `the category ${key} stood on the other level before: give it a new key`
      return { line, name: key, error, code: 'conflicting' }
    })
  const known = new Set([...categories.keys(), ...catalog.categories.map(({ key }) => key)])
  const unknown = catalog.products
    .flatMap(({ categoryKey }) => categoryKey ?? [])
    .filter(({ key }) => !known.has(key))
    .map(({ key, line }): Mistake => ({ line, name: key, error: `there is no category ${key}`, code: 'not_found' }))
  return [...moved, ...unknown]
}

export function levelOf(parentKey: string | null): 1 | 2 {
  return parentKey === null ? 1 : 2
}

function variantConflicts(catalog: ParsedCatalog, { products }: ExistingCatalog): Mistake[] {
  return catalog.products.flatMap(product => {
    const existing = byKey(products.get(product.key)?.variants.$.getItems() ?? [])
    return product.variants.flatMap(({ key, stock }): Mistake[] => {
      const about = { line: stock.line, name: `${product.key}.${key}`, code: 'conflicting' as const }
      const before = existing.get(key)
      if (!before) return []
      if (before.stockMode !== stock.mode) {
        return [{ ...about, error: `the stock was ${before.stockMode} before: give the variant a new key` }]
      }
      // The differences of an export were made before, perhaps, which is seen where they are made.
      if (stock.mode !== 'counter' || stock.was !== undefined) return []
      const taken = (before.stocks.$[0]!.imported ?? 0) - stock.count
      const available = before.available() ?? 0
      if (taken <= available) return []
      const left = `takes ${taken} away from before, and only ${available} are left`
      return [{ ...about, error: `the stock of ${stock.count} ${left}` }]
    })
  })
}
