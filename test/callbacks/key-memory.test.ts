import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { rememberKeys } from '../../src/callbacks/key-memory.ts'

test('a key object is created once for many signatures, and a rotated secret gets its own', () => {
  const made: string[] = []
  const keyOf = rememberKeys(text => {
    made.push(text)
    return createSecretKey(Buffer.from(text))
  })
  for (let n = 0; n < 3; n++) for (const secret of ['old', 'new']) keyOf(secret)
  expect(made).toEqual(['old', 'new'])
  expect(keyOf('old')).not.toBe(keyOf('new'))
})

test('the memory holds at most two thousand keys', () => {
  let made = 0
  const keyOf = rememberKeys(text => {
    made++
    return createSecretKey(Buffer.from(text))
  })
  for (let n = 0; n < 2_001; n++) keyOf(`secret ${n}`)
  keyOf('secret 0')
  expect(made).toBe(2_002)
})
