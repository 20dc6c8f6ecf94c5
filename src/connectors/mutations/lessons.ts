import type { SentenceLessons, TaughtSentence } from '../taught-sentence.ts'
import { type AppSentences, knownApps } from './apps.ts'
import { isMoreThanName, seenText } from './doubt.ts'
import { fitsSentence, readSentence } from './read-sentence.ts'
import { type Token, tokensOf } from './tokens.ts'

/** How a merchant's own sentences are made out of notifications that were not understood. */
export const lessons: SentenceLessons<{ sentences: AppSentences[] }> = {
  suggest: ({ text }) => suggestSentence(seenText(text)),

  preview(lesson, words) {
    if (!fitsSentence(lesson.sentence, words.text)) return null
    const read = readSentence(words, [sentencesOf(lesson)])
    return read && { amount: read.amount, payerName: read.payerName, isDoubtful: read.isDoubtful }
  },

  add: (credentials, lesson) => ({ ...credentials, sentences: [...credentials.sentences, sentencesOf(lesson)] }),
}

function sentencesOf({ packageName, title, sentence }: TaughtSentence): AppSentences {
  const app = knownApps.find(({ packages }) => packages.includes(packageName))?.app ?? packageName
  return {
    app: app.slice(0, 50),
    packages: [packageName],
    ...(title === null ? {} : { titles: [title] }),
    sentences: [sentence],
  }
}

const sentenceMax = 300

function suggestSentence(text: string): string {
  const tokens = tokensOf(text)
  const amount = tokens.find(token => token.amount !== null)
  if (!amount) return text.slice(0, sentenceMax)
  const payer = payerIn(text, tokens)
  const places = [
    { from: amount.from, to: amount.to, name: '{amount}' },
    ...(payer ? [{ ...payer, name: '{payer}' }] : []),
  ].toSorted((one, other) => other.from - one.from)
  return places
    .reduce((said, { from, to, name }) => said.slice(0, from) + name + said.slice(to), text)
    .slice(0, sentenceMax)
}

const beforePayer = new Set(['dari', 'dr', 'from'])
const longestPayer = 8

/** The longest name behind "dari". */
function payerIn(text: string, tokens: Token[]): { from: number; to: number } | null {
  const first = tokens.findIndex(({ lower }) => beforePayer.has(lower)) + 1
  if (first === 0 || first >= tokens.length) return null
  const from = tokens[first]!.from
  const ends = tokens.slice(first, first + longestPayer).map(({ to }) => to)
  const to = ends.findLast(end => !isMoreThanName(text.slice(from, end)) && !/[.,:;!?]$/.test(text.slice(from, end)))
  return to === undefined ? null : { from, to }
}
