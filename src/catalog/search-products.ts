import { type FilterQuery, raw } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { caseSpellings } from '../lib/case-spellings.ts'
import type { Needs } from '../needs.ts'
import { isShown, type ShownProduct, shownWhole } from './find-product.ts'
import { Product } from './product.ts'

const hitsMax = 5
const wordsMax = 6
const textMax = 200
/** The number of products that are compared for the best matches. */
const candidatesMax = 50

/**
 * Products that a customer may mean: those that have every word in their name, variants, category or description,
 * and where there is none, those that have any. Names come before descriptions.
 */
export async function searchProducts(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  text: string,
  limit = hitsMax,
): Promise<ShownProduct[]> {
  const words = wordsOf(text)
  if (words.length === 0) return []
  const isBegun = raw(product => `starts_with(lower(${product}.name), ?)`, [words.join(' ')])
  const search = (match: FilterQuery<Product>) =>
    app.slowly(({ em }) =>
      em(scope).find(
        Product,
        { $and: [isShown, match] },
        {
          ...shownWhole,
          orderBy: [{ [isBegun]: 'desc' }, { position: 'asc' }, { id: 'asc' }],
          limit: candidatesMax,
        },
      ),
    )
  const said = words.map(saying)
  const all = await search({ $and: said })
  const found = all.length > 0 || words.length === 1 ? all : await search({ $or: said })
  return best(found, words).slice(0, limit)
}

/** The words by which a text is searched: its first different words, in small letters. */
export function wordsOf(text: string): string[] {
  const words =
    text
      .slice(0, textMax)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)].slice(0, wordsMax)
}

// Words are letters and digits only, so they hold no wildcards of LIKE.
function saying(word: string): FilterQuery<Product> {
  const likes = caseSpellings(word).map(one => ({ $ilike: `%${one}%` }))
  return {
    $or: likes.flatMap(like => [
      { name: like },
      { description: like },
      { category: { $or: [{ name: like }, { parent: { name: like } }] } },
      { variants: { $some: { isActive: true, name: like } } },
    ]),
  }
}

// Sorting is stable: equally good products stay in the order of the catalogue.
function best(products: ShownProduct[], words: string[]): ShownProduct[] {
  const phrase = words.join(' ')
  const ranked = products.map(product => {
    const names = namesOf(product).toLowerCase()
    const all = `${names} ${product.description.toLowerCase()}`
    const isBegun = product.name.toLowerCase().startsWith(phrase)
    const count = (text: string) => words.filter(word => text.includes(word)).length
    return { product, rank: [Number(isBegun), count(all), count(names)] }
  })
  return ranked
    .sort((one, other) => one.rank.map((own, at) => other.rank[at]! - own).find(difference => difference !== 0) ?? 0)
    .map(({ product }) => product)
}

function namesOf({ name, category, variants }: ShownProduct): string {
  return [name, category?.name, category?.parent?.name, ...variants.$.map(variant => variant.name)].join(' ')
}
