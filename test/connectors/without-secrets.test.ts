import { expect, test } from 'vitest'
import { removeSecrets } from '../../src/lib/same-text.ts'

test('a secret is not replaced inside the placeholder of another', () => {
  expect(removeSecrets('key abc and pin secret', ['abc', 'secret'])).toBe('key [secret] and pin [secret]')
  expect(removeSecrets('a e a', ['a', 'e'])).toBe('[secret] [secret] [secret]')
})

test('a URL-encoded secret is found, and of two secrets with the same beginning the longer is removed', () => {
  expect(removeSecrets('?key=a%2Fb&c=a/b', ['a/b', undefined])).toBe('?key=[secret]&c=[secret]')
  expect(removeSecrets('1234567', ['1234', '1234567'])).toBe('[secret]')
})
