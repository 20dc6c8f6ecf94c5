import { trim } from './trim.ts'
import { doubtfulRoots, doubtfulStems, harmlessWords, nameParticles, sentenceWords, wordsOfTime } from './words.ts'

/**
 * The text without what nobody sees: characters that have no width or only turn the direction of writing, and blanks of
 * every kind as one. An app's sentence is the same with and without them; a word that takes money back is, too. A blank
 * at the end is what is left of a name that nobody sees.
 */
export function seenText(text: string): string {
  return trimBlanks(text)
    .replaceAll(/\p{Default_Ignorable_Code_Point}|\p{Cf}|(?![\s\u0085])\p{Cc}/gu, '')
    .split(/[\s\u0085]+/)
    .join(' ')
}

/** The text without the blanks that a keyboard writes before and behind it. */
export function trimBlanks(text: string): string {
  return trim(text, character => ' \t\r\n'.includes(character))
}

/**
 * Whether a name is more than a name: it goes on as a sentence does, holds an amount, or is written in characters that
 * only look like letters. A payer chooses it, and what an app says behind it must not be taken for a part of it.
 */
export function isMoreThanName(said: string): boolean {
  const name = plainLetters(said)
  if (name === null || name.length > longestName || hasAmount(name) || saysDoubt(name)) return true
  const words = name.split(' ')
  return words.length > mostWords || !words.every(isWordOfName)
}

/**
 * Whether what a sentence allows anywhere says more than when and where the money came. What follows after a blank may
 * be the name of somebody who got it ("telah diterima TOKO LAIN"), so that only a time and QRIS are allowed there, in
 * small letters; nobody's name begins with the full stop of the sentence before.
 */
export function isMoreThanHarmless(said: string): boolean {
  const text = plainLetters(said)
  if (text === null) return true
  const words = text
    .toLowerCase()
    .split(/[ ,;!()]+/)
    .map(word => trim(word, character => '.:'.includes(character)))
    .filter(word => word !== '' && word !== '-')
  if (!text.startsWith(' ')) {
    return !words.every(word => harmlessWords.has(word) || isMoment(word) || isNumberOfSomething(word))
  }
  return !/^ [a-z]/.test(text) || !words.every(word => wordsOfTime.has(word) || isMoment(word))
}

// Longer than banks print a name, and shorter than a sentence with a name and an amount in it.
const longestName = 60
const mostWords = 8

/**
 * Latin letters without their accents; null where a character is neither one of them nor usual in names, dates and
 * numbers.
 */
function plainLetters(text: string): string | null {
  const seen = text.replaceAll(/[\u2018\u2019\u00b4]/g, "'").replaceAll('\u2022', '*')
  // A compatibility form (a full-width digit, a letter of mathematics, a ligature) is in no notification; it would
  // stand for another character.
  if (seen.normalize('NFC') !== seen.normalize('NFKC')) return null
  const plain = seen.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return /^[A-Za-z0-9 .,;:!'`+*&()/-]*$/.test(plain) ? plain : null
}

/** A name's words begin with a capital; what an app says behind it does not. */
function isWordOfName(word: string): boolean {
  const bare = trim(word, character => !/[A-Za-z0-9*]/.test(character))
  return !/[;:!]/.test(word) && (!/^[a-z]/.test(bare) || nameParticles.has(bare) || /^x+\d+$/.test(bare))
}

/**
 * A currency with a number, or a number that is neither short, nor a telephone's or an account's, nor masked: `TOKO 24`
 * and `0812****7890` are names, `BUDI 20057` is not.
 */
function hasAmount(name: string): boolean {
  if (/(^|[^A-Za-z])(rp|idr)[. ]*\d|\d *(rb|ribu|jt|juta|k)([^A-Za-z]|$)/i.test(name)) return true
  const joined = name.replaceAll(/(?<=\d)-(?=\d)/g, '')
  return [...joined.matchAll(/([+*x]?)(\d[\d.,]*)([*x]?)/gi)].some(([, before, number, after]) => {
    const bare = trim(number!, character => '.,'.includes(character))
    const isMasked = /[*x]/i.test(`${before}${after}`)
    return !(isMasked || isNumberOfSomething(bare) || (before === '+' && /^\d{8,}$/.test(bare)))
  })
}

/** The number of a house, an account, a telephone or a reference: an amount of so many digits would have dots. */
const isNumberOfSomething = (text: string) => /^(\d{1,3}|0\d+|\d{10,}|[*x]+\d+)$/.test(text)

/** A day, a time of day, or a year. */
const isMoment = (text: string) =>
  /^\d{1,2}$|^20\d\d$|^\d{1,2}[:.]\d\d([:.]\d\d)?$|^\d{1,4}[/-]\d{1,2}[/-]\d{1,4}$/.test(text)

function saysDoubt(text: string): boolean {
  const lower = text.toLowerCase()
  // "di-refund", "d.i.b.a.t.a.l.k.a.n" and "d i b a t a l k a n" say the same as without what is between the letters.
  const spelled = lower.replaceAll(/(?<=(^|[^a-z])[a-z])[^a-z]+(?=[a-z]([^a-z]|$))/g, '')
  const words = [lower, spelled].flatMap(each => [
    ...each.split(/[^a-z]+/),
    ...each.split(' ').map(chunk => chunk.replaceAll(/[^a-z]/g, '')),
  ])
  const goesOn = /\.\.|[!?]|(?<![A-Za-z])[A-Za-z]{5,}\.( |$)/.test(text)
  return goesOn || words.some(word => sentenceWords.has(word) || doubtful.test(word))
}

/**
 * A root with what Indonesian puts around it, where the first letter may melt into the prefix ("mengirim", "menolak"),
 * or a stem with English endings.
 */
const englishEndings = 'l?ed|l?ing|l?ation|ion|ions|s|es|e|er|al|als|able|ment|ments|ful|fully|ure|kan|nya'
const doubtful = new RegExp(
  `^(?:${[
    `(?:${prefixes()})?(?:${doubtfulRoots.join('|')})${endings()}`,
    `(?:di|ter|ber)?(?:per|ke)?(?:${doubtfulRoots.join('|')})${endings()}`,
    `(?:di|ku|kau)?(?:mem|pem)per(?:${doubtfulRoots.join('|')})${endings()}`,
    `(?:meng|peng|menge|penge)(?:${melted('k')})${endings()}`,
    `(?:men|pen)(?:${melted('t')})${endings()}`,
    `(?:mem|pem)(?:${melted('p')})${endings()}`,
    `(?:meny|peny)(?:${melted('s')})${endings()}`,
    `(?:di|un|re|auto)?(?:${doubtfulStems.join('|')})(?:${englishEndings})?`,
  ].join('|')})$`,
)

function prefixes(): string {
  return 'di|ter|ber|be|per|pe|ke|se|ku|kau|meng|mem|men|me|peng|pem|pen|menge|menye|peny|meny'
}

function endings(): string {
  return '(?:kan|an|i)?(?:ku|mu|nya)?(?:lah|kah|pun)?'
}

function melted(letter: string): string {
  return doubtfulRoots
    .filter(root => root.startsWith(letter))
    .map(root => root.slice(1))
    .join('|')
}
