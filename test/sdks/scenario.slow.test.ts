import { describe, test } from 'vitest'
import { testScenario } from '../kit/scenario/scenario.ts'
import { missing, sdks } from './installed-sdk.ts'
import { openSdkMerchant } from './sdk-merchant.ts'

// packages/scenario.json for a merchant's program that uses an SDK as its README says: what the program can see.

describe.each(sdks)('a program with the SDK for $language', sdk => {
  const lacking = missing(sdk)
  if (lacking) {
    test.skip(`left out: ${lacking} is not installed here`, () => {})
    return
  }
  testScenario(`a program with the SDK for ${sdk.language}`, {
    can: ['looks', 'cancels', 'abandons', 'refunds', 'checks-signatures', 'checks-content', 'checks-time'],
    open: warung => openSdkMerchant(warung, sdk),
    openWithinMs: 300_000,
  })
})
