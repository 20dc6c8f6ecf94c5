import { createBridgeSimulator, createNumberedAccounts } from '../bridge/simulator.ts'
import { createOpenedAnswer, createRefusedAnswer } from '../bridge/simulator-connect.ts'
import { makeStaticCode } from '../simulator/qris-code.ts'

const holder = 'WARUNG KOPI DEMO'

const accounts = createNumberedAccounts({
  demo: '885200000001',
  prefix: '8899',
  at: number => ({ number, holder, qris: makeStaticCode(number, holder) }),
  shown: mid => ({ mid }),
})

/** A bank behind the sandbox's bridge. It accepts every password except "wrong". */
export const bankSimulator = createBridgeSimulator(accounts, async (_needs, fields) => {
  const number = String(fields.merchant_id ?? '')
  if (number.length < 3) return createRefusedAnswer('not_accepted', 'the bank knows no such merchant', 'merchant_id')
  if (fields.password === 'wrong')
    return createRefusedAnswer('not_accepted', 'the bank does not accept the password', 'password')
  return createOpenedAnswer(accounts.at(number))
})
