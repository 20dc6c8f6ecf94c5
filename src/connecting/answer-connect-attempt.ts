import { type Actor, commandActor } from '../accounts/audit.ts'
import { ConnectAttempt } from '../connections/connect-attempt.ts'
import type { ConnectAnswer } from '../connectors/connector.ts'
import type { Mode } from '../database/scope.ts'
import { notFound, Refusal, refuseField } from '../lib/refusal.ts'
import {
  type ConnectAttemptView,
  type ConnectNeeds,
  callBridge,
  describeAttempt,
  openAttempt,
  openBridge,
  refuseSecondNumber,
  storeStep,
} from './connect-step.ts'

/**
 * Passes on the code that an attempt waits for, or requests a new one, and returns the next step. A wrong code, or an
 * attempt that has ended, is reported as `problem`. The code is never stored.
 *
 * Refuses `not_found`, and `refused_transition` for an attempt that had already ended. Refuses `invalid_request`, for
 * example if another number was connected in the meantime. After `provider_unavailable` the same input may be sent
 * again.
 */
export async function answerConnectAttempt(
  app: ConnectNeeds,
  { by = commandActor, ...owner }: { accountId: number; mode: Mode; by?: Actor },
  attemptId: number,
  answer: ConnectAnswer,
): Promise<ConnectAttemptView> {
  if ('code' in answer && !/^\d{4,8}$/.test(answer.code)) throw refuseField('code', 'is 4 to 8 digits', 'malformed')
  const attempt = await app.em(owner).findOne(ConnectAttempt, { id: attemptId })
  if (!attempt) throw notFound('attempt to connect')
  const { state } = describeAttempt(attempt, app.now())
  if (state !== 'otp' && state !== 'pin') throw new Refusal('refused_transition', 'This attempt is over: start again')
  const kept = openAttempt(app, attempt)
  const { connector } = attempt
  await refuseSecondNumber(app, { ...owner, connector }, kept.details)
  const call = await openBridge(app, { connector, mode: owner.mode })
  const step = await callBridge(app, attempt, () =>
    app.connectors[connector].connect!.answer(call, kept.connectId, answer),
  )
  return storeStep(app, attempt, step, { ...kept, by })
}
