import { attachConnections } from '../connections/attach-connections.ts'
import { toInstances } from '../database/columns.ts'
import { insistOnRecord } from '../database/insist-on-record.ts'
import { leaseHolder, whileClaiming, whileHeld } from '../lib/holder.ts'
import type { Outbound } from '../lib/outbound.ts'
import { Refusal } from '../lib/refusal.ts'
import { Charge } from './charge.ts'
import { claimOneSql } from './charge-payments-sql.ts'
import { abandonCharge, type ChargeNeeds, type ChargeToMake, leaseS, makeCode, tooLateFailure } from './make-code.ts'
import type { Payment } from './payment.ts'

/** A code as its provider created it. */
export interface CreatedCode {
  qris: string
  providerInvoiceId: string
  providerNmid: string | null
  requestDate: Date
}

const patienceMs = 35_000

/**
 * Requests a payment's code from the provider while the caller waits, at most 35 s. If the provider fails, the payment
 * is cancelled. A second call for a payment finds the code of the first one, or continues after a process was killed.
 *
 * Refuses `provider_unavailable`, and `idempotency_conflict` while another request is running.
 */
export async function chargeAtOnce(
  app: ChargeNeeds,
  payment: Pick<Payment, 'invoiceId' | 'accountId'>,
): Promise<CreatedCode> {
  const started = await whileClaiming(() => startCharge(app, payment))
  await started?.work
  const charge = await app.em({ accountId: payment.accountId }).findOneOrFail(Charge, { payment: payment.invoiceId })
  if (charge.state === 'waiting') {
    throw new Refusal('idempotency_conflict', 'The same request is still being processed', { retryAfterS: 2 })
  }
  if (charge.state === 'failed') throw refuseUnavailable()
  return {
    qris: charge.qris!,
    providerInvoiceId: charge.providerInvoiceId!,
    providerNmid: charge.providerNmid,
    requestDate: charge.requestDate!,
  }
}

async function startCharge(
  app: ChargeNeeds,
  { invoiceId }: Pick<Payment, 'invoiceId'>,
): Promise<{ work: Promise<void> } | null> {
  const rows = await app.sql.query(claimOneSql, { invoiceId, now: app.now(), leaseS, holder: leaseHolder })
  const [claimed] = await attachConnections(app, toInstances(Charge, rows))
  if (!claimed) return null
  const { row: charge, connection } = claimed
  const limited = { ...app, outbound: limitOutbound(app.outbound, patienceMs) }
  return { work: whileHeld([charge.leaseToken], () => chargeOne(limited, { charge, connection })) }
}

async function chargeOne(app: ChargeNeeds, { charge, connection }: ChargeToMake): Promise<void> {
  if (!charge.timely) {
    await abandonCharge(app, charge, charge.failure() ?? tooLateFailure)
    return
  }
  const failure = await makeCode(app, { charge, connection })
  if (failure !== null) await insistOnRecord(leaseS, () => abandonCharge(app, charge, failure))
}

function refuseUnavailable(): Refusal {
  return new Refusal(
    'provider_unavailable',
    'The QRIS provider made no code, and the payment was cancelled: create another one, or ask for another method',
    { retryAfterS: 5 },
  )
}

/** Wraps outbound requests with a shared time limit, because a token and a code are two requests. */
function limitOutbound(outbound: Outbound, limitMs: number): Outbound {
  const limit = AbortSignal.timeout(limitMs)
  const limited = (way: Pick<Outbound, 'fetch'>): Outbound => ({
    fetch: (address, options = {}) =>
      way.fetch(address, { ...options, signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit }),
  })
  return { ...limited(outbound), ...(outbound.ofTestMode ? { ofTestMode: limited(outbound.ofTestMode) } : {}) }
}
