import { expect, test } from 'vitest'
import { parseCatalog } from '../../src/catalog/import/parse-catalog.ts'
import { refuseMistakes } from '../../src/catalog/import/parsed-catalog.ts'
import { describeError } from '../../src/commands/describe-error.ts'
import { Refusal, refuseField, refuseFields } from '../../src/lib/refusal.ts'

const mistakesIn = (text: string) => describeError(refuseMistakes(parseCatalog(text).mistakes))
const product = (key: string, price: string) =>
  `  - { key: ${key}, kind: service, name: Cukur, price: ${price}, stock: unlimited }\n`

test('a catalogue with one mistake is reported with it, and one with two mistakes with both', () => {
  const one = mistakesIn(`products:\n${product('cukur', 'gratis')}`)
  expect(one).toContain('nothing was written')
  expect(one).toMatch(/\nline 2: .+/)
  const two = mistakesIn(`products:\n${product('a', 'gratis')}${product('b', 'mahal')}`)
  expect(two.match(/^line \d+: /gm)?.length).toBeGreaterThan(1)
})

test('a sentence that names its field is not repeated', () => {
  expect(describeError(refuseField('amount', 'is a whole number', 'malformed'))).toBe('amount: is a whole number')
  const fields = [
    { path: 'name', error: 'is required', code: 'missing' as const },
    { path: 'phone', error: 'is required', code: 'missing' as const },
  ]
  expect(describeError(refuseFields(fields))).toBe('name: is required\nphone: is required')
  expect(describeError(new Refusal('not_found', 'There is no such account'))).toBe('There is no such account')
})
