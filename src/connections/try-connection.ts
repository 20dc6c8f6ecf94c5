import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import type { ChargeRef, ProviderCode } from '../connectors/connector.ts'
import { generateInvoiceId } from '../lib/ids.ts'
import { notFound, refuseField } from '../lib/refusal.ts'
import type { Needs } from '../needs.ts'
import { Connection } from './connection.ts'
import { type CallFailure, type ConnectionLine, describeFailure, openLine } from './connection-call.ts'
import { cutSecrets } from './trace/cut-secrets.ts'
import type { Exchange } from './trace/exchange.ts'
import { watchOutbound } from './trace/watch-outbound.ts'

/** A trial of a connection, step by step. */
export interface ConnectionTrial {
  steps: TrialStep[]
  /** When the code expires, if it was created and could not be cancelled; null otherwise. */
  openUntil: Date | null
}

/** `account`: requests the account's identity, because the provider creates no codes. */
export type TrialStepName = 'code' | 'status' | 'cancel' | 'account'

export interface TrialStep {
  name: TrialStepName
  failure: CallFailure | null
  /** The exchanges of this step, without secrets. */
  exchanges: Exchange[]
}

type TrialNeeds = Needs<'config' | 'connectors' | 'seal' | 'outbound' | 'em' | 'sql' | 'transaction' | 'now'>

const amountMax = 10_000_000

/**
 * Creates a code at a connection's provider, checks it and cancels it. The code is never displayed. Refuses
 * `not_found`, and `invalid_request` for an amount outside the limits of codes.
 */
export async function tryConnection(
  app: TrialNeeds,
  accountId: number,
  { connectionId, amount }: { connectionId: number; amount: number },
  by: Actor = commandActor,
): Promise<ConnectionTrial> {
  if (amount < 1 || amount > amountMax) {
    const problem = { code: 'out_of_range', min: 1, max: amountMax } as const
    throw refuseField('amount', `is a whole number from 1 to ${amountMax}`, problem)
  }
  const scope = { accountId, mode: 'both' } as const
  const connection = await app.em(scope).findOne(Connection, { id: connectionId, removedAt: null })
  if (!connection) throw notFound('connection')
  await app.transaction(scope, tx =>
    recordAct(app, tx, { accountId, ...by, act: 'connection.tried', subject: `connection ${connectionId}` }),
  )
  const line = openLine(app, connection)
  if (!line.connector.charge) return { steps: [await readAccount(line)], openUntil: null }
  const trial = await makeAndCancel(line, { amount, now: app.now() })
  if (trial.steps[0]!.failure === null) {
    // Counts only if the same credentials are still stored: they may have been replaced in the meantime.
    const { id, sealedCredentials } = connection
    await app.em(scope).nativeUpdate(Connection, { id, sealedCredentials }, { triedAt: app.now() })
  }
  return trial
}

async function readAccount(line: ConnectionLine): Promise<TrialStep> {
  const { step } = await takeStep(line, 'account', async call => {
    await line.connector.check?.(call)
  })
  return step
}

const lifeMs = 300_000

async function makeAndCancel(
  line: ConnectionLine,
  { amount, now }: { amount: number; now: Date },
): Promise<ConnectionTrial> {
  const { connector, window } = line
  // In the format of a real payment's reference, so that a provider that rejects this format is noticed.
  const reference = `${generateInvoiceId(now)}-1`
  const expiresAt = new Date(now.getTime() + lifeMs)
  const request = { reference, amount, requestedAt: now, expiresAt }
  const made = await takeStep(line, 'code', call => connector.charge!(call, request))
  if (made.result === null) return { steps: [made.step], openUntil: null }
  const charge = makeChargeRef(made.result, { reference, amount, now, expiresAt })
  const asked = await takeStep(line, 'status', call => connector.status!(call, charge))
  if (!connector.cancel) {
    const openUntil = made.result.endsAt ?? new Date(now.getTime() + window.chargeLifeS * 1000)
    return { steps: [made.step, asked.step], openUntil }
  }
  const cancelled = await takeStep(line, 'cancel', call => connector.cancel!(call, charge, 'trial'))
  const endsAt = made.result.endsAt ?? new Date(now.getTime() + window.chargeLifeS * 1000)
  return {
    steps: [made.step, asked.step, cancelled.step],
    openUntil: cancelled.step.failure === null ? null : endsAt,
  }
}

function makeChargeRef(
  { providerInvoiceId, requestDate }: ProviderCode,
  { reference, amount, now, expiresAt }: { reference: string; amount: number; now: Date; expiresAt: Date },
): ChargeRef {
  return { reference, providerInvoiceId, amount, requestDate, askedAt: now, payableUntil: expiresAt }
}

async function takeStep<Result>(
  line: ConnectionLine,
  name: TrialStepName,
  work: (call: ConnectionLine['call']) => Promise<Result>,
): Promise<{ step: TrialStep; result: Result | null }> {
  const speaker = { connector: line.connector, credentials: line.call.credentials }
  const exchanges: Exchange[] = []
  const outbound = watchOutbound(line.call.outbound, async exchange => {
    exchanges.push(cutSecrets(speaker, exchange))
  })
  try {
    const result = await work({ ...line.call, outbound })
    return { step: { name, failure: null, exchanges }, result }
  } catch (error) {
    return { step: { name, failure: describeFailure(line, error), exchanges }, result: null }
  }
}
