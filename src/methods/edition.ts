import { isDeepStrictEqual } from 'node:util'
import type { ConnectorId, Connectors } from '../connectors/index.ts'
import type { Standing, StandingConnection } from '../keys/standing.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import { parseQris } from '../qris/parse-qris.ts'
import { isPaidByOwnCode, listOtpWallets, listProviders, servesAllAccounts } from './bringers.ts'
import { type PaymentMethodId, paymentMethodIds, paymentMethods, type RequestedMethod } from './method.ts'
import { makeMaintenanceRequirement, makeRequirement, type Requirement, type RequirementCode } from './requirement.ts'

/**
 * The rules about the rights of accounts (contract 4.1, rules 3 and 4), chosen once by EDITION. The list of methods and
 * the refusal to create a payment use the same table.
 */
export interface Edition {
  name: 'subscription' | 'verification'
  /** The values that `payment_method` may have. */
  methods: readonly PaymentMethodId[]
  /** Returns the kinds of connection that can receive the money of a method, preferred first. */
  connectorsOf(method: PaymentMethodId): readonly ConnectorId[]
  /** The connecting of accounts to providers here. */
  connectors: Connectors
  /** Whether `payment_method` may also be `all`. */
  knowsAll: boolean
  /** Returns the method of a request that names none; null if the account has none available. */
  defaultMethod(standing: Standing): PaymentMethodId | null
  /** Returns everything that is missing before this account may use the method; empty if nothing is. */
  requirements(standing: Standing, method: PaymentMethodId): Requirement[]
  verifiedOnly(method: PaymentMethodId): boolean
  subscriptionRequired: boolean
  /**
   * Returns the code to convert (contract 4.1, rules 1 and 2) and the offer that receives its money; null if none is
   * converted.
   */
  conversion(standing: Standing, method: RequestedMethod, request: ConverterRequest): Conversion | null
  /** Whether the answer to create contains the converted code, or only the page shows it. */
  tellsConvertedCode: boolean
}

export interface ConverterRequest {
  useQrisConverter?: boolean | undefined
  qrisString?: string | undefined
}

export type Conversion = OwnCode | ForeignCode

/** A code whose money this account can see. */
export interface OwnCode {
  code: string
  method: PaymentMethodId
  connection: StandingConnection
}

/** Another merchant's code, whose money is not visible here; the operator allows the account to convert it. */
export interface ForeignCode {
  code: string
  connection: null
}

/** Returns a function that looks up a method's providers, which are listed once: they depend on nothing else. */
function listPerMethod(list: (method: PaymentMethodId) => readonly ConnectorId[]): Edition['connectorsOf'] {
  const lists = new Map(paymentMethodIds.map(method => [method, list(method)]))
  return method => lists.get(method)!
}

/** Returns the rules of an edition with these providers. */
export function createEdition(name: Edition['name'], connectors: Connectors): Edition {
  return { subscription: createSubscriptionEdition, verification: createVerificationEdition }[name](connectors)
}

function createSubscriptionEdition(connectors: Connectors): Edition {
  const edition: Edition = {
    name: 'subscription',
    methods: paymentMethodIds,
    connectors,
    connectorsOf: listPerMethod(method => listProviders(connectors, method)),
    knowsAll: false,
    defaultMethod: standing => edition.methods.find(method => isAvailable(edition, standing, method)) ?? null,
    requirements: (standing, method) => [
      ...maintenanceRequirements(standing, method),
      ...planRequirements(standing, method),
      ...connectionRequirements(edition, standing, method),
    ],
    verifiedOnly: () => false,
    subscriptionRequired: true,
    // If a provider creates the code, there is nothing to convert, and `qris_string` is not sent.
    conversion: (standing, method, { useQrisConverter }) =>
      useQrisConverter && method !== 'all' && servesByOwnCode(edition, standing, method)
        ? ownCode(edition, standing, method)
        : null,
    tellsConvertedCode: false,
  }
  return edition
}

function createVerificationEdition(connectors: Connectors): Edition {
  const edition: Edition = {
    name: 'verification',
    methods: paymentMethodIds,
    // Rule 4: a wallet that was connected by OTP also serves this method, besides a merchant wallet with a pasted
    // token.
    connectors,
    connectorsOf: listPerMethod(method => [
      ...listProviders(connectors, method),
      ...(method === 'wallet_qris' ? listOtpWallets(connectors) : []),
    ]),
    knowsAll: true,
    defaultMethod: () => 'qris',
    requirements: (standing, method) => [
      ...maintenanceRequirements(standing, method),
      ...(edition.verifiedOnly(method) && !standing.isVerified ? [makeRequirement('verified')] : []),
      ...connectionRequirements(edition, standing, method),
    ],
    verifiedOnly: method => method !== 'qris',
    subscriptionRequired: false,
    conversion(standing, method, { useQrisConverter, qrisString }) {
      // The provider creates the code, whatever was requested (rule 2).
      if (!useQrisConverter || method === 'qris_platform') return null
      const stored = ownCodes(edition, standing, method)
      if (qrisString !== undefined) return matchCode(standing, method, qrisString, stored)
      if (stored[0]) return stored[0]
      throw refuseField(
        'qris_string',
        'there is none to convert: no connection of this account has its QRIS stored',
        'missing',
      )
    },
    tellsConvertedCode: true,
  }
  return edition
}

/** Returns the connection that receives the money of a method for this account. */
export function findConnection(
  edition: Edition,
  standing: Standing,
  method: PaymentMethodId,
): StandingConnection | undefined {
  return connectionsFor(edition, standing, method)[0]
}

/** Returns whether the method currently uses the account's own static code, rather than a provider's. */
export function servesByOwnCode(edition: Edition, standing: Standing, method: PaymentMethodId): boolean {
  const connection = findConnection(edition, standing, method)
  return connection !== undefined && isPaidByOwnCode(edition.connectors, method, connection.connector)
}

/** Returns the account's own static code for this method, whether or not it is currently used. */
export function findOwnCode(edition: Edition, standing: Standing, method: PaymentMethodId): string | null {
  return ownCode(edition, standing, method)?.code ?? null
}

/** Returns whether customers can pay to a static code that is stored with this connection. */
export function takesOwnCode(
  edition: Edition,
  { connector, method: own }: Pick<StandingConnection, 'connector' | 'method'>,
): boolean {
  return edition.methods.some(
    method =>
      (own === '' || own === method) &&
      isPaidByOwnCode(edition.connectors, method, connector) &&
      edition.connectorsOf(method).includes(connector),
  )
}

/** The service of one connection for an account. */
export interface ConnectionService {
  /** The methods by which the account is paid through it. */
  methods: PaymentMethodId[]
  /** The methods that it could also serve, each with the connection that has priority. */
  behind: { method: PaymentMethodId; connection: StandingConnection }[]
}

export function findServing(edition: Edition, standing: Standing, connectionId: number): ConnectionService {
  const able = paymentMethodIds
    .map(method => ({ method, connections: connectionsFor(edition, standing, method) }))
    .filter(({ connections }) => connections.some(({ id }) => id === connectionId))
    .map(({ method, connections: [first] }) => ({ method, connection: first! }))
  return {
    methods: able.filter(({ connection }) => connection.id === connectionId).map(({ method }) => method),
    behind: able.filter(({ connection }) => connection.id !== connectionId),
  }
}

/** Returns the connections that can receive the money of a method for this account, the active one first. */
function connectionsFor(edition: Edition, standing: Standing, method: PaymentMethodId): StandingConnection[] {
  const connectors = edition.connectorsOf(method)
  const { owner } = paymentMethods[method]
  const able = standing.connections.filter(
    connection =>
      connectors.includes(connection.connector) &&
      // Otherwise the operator's own `qris` would be offered twice under different names.
      (owner === 'operator'
        ? connection.isOperators
        : connection.isOwn && !servesAllAccounts(edition.connectors, connection)) &&
      (connection.method === '' || connection.method === method) &&
      (method !== 'qris_platform' || connection.connector === standing.platformGrant?.connector),
  )
  // A connection whose code is still missing comes after those that can already be paid.
  const rank = (connection: StandingConnection) =>
    connectors.indexOf(connection.connector) + (lacksCode(edition, method, connection) ? connectors.length : 0)
  return able.sort((one, other) => rank(one) - rank(other))
}

function lacksCode(edition: Edition, method: PaymentMethodId, { connector, qris }: StandingConnection): boolean {
  return isPaidByOwnCode(edition.connectors, method, connector) && qris === null
}

function ownCode(edition: Edition, standing: Standing, method: PaymentMethodId): OwnCode | null {
  return listOwnCodes(edition, standing, method)[0] ?? null
}

function listOwnCodes(edition: Edition, standing: Standing, method: PaymentMethodId): OwnCode[] {
  return connectionsFor(edition, standing, method)
    .filter(({ connector }) => isPaidByOwnCode(edition.connectors, method, connector))
    .flatMap(connection => (connection.qris === null ? [] : [{ code: connection.qris, method, connection }]))
}

/** Returns the stored codes whose money this account can see: that of the method first, then the recommended one. */
function ownCodes(edition: Edition, standing: Standing, method: RequestedMethod): OwnCode[] {
  const own: PaymentMethodId[] = method === 'all' ? [] : [method]
  return [...new Set<PaymentMethodId>([...own, 'wallet_qris', 'qris_user'])]
    .filter(candidate => edition.requirements(standing, candidate).length === 0)
    .flatMap(candidate => listOwnCodes(edition, standing, candidate))
    .filter(({ connection }) => !connection.isDown)
}

// The money of another merchant's code goes to an account that is not watched.
function matchCode(standing: Standing, method: RequestedMethod, text: string, stored: OwnCode[]): Conversion {
  const merchant = merchantIn(text)
  const match = stored.find(({ code }) => isDeepStrictEqual(merchantIn(code), merchant))
  if (match) return { ...match, code: text }
  if (standing.allowsForeignCodes) {
    if (method !== 'all') return { code: text, connection: null }
    throw refuseField(
      'payment_method',
      'is one method where qris_string is the code of another merchant',
      'not_allowed',
    )
  }
  throw refuseField(
    'qris_string',
    'pays a merchant that no connection of this account reads, so its money would never be seen',
    'not_allowed',
  )
}

/** Returns the merchant whom a code pays. Refuses an invalid code by its field. */
function merchantIn(text: string) {
  try {
    const { merchantPan, merchantId, nmid, problem } = parseQris(text)
    if (problem) throw refuseField('qris_string', problem.message, 'malformed', { reason: problem.code })
    return { merchantPan, merchantId, nmid }
  } catch (error) {
    if (error instanceof Refusal && !error.fields) throw error.of('qris_string')
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

function requireConnection(edition: Edition, method: PaymentMethodId) {
  const byOtp = listOtpWallets(edition.connectors)
  const isOpenedByOtp = edition.connectorsOf(method).some(id => byOtp.includes(id))
  return method === 'wallet_qris' && isOpenedByOtp ? 'wallet_by_otp' : missingConnection[method]
}

const missingCode: Partial<Record<PaymentMethodId, 'bank_code' | 'wallet_code'>> = {
  qris_user: 'bank_code',
  wallet_qris: 'wallet_code',
}

function maintenanceRequirements({ maintenance }: Standing, method: PaymentMethodId): Requirement[] {
  return method in maintenance ? [makeMaintenanceRequirement(maintenance[method]!)] : []
}

function planRequirements({ plan }: Standing, method: PaymentMethodId): Requirement[] {
  if (method === 'qris_platform') return plan === 'premium' ? [] : [makeRequirement('premium')]
  return plan === null ? [makeRequirement('subscription')] : []
}

function connectionRequirements(edition: Edition, standing: Standing, method: PaymentMethodId): Requirement[] {
  const connection = findConnection(edition, standing, method)
  if (method === 'qris_platform') return platformRequirements(standing, connection)
  if (!connection) return [makeRequirement(requireConnection(edition, method))]
  return [
    ...(connection.isDown ? [makeRequirement('working_connection')] : []),
    ...(lacksCode(edition, method, connection) ? [makeRequirement(missingCode[method]!)] : []),
  ]
}

// Contract 4.1, rule 3: approval, a merchant id and a provider key, each reported separately.
function platformRequirements({ platformGrant }: Standing, connection: StandingConnection | undefined): Requirement[] {
  if (!platformGrant) return [makeRequirement('approval'), makeRequirement('merchant_id')]
  return [
    ...(platformGrant.merchantId === null ? [makeRequirement('merchant_id')] : []),
    ...(connection ? [] : [makeRequirement(missingConnection.qris_platform)]),
    ...(connection?.isDown ? [makeRequirement('working_connection')] : []),
  ]
}
