import { expect, test } from 'vitest'
import { createRootKey, createSeal, type RootKey, SealError } from '../../src/lib/seal.ts'

const sealOf = (...secrets: string[]) => createSeal(() => secrets.map(secret => createRootKey(secret)))
const seal = sealOf('a secret key of the installation, 32+')
const context = 'connection|credentials|12'

test('a sealed value can be opened, even in another process with the same key', () => {
  const plain = JSON.stringify({ token: 'Rahasia ☕' })
  const sealed = seal.seal(plain, context)
  expect(sealed).not.toContain('Rahasia')
  expect(sealOf('a secret key of the installation, 32+').open(sealed, context)).toBe(plain)
  expect(seal.open(seal.seal('', context), context)).toBe('')
})

test('sealing the same text twice gives different results', () => {
  expect(new Set(Array.from({ length: 100 }, () => seal.seal('same', context))).size).toBe(100)
})

test('a sealed text moved to another row cannot be opened', () => {
  const sealed = seal.seal('token', context)
  expect(() => seal.open(sealed, 'connection|credentials|13')).toThrow(SealError)
})

test('a sealed value with one flipped bit is rejected', () => {
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

test('a value sealed with another key reports that', () => {
  expect(() => sealOf('another key').open(seal.seal('token', context), context)).toThrow('another key')
})

test('every purpose has its own key, which is the same at every start', () => {
  const key = seal.deriveKey('api keys')
  expect(key.symmetricKeySize).toBe(32)
  expect(key.equals(sealOf('a secret key of the installation, 32+').deriveKey('api keys'))).toBe(true)
  expect(key.equals(seal.deriveKey('sessions'))).toBe(false)
  expect(key.equals(sealOf('another key').deriveKey('api keys'))).toBe(false)
})

test('the first key seals, and the keys that it replaced still open', () => {
  const old = createRootKey('the old key, of 32 characters and more')
  const ring: RootKey[] = [old]
  const rotating = createSeal(() => ring)
  const sealed = rotating.seal('token', context)
  const hashKey = rotating.deriveKey('api keys')
  ring.splice(0, 1, createRootKey('the new key, of 32 characters and more'), { ...old, replacedAt: new Date() })
  expect(rotating.open(sealed, context)).toBe('token')
  expect(rotating.seal('token', context).split('.')[0]).toBe(rotating.keyId())
  expect(rotating.keyId()).not.toBe(old.id)
  expect(rotating.deriveKey('api keys').equals(hashKey)).toBe(false)
  expect(rotating.deriveKeys('api keys', 'recent').map(({ key }) => key.equals(hashKey))).toEqual([false, true])
})

test('a key replaced a day ago signs nothing, and still opens stored values', () => {
  const replacedAt = new Date(Date.now() - 86_400_001)
  const rotating = createSeal(() => [createRootKey('new'), createRootKey('old', replacedAt)])
  expect(rotating.deriveKeys('pictures', 'recent')).toHaveLength(1)
  expect(rotating.deriveKeys('api keys', 'all')).toHaveLength(2)
  expect(rotating.open(sealOf('old').seal('token', context), context)).toBe('token')
})
