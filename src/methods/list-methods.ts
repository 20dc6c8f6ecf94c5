import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { connectionOf, type Edition, ownCodeOf } from './edition.ts'
import { type PaymentMethod, type PaymentMethodId, paymentMethodIds, paymentMethods, statedMaxOf } from './method.ts'
import type { Requirement } from './requirement.ts'

export interface MethodStatus extends PaymentMethod {
  /** Switched off by the operator. */
  isInMaintenance: boolean
  /** Everything that this account still needs; empty when it can use the method now. */
  requirements: Requirement[]
  verifiedOnly: boolean
  subscriptionRequired: boolean
  /** Whole rupiah; null where there is no maximum. */
  maxAmount: number | null
}

export interface ListedMethods {
  methods: MethodStatus[]
  user: {
    isVerified: boolean
    hasActiveSubscription: boolean
    hasGrant: boolean
    hasMid: boolean
    hasWalletQrisConnected: boolean
    hasWalletDirectConnected: boolean
    hasBankConfigured: boolean
    /** Whether a static code is stored with the bank, and with the merchant wallet. */
    hasBankQris: boolean
    hasWalletQris: boolean
  }
  /** By the words that `payment_method` may be: whether the operator has them switched on. */
  features: Record<string, boolean>
}

/** The methods of spec 2.2 and whether this account can use each now, by the same table that creating asks. */
export function listMethods({ edition }: Needs<'edition'>, standing: Standing): ListedMethods {
  const methods = paymentMethodIds.map(id => ({
    ...paymentMethods[id],
    isInMaintenance: id in standing.maintenance,
    requirements: edition.requirements(standing, id),
    verifiedOnly: edition.verifiedOnly(id),
    subscriptionRequired: edition.subscriptionRequired,
    maxAmount: statedMaxOf(standing, id),
  }))
  return {
    methods,
    user: userStatus(edition, standing),
    features: {
      ...Object.fromEntries(methods.map(({ id, isInMaintenance }) => [id, !isInMaintenance])),
      ...(edition.knowsAll
        ? { all: methods.some(({ id, isInMaintenance }) => id !== 'qris_platform' && !isInMaintenance) }
        : {}),
    },
  }
}

function userStatus(edition: Edition, standing: Standing): ListedMethods['user'] {
  const has = (method: PaymentMethodId) => connectionOf(edition, standing, method) !== undefined
  return {
    isVerified: standing.isVerified,
    hasActiveSubscription: standing.plan !== null,
    hasGrant: standing.platformGrant !== null,
    hasMid: (standing.platformGrant?.merchantId ?? null) !== null,
    hasWalletQrisConnected: has('wallet_qris'),
    hasWalletDirectConnected: has('wallet_direct'),
    hasBankConfigured: has('qris_user'),
    hasBankQris: ownCodeOf(edition, standing, 'qris_user') !== null,
    hasWalletQris: ownCodeOf(edition, standing, 'wallet_qris') !== null,
  }
}
