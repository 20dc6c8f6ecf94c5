import type { RequestedMethod } from './method.ts'

/** How a payer pays. Every app scans every QRIS, so all methods with a code count as one way. */
export type PayerWay = 'scan' | 'transfer'

/** Names of the ways to pay for payers, who do not know the shop's payment methods. */
export const payerWayNames: Record<'id' | 'en', Record<PayerWay, string>> = {
  id: { scan: 'QRIS (semua aplikasi)', transfer: 'Transfer e-wallet' },
  en: { scan: 'QRIS (all apps)', transfer: 'E-wallet transfer' },
}

/** Returns the way in which a payer pays by a method. */
export function findPayerWay(method: RequestedMethod): PayerWay {
  return method === 'wallet_direct' ? 'transfer' : 'scan'
}

/** Returns the name of a way to pay for use within a sentence. */
export function formatPayerWay(language: 'id' | 'en', way: PayerWay): string {
  const name = payerWayNames[language][way]
  return way === 'scan' ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** Returns the first method of each way to pay. */
export function selectFirstOfEachWay<Method extends RequestedMethod>(methods: readonly Method[]): Method[] {
  const ways = methods.map(findPayerWay)
  return methods.filter((method, index) => ways.indexOf(findPayerWay(method)) === index)
}
