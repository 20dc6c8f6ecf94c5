import { readAmount } from './amount.ts'

/** A word, a punctuation mark or an amount in a text. */
export interface Token {
  /** The token as written in the notification. */
  text: string
  lower: string
  from: number
  to: number
  /** The amount in whole rupiah, if it is a currency with a number. */
  amount: number | null
}

const amountAhead = /(?:rp|idr)\.?:? ?\d[\d.,]*(?:-(?=[ .,!]|$))?/iy
export const usualMarks = '.,:;!?'

/**
 * Returns the tokens of a text whose blanks are single spaces. Punctuation before and after a word is a separate token;
 * inside a word ("20:43", "S.Pd") it belongs to the word. `marks` are the characters that count as punctuation.
 */
export function splitTokens(text: string, marks: string = usualMarks): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    if (text[at] === ' ') at++
    else {
      const token = amountAt(text, at, marks) ?? markAt(text, at, marks) ?? wordAt(text, at, marks)
      tokens.push(token)
      at = token.to
    }
  }
  return tokens
}

function amountAt(text: string, from: number, marks: string): Token | null {
  amountAhead.lastIndex = from
  const found = amountAhead.exec(text)?.[0].replace(/[.,]$/, '')
  if (found === undefined) return null
  const to = from + found.length
  const next = text[to]
  const isWhole = next === undefined || next === ' ' || marks.includes(next)
  const amount = isWhole ? readAmount(found) : null
  return amount === null ? null : makeToken(text, from, to, amount)
}

function markAt(text: string, from: number, marks: string): Token | null {
  return marks.includes(text[from]!) ? makeToken(text, from, from + 1) : null
}

function wordAt(text: string, from: number, marks: string): Token {
  const end = text.indexOf(' ', from)
  let to = end === -1 ? text.length : end
  while (to > from + 1 && marks.includes(text[to - 1]!)) to--
  return makeToken(text, from, to)
}

function makeToken(text: string, from: number, to: number, amount: number | null = null): Token {
  const word = text.slice(from, to)
  return { text: word, lower: lowerCaseAtoZ(word), from, to, amount }
}

/** Lower-cases A to Z only: some other characters (such as the Kelvin sign) have lower cases among these letters. */
export function lowerCaseAtoZ(text: string): string {
  return text.replaceAll(/[A-Z]+/g, letters => letters.toLowerCase())
}
