import path from 'node:path'
import { describe } from 'vitest'
import { npmSdk } from '../../connectors/install-sdk.ts'
import { testScenario } from '../../kit/scenario/scenario.ts'
import { openMerchant } from './merchant/open-merchant.ts'

// The merchants' servers use the official SDKs, unchanged: npmjs.com/package/midtrans-client and
// npmjs.com/package/xendit-node. Skipped if npm cannot install them.

const sdks = path.join(import.meta.dirname, '../../../.cache/sdks')
const settings = { MODULES: 'all' }
const common = ['looks', 'abandons', 'refunds', 'restarts', 'hears-endings', 'checks-signatures'] as const

describe.skipIf((await npmSdk('midtrans-client', '1.4.3')) === null)('the dialect of Midtrans', () => {
  testScenario('a shop with midtrans-client', {
    can: [...common, 'cancels', 'hears-refunds', 'checks-content'],
    settings,
    open: warung => openMerchant(warung, { gateway: 'midtrans', sdk: path.join(sdks, 'npm-midtrans-client-1.4.3') }),
  })
})

describe.skipIf((await npmSdk('xendit-node', '7.0.0')) === null)('the dialect of Xendit', () => {
  testScenario('a shop with xendit-node', {
    can: common,
    settings,
    open: warung => openMerchant(warung, { gateway: 'xendit', sdk: path.join(sdks, 'npm-xendit-node-7.0.0') }),
  })
})
