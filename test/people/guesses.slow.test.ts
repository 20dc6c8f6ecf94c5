import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Refusal } from '../../src/lib/refusal.ts'
import { waitUntilFinished } from '../../src/lib/started.ts'
import { checkCode } from '../../src/people/check-code.ts'
import { confirmSignIn } from '../../src/people/confirm-sign-in.ts'
import { requestReset } from '../../src/people/request-reset.ts'
import { resetPassword } from '../../src/people/reset-password.ts'
import { sendCode } from '../../src/people/send-code.ts'
import { signIn } from '../../src/people/sign-in.ts'
import { User } from '../../src/people/user.ts'
import { createTestShop, type TestShop } from '../kit/app.ts'
import { browser, createLinkedUser, lastCodeOf, not, password } from './linked-user.ts'

let shop: TestShop
let userId: number

beforeEach(async () => {
  shop = await createTestShop()
  userId = await createLinkedUser(shop)
})
afterEach(() => shop.close())

test('1,000 simultaneous guesses of a code get at most five checks, and a right one afterwards fails', async () => {
  await sendCode(shop.app, { userId, purpose: 'sign_in', sessionId: null })
  const code = await lastCodeOf(shop)
  const asked = { userId, purpose: 'sign_in' as const, sessionId: null }
  const derive = vi.spyOn(shop.app.seal, 'deriveKeys')
  const guesses = await Promise.allSettled(
    Array.from({ length: 1000 }, () => checkCode(shop.app, { ...asked, code: not(code) })),
  )
  // On a busy machine some find no connection in time; those are not checked either.
  expect(guesses.every(guess => guess.status === 'rejected' || guess.value === false)).toBe(true)
  expect(derive.mock.calls.length).toBeLessThanOrEqual(5)
  expect(derive.mock.calls.length).toBeGreaterThan(0)
  expect(await checkCode(shop.app, { ...asked, code })).toBe(false)
})

test.each(['totp', 'backup'] as const)('1,000 simultaneous guesses by %s get at most five checks', async by => {
  await shop.app.em('installation').nativeUpdate(User, { id: userId }, { secondStep: 'totp' })
  const { token } = await signIn(shop.app, { username: 'ayu', password, ...browser })
  const guesses = await Promise.allSettled(
    Array.from({ length: 1000 }, (_, at) => confirmSignIn(shop.app, { token, by, code: String(100_000 + at) })),
  )
  const codes = guesses.map(guess => (guess.status === 'rejected' ? (guess.reason as Refusal).code : 'signed in'))
  const lookedAt = codes.filter(code => code === 'unauthorized').length
  expect(lookedAt).toBeLessThanOrEqual(5)
  expect(lookedAt).toBeGreaterThan(0)
  expect(codes).toContain('rate_limited')
  expect(codes).not.toContain('signed in')
})

test('1,000 simultaneous guesses of a reset code get at most five checks', async () => {
  await waitUntilFinished(requestReset(shop.app, { username: 'ayu', address: browser.address }))
  const code = await lastCodeOf(shop)
  const derive = vi.spyOn(shop.app.seal, 'deriveKeys')
  const asked = { username: 'ayu', password: 'teh manis hangat', address: browser.address }
  const guesses = await Promise.allSettled(
    Array.from({ length: 1000 }, () => resetPassword(shop.app, { ...asked, code: not(code) })),
  )
  expect(guesses.every(({ status }) => status === 'rejected')).toBe(true)
  expect(derive.mock.calls.length).toBeLessThanOrEqual(5)
  expect(derive.mock.calls.length).toBeGreaterThan(0)
  await expect(resetPassword(shop.app, { ...asked, code })).rejects.toMatchObject({ code: 'unauthorized' })
})
