import { expect, test } from 'vitest'
import { trackingLink } from '../../src/orders/shipping/couriers.ts'

// The page from which public programs read a JNE parcel: https://github.com/Leuthra/cek-resi, function.js.
test('the tracking link of a JNE parcel opens that parcel, not an empty form', () => {
  expect(trackingLink('jne', '010190001491925')).toBe('https://cekresi.jne.co.id/010190001491925')
  expect(trackingLink('jne', 'a/b?c')).toBe('https://cekresi.jne.co.id/a%2Fb%3Fc')
  expect([trackingLink('jne', null), trackingLink('gosend', '1')]).toEqual([null, null])
})
