import { bridgeSimulator, numberedAccounts } from '../bridge/simulator.ts'
import { answerOpened, answerRefused } from '../bridge/simulator-connect.ts'
import { makeStaticCode } from '../simulator/qris-code.ts'

const holder = 'WARUNG KOPI DEMO'

const accounts = numberedAccounts({
  demo: '885200000001',
  prefix: '8899',
  at: number => ({ number, holder, qris: makeStaticCode(number, holder) }),
  shown: mid => ({ mid }),
})

/** A bank behind the sandbox's bridge. It accepts every password except "wrong". */
export const bankSimulator = bridgeSimulator(accounts, async (_needs, fields) => {
  const number = String(fields.merchant_id ?? '')
  if (number.length < 3) return answerRefused('not_accepted', 'the bank knows no such merchant', 'merchant_id')
  if (fields.password === 'wrong')
    return answerRefused('not_accepted', 'the bank does not accept the password', 'password')
  return answerOpened(accounts.at(number))
})
