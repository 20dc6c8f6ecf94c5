import { expect, test } from 'vitest'
import { paymentMethodIds } from '../../../src/methods/method.ts'
import { findPayerWay, payerWayNames, selectFirstOfEachWay } from '../../../src/methods/payer-way.ts'
import { pictureTexts } from '../../../src/pictures/picture-texts.ts'

test('a payer chooses only between QRIS and a transfer, regardless of how many methods a shop has', () => {
  expect(selectFirstOfEachWay(paymentMethodIds)).toEqual(['qris', 'wallet_direct'])
  expect(selectFirstOfEachWay(['wallet_qris', 'qris_user', 'qris'])).toEqual(['wallet_qris'])
  expect(selectFirstOfEachWay(['wallet_direct', 'qris_user'])).toEqual(['wallet_direct', 'qris_user'])
})

test.each(['id', 'en'] as const)('texts for payers in %s never name the method behind a QRIS', language => {
  const pageNames = new Set(paymentMethodIds.map(method => payerWayNames[language][findPayerWay(method)]))
  const receiptNames = new Set(paymentMethodIds.map(method => pictureTexts[language].methods[method]))
  expect([pageNames.size, receiptNames.size]).toEqual([2, 2])
})
