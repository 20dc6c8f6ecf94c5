import { holder } from '../lib/holder.ts'
import type { Outbound } from '../lib/outbound.ts'
import { Refusal } from '../lib/refusal.ts'
import { Charge } from './charge.ts'
import { connectionColumns } from './connection-call.ts'
import { type ChargeNeeds, type ClaimedCharge, giveUp, leaseS, makeCode } from './make-code.ts'
import type { Payment } from './payment.ts'

/** A code as its provider made it. */
export interface MadeCode {
  qris: string
  providerInvoiceId: string
  providerNmid: string | null
  requestDate: Date
}

const patienceMs = 35_000

/**
 * Asks the provider for a payment's code while the caller waits, 35 s at most. A provider that fails cancels the payment.
 * The second call for a payment finds the code that the first one made, or goes on where a killed process stopped.
 *
 * Refuses `provider_unavailable`, and `idempotency_conflict` while another request is asking.
 */
export async function chargeAtOnce(
  app: ChargeNeeds,
  payment: Pick<Payment, 'invoiceId' | 'accountId'>,
): Promise<MadeCode> {
  const [claimed] = await app.sql.query<ClaimedCharge>(claimOneSql, [payment.invoiceId, app.now(), leaseS, holder])
  if (claimed) await charge({ ...app, outbound: within(app.outbound, patienceMs) }, claimed)
  const made = await app.em({ accountId: payment.accountId }).findOneOrFail(Charge, { payment: payment.invoiceId })
  if (made.state === 'waiting') {
    throw new Refusal('idempotency_conflict', 'The same request is still being worked on', { retryAfterS: 2 })
  }
  if (made.state === 'failed') throw unavailable()
  return {
    qris: made.qris!,
    providerInvoiceId: made.providerInvoiceId!,
    providerNmid: made.providerNmid,
    requestDate: made.requestDate!,
  }
}

const claimOneSql = `
  update charge g set lease_token = gen_random_uuid(), lease_holder = $4, leased_until = now() + make_interval(secs => $3)
  from payment p, connection c
  where g.invoice_id = $1 and g.state = 'waiting' and g.leased_until < now()
    and p.invoice_id = g.invoice_id and c.id = g.connection_id
  returning g.id, g.invoice_id as "invoiceId", g.amount, g.reference, g.lease_token as token, p.expires_at as "expiresAt",
    p.status = 'pending' and p.expires_at > $2 as "inTime", g.merchant_id as "merchantId", ${connectionColumns}`

async function charge(app: ChargeNeeds, claimed: ClaimedCharge): Promise<void> {
  if (!claimed.inTime) {
    await giveUp(app, claimed, 'the code could not be made in time', 'provider_unavailable')
    return
  }
  const failure = await makeCode(app, claimed)
  if (failure === null) return
  const reason = failure.kind === 'refused' ? 'provider_refused' : 'provider_unavailable'
  await giveUp(app, claimed, failure.sentence, reason)
}

function unavailable(): Refusal {
  return new Refusal(
    'provider_unavailable',
    'The QRIS provider made no code, and the payment was cancelled: create another one, or ask for another method',
    { retryAfterS: 5 },
  )
}

/** The same way out, with one limit for everything that is asked through it: a token and a code are two requests. */
function within(outbound: Outbound, limitMs: number): Outbound {
  const limit = AbortSignal.timeout(limitMs)
  return {
    fetch: (address, options = {}) =>
      outbound.fetch(address, {
        ...options,
        signal: options.signal ? AbortSignal.any([options.signal, limit]) : limit,
      }),
  }
}
