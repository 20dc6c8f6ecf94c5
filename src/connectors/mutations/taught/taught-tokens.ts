import { readAmount } from '../amount.ts'
import { toVisibleText, trimBlanks } from '../doubt.ts'
import { splitTokens, type Token, usualMarks } from '../tokens.ts'

/** Separates the tokens of the title from those of the text; no name extends across it. */
export const titleEnd = '\n'

/** A notification as one sequence of tokens: its title, `titleEnd`, its text. */
export interface TaughtText {
  said: string
  tokens: Token[]
}

const marks = `${usualMarks}()[]<>"'“”‘’«»|+–—~•·…=→-`

/** Returns the tokens of a notification. Numbers count as amounts even without a currency. */
export function readTaughtText(title: string, text: string): TaughtText {
  const shownTitle = toShownText(trimBlanks(title))
  const said = `${shownTitle}${titleEnd}${toShownText(text)}`
  const from = shownTitle.length + titleEnd.length
  const end: Token = { text: titleEnd, lower: titleEnd, from: shownTitle.length, to: from, amount: null }
  const tokens = [
    ...splitTokens(shownTitle, marks),
    end,
    ...splitTokens(said.slice(from), marks).map(token => ({ ...token, from: token.from + from, to: token.to + from })),
  ]
  return { said, tokens: withAmounts(said, tokens) }
}

// An emoji becomes its own word, and digits are grouped by dots.
function toShownText(text: string): string {
  return toVisibleText(
    toVisibleText(text)
      .replaceAll(/\p{Extended_Pictographic}/gu, ' $& ')
      .replaceAll(/(?<=\d)['’](?=\d{3})/g, '.'),
  )
}

const currency = /^(?:rp|idr)/

/** Returns whether a token begins with a currency. */
export const hasCurrency = ({ lower }: Token) => currency.test(lower) && /\d/.test(lower)

/** Words that change the amount of "Rp 10", such as a magnitude. */
const magnitudes = new Set(
  'rb ribu ribuan jt juta jutaan mil miliar milyar mio bn k m thousand million billion'.split(' '),
)
const numberWords = new Set(
  'puluh belas ratus sepuluh sebelas seratus seribu sejuta puluhan ratusan hundred'.split(' '),
)

/** Returns whether a word belongs to a spelled-out amount. */
export const spellsAmount = (word: string) => magnitudes.has(word) || numberWords.has(word)

function withAmounts(sentence: string, tokens: Token[]): Token[] {
  const joined: Token[] = []
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!
    const groups = hasCurrency(token) ? groupsBehind(sentence, tokens, index) : 0
    const last = tokens[index + groups]!
    const text = sentence.slice(token.from, last.to)
    const amount = groups > 0 ? readAmount(text.replaceAll(/(?<=\d) (?=\d{3})/g, '.')) : readTokenAmount(token)
    const isMultiplied = magnitudes.has(tokens[index + groups + 1]?.lower ?? '')
    joined.push({ ...token, text, lower: text.toLowerCase(), to: last.to, amount: isMultiplied ? null : amount })
    index += groups
  }
  return joined
}

/** Returns the number of three-digit groups that follow, as in "Rp 10 017". */
function groupsBehind(sentence: string, tokens: Token[], index: number): number {
  const bare = /^(?:rp|idr)\.?:? ?\d{1,3}$/i.test(tokens[index]!.text)
  let groups = 0
  while (bare && /^\d{3}$/.test(tokens[index + groups + 1]?.text ?? '')) {
    if (sentence.slice(tokens[index + groups]!.to, tokens[index + groups + 1]!.from) !== ' ') break
    groups++
  }
  return groups
}

function readTokenAmount(token: Token): number | null {
  if (token.amount !== null) return token.amount
  // As in banks' lists of transactions, without a currency.
  if (/^\d{4,13}[.,]00$/.test(token.text)) return readAmount(token.text.slice(0, -3))
  return /^\d{1,3}(?:[.,]\d{3})+(?:[.,]00)?$|^\d{4,13}$/.test(token.text) ? readAmount(token.text) : null
}
