import { isDeepStrictEqual } from 'node:util'
import type { Standing, StandingConnection } from '../accounts/standing.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { parseQris } from '../qris/parse-qris.ts'
import { type AskedMethod, type PaymentMethodId, paymentMethodIds, paymentMethods } from './method.ts'

/** Who may do what (spec 4.1, rules 3 and 4). Chosen once, by EDITION; the list of methods and the refusal to create ask the same table. */
export interface Edition {
  name: 'subscription' | 'verification'
  /** The words that `payment_method` may be. */
  methods: readonly PaymentMethodId[]
  /** Whether it may be `all` as well. */
  knowsAll: boolean
  /** The method of a request that names none; null when the account has none available. */
  defaultMethod(standing: Standing): PaymentMethodId | null
  /** What is missing before this account may use the method: empty when nothing is. */
  requirements(standing: Standing, method: PaymentMethodId): string[]
  verifiedOnly(method: PaymentMethodId): boolean
  subscriptionRequired: boolean
  /** The code to convert (spec 4.1, rules 1 and 2), with the offer that its money comes by; null where nothing is converted. */
  conversion(standing: Standing, method: AskedMethod, asked: ConverterRequest): Conversion | null
  /** Whether the answer to create tells the converted code, or only that the page shows it. */
  tellsConvertedCode: boolean
}

export interface ConverterRequest {
  useQrisConverter?: boolean | undefined
  qrisString?: string | undefined
}

export interface Conversion {
  code: string
  method: PaymentMethodId
  connection: StandingConnection
}

const subscription: Edition = {
  name: 'subscription',
  methods: paymentMethodIds,
  knowsAll: false,
  defaultMethod: standing => subscription.methods.find(method => isAvailable(subscription, standing, method)) ?? null,
  requirements: (standing, method) => [
    ...maintenanceRequirements(standing, method),
    ...planRequirements(standing, method),
    ...connectionRequirements(standing, method),
  ],
  verifiedOnly: () => false,
  subscriptionRequired: true,
  // The provider makes the codes of the other methods, and no `qris_string` is sent.
  conversion: (standing, method, { useQrisConverter }) => (useQrisConverter ? ownCode(standing, method) : null),
  tellsConvertedCode: false,
}

const verification: Edition = {
  name: 'verification',
  methods: paymentMethodIds,
  knowsAll: true,
  defaultMethod: () => 'qris',
  requirements: (standing, method) => [
    ...maintenanceRequirements(standing, method),
    ...(verification.verifiedOnly(method) && !standing.isVerified ? ['A verified account is required'] : []),
    ...connectionRequirements(standing, method),
  ],
  verifiedOnly: method => method !== 'qris',
  subscriptionRequired: false,
  conversion(standing, method, { useQrisConverter, qrisString }) {
    // There the provider makes the code, whatever is asked (rule 2).
    if (!useQrisConverter || method === 'qris_platform') return null
    const stored = ownCodes(verification, standing, method)
    if (qrisString !== undefined) return matchCode(qrisString, stored)
    if (stored[0]) return stored[0]
    throw refuseField('qris_string', 'there is none to convert: no connection of this account has its QRIS stored')
  },
  tellsConvertedCode: true,
}

export const editions: Record<Edition['name'], Edition> = { subscription, verification }

/** The connection that brings the money of a method to this account. */
export function connectionOf(standing: Standing, method: PaymentMethodId): StandingConnection | undefined {
  const wanted = paymentMethods[method].connector
  if (!wanted) return undefined
  const serving = standing.connections.filter(
    connection =>
      wanted.ids.includes(connection.connector) &&
      (wanted.owner === 'operator' ? connection.isOperators : connection.isOwn) &&
      (connection.method === '' || connection.method === method) &&
      (method !== 'qris_platform' || connection.connector === standing.platformGrant?.connector),
  )
  return serving.sort((one, other) => wanted.ids.indexOf(one.connector) - wanted.ids.indexOf(other.connector))[0]
}

function ownCode(standing: Standing, method: AskedMethod): Conversion | null {
  if (method === 'all' || !paymentMethods[method].needsOwnCode) return null
  const connection = connectionOf(standing, method)
  return connection?.qris ? { code: connection.qris, method, connection } : null
}

/** The stored codes whose money this account sees, that of the method itself first, then the recommended one. */
function ownCodes(edition: Edition, standing: Standing, method: AskedMethod): Conversion[] {
  const own: PaymentMethodId[] = method === 'all' ? [] : [method]
  return [...new Set<PaymentMethodId>([...own, 'wallet_qris', 'qris_user'])]
    .filter(candidate => edition.requirements(standing, candidate).length === 0)
    .flatMap(candidate => ownCode(standing, candidate) ?? [])
}

// A code of somebody else would take the money to where nobody here looks.
function matchCode(text: string, stored: Conversion[]): Conversion {
  const merchant = merchantIn(text)
  const match = stored.find(({ code }) => isDeepStrictEqual(merchantIn(code), merchant))
  if (match) return { ...match, code: text }
  throw refuseField(
    'qris_string',
    'pays a merchant that no connection of this account reads, so its money would never be seen',
  )
}

/** Whom a code pays. Refuses what is no valid code, naming the field. */
function merchantIn(text: string) {
  try {
    const { merchantPan, merchantId, nmid, problem } = parseQris(text)
    if (problem) throw refuseField('qris_string', problem.message, problem.code)
    return { merchantPan, merchantId, nmid }
  } catch (error) {
    if (error instanceof Refusal && !error.fields) throw refuseField('qris_string', error.message, error.code)
    throw error
  }
}

function isAvailable(edition: Edition, standing: Standing, method: PaymentMethodId): boolean {
  return edition.requirements(standing, method).length === 0
}

const missingConnection: Record<PaymentMethodId, string> = {
  qris: 'The operator has not connected a QRIS provider',
  qris_platform: 'The operator has no provider API key for it',
  qris_user: 'Bank QRIS is not configured',
  wallet_qris: 'No merchant wallet is connected',
  wallet_direct: 'No e-wallet is connected',
}

const missingCode: Partial<Record<PaymentMethodId, string>> = {
  qris_user: 'The QRIS image of the bank is not stored',
  wallet_qris: 'The QRIS image of the merchant wallet is not stored',
}

const down = 'The connection has not worked for a while: test it, or connect it again'

function maintenanceRequirements({ maintenance }: Standing, method: PaymentMethodId): string[] {
  return method in maintenance ? [`Under maintenance: ${maintenance[method]}`] : []
}

function planRequirements({ plan }: Standing, method: PaymentMethodId): string[] {
  if (method === 'qris_platform') return plan === 'premium' ? [] : ['An active premium subscription is required']
  return plan === null ? ['An active subscription is required'] : []
}

function connectionRequirements(standing: Standing, method: PaymentMethodId): string[] {
  const connection = connectionOf(standing, method)
  if (method === 'qris_platform') return platformRequirements(standing, connection)
  if (!connection) return [missingConnection[method]]
  return [
    ...(connection.isDown ? [down] : []),
    ...(paymentMethods[method].needsOwnCode && connection.qris === null ? [missingCode[method]!] : []),
  ]
}

// Spec 4.1 rule 3: approval, a merchant id and a provider key, each said by its own name.
function platformRequirements({ platformGrant }: Standing, connection: StandingConnection | undefined): string[] {
  if (!platformGrant) return ['Approval by the operator is required', 'The operator has not assigned a merchant id']
  return [
    ...(platformGrant.merchantId === null ? ['The operator has not assigned a merchant id'] : []),
    ...(connection ? [] : [missingConnection.qris_platform]),
    ...(connection?.isDown ? [down] : []),
  ]
}
