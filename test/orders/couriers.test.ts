import { expect, test } from 'vitest'
import { makeTrackingLink } from '../../src/orders/shipping/couriers.ts'

// The page from which public programs read a JNE parcel: https://github.com/Leuthra/cek-resi, function.js.
test('the tracking link of a JNE parcel opens that parcel, not an empty form', () => {
  expect(makeTrackingLink('jne', '010190001491925')).toBe('https://cekresi.jne.co.id/010190001491925')
  expect(makeTrackingLink('jne', 'a/b?c')).toBe('https://cekresi.jne.co.id/a%2Fb%3Fc')
  expect([makeTrackingLink('jne', null), makeTrackingLink('gosend', '1')]).toEqual([null, null])
})
