import { describe, test } from 'vitest'
import { testScenario } from '../kit/scenario/scenario.ts'
import { installForeignPackage } from './foreign-package.ts'
import { VendureShop } from './vendure-shop.ts'

// packages/vendure in a real Vendure, which is installed from npm outside the tree.

const installed = await installForeignPackage('vendure')

if (typeof installed === 'string') {
  test.skip(`left out: ${installed}`, () => {})
} else {
  describe('the scenario of every plug', () => {
    testScenario('Vendure', {
      can: [
        'hears-reviews',
        'looks',
        'cancels',
        'refunds',
        'restarts',
        'checks-signatures',
        'checks-content',
        'checks-time',
      ],
      open: warung => VendureShop.open(warung, installed.folder),
      openWithinMs: 300_000,
    })
  })
}
