import { createBridgeSimulator, createNumberedAccounts } from '../bridge/simulator.ts'
import { createRefusedAnswer, requestOtp } from '../bridge/simulator-connect.ts'

const accounts = createNumberedAccounts({
  demo: '081200000001',
  prefix: '0899',
  // It receives transfers and has no code.
  at: number => ({ number, holder: 'SITI RAHMA', qris: null }),
  shown: phone => ({ phone }),
})

/** A wallet behind the sandbox's bridge: it asks for the OTP that it sent, and then for its PIN. */
export const walletSimulator = createBridgeSimulator(accounts, async (needs, fields) => {
  const phone = String(fields.phone ?? '').replace(/^(\+?62)/, '0')
  if (!/^08\d{7,12}$/.test(phone)) return createRefusedAnswer('not_accepted', 'no wallet has this number', 'phone')
  return requestOtp(needs, phone)
})
