import type { AddressProblem } from '../../connections/check-own-address.ts'
import type { StoredFailure } from '../../connections/connection.ts'
import { findConnection } from '../../connections/find-connection.ts'
import type { AccountScope } from '../../database/scope.ts'
import { notFound } from '../../lib/refusal.ts'
import type { Needs } from '../../needs.ts'
import { Charge } from '../charge.ts'
import { Payment } from '../payment.ts'
import { proofKeys } from './start-proof.ts'

export type ProofStep = 'address' | 'code' | 'paid' | 'notification'
/** The state of one proof; `none`: its provider sends no notifications. */
export type ProofState = 'done' | 'waiting' | 'failed' | 'none'

/** The progress of a proof payment. */
export interface PaymentProof {
  payment: Payment
  steps: { id: ProofStep; state: ProofState }[]
  addressProblem: AddressProblem | null
  /** Why no code was created. */
  failure: StoredFailure | null
  qris: string | null
  /** The account that received the money, as the provider names it. */
  account: { number: string; holder: string | null }
}

/** Reads a proof payment of a connection. Refuses `not_found`, also for a payment that proves another connection. */
export async function readProof(
  app: Needs<'em' | 'connectors'>,
  scope: Required<AccountScope>,
  { connectionId, invoiceId }: { connectionId: number; invoiceId: string },
): Promise<PaymentProof> {
  const { connection, receivingAccount, reportedAt } = await findConnection(app, scope, connectionId)
  const payment = await app.em(scope).findOne(Payment, { invoiceId })
  const charge = await app.em(scope).findOne(Charge, { payment: invoiceId, connection: connectionId })
  // A payment created by the API may name any connection in its metadata.
  if (!charge || payment?.metadata[proofKeys.connection] !== String(connectionId)) throw notFound('payment')
  const isNotified = reportedAt !== null && reportedAt >= payment.createdAt
  const foundProblem = (payment.metadata[proofKeys.address] as AddressProblem | undefined) ?? null
  // A received notification proves more than our own check of the address.
  const addressProblem = isNotified ? null : foundProblem
  const hasEnded = payment.status !== 'pending'
  const facts: Facts = {
    isPaid: payment.status === 'paid',
    hasEnded,
    isCoded: charge.qris !== null,
    hasFailed: charge.state === 'failed',
    sends: app.connectors[connection.connector].receive !== undefined,
    isNotified,
    addressProblem,
  }
  return {
    payment,
    steps: listProofSteps(facts),
    addressProblem,
    failure: charge.qris === null ? charge.failure() : null,
    qris: hasEnded ? null : charge.qris,
    account: { number: receivingAccount, holder: connection.details.holder ?? null },
  }
}

interface Facts {
  isPaid: boolean
  hasEnded: boolean
  isCoded: boolean
  hasFailed: boolean
  /** Whether its provider sends notifications. */
  sends: boolean
  /** Whether a notification was verified since the payment was created. */
  isNotified: boolean
  addressProblem: AddressProblem | null
}

function listProofSteps({ sends, addressProblem, ...facts }: Facts): PaymentProof['steps'] {
  const { isPaid, hasEnded, isCoded, hasFailed, isNotified } = facts
  const address = addressProblem === null ? 'done' : 'failed'
  const states: Record<ProofStep, ProofState> = {
    address: sends ? address : 'none',
    code: proofState(isCoded, hasFailed || hasEnded),
    paid: proofState(isPaid, hasEnded),
    notification: sends ? proofState(isNotified, hasEnded && !isPaid) : 'none',
  }
  return Object.entries(states).map(([id, state]) => ({ id: id as ProofStep, state }))
}

function proofState(isDone: boolean, hasFailed: boolean): ProofState {
  if (isDone) return 'done'
  return hasFailed ? 'failed' : 'waiting'
}
