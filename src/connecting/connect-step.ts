import type { Loaded } from '@mikro-orm/core'
import type { Actor } from '../accounts/audit.ts'
import { Bridge } from '../connections/bridge.ts'
import { ConnectAttempt } from '../connections/connect-attempt.ts'
import { Connection, type ConnectionDetails } from '../connections/connection.ts'
import { createConnection } from '../connections/create-connection.ts'
import { bridgeContext } from '../connections/set-bridge.ts'
import { checkOwnCode } from '../connections/store-own-code.ts'
import {
  type BridgeAccess,
  type ConnectorCall,
  ConnectorError,
  type ConnectRefusalReason,
  type ConnectStep,
  type ProviderAccount,
} from '../connectors/connector.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Mode } from '../database/scope.ts'
import { extractPhoneDigits } from '../lib/phone.ts'
import { Refusal, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { replaceCredentials } from './replace-credentials.ts'

export type ConnectNeeds = Needs<
  'em' | 'sql' | 'transaction' | 'seal' | 'connectors' | 'outbound' | 'config' | 'now' | 'log'
>

/** An attempt to connect, as its merchant sees it. */
export interface ConnectAttemptView {
  id: number
  connector: ConnectorId
  state: 'otp' | 'pin' | 'connected' | 'ended'
  /** The masked destination of the code. */
  sentTo: string | null
  attemptsLeft: number
  expiresAt: Date
  /** The problem with the last code, or why the attempt ended; null if all is well. */
  problem: string | null
  /** The kind of that problem. */
  reason: ConnectRefusalReason | null
  connectionId: number | null
}

/** The sealed state of an attempt between two steps. */
export interface AttemptState {
  connectId: string
  details: ConnectionDetails
}

/** A step's state with its actor. */
export interface StepWithActor extends AttemptState {
  by: Actor
}

export function describeAttempt(attempt: ConnectAttempt, now: Date): ConnectAttemptView {
  const { id, connector, state, sentTo, attemptsLeft, expiresAt, problem } = attempt
  const isOver = state !== 'connected' && state !== 'ended' && expiresAt <= now
  return {
    id,
    connector,
    state: state === 'starting' || isOver ? 'ended' : state,
    sentTo,
    attemptsLeft,
    expiresAt,
    problem: isOver ? 'The time is over: start again' : problem,
    reason: isOver ? 'expired' : attempt.problemReason,
    connectionId: attempt.connection?.id ?? null,
  }
}

/** Returns access to the operator's bridge for a connector. Refuses `invalid_request` if none is configured. */
export async function openBridge(
  app: ConnectNeeds,
  { connector, mode }: { connector: ConnectorId; mode: Mode },
): Promise<ConnectorCall<BridgeAccess>> {
  const bridge = await app.em('shared').findOne(Bridge, { connector, mode })
  if (!bridge)
    throw refuseField('connector', `has no bridge in ${mode} mode yet: the operator names it (bridge set)`, 'no_bridge')
  const key = app.seal.open(bridge.sealedKey, bridgeContext(connector, mode))
  return { credentials: { base_url: bridge.baseUrl, key }, outbound: app.outbound }
}

/**
 * Refuses `invalid_request` for a second number of an account. An account has one connection of each kind, and the
 * merchant should learn this before a code is sent to a phone. A number that may be the same is accepted; the check is
 * repeated when it is stored.
 */
export async function refuseSecondNumber(
  app: ConnectNeeds,
  { accountId, mode, connector }: { accountId: number; mode: Mode; connector: ConnectorId },
  details: ConnectionDetails,
): Promise<void> {
  const here = await app
    .em({ accountId, mode })
    .findOne(Connection, { connector, isActive: true }, { populate: ['receivingAccount'] })
  if (here && isAnother(details, here))
    throw refuseField('connector', 'is connected already, by another number', {
      code: 'connected_here',
      label: here.label,
      account: here.details.phone ?? here.details.mid ?? here.receivingAccount.externalId,
    })
}

function isAnother(
  { phone, mid }: ConnectionDetails,
  { details, receivingAccount }: Loaded<Connection, 'receivingAccount'>,
): boolean {
  if (phone) {
    const known = extractPhoneDigits(details.phone ?? receivingAccount.externalId)
    // A bridge may identify its accounts in its own format.
    return known.startsWith('628') && known !== extractPhoneDigits(phone)
  }
  return Boolean(mid && details.mid && mid !== details.mid)
}

/**
 * Calls the bridge. Refuses `provider_unavailable` for a missing or malformed answer, which leaves the attempt
 * unchanged.
 */
export async function callBridge(
  app: Needs<'log'>,
  { id, connector }: ConnectAttempt,
  ask: () => Promise<ConnectStep<unknown>>,
): Promise<ConnectStep<unknown>> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error
    app.log.warn({ attempt: id, connector, kind: error.kind, error: error.message }, 'a bridge did not connect')
    throw new Refusal('provider_unavailable', 'The bridge cannot be reached right now; try again in a moment', {
      retryAfterS: 10,
    })
  }
}

export function openAttempt(app: Needs<'seal'>, attempt: ConnectAttempt): AttemptState {
  return JSON.parse(app.seal.open(attempt.sealedState, attemptContext(attempt.id)))
}

/**
 * Records the bridge's answer, unless the attempt has changed since it was read. The connection is stored before the
 * attempt is updated: if the process dies in between, the connection exists and the attempt expires.
 */
export async function storeStep(
  app: ConnectNeeds,
  attempt: ConnectAttempt,
  step: ConnectStep<unknown>,
  takenStep: StepWithActor,
): Promise<ConnectAttemptView> {
  const change = await storeConnecting(app, attempt, step, takenStep)
  const scope = { accountId: attempt.account.id, mode: attempt.mode }
  const em = app.em(scope)
  const seen = { id: attempt.id, state: attempt.state, attemptsLeft: attempt.attemptsLeft }
  const won = await em.nativeUpdate(ConnectAttempt, seen, change)
  const now = await em.findOneOrFail(ConnectAttempt, { id: attempt.id })
  if (won === 0) app.log.warn({ attempt: attempt.id }, 'an attempt to connect was answered twice at once')
  return describeAttempt(now, app.now())
}

async function storeConnecting(
  app: ConnectNeeds,
  attempt: ConnectAttempt,
  step: ConnectStep<unknown>,
  { by, ...kept }: StepWithActor,
) {
  if (step.state === 'connected') {
    const connection = await connectAccount(app, attempt, step, { by, ...kept })
    return { state: 'connected' as const, connection, sealedState: '', problemReason: null, problem: null }
  }
  if (step.state === 'refused') {
    const refused = { problemReason: step.reason, problem: step.sentence }
    if (step.attemptsLeft === null) return { ...refused, state: 'ended' as const, sealedState: '', attemptsLeft: 0 }
    return { ...refused, attemptsLeft: step.attemptsLeft }
  }
  const sealed = JSON.stringify({ ...kept, connectId: step.connectId })
  return {
    state: step.state,
    sealedState: app.seal.seal(sealed, attemptContext(attempt.id)),
    sentTo: step.sentTo,
    attemptsLeft: step.attemptsLeft,
    expiresAt: new Date(app.now().getTime() + step.expiresInS * 1000),
    problemReason: null,
    problem: null,
  }
}

/** Stores a new connection, or new credentials for the one that already reads this money. */
async function connectAccount(
  app: ConnectNeeds,
  attempt: ConnectAttempt,
  step: Extract<ConnectStep<unknown>, { state: 'connected' }>,
  { details, by }: StepWithActor,
): Promise<number> {
  const { connector, mode, label } = attempt
  const accountId = attempt.account.id
  const { account, credentials, window } = step
  const ofMoney = { connector, isActive: true, receivingAccount: { externalId: account.number } }
  const known = await app.em({ accountId, mode }).findOne(Connection, ofMoney)
  if (known) {
    await replaceCredentials(app, accountId, { connectionId: known.id, credentials, window }, by)
    return known.id
  }
  const asked = {
    accountId,
    connector,
    mode,
    label,
    credentials,
    window,
    staticQris: findStaticCode(app, account),
    details: {
      ...details,
      holder: account.holder,
      ...(account.outletName ? { outletName: account.outletName } : {}),
      ...(account.outletId ? { outletId: account.outletId } : {}),
    },
  }
  return createConnection(app, asked, by)
}

// A code that cannot be paid is omitted; the merchant then stores a better one.
function findStaticCode(app: Needs<'log'>, { number, qris }: ProviderAccount): string | null {
  if (qris === null) return null
  try {
    return checkOwnCode(qris).text
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    app.log.warn({ account: number, error: error.message }, 'the static code that a bridge told cannot be used')
    return null
  }
}

function attemptContext(id: number): string {
  return `connect_attempt|sealed_state|${id}`
}
