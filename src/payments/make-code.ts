import type { Code } from '../connectors/connector.ts'
import type { Needs } from '../needs.ts'
import { markCancelled } from './cancel-payment.ts'
import { type ConnectionRow, describeFailure, type Failure, openLine } from './connection-call.ts'
import { noteSuccess } from './connection-health.ts'

export type ChargeNeeds = Needs<
  'sql' | 'transaction' | 'em' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'
>

/** A charge without a code, leased to who asks for it. */
export interface ClaimedCharge extends ConnectionRow {
  id: number
  invoiceId: string
  amount: number
  reference: string
  expiresAt: Date
  token: string
  /** Whether its payment still waits for it. */
  inTime: boolean
}

/** Twice what a provider may take to answer: a second asker would make a second code. */
export const leaseS = 70

/**
 * Asks the provider for the code of a claimed charge and stores it. Returns why there is none; the charge is then still
 * leased, and what becomes of it is the caller's to say.
 */
export async function makeCode(app: ChargeNeeds, charge: ClaimedCharge): Promise<Failure | null> {
  const line = openLine(app, charge)
  let code: Code
  try {
    code = await line.connector.charge!(line.call, {
      reference: charge.reference,
      amount: charge.amount,
      requestedAt: app.now(),
      expiresAt: charge.expiresAt,
    })
  } catch (error) {
    const failure = describeFailure(line, error)
    const { kind, sentence } = failure
    app.log.warn(
      { invoice_id: charge.invoiceId, connection: charge.connectionId, kind, error: sentence },
      'no code was made',
    )
    return failure
  }
  await noteSuccess(app, charge)
  // Its life is counted by our clock: a provider whose clock is hours behind would have ended it already.
  const endsAt = code.endsAt?.getTime() ?? app.now().getTime() + line.window.chargeLifeS * 1000
  const marked = await app.sql.write(markSql, [
    charge.id,
    charge.token,
    code.qris,
    code.providerInvoiceId,
    code.providerNmid,
    code.requestDate,
    new Date(endsAt + line.window.graceS * 1000),
    // Nobody pays a code that nobody has seen yet.
    line.window.intervalS,
  ])
  if (marked === 1) app.wake.notify('payments')
  return null
}

const markSql = `
  update charge set state = 'coded', qris = $3, provider_invoice_id = $4, provider_nmid = $5, request_date = $6,
    payable_until = $7, last_error = null, failures = 0, lease_token = null, leased_until = '-infinity',
    ask_at = now() + make_interval(secs => $8)
  where id = $1 and lease_token = $2 and state = 'waiting'`

/** Ends a charge that gets no code any more, and cancels its payment where that was the only way to pay it. */
export async function giveUp(
  app: ChargeNeeds,
  charge: ClaimedCharge,
  sentence: string,
  reason: 'provider_unavailable' | 'provider_refused',
): Promise<void> {
  await app.transaction('installation', async tx => {
    // The payment comes first: locks are taken in one order everywhere.
    await tx.query('select 1 from payment where invoice_id = $1 for update', [charge.invoiceId])
    const failed = await tx.write(
      `update charge set state = 'failed', is_closed = true, last_error = $3, lease_token = null
       where id = $1 and lease_token = $2 and state = 'waiting'`,
      [charge.id, charge.token, sentence],
    )
    // Who was away for longer than the lease has nothing to say: another may have made the code meanwhile.
    const others = await tx.query('select 1 from hold where invoice_id = $1 limit 1', [charge.invoiceId])
    if (failed === 1 && others.length === 0) await markCancelled(app, tx, charge.invoiceId, reason)
  })
  app.wake.notify('payments')
}
