import { argon2Sync } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from '../../src/people/password.ts'

test('a password is stored as argon2id and recognised in any composition of its letters', async () => {
  const stored = await hashPassword('rahasia é ☕')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verifyPassword('rahasia e\u0301 ☕', stored)).toEqual({ isRight: true, isOutdated: false })
  expect(await verifyPassword('rahasia e ☕', stored)).toMatchObject({ isRight: false })
  expect(await hashPassword('rahasia é ☕')).not.toBe(stored)
})

test('an unknown user has no password, not even an empty one', async () => {
  for (const guess of ['', 'x', 'rahasia123']) {
    expect(await verifyPassword(guess, null)).toMatchObject({ isRight: false })
  }
})

test('a hash with other cost settings is correct and outdated', async () => {
  const nonce = Buffer.alloc(16, 1)
  const cost = { memory: 8192, passes: 1, parallelism: 1, tagLength: 32 }
  const tag = argon2Sync('argon2id', { message: 'rahasia123', nonce, ...cost })
  const plain = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${plain(nonce)}$${plain(tag)}`
  expect(await verifyPassword('rahasia123', stored)).toEqual({ isRight: true, isOutdated: true })
})

test.each([['short12'], ['x'.repeat(129)]])('%j has a wrong length', async password => {
  await expect(hashPassword(password)).rejects.toMatchObject({ code: 'invalid_request' })
})

test('beyond 40 waiting password checks, the others are asked to retry', async () => {
  const stored = await hashPassword('rahasia123')
  const tries = await Promise.allSettled(Array.from({ length: 100 }, () => verifyPassword('rahasia123', stored)))
  const refused = tries.filter(one => one.status === 'rejected')
  expect(refused).toHaveLength(60)
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'unavailable', retryAfterS: 2 })
  expect(await verifyPassword('rahasia123', stored)).toMatchObject({ isRight: true })
})
