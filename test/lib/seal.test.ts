import { expect, test } from 'vitest'
import { createSeal, SealError } from '../../src/lib/seal.ts'

const seal = createSeal('a secret key of the installation, 32+')
const context = 'connection|credentials|12'

test('what was sealed opens again, also in another process with the same key', () => {
  const plain = JSON.stringify({ token: 'Rahasia ☕' })
  const sealed = seal.seal(plain, context)
  expect(sealed).not.toContain('Rahasia')
  expect(createSeal('a secret key of the installation, 32+').open(sealed, context)).toBe(plain)
  expect(seal.open(seal.seal('', context), context)).toBe('')
})

test('the same text never looks the same twice', () => {
  expect(new Set(Array.from({ length: 100 }, () => seal.seal('same', context))).size).toBe(100)
})

test('a sealed text moved to another row does not open', () => {
  const sealed = seal.seal('token', context)
  expect(() => seal.open(sealed, 'connection|credentials|13')).toThrow(SealError)
})

test('one flipped bit anywhere is an error', () => {
  const sealed = seal.seal('token', context)
  const [id, text] = sealed.split('.') as [string, string]
  const bytes = Buffer.from(text, 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3]! ^= 1 << (bit & 7)
    expect(() => seal.open(`${id}.${changed.toString('base64url')}`, context)).toThrow(SealError)
  }
  for (let end = 0; end < sealed.length; end += 4) {
    expect(() => seal.open(sealed.slice(0, end), context)).toThrow(SealError)
  }
})

test('another secret key says that it is another key', () => {
  expect(() => createSeal('another key').open(seal.seal('token', context), context)).toThrow('another SECRET_KEY')
})

test('every purpose has a key of its own, the same at every start', () => {
  expect(seal.deriveKey('api keys')).toHaveLength(32)
  expect(seal.deriveKey('api keys')).toEqual(createSeal('a secret key of the installation, 32+').deriveKey('api keys'))
  expect(seal.deriveKey('api keys')).not.toEqual(seal.deriveKey('sessions'))
  expect(seal.deriveKey('api keys')).not.toEqual(createSeal('another key').deriveKey('api keys'))
})
