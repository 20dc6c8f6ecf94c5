import type { TaughtRule } from '../taught-sentence.ts'
import { readAmount } from './amount.ts'
import { type AppSentences, type BuiltInApp, builtInApps, hasChat } from './apps.ts'
import { hidesCharacters, isMoreThanHarmless, isMoreThanName, toVisibleText, trimBlanks } from './doubt.ts'
import { forms } from './forms.ts'
import { matchForm, type SentenceForm } from './grammar.ts'
import { makeSlots } from './slots.ts'
import { matchesForm, readByTaughtSentence } from './taught/fit-taught.ts'
import { readTitle, type TitleReading } from './titles.ts'
import { lowerCaseAtoZ, splitTokens, type Token } from './tokens.ts'

export interface SentenceReading {
  app: string
  /** The amount in whole rupiah. */
  amount: number
  payerName: string | null
  /** Whether a stranger could have written it, or it says more than that money arrived. */
  isDoubtful: boolean
  /** The merchant's rule that read it. */
  taughtBy?: number
}

export interface SentenceText {
  packageName: string
  title: string
  text: string
}

/**
 * Returns the content of a notification if it is one of the app's sentences for incoming money, otherwise null. Nothing
 * is guessed: a number in a text is not necessarily money. If the text can be read in several ways, the smallest amount
 * is returned as doubtful, so that a name containing a second amount gains nothing.
 */
export function readSentence(
  { packageName, title, text }: SentenceText,
  ownSentences: AppSentences[],
  rules: readonly TaughtRule[] = [],
): SentenceReading | null {
  const said = toVisibleText(text)
  const byRules = rules.flatMap(rule => readByRule(rule, { packageName, title, text }))
  const known = [
    ...ownSentences
      .filter(({ packages, titles }) => packages.includes(packageName) && (!titles || isAnyTitle(titles, title)))
      .flatMap(one => readByAll(one, said)),
    ...builtInApps.filter(({ packages }) => packages.includes(packageName)).flatMap(app => readKnown(app, title, said)),
  ]
  // A reading that is only partly understood does not contradict a rule that matches as a whole.
  const readings = [...known.filter(({ isDoubtful }) => byRules.length === 0 || !isDoubtful), ...byRules].sort(
    (one, other) => one.amount - other.amount || Number(one.isDoubtful) - Number(other.isDoubtful),
  )
  const [first] = readings
  if (!first) return null
  const isAmbiguous = readings.some(({ amount }) => amount !== first.amount)
  const isDenied = rules.some(rule => !rule.isMoney && matchesForm(rule, { packageName, title, text }))
  // Also for a merchant's own sentence, which does not say whether the app has chats.
  const isDoubtful = first.isDoubtful || isAmbiguous || isDenied || hidesCharacters(text) || hasChat(packageName)
  return { ...first, isDoubtful }
}

function readByRule(rule: TaughtRule, words: SentenceText): SentenceReading[] {
  const read = rule.isMoney ? readByTaughtSentence(rule, words) : null
  const app = builtInApps.find(({ packages }) => packages.includes(words.packageName))?.app ?? words.packageName
  return read ? [{ ...read, app, isDoubtful: false, taughtBy: rule.id }] : []
}

function readKnown(app: BuiltInApp, title: string, text: string): SentenceReading[] {
  const read = readTitle(trimBlanks(title), app.titles)
  if (!read) return []
  const tokens = splitTokens(text)
  const readings = [...readByAll(app, text), ...readByForms(app, read, text, tokens)]
  return readings.map(one => {
    const isContradicted = read.amounts.some(amount => amount !== one.amount)
    return isContradicted || (read.isOutcome && one.payerName === null) ? { ...one, isDoubtful: true } : one
  })
}

// Longer than any sentence of an app, and than names in a chat.
const mostTokens = 80

/**
 * Returns the readings by the app's forms: of the whole text if one matches, otherwise of its beginning, as doubtful.
 */
function readByForms(
  { app, forms: groups }: BuiltInApp,
  title: TitleReading,
  text: string,
  tokens: Token[],
): SentenceReading[] {
  if (tokens.length > mostTokens || !tokens.some(({ amount }) => amount !== null)) return []
  const words = new Set(tokens.map(({ lower }) => lower))
  const ofApp = groups.flatMap(group =>
    forms[group]
      .filter(({ needs }) => needs.every(need => [...need].some(word => words.has(word))))
      .map(form => ({ form, isSure: title.isIncoming || !/underIncomingTitle$/i.test(group) })),
  )
  const strict = makeSlots(text, tokens, false)
  const readings = ofApp.flatMap(({ form, isSure }) =>
    matchForm(form, tokens, strict)
      .filter(({ at, amount }) => at === tokens.length && amount !== null)
      .map(({ amount, payer }) => readingOf(app, amount!, payer, !isSure)),
  )
  return readings.length > 0
    ? readings
    : readLoosely(
        app,
        ofApp.map(({ form }) => form),
        text,
        tokens,
      )
}

function readLoosely(app: string, ofApp: SentenceForm[], text: string, tokens: Token[]): SentenceReading[] {
  const loose = makeSlots(text, tokens, true)
  return ofApp.flatMap(form =>
    matchForm(form, tokens, loose).flatMap(({ amount, payer }) =>
      amount === null ? [] : [readingOf(app, amount, payer, true)],
    ),
  )
}

const readingOf = (app: string, amount: number, payer: string | null, isDoubtful: boolean): SentenceReading => ({
  app,
  amount,
  payerName: payer?.replace(/[.!]$/, '') ?? null,
  isDoubtful,
})

function readByAll({ app, sentences }: AppSentences, text: string): SentenceReading[] {
  return sentences.flatMap(sentence => readBy(app, sentence, text))
}

function readBy(app: string, sentence: string, text: string): SentenceReading[] {
  const readings = fitSentence(sentence, text)
  return readings.flatMap(match => {
    const amounts = match.amount.map(readAmount)
    const amount = amounts[0]
    if (!amount || amounts.some(other => other !== amount)) return []
    const payers = match.payer.map(name => name.trim().replace(/[.!]$/, ''))
    const isNamed = payers.every(name => name !== '' && name !== app && !isMoreThanName(name))
    const isDoubtful = readings.length > 1 || !isNamed || match.any.some(isMoreThanHarmless) || text.endsWith(' ')
    return [{ app, amount, payerName: payers[0] || null, isDoubtful }]
  })
}

// Compared as written, not as displayed (see readTitle).
function isAnyTitle(titles: string[], title: string): boolean {
  return title === '' || titles.some(other => lowerCaseAtoZ(other) === lowerCaseAtoZ(trimBlanks(title)))
}

type SentenceMatch = Record<'amount' | 'payer' | 'any', string[]>

/**
 * Returns the values of the sentence's placeholders: empty if it does not match, two readings if it may match in more
 * than one way. The first reading places each fixed part as far left as possible, the second as far right, so that a
 * unique reading appears as two equal ones.
 */
function fitSentence(sentence: string, text: string): SentenceMatch[] {
  const parts = sentence.split(/\{(amount|payer|any)\}/)
  const fixed = parts.filter((_, index) => index % 2 === 0).map(lowerCaseAtoZ)
  const places = parts.filter((_, index) => index % 2 === 1) as (keyof SentenceMatch)[]
  if (fixed.slice(1, -1).includes('')) return []
  const said = lowerCaseAtoZ(text)
  const end = said.length - fixed.at(-1)!.length
  if (!said.startsWith(fixed[0]!) || !said.endsWith(fixed.at(-1)!) || end < fixed[0]!.length) return []
  const between = fixed.slice(1, -1)
  const left = placesFromLeft(said.slice(0, end), fixed[0]!.length, between)
  const right = placesFromRight(said.slice(0, end), between)
  if (!left || !right) return []
  const read = (starts: number[]) => {
    const found: SentenceMatch = { amount: [], payer: [], any: [] }
    places.forEach((place, index) => {
      const from = index === 0 ? fixed[0]!.length : starts[index - 1]! + between[index - 1]!.length
      found[place].push(text.slice(from, starts[index] ?? end))
    })
    return found
  }
  return left.every((start, index) => start === right[index]) ? [read(left)] : [read(left), read(right)]
}

function placesFromLeft(text: string, from: number, parts: string[]): number[] | null {
  let at = from
  const starts = parts.map(part => {
    const start = text.indexOf(part, at)
    at = start === -1 ? text.length + 1 : start + part.length
    return start
  })
  return starts.includes(-1) ? null : starts
}

function placesFromRight(text: string, parts: string[]): number[] | null {
  let until = text.length
  const starts = parts.toReversed().map(part => {
    const start = until < part.length ? -1 : text.lastIndexOf(part, until - part.length)
    until = start === -1 ? -1 : start
    return start
  })
  return starts.includes(-1) ? null : starts.toReversed()
}
