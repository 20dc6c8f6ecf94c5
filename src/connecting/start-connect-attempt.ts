import { type Actor, commandActor, recordAct } from '../accounts/audit.ts'
import { ConnectAttempt } from '../connections/connect-attempt.ts'
import type { ConnectionDetails } from '../connections/connection.ts'
import type { ConnectStep } from '../connectors/connector.ts'
import { hasConnector } from '../connectors/connector.ts'
import type { ConnectorId } from '../connectors/index.ts'
import type { Mode } from '../database/scope.ts'
import { notFound, Refusal, refuseField, refuseFields } from '../lib/refusal.ts'
import { listFieldErrors } from '../lib/refusals/field-error.ts'
import type { Needs } from '../needs.ts'
import {
  type ConnectAttemptView,
  type ConnectNeeds,
  callBridge,
  describeAttempt,
  openBridge,
  refuseSecondNumber,
  storeStep,
} from './connect-step.ts'

export interface NewAttempt {
  accountId: number
  mode: Mode
  connector: string
  label?: string | undefined
  /** The values for the connector's first fields, from a form or a JSON file. */
  fields: unknown
}

// Each start makes a wallet send a text message to a person's phone.
const startsMax = 10
const startsWithinMs = 3_600_000

/**
 * Starts to connect an account to a bank or wallet through the operator's bridge. Returns the next step; some providers
 * connect immediately. The input is passed on, and only its public parts are stored.
 *
 * Refuses `invalid_request` for a field, or if another number is already connected, `rate_limited` after ten starts
 * within an hour, and `provider_unavailable`.
 */
export async function startConnectAttempt(
  app: ConnectNeeds,
  input: NewAttempt,
  by: Actor = commandActor,
): Promise<ConnectAttemptView> {
  const { connector } = input
  const connect = hasConnector(app.connectors, connector) && app.connectors[connector].connect
  if (!connect) throw refuseField('connector', 'cannot be connected step by step', 'not_allowed')
  const parsed = connect.fields.safeParse(input.fields)
  if (!parsed.success) {
    const wrong = listFieldErrors(parsed.error.issues, input.fields)
    throw refuseFields(wrong.map(one => ({ ...one, path: one.path || 'fields' })))
  }
  const details = pickDetails(parsed.data)
  const begun = { ...input, connector }
  await refuseSecondNumber(app, begun, details)
  const call = await openBridge(app, begun)
  const attempt = await beginAttempt(app, begun, by)
  const step = await callBridge(app, attempt, () => connect.start(call, parsed.data))
  refuseStep(step)
  return storeStep(app, attempt, step, { connectId: '', details, by })
}

/** Returns the state of an attempt that a person resumes. Refuses `not_found`. */
export async function findConnectAttempt(
  app: Needs<'em' | 'now'>,
  owner: { accountId: number; mode: Mode },
  attemptId: number,
): Promise<ConnectAttemptView> {
  const attempt = await app.em(owner).findOne(ConnectAttempt, { id: attemptId })
  if (!attempt) throw notFound('attempt to connect')
  return describeAttempt(attempt, app.now())
}

async function beginAttempt(
  app: ConnectNeeds,
  { accountId, mode, connector, label }: NewAttempt & { connector: ConnectorId },
  by: Actor,
): Promise<ConnectAttempt> {
  const now = app.now()
  const since = new Date(now.getTime() - startsWithinMs)
  return app.transaction({ accountId, mode }, async tx => {
    const starts = await tx.em.count(ConnectAttempt, { connector, createdAt: { $gt: since } })
    if (starts >= startsMax) {
      throw new Refusal('rate_limited', 'Too many attempts to connect: wait for an hour', { retryAfterS: 3600 })
    }
    const attempt = tx.em.create(ConnectAttempt, {
      account: accountId,
      mode,
      connector,
      label: label || connector,
      state: 'starting',
      sealedState: '',
      sentTo: null,
      attemptsLeft: 0,
      expiresAt: now,
      problemReason: null,
      problem: null,
      connection: null,
      createdAt: now,
    })
    await tx.em.flush()
    const subject = `connecting ${attempt.id}`
    await recordAct(app, tx, { accountId, ...by, act: 'connection.started', subject, detail: { connector, mode } })
    return attempt
  })
}

function refuseStep(step: ConnectStep<unknown>): void {
  if (step.state === 'refused' && step.field !== null)
    throw refuseField(step.field, step.sentence, { code: 'refused_by_provider', sentence: step.sentence })
}

/** Returns the fields that may be shown later. */
function pickDetails(fields: object): ConnectionDetails {
  const { phone, merchant_id, token } = fields as { phone?: string; merchant_id?: string; token?: object }
  const { outlet_name, outlet_id } = (token ?? {}) as { outlet_name?: unknown; outlet_id?: unknown }
  return {
    ...(phone === undefined ? {} : { phone }),
    ...(merchant_id === undefined ? {} : { mid: merchant_id }),
    ...(typeof outlet_name === 'string' ? { outletName: outlet_name.slice(0, 100) } : {}),
    ...(typeof outlet_id === 'string' ? { outletId: outlet_id.slice(0, 50) } : {}),
  }
}
