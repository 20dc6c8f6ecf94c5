import { isDeepStrictEqual } from 'node:util'
import type { Standing, StandingConnection } from '../keys/standing.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { parseQris } from '../qris/parse-qris.ts'
import {
  type AskedMethod,
  isPaidByOwnCode,
  type PaymentMethodId,
  paymentMethodIds,
  paymentMethods,
  servesEverybody,
} from './method.ts'
import { type Requirement, type RequirementCode, requirement, requirementOfMaintenance } from './requirement.ts'

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
  requirements(standing: Standing, method: PaymentMethodId): Requirement[]
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
  // Where a provider makes the code there is nothing to convert, and no `qris_string` is sent.
  conversion: (standing, method, { useQrisConverter }) =>
    useQrisConverter && method !== 'all' && servesByOwnCode(standing, method) ? ownCode(standing, method) : null,
  tellsConvertedCode: false,
}

const verification: Edition = {
  name: 'verification',
  methods: paymentMethodIds,
  knowsAll: true,
  defaultMethod: () => 'qris',
  requirements: (standing, method) => [
    ...maintenanceRequirements(standing, method),
    ...(verification.verifiedOnly(method) && !standing.isVerified ? [requirement('verified')] : []),
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
  return connectionsFor(standing, method)[0]
}

/** Whether the account is paid by this method with its own static code now, rather than with one that a provider makes. */
export function servesByOwnCode(standing: Standing, method: PaymentMethodId): boolean {
  const connection = connectionOf(standing, method)
  return connection !== undefined && isPaidByOwnCode(method, connection.connector)
}

/** The static code of its own that the account has stored for this method, whether that is what it is paid by now or not. */
export function ownCodeOf(standing: Standing, method: PaymentMethodId): string | null {
  return ownCode(standing, method)?.code ?? null
}

/** What one connection does for an account now. */
export interface Serving {
  /** The methods that the account is paid by through it. */
  methods: PaymentMethodId[]
  /** The methods that it could serve as well, each with the connection that goes before it. */
  behind: { method: PaymentMethodId; connection: StandingConnection }[]
}

export function servingOf(standing: Standing, connectionId: number): Serving {
  const able = paymentMethodIds
    .map(method => ({ method, connections: connectionsFor(standing, method) }))
    .filter(({ connections }) => connections.some(({ id }) => id === connectionId))
    .map(({ method, connections: [first] }) => ({ method, connection: first! }))
  return {
    methods: able.filter(({ connection }) => connection.id === connectionId).map(({ method }) => method),
    behind: able.filter(({ connection }) => connection.id !== connectionId),
  }
}

/** The connections that can bring the money of a method to this account, the one that does so first. */
function connectionsFor(standing: Standing, method: PaymentMethodId): StandingConnection[] {
  const wanted = paymentMethods[method].connector
  if (!wanted) return []
  const able = standing.connections.filter(
    connection =>
      wanted.ids.includes(connection.connector) &&
      // The operator's own `qris` would be offered twice, once under another name.
      (wanted.owner === 'operator' ? connection.isOperators : connection.isOwn && !servesEverybody(connection)) &&
      (connection.method === '' || connection.method === method) &&
      (method !== 'qris_platform' || connection.connector === standing.platformGrant?.connector),
  )
  return able.sort((one, other) => wanted.ids.indexOf(one.connector) - wanted.ids.indexOf(other.connector))
}

function ownCode(standing: Standing, method: PaymentMethodId): Conversion | null {
  const connection = connectionsFor(standing, method).find(({ connector }) => isPaidByOwnCode(method, connector))
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

const missingConnection = {
  qris: 'provider',
  qris_platform: 'provider_key',
  qris_user: 'bank',
  wallet_qris: 'merchant_wallet',
  wallet_direct: 'wallet',
} as const satisfies Record<PaymentMethodId, RequirementCode>

const missingCode: Partial<Record<PaymentMethodId, 'bank_code' | 'wallet_code'>> = {
  qris_user: 'bank_code',
  wallet_qris: 'wallet_code',
}

function maintenanceRequirements({ maintenance }: Standing, method: PaymentMethodId): Requirement[] {
  return method in maintenance ? [requirementOfMaintenance(maintenance[method]!)] : []
}

function planRequirements({ plan }: Standing, method: PaymentMethodId): Requirement[] {
  if (method === 'qris_platform') return plan === 'premium' ? [] : [requirement('premium')]
  return plan === null ? [requirement('subscription')] : []
}

function connectionRequirements(standing: Standing, method: PaymentMethodId): Requirement[] {
  const connection = connectionOf(standing, method)
  if (method === 'qris_platform') return platformRequirements(standing, connection)
  if (!connection) return [requirement(missingConnection[method])]
  return [
    ...(connection.isDown ? [requirement('working_connection')] : []),
    ...(isPaidByOwnCode(method, connection.connector) && connection.qris === null
      ? [requirement(missingCode[method]!)]
      : []),
  ]
}

// Spec 4.1 rule 3: approval, a merchant id and a provider key, each said by its own name.
function platformRequirements({ platformGrant }: Standing, connection: StandingConnection | undefined): Requirement[] {
  if (!platformGrant) return [requirement('approval'), requirement('merchant_id')]
  return [
    ...(platformGrant.merchantId === null ? [requirement('merchant_id')] : []),
    ...(connection ? [] : [requirement(missingConnection.qris_platform)]),
    ...(connection?.isDown ? [requirement('working_connection')] : []),
  ]
}
