import type { Standing, StandingConnection } from '../accounts/standing.ts'
import { refuseField } from '../lib/refusal.ts'
import { type PaymentMethodId, paymentMethodIds, paymentMethods } from './method.ts'

/** Who may do what (spec 4.1, rules 3 and 4). Chosen once, by EDITION; the list of methods and the refusal to create ask the same table. */
export interface Edition {
  name: 'subscription' | 'verification'
  /** The words that `payment_method` may be. */
  methods: readonly PaymentMethodId[]
  /** The method of a request that names none; null when the account has none available. */
  defaultMethod(standing: Standing): PaymentMethodId | null
  /** What is missing before this account may use the method: empty when nothing is. */
  requirements(standing: Standing, method: PaymentMethodId): string[]
  /** The static code to convert at creation (spec 4.1, rules 1 and 2); null where nothing is converted then. Refuses `invalid_request`. */
  codeToConvert(asked: { useQrisConverter?: boolean | undefined; qrisString?: string | undefined }): string | null
}

const subscription: Edition = {
  name: 'subscription',
  methods: paymentMethodIds,
  defaultMethod: standing => subscription.methods.find(method => isAvailable(subscription, standing, method)) ?? null,
  requirements: (standing, method) => [
    ...(standing.plan === null ? ['An active subscription is required'] : []),
    ...connectionRequirements(standing, method),
  ],
  // There the provider or the payment page makes the code, and no `qris_string` is sent.
  codeToConvert: () => null,
}

const verification: Edition = {
  name: 'verification',
  methods: ['qris', 'qris_user', 'wallet_qris', 'wallet_direct'],
  defaultMethod: () => 'qris',
  requirements: (standing, method) => [
    ...(method !== 'qris' && !standing.isVerified ? ['A verified account is required'] : []),
    ...connectionRequirements(standing, method),
  ],
  codeToConvert({ useQrisConverter, qrisString }) {
    if (!useQrisConverter) return null
    if (qrisString === undefined)
      throw refuseField('qris_string', 'is needed: this account has no QRIS of its own stored')
    return qrisString
  },
}

export const editions: Record<Edition['name'], Edition> = { subscription, verification }

/** The connection that brings the money of a method to this account. */
export function connectionOf(standing: Standing, method: PaymentMethodId): StandingConnection | undefined {
  const wanted = paymentMethods[method].connector
  if (!wanted) return undefined
  return standing.connections.find(
    connection =>
      wanted.ids.includes(connection.connector) &&
      (wanted.owner === 'operator' ? connection.isOperators : connection.isOwn),
  )
}

function isAvailable(edition: Edition, standing: Standing, method: PaymentMethodId): boolean {
  return edition.requirements(standing, method).length === 0
}

const missingConnection: Record<PaymentMethodId, string> = {
  qris: 'The operator has not connected a QRIS provider',
  qris_platform: 'The operator has not assigned a merchant id',
  qris_user: 'Bank QRIS is not configured',
  wallet_qris: 'No merchant wallet is connected',
  wallet_direct: 'No e-wallet is connected',
}

function connectionRequirements(standing: Standing, method: PaymentMethodId): string[] {
  return connectionOf(standing, method) ? [] : [missingConnection[method]]
}
