import { createSecretKey } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Needs } from '../../src/needs.ts'
import { computeSurcharge } from '../../src/payments/compute-surcharge.ts'
import { isDownloadToken, makeDownloadToken } from '../../src/payments/goods/download-token.ts'
import { findPaymentPhase, hasEnded } from '../../src/payments/payment-phase.ts'

const now = new Date('2026-11-22T10:00:00Z')
const at = (ms: number) => new Date(now.getTime() + ms)

test.each([
  ['pending', 1, true, 'payable'],
  ['pending', 1, false, 'preparing'],
  ['pending', 0, true, 'overdue'],
  ['pending', -1, false, 'overdue'],
  ['paid', 1, true, 'paid'],
  ['expired', 1, false, 'expired'],
  ['cancelled', -1, true, 'cancelled'],
] as const)('a payment that is %s, and ends in %i ms (ready: %s), is %s', (status, endsInMs, isReady, phase) => {
  expect(findPaymentPhase({ status, expiresAt: at(endsInMs), isReady }, now)).toBe(phase)
  expect(hasEnded(phase)).toBe(status !== 'pending')
})

test('the surcharge is the final amount without the price and the unique code', () => {
  expect(computeSurcharge({ amount: 47_600, uniqueCode: 13, finalAmount: 47_951 })).toBe(338)
  expect(computeSurcharge({ amount: 47_600, uniqueCode: 13, finalAmount: 47_613 })).toBe(0)
})

test("a download token is its own payment's, also after the key was rotated", () => {
  const key = (text: string) => createSecretKey(Buffer.from(text.padEnd(32)))
  const app = (...keys: string[]) =>
    ({
      seal: { deriveKey: () => key(keys[0]!), deriveKeys: () => keys.map(text => ({ key: key(text) })) },
    }) as unknown as Needs<'seal'>
  const token = makeDownloadToken(app('old'), 'INV-1')
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(isDownloadToken(app('old'), 'INV-1', token)).toBe(true)
  expect(isDownloadToken(app('new', 'old'), 'INV-1', token)).toBe(true)
  expect(isDownloadToken(app('new'), 'INV-1', token)).toBe(false)
  expect(isDownloadToken(app('old'), 'INV-2', token)).toBe(false)
  expect(isDownloadToken(app('old'), 'INV-1', '')).toBe(false)
})
