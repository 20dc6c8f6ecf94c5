import type { Loaded } from '@mikro-orm/core'
import type { EntityManager } from '@mikro-orm/postgresql'
import type { AccountScope } from '../../database/scope.ts'
import { Category } from '../category.ts'
import { Product } from '../product.ts'
import { splitRows } from './map-in-turns.ts'
import type { Mistake, ParsedCatalog, ParsedProduct } from './parsed-catalog.ts'

type ExistingProduct = Loaded<Product, 'category' | 'variants.stocks.orderable' | 'variants.content'>

export type ExistingProducts = Map<string, ExistingProduct>

/** Reads the existing categories of an account, by key, before an import. */
export async function readCategories(em: EntityManager): Promise<Map<string, Category>> {
  return byKey(await em.find(Category, {}))
}

/** Reads the products that a part of a file may change, by key, with their stock in one mode. */
export async function readProducts(
  em: EntityManager,
  products: readonly ParsedProduct[],
  scope: Required<AccountScope>,
): Promise<ExistingProducts> {
  const found = await em.find(
    Product,
    { key: products.map(({ key }) => key) },
    {
      populate: ['category', 'variants.stocks.orderable', 'variants.content'],
      // An import writes the stock of both modes but reads only that of one.
      filters: { caller: { scope } },
      strategy: 'select-in',
    },
  )
  return byKey(found)
}

function byKey<Keyed extends { key: string }>(rows: Iterable<Keyed>): Map<string, Keyed> {
  return new Map([...rows].map(row => [row.key, row]))
}

/** Finds mistakes that only show when compared with the existing catalogue. */
export async function findConflicts(
  em: EntityManager,
  catalog: ParsedCatalog,
  scope: Required<AccountScope>,
): Promise<Mistake[]> {
  const conflicts = findCategoryConflicts(catalog, await readCategories(em))
  for (const part of splitRows(catalog.products)) {
    conflicts.push(...findVariantConflicts(part, await readProducts(em.fork(), part, scope)))
  }
  return conflicts
}

export function findCategoryConflicts(catalog: ParsedCatalog, categories: ReadonlyMap<string, Category>): Mistake[] {
  const moved = catalog.categories
    .filter(
      ({ key, parentKey }) =>
        (categories.get(key)?.level ?? findCategoryLevel(parentKey)) !== findCategoryLevel(parentKey),
    )
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

export function findCategoryLevel(parentKey: string | null): 1 | 2 {
  return parentKey === null ? 1 : 2
}

export function findVariantConflicts(products: readonly ParsedProduct[], existing: ExistingProducts): Mistake[] {
  return products.flatMap(product => {
    const variants = byKey(existing.get(product.key)?.variants.$ ?? [])
    return product.variants.flatMap(({ key, stock }): Mistake[] => {
      const about = { line: stock.line, name: `${product.key}.${key}`, code: 'conflicting' as const }
      const before = variants.get(key)
      if (!before) return []
      if (before.stockMode !== stock.mode) {
        return [{ ...about, error: `the stock was ${before.stockMode} before: give the variant a new key` }]
      }
      // The changes of an exported file may already have been applied; that is checked when they are applied.
      if (stock.mode !== 'counter' || stock.was !== undefined) return []
      const taken = (before.stocks.$[0]!.imported ?? 0) - stock.count
      const available = before.available() ?? 0
      if (taken <= available) return []
      const left = `takes ${taken} away from before, and only ${available} are left`
      return [{ ...about, error: `the stock of ${stock.count} ${left}` }]
    })
  })
}
