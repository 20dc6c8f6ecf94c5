import { type FilterQuery, raw } from '@mikro-orm/core'
import type { AccountScope } from '../database/scope.ts'
import { listCaseSpellings } from '../lib/list-case-spellings.ts'
import type { Needs } from '../needs.ts'
import { type ShownProduct, shownProductFilter, shownProductOptions } from './find-product.ts'
import { Product } from './product.ts'
import { selectDistinctiveWords } from './select-distinctive-words.ts'

const hitsMax = 5
const wordsMax = 6
const textMax = 200
/** The maximum number of products that are compared for the best matches. */
const candidatesMax = 50

/** A text of at least this many words is a sentence, some of whose words would match parts of almost any product. */
const sentenceWords = 3
/** A word of at most this many letters only matches the beginning of a word. */
const shortLength = 3

/**
 * Returns the products that a search probably means. These are the products that contain every word in their name,
 * variants, category or description; otherwise those that contain any word. Matches in names come before those in
 * descriptions. For a sentence, one of its words must match a whole word of the product.
 */
export async function searchProducts(
  app: Needs<'slowly'>,
  scope: Required<AccountScope>,
  text: string,
  limit = hitsMax,
): Promise<ShownProduct[]> {
  const all = differentWords(text)
  const telling = selectDistinctiveWords(all)
  const words = (telling.length > 0 ? telling : all).slice(0, wordsMax)
  if (words.length === 0) return []
  const isBegun = raw(product => `starts_with(lower(${product}.name), ?)`, [words.join(' ')])
  const search = (match: FilterQuery<Product>) =>
    app.slowly(
      ({ em }) =>
        em(scope).find(
          Product,
          { $and: [shownProductFilter, match] },
          {
            ...shownProductOptions,
            orderBy: [{ [isBegun]: 'desc' }, { position: 'asc' }, { id: 'asc' }],
            limit: candidatesMax,
          },
        ),
      scope,
    )
  const said = words.map(word => containsWord(wordStem(word)))
  const isMeant = makeMeaningFilter(words, { isSentence: all.length >= sentenceWords, isNamed: telling.length === 0 })
  const whole = (await search({ $and: said })).filter(isMeant)
  const found = whole.length > 0 || words.length === 1 ? whole : (await search({ $or: said })).filter(isMeant)
  return pickBest(found, words).slice(0, limit)
}

/** Returns the search words of a text: its first distinct words, in lower case. */
export function splitSearchWords(text: string): string[] {
  return differentWords(text).slice(0, wordsMax)
}

function differentWords(text: string, max = textMax): string[] {
  const words =
    text
      .slice(0, max)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return [...new Set(words)]
}

/** Returns a filter for products that matched parts of words but may not be meant by them. */
function makeMeaningFilter(words: string[], { isSentence, isNamed }: { isSentence: boolean; isNamed: boolean }) {
  return (product: ShownProduct): boolean => {
    const names = joinNames(product).toLowerCase()
    const inNames = new Set(differentWords(names, names.length).flatMap(word => [word, wordStem(word)]))
    // Common words still match a product that is named exactly so.
    if (isNamed) return words.every(word => inNames.has(word))
    if (isSentence) return words.some(word => inNames.has(wordStem(word)))
    const told = `${names} ${product.description.toLowerCase()}`
    const starts = ` ${differentWords(told, told.length).join(' ')}`
    return words.some(word => (word.length > shortLength ? told.includes(wordStem(word)) : starts.includes(` ${word}`)))
  }
}

/** Returns the stem of a word, such as `kopi` for `kopinya`. */
function wordStem(word: string): string {
  return word.length > 5 ? word.replace(/nya$/, '') : word
}

// Words are only letters and digits, so they contain no LIKE wildcards.
function containsWord(word: string): FilterQuery<Product> {
  const likes = listCaseSpellings(word).map(one => ({ $ilike: `%${one}%` }))
  return {
    $or: likes.flatMap(like => [
      { name: like },
      { description: like },
      { category: { $or: [{ name: like }, { parent: { name: like } }] } },
      { variants: { $some: { isActive: true, name: like } } },
    ]),
  }
}

// Sorting is stable: equally good matches stay in the order of the catalogue.
function pickBest(products: ShownProduct[], words: string[]): ShownProduct[] {
  const phrase = words.join(' ')
  const ranked = products.map(product => {
    const names = joinNames(product).toLowerCase()
    const all = `${names} ${product.description.toLowerCase()}`
    const isBegun = product.name.toLowerCase().startsWith(phrase)
    const count = (text: string) => words.filter(word => text.includes(wordStem(word))).length
    return { product, rank: [Number(isBegun), count(all), count(names)] }
  })
  return ranked
    .sort((one, other) => one.rank.map((own, at) => other.rank[at]! - own).find(difference => difference !== 0) ?? 0)
    .map(({ product }) => product)
}

function joinNames({ name, category, variants }: ShownProduct): string {
  return [name, category?.name, category?.parent?.name, ...variants.$.map(variant => variant.name)].join(' ')
}
