import { isMoreThanName, isMoreThanSource } from './doubt.ts'
import type { Slot, Taken } from './grammar.ts'
import type { Token } from './tokens.ts'
import { categories, months, storeCategories, titleBrands } from './words.ts'

// The number of tokens of the longest name: eight words, some abbreviated.
const longestSlot = 14

/**
 * Returns the slots of the forms for one text. Each accepts only values of its kind; with `isLoose`, names accept any
 * words, so that a longer sentence can still be shown with its amount.
 */
export function slotsOf(text: string, tokens: Token[], isLoose: boolean): Record<string, Slot> {
  const words = (from: number, length: number) =>
    from + length > tokens.length ? null : text.slice(tokens[from]!.from, tokens[from + length - 1]!.to)
  const wordsThat = (isAccepted: (words: string, length: number) => boolean, most = longestSlot): Slot => {
    return taken =>
      lengths(Math.min(most, tokens.length - taken.at)).flatMap(length =>
        isAccepted(words(taken.at, length)!, length) ? [{ ...taken, at: taken.at + length }] : [],
      )
  }
  const named = (isName: (name: string) => boolean): Slot => {
    return taken =>
      wordsThat(isName)(taken).map(one => ({ ...one, payer: taken.payer ?? words(taken.at, one.at - taken.at) }))
  }
  const name = (isMore: (name: string) => boolean) => remembered(said => isLoose || isWhole(said, isMore))
  return {
    amount: taken => amountOf(tokens, taken),
    payer: named(name(isMoreThanName)),
    source: named(name(isMoreThanSource)),
    fullName: named(remembered(said => said.includes(' ') && isWhole(said, isMoreThanName))),
    store: wordsThat(name(isMoreThanName)),
    storeCategory: wordsThat(said => isLoose || isStoreCategory(said)),
    category: wordsThat(said => categories.has(said.toLowerCase()), 3),
    brand: wordsThat(said => titleBrands.has(said.toLowerCase()), 3),
    brandOfYours: wordsThat(said => /-?mu$/i.test(said) && titleBrands.has(said.toLowerCase().replace(/-?mu$/, '')), 2),
    account: wordsThat(said => /^(?:\d{4,20}|\d{1,8}x{2,8}\d{0,4}|(?=[\dx]*\*|xx)[\d*x]+)$/i.test(said), 1),
    id: wordsThat(isReference, 1),
    code: wordsThat(isCode, 1),
    handle: wordsThat(
      said => /^[a-z][a-z\d._]{2,29}$/.test(said) && !isMoreThanName(said.toUpperCase().replaceAll(/[^A-Z]/g, '')),
      1,
    ),
    when: wordsThat(isWhen, 10),
  }
}

// The forms of an app ask for the same names over and over.
function remembered(judge: (said: string) => boolean): (said: string) => boolean {
  const answers = new Map<string, boolean>()
  return said => {
    const known = answers.get(said)
    if (known !== undefined) return known
    const answer = judge(said)
    answers.set(said, answer)
    return answer
  }
}

const lengths = (most: number) => Array.from({ length: Math.max(0, most) }, (_, index) => index + 1)

function amountOf(tokens: Token[], taken: Taken): Taken[] {
  const amount = tokens[taken.at]?.amount ?? null
  if (amount === null || (taken.amount !== null && taken.amount !== amount)) return []
  return [{ ...taken, at: taken.at + 1, amount }]
}

// A mark at its end belongs to the sentence, save the full stop of "S.Pd.".
const isWhole = (said: string, isMore: (name: string) => boolean) =>
  !/^[.,:;!?]|[,:;!?]$/.test(said) && !isMore(said.replace(/\.$/, ''))

function isStoreCategory(said: string): boolean {
  return said
    .toLowerCase()
    .split(/[ ,/]+/)
    .every(word => word === '&' || storeCategories.has(word))
}

/** Whether a text is a transaction number: too long for an amount. */
function isReference(said: string): boolean {
  if (!/^[A-Za-z0-9-]{6,40}$/.test(said)) return false
  return /^\d+$/.test(said) ? said.length >= 8 : said.replaceAll(/\D/g, '').length >= 3
}

/** An id of letters and digits as a machine draws it: no word is written so. */
function isCode(said: string): boolean {
  return (
    /^[A-Za-z\d_-]{6,24}$/.test(said) && (/[A-Za-z]\d|\d[A-Za-z]/.test(said) || /[a-z][A-Z]+[a-z]*[A-Z]/.test(said))
  )
}

const clock = /^\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:[ap]m)?$/
const moment = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:z|[+-]\d\d:?\d\d)?$/
const day = /^(?:\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|\d{1,2}\/\d{1,2}|\d{1,2}-[a-z]{3,9}-\d{2,4})$/

/** A day, a time of day, or both. A number alone is neither. */
export function isWhen(said: string): boolean {
  const words = said.toLowerCase().split(/[ ,]+/)
  const isTime = (word: string) => clock.test(word) || moment.test(word) || day.test(word)
  return (
    words.some(word => isTime(word) || (months.has(word) && !aroundTimes.has(word))) &&
    words.every(word => isTime(word) || months.has(word) || /^(?:\d{1,2}|20\d\d)$/.test(word))
  )
}

const aroundTimes = new Set([
  'pukul',
  'jam',
  'tanggal',
  'tgl',
  'wib',
  'wita',
  'wit',
  '(wib)',
  '(wita)',
  '(wit)',
  'at',
  'am',
  'pm',
])
