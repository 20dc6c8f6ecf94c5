import type { Standing } from '../keys/standing.ts'

/** The specification's payment methods (2.2), in the order in which the service picks the first available one. */
export const paymentMethodIds = ['qris', 'qris_platform', 'qris_user', 'wallet_qris', 'wallet_direct'] as const
export type PaymentMethodId = (typeof paymentMethodIds)[number]

/** The methods whose codes providers create. */
export const chargedMethods = ['qris', 'qris_platform', 'qris_user'] as const
export type ChargedMethod = (typeof chargedMethods)[number]

/** The methods that a payment may request: one method, or every available one whose payments look the same. */
export type RequestedMethod = PaymentMethodId | 'all'

export interface PaymentMethod {
  id: PaymentMethodId
  name: string
  description: string
  icon: string
  /** Whose connection receives its money. */
  owner: 'operator' | 'account'
  /**
   * Whether it is paid by the merchant's own static code if no provider creates one; the connection then has to store
   * that code.
   */
  hasOwnCode?: boolean
  amountMax?: number
  isRecommended?: boolean
}

export const paymentMethods: Record<PaymentMethodId, PaymentMethod> = {
  qris: {
    id: 'qris',
    name: 'QRIS',
    description: 'QRIS of this service: the code is made for each payment',
    icon: 'fa-qrcode',
    owner: 'operator',
    amountMax: 500_000,
  },
  qris_platform: {
    id: 'qris_platform',
    name: 'QRIS Platform',
    description: 'QRIS under your own merchant id',
    icon: 'fa-store',
    owner: 'operator',
  },
  qris_user: {
    id: 'qris_user',
    name: 'QRIS Bank',
    description: 'Your own QRIS, to your own bank account',
    icon: 'fa-building-columns',
    owner: 'account',
    hasOwnCode: true,
  },
  wallet_qris: {
    id: 'wallet_qris',
    name: 'Wallet QRIS',
    description: 'QRIS of your merchant wallet (recommended)',
    icon: 'fa-wallet',
    owner: 'account',
    hasOwnCode: true,
    isRecommended: true,
  },
  wallet_direct: {
    id: 'wallet_direct',
    name: 'E-wallet',
    description: 'Transfer of the exact amount to your e-wallet',
    icon: 'fa-mobile-screen',
    owner: 'account',
  },
}

// Tag 54 of a QRIS has at most 13 characters, which must also fit the unique code.
const amountCeiling = 9_999_999_999_000
export const amountMin = 1000

type Limits = Pick<Standing, 'platformGrant' | 'amountMax'>

/** Returns the highest amount that the account may request by the method; null if unlimited (contract 8). */
export function computeStatedMaximum(limits: Limits, method: RequestedMethod): number | null {
  const ofMethod = methodMaximum(limits, method)
  const { amountMax } = limits
  return ofMethod === null || amountMax === null ? (ofMethod ?? amountMax) : Math.min(ofMethod, amountMax)
}

/** Returns the highest amount that a payment may have, whether or not its method states one. */
export function computeAmountMaximum(limits: Limits, method: RequestedMethod): number {
  return computeStatedMaximum(limits, method) ?? amountCeiling
}

function methodMaximum({ platformGrant }: Limits, method: RequestedMethod): number | null {
  if (method === 'all') return paymentMethods.qris.amountMax!
  if (method === 'qris_platform') return platformGrant?.maxAmount ?? null
  return paymentMethods[method].amountMax ?? null
}
