import { isMoreThanName, isMoreThanSource } from './doubt.ts'
import type { MatchProgress, SlotMatcher } from './grammar.ts'
import type { Token } from './tokens.ts'
import { months, storeCategories, titleBrands, transferCategories } from './words.ts'

// The maximum number of tokens in a name: eight words, some of them abbreviated.
const longestSlot = 14

/**
 * Returns the slots of the forms for one text. Each accepts only values of its kind; with `isLoose`, names accept any
 * words, so that a longer sentence can still be shown with its amount.
 */
export function makeSlots(text: string, tokens: Token[], isLoose: boolean): Record<string, SlotMatcher> {
  const words = (from: number, length: number) =>
    from + length > tokens.length ? null : text.slice(tokens[from]!.from, tokens[from + length - 1]!.to)
  const wordsThat = (isAccepted: (words: string, length: number) => boolean, most = longestSlot): SlotMatcher => {
    return progress =>
      lengths(Math.min(most, tokens.length - progress.at)).flatMap(length =>
        isAccepted(words(progress.at, length)!, length) ? [{ ...progress, at: progress.at + length }] : [],
      )
  }
  const named = (isName: (name: string) => boolean): SlotMatcher => {
    return progress =>
      wordsThat(isName)(progress).map(one => ({
        ...one,
        payer: progress.payer ?? words(progress.at, one.at - progress.at),
      }))
  }
  const name = (isMore: (name: string) => boolean) => rememberVerdicts(phrase => isLoose || isWhole(phrase, isMore))
  return {
    amount: progress => takeAmount(tokens, progress),
    payer: named(name(isMoreThanName)),
    source: named(name(isMoreThanSource)),
    fullName: named(rememberVerdicts(phrase => phrase.includes(' ') && isWhole(phrase, isMoreThanName))),
    store: wordsThat(name(isMoreThanName)),
    storeCategory: wordsThat(phrase => isLoose || isStoreCategory(phrase)),
    category: wordsThat(phrase => transferCategories.has(phrase.toLowerCase()), 3),
    brand: wordsThat(phrase => titleBrands.has(phrase.toLowerCase()), 3),
    brandOfYours: wordsThat(
      phrase => /-?mu$/i.test(phrase) && titleBrands.has(phrase.toLowerCase().replace(/-?mu$/, '')),
      2,
    ),
    account: wordsThat(phrase => /^(?:\d{4,20}|\d{1,8}x{2,8}\d{0,4}|(?=[\dx]*\*|xx)[\d*x]+)$/i.test(phrase), 1),
    id: wordsThat(isReference, 1),
    code: wordsThat(isCode, 1),
    handle: wordsThat(
      phrase =>
        /^[a-z][a-z\d._]{2,29}$/.test(phrase) && !isMoreThanName(phrase.toUpperCase().replaceAll(/[^A-Z]/g, '')),
      1,
    ),
    when: wordsThat(isDateOrTime, 10),
  }
}

// The forms of an app check the same names repeatedly.
function rememberVerdicts(judge: (phrase: string) => boolean): (phrase: string) => boolean {
  const answers = new Map<string, boolean>()
  return phrase => {
    const known = answers.get(phrase)
    if (known !== undefined) return known
    const answer = judge(phrase)
    answers.set(phrase, answer)
    return answer
  }
}

const lengths = (most: number) => Array.from({ length: Math.max(0, most) }, (_, index) => index + 1)

function takeAmount(tokens: Token[], progress: MatchProgress): MatchProgress[] {
  const amount = tokens[progress.at]?.amount ?? null
  if (amount === null || (progress.amount !== null && progress.amount !== amount)) return []
  return [{ ...progress, at: progress.at + 1, amount }]
}

// A trailing punctuation mark belongs to the sentence, except the full stop of "S.Pd.".
const isWhole = (phrase: string, isMore: (name: string) => boolean) =>
  !/^[.,:;!?]|[,:;!?]$/.test(phrase) && !isMore(phrase.replace(/\.$/, ''))

function isStoreCategory(phrase: string): boolean {
  return phrase
    .toLowerCase()
    .split(/[ ,/]+/)
    .every(word => word === '&' || storeCategories.has(word))
}

/** Returns whether a text is a transaction number: too long for an amount. */
function isReference(phrase: string): boolean {
  if (!/^[A-Za-z0-9-]{6,40}$/.test(phrase)) return false
  return /^\d+$/.test(phrase) ? phrase.length >= 8 : phrase.replaceAll(/\D/g, '').length >= 3
}

/** Returns whether a text is a machine-generated id of letters and digits, unlike any word. */
function isCode(phrase: string): boolean {
  return (
    /^[A-Za-z\d_-]{6,24}$/.test(phrase) &&
    (/[A-Za-z]\d|\d[A-Za-z]/.test(phrase) || /[a-z][A-Z]+[a-z]*[A-Z]/.test(phrase))
  )
}

const clock = /^\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:[ap]m)?$/
const moment = /^\d{4}-\d\d-\d\dt\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:z|[+-]\d\d:?\d\d)?$/
const day = /^(?:\d{1,4}[/-]\d{1,2}[/-]\d{1,4}|\d{1,2}\/\d{1,2}|\d{1,2}-[a-z]{3,9}-\d{2,4})$/

/** Returns whether a text is a day, a time of day, or both. A bare number is neither. */
export function isDateOrTime(phrase: string): boolean {
  const words = phrase.toLowerCase().split(/[ ,]+/)
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
