import { Reading } from '../connections/reading.ts'
import type { Standing } from '../keys/standing.ts'
import type { Needs } from '../needs.ts'
import { type Edition, findConnection, findOwnCode } from './edition.ts'
import {
  computeStatedMaximum,
  type PaymentMethod,
  type PaymentMethodId,
  paymentMethodIds,
  paymentMethods,
} from './method.ts'
import type { Requirement } from './requirement.ts'

export interface MethodStatus extends PaymentMethod {
  /** Whether the operator has disabled it. */
  isInMaintenance: boolean
  /** Everything that this account still needs; empty if it can use the method now. */
  requirements: Requirement[]
  /** Why its money may not be seen although it can be used. */
  warning: 'never_reported' | null
  verifiedOnly: boolean
  subscriptionRequired: boolean
  /** The maximum amount in whole rupiah; null if unlimited. */
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
  /** Whether the operator has each value of `payment_method` enabled. */
  features: Record<string, boolean>
}

/**
 * Returns the methods of contract 2.2 and whether this account can use each now, by the same table that the creation of
 * payments uses.
 */
export async function listMethods(
  app: Needs<'edition' | 'em' | 'connectors'>,
  standing: Standing,
): Promise<ListedMethods> {
  const { edition } = app
  const unreported = await findUnreported(app, standing)
  const methods = paymentMethodIds.map(id => ({
    ...paymentMethods[id],
    isInMaintenance: id in standing.maintenance,
    requirements: edition.requirements(standing, id),
    warning: unreported.has(id) ? ('never_reported' as const) : null,
    verifiedOnly: edition.verifiedOnly(id),
    subscriptionRequired: edition.subscriptionRequired,
    maxAmount: computeStatedMaximum(standing, id),
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

/** Returns the methods whose money is reported by a phone that has never reported. */
async function findUnreported(
  { edition, em, connectors }: Needs<'edition' | 'em' | 'connectors'>,
  standing: Standing,
): Promise<Set<PaymentMethodId>> {
  const phones = paymentMethodIds.flatMap(method => {
    const connection = findConnection(edition, standing, method)
    return connection && connectors[connection.connector].traits.needsForwarder ? [{ method, id: connection.id }] : []
  })
  if (phones.length === 0) return new Set()
  const never = { connection: { $in: phones.map(({ id }) => id) }, reportedAt: null }
  const silent = new Set((await em('shared').find(Reading, never)).map(({ connection }) => connection.id))
  return new Set(phones.filter(({ id }) => silent.has(id)).map(({ method }) => method))
}

function userStatus(edition: Edition, standing: Standing): ListedMethods['user'] {
  const has = (method: PaymentMethodId) => findConnection(edition, standing, method) !== undefined
  return {
    isVerified: standing.isVerified,
    hasActiveSubscription: standing.plan !== null,
    hasGrant: standing.platformGrant !== null,
    hasMid: (standing.platformGrant?.merchantId ?? null) !== null,
    hasWalletQrisConnected: has('wallet_qris'),
    hasWalletDirectConnected: has('wallet_direct'),
    hasBankConfigured: has('qris_user'),
    hasBankQris: findOwnCode(edition, standing, 'qris_user') !== null,
    hasWalletQris: findOwnCode(edition, standing, 'wallet_qris') !== null,
  }
}
