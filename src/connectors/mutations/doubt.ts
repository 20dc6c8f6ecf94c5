import { trimEnds } from './trim.ts'
import {
  brandNames,
  brandWords,
  businessWords,
  doubtfulRoots,
  doubtfulStems,
  harmlessWords,
  nameParticles,
  sentenceWords,
  timeWords,
} from './words.ts'

/**
 * Returns the visible text: zero-width and direction-changing characters are removed, and blanks of all kinds become
 * spaces. An app's sentence matches with and without them, and so do words that cancel a payment. A blank at the end is
 * left over from an invisible name.
 */
export function toVisibleText(text: string): string {
  return trimBlanks(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}|(?![\s\u0085])\p{Cc}/gu, '')
    .split(/[\s\u0085]+/)
    .join(' ')
}

/** Returns the text without surrounding blanks, which keyboards may add. */
export function trimBlanks(text: string): string {
  return trimEnds(text, character => ' \t\r\n'.includes(character))
}

/** Returns whether a word contains invisible characters, or one that reverses its direction of writing. */
export function hidesCharacters(text: string): boolean {
  const marks = /[\u200e\u200f\u2066-\u2069\u202a-\u202c]/gu
  const bare = trimBlanks(text)
  return (
    /[\p{Default_Ignorable_Code_Point}\p{Cf}]/u.test(bare.replaceAll(marks, '')) ||
    /[\p{L}\p{N}][\u200e\u200f\u2066-\u2069\u202a-\u202c]+[\p{L}\p{N}]/u.test(bare)
  )
}

/**
 * Returns whether a phrase is more than the name of a person or business. It then continues like a sentence, contains
 * an amount, names a wallet, a bank or a card, or uses look-alike characters. A payer chooses the name, and the words
 * that an app writes after it must not be taken as part of it.
 */
export function isMoreThanName(phrase: string): boolean {
  return isMoreThanSource(phrase) || isBrand(phrase)
}

/**
 * Checks a name like `isMoreThanName`, but accepts wallets and banks: a merchant's app reports which one the customer
 * used.
 */
export function isMoreThanSource(phrase: string): boolean {
  const name = plainLetters(phrase)
  if (name === null || name.length > longestName || hasAmount(name) || saysDoubt(name)) return true
  const words = name.split(' ')
  return words.length > mostWords || !words.every(isWordOfName) || hasShortNumber(words) || !isOfOneStyle(words)
}

function isBrand(phrase: string): boolean {
  const words = phrase.toLowerCase().split(/[ .,]+/)
  return words.some(word => brandWords.has(word)) || words.every(word => word === '' || brandNames.has(word))
}

/**
 * Returns whether the free part of a sentence says more than when and where the money came. Words after a blank may
 * name another recipient ("telah diterima TOKO LAIN"). Only a time and QRIS are allowed there, in lower case; no name
 * starts with the full stop of the previous sentence.
 */
export function isMoreThanHarmless(phrase: string): boolean {
  const text = plainLetters(phrase)
  if (text === null) return true
  const words = text
    .toLowerCase()
    .split(/[ ,;!()]+/)
    .map(word => trimEnds(word, character => '.:'.includes(character)))
    .filter(word => word !== '' && word !== '-')
  if (!text.startsWith(' ')) {
    return !words.every(word => harmlessWords.has(word) || isMoment(word) || isNumberOfSomething(word))
  }
  return !/^ [a-z]/.test(text) || !words.every(word => timeWords.has(word) || isMoment(word))
}

// Longer than any name printed by banks, and shorter than a sentence with a name and an amount.
const longestName = 60
const mostWords = 8

/**
 * Returns Latin letters without their accents; null if a character is neither such a letter nor usual in names, dates
 * and numbers.
 */
function plainLetters(text: string): string | null {
  const seen = text.replaceAll(/[\u2018\u2019\u00b4]/g, "'").replaceAll('\u2022', '*')
  // Compatibility forms (full-width digits, mathematical letters, ligatures) do not occur in notifications and would
  // pass for other characters.
  if (seen.normalize('NFC') !== seen.normalize('NFKC')) return null
  const plain = seen.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return /^[A-Za-z0-9 .,;:!'`+*&()/-]*$/.test(plain) ? plain : null
}

/**
 * Returns whether a word can belong to a name. A name's words start with a capital; the app's words after it do not.
 * Names contain no brackets, symbols or lone dashes, and digits beside letters only in a masked account.
 */
function isWordOfName(word: string): boolean {
  const bare = trimEnds(word, character => !/[A-Za-z0-9*]/.test(character))
  if (/[;:!()+/]/.test(word) || !/[A-Za-z0-9*&]/.test(word)) return false
  if (/[A-Za-z]/.test(bare) && /\d/.test(bare)) return /^[*x]+\d+$/i.test(bare)
  return !/^[a-z]/.test(bare) || nameParticles.has(bare)
}

/**
 * Returns whether a name has a short number, as in "TOKO 24 JAM"; after a person's name it would belong to the
 * sentence.
 */
function hasShortNumber(words: string[]): boolean {
  return words.some(word => /^\d{1,3}[.,]?$/.test(word)) && !businessWords.has(words[0]!.toLowerCase())
}

/**
 * Returns whether a name is all in capitals or not at all, as apps print it: a mixed style indicates a second author.
 */
function isOfOneStyle(words: string[]): boolean {
  const styles = words.map(word => {
    const letters = word.replaceAll(/[^A-Za-z]/g, '')
    const isEither =
      word.includes('*') || /^[A-Za-z]{1,5}\./.test(word) || /^(pt|cv|ud|tb|tbk|hj|al|i{2,3}|iv)$/i.test(letters)
    if (isEither || letters.length < 2 || nameParticles.has(letters)) return null
    return letters === letters.toUpperCase() ? 'capitals' : 'small'
  })
  return new Set(styles.filter(style => style !== null)).size < 2
}

/**
 * Returns whether a name contains a currency with a number, or a number that could be an amount. Short, masked,
 * telephone and account numbers could not: `TOKO 24` and `0812****7890` are names, `BUDI 20057` is not.
 */
function hasAmount(name: string): boolean {
  if (/(^|[^A-Za-z])(rp|idr)[. ]*\d|\d *(rb|ribu|jt|juta|k)([^A-Za-z]|$)/i.test(name)) return true
  const joined = name.replaceAll(/(?<=\d)-(?=\d)/g, '')
  return [...joined.matchAll(/([+*x]?)(\d[\d.,]*)([*x]?)/gi)].some(([, before, number, after]) => {
    const bare = trimEnds(number!, character => '.,'.includes(character))
    const isMasked = /[*x]/i.test(`${before}${after}`)
    return !(isMasked || isNumberOfSomething(bare) || (before === '+' && /^\d{8,}$/.test(bare)))
  })
}

/**
 * Returns whether it is a house, account, telephone or reference number: an amount with as many digits would have dots.
 */
const isNumberOfSomething = (text: string) => /^(\d{1,3}|0\d+|\d{10,}|[*x]+\d+)$/.test(text)

/** Returns whether a text is a day, a time of day, or a year. */
const isMoment = (text: string) =>
  /^\d{1,2}$|^20\d\d$|^\d{1,2}[:.]\d\d([:.]\d\d)?$|^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(text)

function saysDoubt(text: string): boolean {
  // The rest of a masked word ("**KAS" for LUKAS) may look like one.
  const lower = text.toLowerCase().replaceAll(/(?<=\*)[a-z]{1,4}(?![a-z])|(?<![a-z])[a-z]{1,4}(?=\*)/g, '')
  // "di-refund", "d.i.b.a.t.a.l.k.a.n" and "d i b a t a l k a n" mean the same as without the characters between the
  // letters.
  const spelled = lower.replaceAll(/(?<=(^|[^a-z])[a-z])[^a-z]+(?=[a-z]([^a-z]|$))/g, '')
  const words = [lower, spelled].flatMap(each => [
    ...each.split(/[^a-z]+/),
    ...each.split(' ').map(chunk => chunk.replaceAll(/[^a-z]/g, '')),
  ])
  const goesOn = /\.\.|[!?]|(?<![A-Za-z])(?!moch\.|prof\.)[A-Za-z]{4,}\.( |$)/i.test(text)
  return goesOn || words.some(word => sentenceWords.has(word) || isBuiltAsNoName(word) || doubtful.test(word))
}

/** Returns whether a word has the prefix and suffix of a verb or its derivations, which hardly any name has. */
function isBuiltAsNoName(word: string): boolean {
  return (
    /^[a-z]{5,}kan$|^[a-z]{5,}nya$|^ter[a-z]{5,}$|^(?:pem|pen|peng|peny|per)[a-z]{4,}an$|^ke[a-z]{5,}(?<!w)an$/.test(
      word,
    ) || /^[a-z]{2,}(?:(?<!nasu)tion|sion|ness|able|ible)$|^(?!mohamm|muhamm|alfr)[a-z]{4,}ed$/.test(word)
  )
}

/**
 * Matches the endings of an English stem. For an Indonesian root the affixes are matched, and a prefix may absorb its
 * first letter ("mengirim", "menolak").
 */
const englishEndings = 'l?ed|l?ing|l?ation|ion|ions|s|es|e|er|al|als|able|ment|ments|ful|fully|ure|kan|nya'
const doubtful = makeInflectedPattern(doubtfulRoots, doubtfulStems)

/**
 * Returns the pattern of all words derived from these roots and stems. An Indonesian prefix may absorb the first letter
 * of a root ("mengirim", "menolak").
 */
export function makeInflectedPattern(roots: readonly string[], stems: readonly string[]): RegExp {
  const melted = (letter: string) =>
    roots
      .filter(root => root.startsWith(letter))
      .map(root => root.slice(1))
      .join('|')
  return new RegExp(
    `^(?:${[
      `(?:${listPrefixes()})?(?:${roots.join('|')})${listEndings()}`,
      `(?:di|ter|ber)?(?:per|ke)?(?:${roots.join('|')})${listEndings()}`,
      `(?:di|ku|kau)?(?:mem|pem)per(?:${roots.join('|')})${listEndings()}`,
      `(?:meng|peng|menge|penge)(?:${melted('k')})${listEndings()}`,
      `(?:men|pen)(?:${melted('t')})${listEndings()}`,
      `(?:mem|pem)(?:${melted('p')})${listEndings()}`,
      `(?:meny|peny)(?:${melted('s')})${listEndings()}`,
      `(?:di|un|re|auto)?(?:${stems.join('|')})(?:${englishEndings})?`,
    ].join('|')})$`,
  )
}

function listPrefixes(): string {
  return 'di|ter|ber|be|per|pe|ke|se|ku|kau|meng|mem|men|me|peng|pem|pen|menge|menye|peny|meny'
}

function listEndings(): string {
  return '(?:kan|an|i)?(?:ku|mu|nya)?(?:lah|kah|pun)?'
}
