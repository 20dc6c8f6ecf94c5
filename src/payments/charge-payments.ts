import { raw } from '@mikro-orm/core'
import { attachConnections, type ConnectionOwner, makeOperatorCondition } from '../connections/attach-connections.ts'
import type { CallFailure } from '../connections/connection-call.ts'
import { recordFailure } from '../connections/connection-health.ts'
import { toInstances } from '../database/columns.ts'
import { insistOnRecord } from '../database/insist-on-record.ts'
import { startOfTime } from '../database/open-ended.ts'
import { leaseHolder } from '../lib/holder.ts'
import { type StartedWork, startEach } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { Charge } from './charge.ts'
import { claimSql } from './charge-payments-sql.ts'
import { abandonCharge, type ChargeNeeds, type ChargeToMake, leaseS, makeCode, tooLateFailure } from './make-code.ts'

// A merchant chooses the address of their provider: a few providers that never answer must not delay the others.
const perConnectionMax = { operator: 50, merchants: 20 }

/**
 * Claims charges without a code and requests codes from their providers. Storing a code fails if one is already stored.
 * A payment whose code can no longer arrive in time is cancelled. No connection has more than 50 running requests (20
 * for a merchant's own), so a provider that never answers delays no other. `owner` restricts the sweep to the
 * operator's connections, or to all others.
 */
export async function chargePayments(
  app: ChargeNeeds,
  limit: number,
  owner: ConnectionOwner | null = null,
): Promise<StartedWork> {
  const rows = await app.sql.query(claimSql, {
    limit,
    now: app.now(),
    leaseS,
    holder: leaseHolder,
    perConnection: perConnectionMax[owner ?? 'operator'],
    isOperators: makeOperatorCondition(owner),
  })
  const claimed = await attachConnections(app, toInstances(Charge, rows))
  return startEach(
    claimed,
    ({ row }) => [row.leaseToken],
    ({ row: charge, connection }) => chargeOne(app, { charge, connection }),
  )
}

async function chargeOne(app: ChargeNeeds, { charge, connection }: ChargeToMake): Promise<void> {
  try {
    if (charge.timely) await requestChargeCode(app, { charge, connection })
    else await abandonCharge(app, charge, charge.failure() ?? tooLateFailure)
  } catch (error) {
    // The lease expires and the charge is claimed again.
    app.log.error({ err: error, invoice_id: charge.payment.invoiceId }, 'a charge could not be worked on')
  }
}

async function requestChargeCode(app: ChargeNeeds, { charge, connection }: ChargeToMake): Promise<void> {
  const failure = await makeCode(app, { charge, connection })
  if (failure === null) return
  if (failure.kind === 'refused') {
    await insistOnRecord(leaseS, () => abandonCharge(app, charge, failure))
  } else if (failure.kind === 'taken') {
    await insistOnRecord(leaseS, () => writeFailure(app, charge, failure, nextReference(charge)))
    app.wake.notify('charges')
  } else {
    await insistOnRecord(leaseS, () => writeFailure(app, charge, failure, null))
    await recordFailure(app, connection, failure, { merchantId: charge.merchantId })
  }
}

// The answer to an earlier request, which created a code, was lost. No customer saw that code, so another one under the
// next reference is safe.
function nextReference({ reference, payment }: Charge): string {
  const attempt = Number(reference.slice(reference.lastIndexOf('-') + 1)) + 1
  return `${payment.invoiceId}-${attempt}`
}

async function writeFailure(
  app: Needs<'em'>,
  charge: Charge,
  { kind, sentence }: CallFailure,
  reference: string | null,
): Promise<void> {
  const { id, leaseToken, account } = charge
  const pauseS = reference === null ? 'power(2, least(failures, 6))' : 'failures'
  const failed = {
    failures: raw<number>('failures + 1'),
    lastErrorKind: kind,
    lastError: sentence,
    ...(reference !== null && { reference }),
    leaseToken: null,
    leasedUntil: startOfTime,
    askAt: raw<Date>(`now() + make_interval(secs => least(10, ${pauseS}))`),
  }
  await app.em({ accountId: account.id }).nativeUpdate(Charge, { id, leaseToken, state: 'waiting' }, failed)
}
