import { expect, test } from 'vitest'
import { readSentence } from '../../../src/connectors/mutations/read-sentence.ts'
import { drawSentence } from '../../../src/connectors/mutations/taught/draw-sentence.ts'
import type { TaughtRule } from '../../../src/connectors/taught-sentence.ts'
import { makeHostile } from './hostile.ts'
import { realForms, rewrite, ways } from './rewritten.ts'

const count = Number(process.env.HOSTILE_TEXTS ?? 4_000)
const seed = Number(process.env.TEST_SEED ?? 44) || 44

const filled: Record<string, string> = {
  '{amount}': 'Rp71.093',
  '{money}': 'Rp1.900.000',
  '{payer}': 'Budi Santoso',
  '{source}': 'GoPay',
  '{store}': 'Toko Contoh',
  '{when}': '14:30 WIB',
  '{number}': '88120417',
}

const fill = (sentence: string, payer = 'Budi Santoso') =>
  sentence.replaceAll(/\{[a-z]+\}/g, place => (place === '{payer}' ? payer : filled[place]!))

/** Returns a generator of numbers that look random and depend only on the seed. */
function draws(from: number): () => number {
  let state = from
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state >>> 8
  }
}

// Sentences that were known before are tested with the same words in test/connectors/mutations.
const isOfRule = (taughtBy: number | undefined) => taughtBy !== undefined

test('no rule trusts a hostile text, whatever wording it was created from', () => {
  const rules = realForms().flatMap((form, index) =>
    ways.flatMap((way): TaughtRule[] => {
      const drawn = drawSentence(rewrite(form, way, index)({ amount: 61_093, payer: 'Budi Santoso' }), [])
      return drawn.refused === null ? [{ ...drawn.lesson, id: index + 1, isMoney: true }] : []
    }),
  )
  const draw = draws(seed)
  const believed: [rule: string, text: string][] = []
  for (let tried = 0; tried < count; tried++) {
    const rule = rules[draw() % rules.length]!
    const words = makeHostile(rule, fill, draw)
    const read = readSentence(words, [], [rule])
    if (read && !read.isDoubtful && isOfRule(read.taughtBy))
      believed.push([rule.sentence, `${words.title} | ${words.text}`])
  }
  expect(believed).toEqual([])
})
