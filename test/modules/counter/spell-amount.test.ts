import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type SpokenLanguage, spellAmount, spokenMax, spokenWords } from '../../../src/modules/counter/spell-amount.ts'
import spelled from './spelled.json' with { type: 'json' }

/** Returns 0 to 1,999, and 8,000 amounts up to ten million, half of them round. They are the same in every run. */
function sampleAmounts(): number[] {
  let drawn = 1
  return Array.from({ length: 10_000 }, (_, at) => {
    drawn = (drawn * 48271) % 2147483647
    if (at < 2000) return at
    return at % 2 ? drawn % 10_000_001 : ((drawn % 1000) * 10 ** (at % 7)) % 10_000_001
  })
}

const said = (amount: number, language: SpokenLanguage = 'id') => spellAmount(amount, language).join(' ')

describe('an amount in words', () => {
  // Hashes of a hundred spellings each, generated once: Indonesian by @develoka/angka-terbilang-js 1.4.2, English by
  // to-words 5.7.0, in lower case and without hyphens.
  test.each(['id', 'en'] as const)('an amount in words matches other spellers for 10,000 amounts (%s)', language => {
    const amounts = sampleAmounts()
    for (const [group, hash] of spelled[language].entries()) {
      const mine = amounts.slice(group * 100, (group + 1) * 100)
      const text = mine.map(amount => said(amount, language)).join('\n')
      expect(createHash('sha256').update(text).digest('base64url').slice(0, 12), `from ${mine[0]}`).toBe(hash)
    }
    expect(spelled[language]).toHaveLength(100)
  })

  test('an amount in words has "se-" only for ten, eleven, hundred and one thousand', () => {
    const spellings = [0, 11, 100, 1000, 1_000_000, 1_001_000, 111_111, 1_000_000_000].map(amount => said(amount))
    expect(spellings).toEqual([
      'nol',
      'sebelas',
      'seratus',
      'seribu',
      'satu juta',
      'satu juta seribu',
      'seratus sebelas ribu seratus sebelas',
      'satu miliar',
    ])
    expect(said(50_321)).toBe('lima puluh ribu tiga ratus dua puluh satu')
    expect(said(50_321, 'en')).toBe('fifty thousand three hundred twenty one')
  })

  test('an amount in words uses only words with clips, and is refused without one', () => {
    for (const language of ['id', 'en'] as const) {
      const known = new Set(spokenWords[language])
      const used = new Set([...sampleAmounts(), spokenMax].flatMap(amount => spellAmount(amount, language)))
      expect([...used].filter(word => !known.has(word))).toEqual([])
      for (const wrong of [-1, 0.5, spokenMax + 1, Number.NaN]) {
        expect(() => spellAmount(wrong, language)).toThrow(RangeError)
      }
    }
  })
})
