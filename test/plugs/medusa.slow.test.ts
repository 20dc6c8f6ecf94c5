import { describe, test, vi } from 'vitest'
import { testScenario } from '../kit/scenario/scenario.ts'
import { installForeignPackage } from './foreign-package.ts'
import { MedusaShop } from './medusa-shop.ts'

// packages/medusa in a real Medusa, which is installed from npm outside the tree: 700 MB, so only if it is asked for.

// A foreign shop starts again within a test, which a busy machine makes slow.
vi.setConfig({ testTimeout: 600_000 })

const installed = process.env.WARUNG_MEDUSA ? await installForeignPackage('medusa') : 'set WARUNG_MEDUSA=1'

if (typeof installed === 'string') {
  test.skip(`left out: ${installed}`, () => {})
} else {
  describe('the scenario of every plug', () => {
    testScenario('Medusa', {
      can: [
        'hears-reviews',
        'hears-refunds',
        'looks',
        'cancels',
        'refunds',
        'restarts',
        'checks-signatures',
        'checks-content',
        'checks-time',
      ],
      open: warung => MedusaShop.open(warung, installed.folder),
      openWithinMs: 900_000,
    })
  })
}
