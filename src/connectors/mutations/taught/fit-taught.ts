import type { NotificationWords, TaughtReading, TaughtSentence } from '../../taught-sentence.ts'
import { hidesCharacters, isMoreThanName } from '../doubt.ts'
import { matchForm, type SentenceForm, type SlotMatcher } from '../grammar.ts'
import { makeSlots } from '../slots.ts'
import type { Token } from '../tokens.ts'
import { hasCurrency, readTaughtText, type TaughtText, titleEnd } from './taught-tokens.ts'

/** The kinds of words that a placeholder of a taught sentence accepts. */
export type PlaceholderKind = 'amount' | 'money' | 'payer' | 'source' | 'store' | 'when' | 'number'

/** Reads a notification by a taught sentence; null unless it matches completely and in only one way. */
export function readByTaughtSentence(lesson: TaughtSentence, words: NotificationWords): TaughtReading | null {
  if (lesson.packageName !== words.packageName || hides(words)) return null
  return readTaughtTokens(formOfLesson(lesson), readTaughtText(words.title, words.text))
}

/** Returns whether a notification has the form of a sentence, with any text in place of names. */
export function matchesForm(lesson: TaughtSentence, words: NotificationWords): boolean {
  if (lesson.packageName !== words.packageName) return false
  const { said, tokens } = readTaughtText(words.title, words.text)
  return findFits(formOfLesson(lesson), tokens, taughtSlots(said, tokens, true)).length > 0
}

const hides = ({ title, text }: NotificationWords) => hidesCharacters(title) || hidesCharacters(text)

const mostTokens = 120

function readTaughtTokens(form: SentenceForm, { said, tokens }: TaughtText): TaughtReading | null {
  if (tokens.length > mostTokens) return null
  const readings = findFits(form, tokens, taughtSlots(said, tokens, false))
  const [first] = readings
  if (!first || first.amount === null || readings.some(({ amount }) => amount !== first.amount)) return null
  return { amount: first.amount, payerName: first.payer?.replace(/[.!]$/, '') ?? null }
}

function findFits(form: SentenceForm, tokens: Token[], slots: Record<string, SlotMatcher>) {
  return matchForm(form, tokens, slots).filter(({ at }) => at === tokens.length)
}

/** Returns the form of a sentence: its words as written, and its placeholders. */
function formOfLesson({ title, sentence }: TaughtSentence): SentenceForm {
  return { parts: [...readParts(title), { is: 'word', word: titleEnd }, ...readParts(sentence)], needs: [] }
}

function readParts(sentence: string): SentenceForm['parts'] {
  return sentence.split(/\{([a-z]+)\}/).flatMap((piece, index): SentenceForm['parts'] => {
    if (index % 2 === 1) return [{ is: 'slot', slot: piece }]
    const { tokens } = readTaughtText('', piece)
    return tokens.slice(1).map(({ lower }) => ({ is: 'word', word: lower }))
  })
}

function taughtSlots(text: string, tokens: Token[], isLoose: boolean): Record<string, SlotMatcher> {
  const { amount, payer, source, store, when } = makeSlots(text, tokens, isLoose)
  const one =
    (isAccepted: (token: Token) => boolean): SlotMatcher =>
    progress => {
      const token = tokens[progress.at]
      return token && isAccepted(token) ? [{ ...progress, at: progress.at + 1 }] : []
    }
  // A name starts with a letter or a masking character.
  const named =
    (slot: SlotMatcher): SlotMatcher =>
    progress =>
      /^[\p{L}\d*]/u.test(tokens[progress.at]?.text ?? '') ? slot(progress) : []
  const money = one(token => token.amount !== null)
  return {
    amount: amount!,
    payer: named(payer!),
    source: named(source!),
    store: named(store!),
    when: when!,
    money,
    number: one(isNumber),
  }
}

/**
 * Returns whether a token is the number of an account, a transaction or a receipt: a word with a digit that is not an
 * amount with a currency.
 */
export function isNumber(token: Token): boolean {
  return /^(?=.*\d)[A-Za-z\d*#:/._-]{1,40}$/.test(token.text) && !hasCurrency(token)
}

/** Returns whether a text is acceptable as a payer's name. */
export const isPossibleName = (phrase: string) => !isMoreThanName(phrase.replace(/\.$/, ''))
