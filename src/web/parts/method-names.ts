import type { RequestedMethod } from '../../methods/method.ts'
import type { Language } from './language.ts'

/** Names of the payment methods for people; the API, its files and its documents use their ids. */
export const methodNames: Record<Language, Record<RequestedMethod, string>> = {
  id: {
    qris: 'QRIS langsung',
    qris_platform: 'QRIS dengan NMID sendiri',
    qris_user: 'QRIS bank',
    wallet_qris: 'QRIS e-wallet merchant',
    wallet_direct: 'Transfer e-wallet',
    all: 'Semua cara bayar',
  },
  en: {
    qris: 'Instant QRIS',
    qris_platform: 'QRIS with your own NMID',
    qris_user: 'Bank QRIS',
    wallet_qris: 'Merchant wallet QRIS',
    wallet_direct: 'E-wallet transfer',
    all: 'Every way to pay',
  },
}

/** Returns the name of a stored method for people. */
export function findMethodName(language: Language, method: string): string {
  return methodNames[language][method as RequestedMethod] ?? method
}
