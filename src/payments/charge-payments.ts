import { holder } from '../lib/holder.ts'
import type { Started } from '../lib/started.ts'
import { connectionColumns } from './connection-call.ts'
import { noteFailure } from './connection-health.ts'
import { type ChargeNeeds, type ClaimedCharge, giveUp, leaseS, makeCode } from './make-code.ts'

const perConnectionMax = 50

/**
 * Claims charges that have no code yet and asks their providers for one; the mark of a code fails where one is stored
 * already. A payment whose code can no longer come in time is cancelled. No connection has more than 50 under way, so
 * that a provider which never answers keeps nobody else waiting.
 */
export async function chargePayments(app: ChargeNeeds, limit: number): Promise<Started> {
  const claimed = await app.sql.query<ClaimedCharge>(claimSql, [limit, app.now(), leaseS, perConnectionMax, holder])
  return { work: claimed.map(charge => chargeOne(app, charge)) }
}

const claimSql = `
  update charge g set lease_token = gen_random_uuid(), lease_holder = $5, leased_until = now() + make_interval(secs => $3)
  from (
    select w.id, p.expires_at, p.status = 'pending' and p.expires_at > $2 as in_time
    from charge w join payment p on p.invoice_id = w.invoice_id
    join (
      select id, count(*) filter (where leased_until > now()) over (partition by connection_id) as under_way,
        row_number() over (partition by connection_id, leased_until > now() order by ask_at) as place
      from charge where state = 'waiting') ranked on ranked.id = w.id
    where w.state = 'waiting' and w.ask_at <= now() and w.leased_until < now() and ranked.place + ranked.under_way <= $4
    order by w.ask_at limit $1
    for update of w skip locked) due, connection c
  where g.id = due.id and c.id = g.connection_id
  returning g.id, g.invoice_id as "invoiceId", g.amount, g.reference, g.lease_token as token,
    due.in_time as "inTime", due.expires_at as "expiresAt", g.merchant_id as "merchantId", ${connectionColumns}`

async function chargeOne(app: ChargeNeeds, charge: ClaimedCharge): Promise<void> {
  try {
    if (charge.inTime) await askForCode(app, charge)
    else await giveUp(app, charge, 'the code could not be made in time', 'provider_unavailable')
  } catch (error) {
    // The lease runs out by itself and the charge is claimed again.
    app.log.error({ err: error, invoice_id: charge.invoiceId }, 'a charge could not be worked on')
  }
}

async function askForCode(app: ChargeNeeds, charge: ClaimedCharge): Promise<void> {
  const failure = await makeCode(app, charge)
  if (failure === null) return
  const { kind, sentence } = failure
  if (kind === 'refused') {
    await giveUp(app, charge, sentence, 'provider_refused')
    return
  }
  if (kind === 'taken') {
    await askAnew(app, charge, sentence)
    return
  }
  await app.sql.write(
    `update charge set failures = failures + 1, last_error = $3, lease_token = null, leased_until = '-infinity',
       ask_at = now() + make_interval(secs => least(10, power(2, least(failures, 6))))
     where id = $1 and lease_token = $2`,
    [charge.id, charge.token, sentence],
  )
  await noteFailure(app, charge, failure)
}

// An earlier request made a code whose answer was lost. Nobody was shown it, so another one under the next reference is safe.
async function askAnew(app: ChargeNeeds, charge: ClaimedCharge, sentence: string): Promise<void> {
  const attempt = Number(charge.reference.slice(charge.reference.lastIndexOf('-') + 1)) + 1
  await app.sql.write(
    `update charge set reference = $3, last_error = $4, failures = failures + 1, lease_token = null,
       ask_at = now() + make_interval(secs => least(10, failures)),
       leased_until = '-infinity'
     where id = $1 and lease_token = $2 and state = 'waiting'`,
    [charge.id, charge.token, `${charge.invoiceId}-${attempt}`, sentence],
  )
  app.wake.notify('charges')
}
