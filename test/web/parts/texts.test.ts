import { expect, test } from 'vitest'
import { texts } from '../../../src/web/parts/texts.ts'

test('both languages have the same texts', () => {
  expect(Object.keys(texts.en).sort()).toEqual(Object.keys(texts.id).sort())
})

// Texts that are the same in both languages.
const shared = new Set(['homeTitle', 'homeDocs'])

test.each(Object.keys(texts.id) as (keyof typeof texts.id)[])('%s has words in each language', key => {
  const [id, en] = [say(texts.id[key]), say(texts.en[key])]
  expect(id.trim()).not.toBe('')
  expect(en.trim()).not.toBe('')
  if (!shared.has(key)) expect(en).not.toBe(id)
})

test('every value given to a sentence appears in it, in both languages', () => {
  for (const language of [texts.id, texts.en]) {
    for (const sentence of Object.values(language)) {
      if (typeof sentence === 'function') expect(say(sentence)).toContain('<first>')
    }
  }
})

function say(sentence: unknown): string {
  return typeof sentence === 'function' ? String(sentence('<first>', '<second>')) : String(sentence)
}
