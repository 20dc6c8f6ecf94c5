import { makeStaticCode } from './qris-code.ts'

const name = 'WARUNG KOPI DEMO'

/** The demo account's own merchant id under the operator's contract, with its static code. */
export const demoMerchant = { id: 'WARUNG.DEMO', name, staticQris: makeStaticCode('WARUNG.DEMO', name) }
