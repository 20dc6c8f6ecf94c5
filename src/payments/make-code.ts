import { LockMode } from '@mikro-orm/core'
import type { Connection, StoredFailure } from '../connections/connection.ts'
import { type CallFailure, type ConnectionLine, describeFailure, openLine } from '../connections/connection-call.ts'
import { recordSuccess } from '../connections/connection-health.ts'
import type { ProviderCode } from '../connectors/connector.ts'
import { insistOnRecord } from '../database/insist-on-record.ts'
import type { Tx } from '../database/transaction.ts'
import type { Needs } from '../needs.ts'
import { cancelOpenPayment } from './cancel-payment.ts'
import { Charge } from './charge.ts'
import { type ClaimedCharge, codedSql } from './charge-payments-sql.ts'
import { Hold } from './hold.ts'
import { Payment } from './payment.ts'

export type ChargeNeeds = Needs<
  'config' | 'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

export interface ChargeToMake {
  charge: ClaimedCharge
  connection: Connection
}

/** Twice the time that a provider may take to answer: a second requester would create a second code. */
export const leaseS = 70

/**
 * Requests the code of a claimed charge from its provider and stores it. Returns the reason if it fails; the charge is
 * then still leased, and the caller decides how to continue.
 */
export async function makeCode(app: ChargeNeeds, { charge, connection }: ChargeToMake): Promise<CallFailure | null> {
  const line = openLine(app, connection, charge.merchantId)
  let code: ProviderCode
  try {
    code = await line.connector.charge!(line.call, {
      reference: charge.reference,
      amount: charge.amount,
      requestedAt: app.now(),
      expiresAt: charge.deadline,
      isRepeated: charge.failures > 0,
    })
  } catch (error) {
    const failure = describeFailure(line, error)
    const { kind, sentence } = failure
    app.log.warn(
      { invoice_id: charge.payment.invoiceId, connection: connection.id, kind, error: sentence },
      'no code was made',
    )
    return failure
  }
  // By our clock: by a provider's clock that is hours behind it would already have ended.
  const endsAt = code.endsAt?.getTime() ?? app.now().getTime() + line.window.chargeLifeS * 1000
  const coded = {
    chargeId: charge.id,
    token: charge.leaseToken!,
    qris: code.qris,
    providerInvoiceId: code.providerInvoiceId,
    providerNmid: code.providerNmid,
    requestDate: code.requestDate,
    payableUntil: new Date(endsAt + line.window.graceS * 1000),
    isAskedRarely: line.connector.traits.isAskedRarely === true,
    pollAfterS: firstAskS(line, Math.min(endsAt, charge.deadline.getTime()) - app.now().getTime()),
  }
  const marked = await insistOnRecord(leaseS, async () => {
    await recordSuccess(app, connection)
    return app.sql.write(codedSql, coded)
  })
  if (marked === 1) app.wake.notify('payments')
  return null
}

/** Returns the seconds until the first check of a new code: a payer has to see it before paying it. */
function firstAskS({ connector, window }: ConnectionLine, lifeMs: number): number {
  return connector.traits.isAskedRarely ? lifeMs / 1000 + window.graceS + 1 : window.intervalS
}

/** The reason for a charge without a code if its provider never gave another one. */
export const tooLateFailure = { kind: 'too_late', sentence: 'the code could not be made in time' } as const

/** Abandons a charge that can no longer get a code, and cancels its payment if that was the only way to pay it. */
export async function abandonCharge(
  app: ChargeNeeds,
  charge: ClaimedCharge,
  { kind, sentence }: StoredFailure,
): Promise<void> {
  const reason = kind === 'refused' ? 'provider_refused' : 'provider_unavailable'
  await app.transaction({ accountId: charge.account.id, mode: 'both' }, async tx => {
    const invoiceId = charge.payment.invoiceId
    // The payment comes first: locks are always taken in the same order.
    await tx.em.findOneOrFail(Payment, { invoiceId }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    // Guarded by the token: after the lease has expired, another process may have created the code.
    const failed = await tx.em.nativeUpdate(
      Charge,
      { id: charge.id, leaseToken: charge.leaseToken, state: 'waiting' },
      { state: 'failed', isClosed: true, lastErrorKind: kind, lastError: sentence, leaseToken: null },
    )
    if (failed === 1 && !(await isOffered(tx, invoiceId))) await cancelOpenPayment(app, tx, invoiceId, { reason })
    tx.wake('payments')
  })
}

/** Returns whether there is another way left to pay. */
async function isOffered({ em }: Tx, invoiceId: string): Promise<boolean> {
  if ((await em.count(Hold, { payment: invoiceId })) > 0) return true
  return (await em.count(Charge, { payment: invoiceId, state: { $ne: 'failed' } })) > 0
}
