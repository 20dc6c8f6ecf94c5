import type { AskedMethod } from '../../methods/method.ts'
import type { Language } from '../parts/language.ts'

/** The act of a payer: every app scans every QRIS, so all methods with a code are one way to pay. */
export type PayerWay = 'scan' | 'transfer'

/** Names of the ways to pay for payers, who do not know the shop's payment methods. */
export const payerWayNames: Record<Language, Record<PayerWay, string>> = {
  id: { scan: 'QRIS (semua aplikasi)', transfer: 'Transfer e-wallet' },
  en: { scan: 'QRIS (all apps)', transfer: 'E-wallet transfer' },
}

/** Returns the way in which a payer pays by a method. */
export function payerWay(method: AskedMethod): PayerWay {
  return method === 'wallet_direct' ? 'transfer' : 'scan'
}

/** Returns the first method of each way to pay. */
export function firstOfEachWay<Method extends AskedMethod>(methods: readonly Method[]): Method[] {
  const ways = methods.map(payerWay)
  return methods.filter((method, index) => ways.indexOf(payerWay(method)) === index)
}
