import { holder } from '../lib/holder.ts'
import type { Started } from '../lib/started.ts'
import type { Needs } from '../needs.ts'
import { type ConnectionRow, connectionColumns, describeFailure, openLine } from './connection-call.ts'
import { noteFailure, noteSuccess } from './connection-health.ts'
import { settleTransfer } from './settle-transfer.ts'

type AskNeeds = Needs<'sql' | 'now' | 'connectors' | 'seal' | 'outbound' | 'reactions' | 'wake' | 'log'>

interface ClaimedCharge extends ConnectionRow {
  id: number
  invoiceId: string
  amount: number
  reference: string
  providerInvoiceId: string
  requestDate: Date
  payableUntil: Date
  token: string
}

const leaseS = 70

/**
 * Claims codes that may have been paid and asks their providers, within each connection's budget of requests, fresh ones
 * first. A code is asked about until its own life is over, whatever became of its payment: it stays payable on a screen.
 * Where the connector says so it is asked a while longer, so that late money is seen.
 */
export async function askCharges(app: AskNeeds, limit: number): Promise<Started> {
  const budgets = Object.values(app.connectors).map(connector => [connector.id, connector.window.requestsPerS])
  const claimed = await app.sql.query<ClaimedCharge>(claimSql, [
    limit,
    JSON.stringify(Object.fromEntries(budgets)),
    leaseS,
    app.now(),
    holder,
  ])
  return { work: claimed.map(charge => askOne(app, charge)) }
}

const freshFor = "interval '5 minutes'"
// Not before everything else for ever: a shop whose fresh codes use up the budget would never hear of older money.
const headStart = "interval '1 minute'"

// What is under way counts against the budget, so that a slow provider is never asked more and more at once.
const claimSql = `
  update charge g set lease_token = gen_random_uuid(), lease_holder = $5, leased_until = now() + make_interval(secs => $3),
    ask_at = now()
  from connection c, (
    select due.id from connection c
    cross join lateral (
      select count(*) as under_way from charge b
      where b.connection_id = c.id and b.state = 'coded' and not b.is_closed and b.leased_until > now()) busy
    cross join lateral (
      select w.id from charge w
      where w.connection_id = c.id and w.state = 'coded' and not w.is_closed and w.ask_at <= now() and w.leased_until < now()
      order by w.ask_at - case when w.request_date > $4::timestamptz - ${freshFor} then ${headStart} else interval '0' end
      limit greatest(0, ceil(coalesce((c.window_overrides->>'requestsPerS')::float8, ($2::jsonb->>c.connector)::float8))
        - busy.under_way)
      for update of w skip locked) due
    where c.removed_at is null limit $1) due
  where g.id = due.id and c.id = g.connection_id
  returning g.id, g.invoice_id as "invoiceId", g.amount, g.reference, g.provider_invoice_id as "providerInvoiceId",
    g.request_date as "requestDate", g.payable_until as "payableUntil", g.lease_token as token, ${connectionColumns}`

async function askOne(app: AskNeeds, charge: ClaimedCharge): Promise<void> {
  const line = openLine(app, charge)
  const askedAt = app.now()
  try {
    const answer = await line.connector.status!(line.call, { ...charge, askedAt })
    await noteSuccess(app, charge)
    if (answer.paid) {
      const source = {
        connectionId: charge.connectionId,
        accountId: charge.connectionAccountId,
        receivingAccountId: charge.receivingAccountId,
        window: line.window,
        charge,
      }
      await settleTransfer(app, source, answer.transfer)
    }
    const isOver = answer.paid || askedAt.getTime() > charge.payableUntil.getTime() + line.window.lateS * 1000
    const ageS = (askedAt.getTime() - charge.requestDate.getTime()) / 1000
    await app.sql.write(answeredSql, [charge.id, charge.token, askedAt, isOver, pauseS(ageS, line.window.intervalS)])
  } catch (error) {
    const failure = describeFailure(line, error)
    const { kind, sentence } = failure
    app.log.warn(
      { invoice_id: charge.invoiceId, kind, error: sentence },
      'a provider did not say whether a code was paid',
    )
    try {
      await app.sql.write(failedSql, [charge.id, charge.token, sentence, line.window.intervalS])
      await noteFailure(app, charge, failure)
    } catch (trouble) {
      app.log.error({ err: trouble, invoice_id: charge.invoiceId }, 'a failed question could not be written down')
    }
  }
}

const freshS = 300

/** Real seconds until the next question: fresh codes are asked about twice as often as old ones. */
function pauseS(ageS: number, intervalS: number): number {
  return ageS < freshS ? intervalS : intervalS * 2
}

// A push that came while its charge was being asked about wants it asked again.
const nextAsk = (pause: string) => `case when ask_at = '-infinity' then ask_at else now() + ${pause} end`

const answeredSql = `
  update charge set answered_until = greatest(answered_until, $3), is_closed = is_closed or $4, failures = 0,
    last_error = null, lease_token = null, leased_until = '-infinity', 
    ask_at = ${nextAsk('make_interval(secs => $5)')}
  where id = $1 and lease_token = $2`

const failedSql = `
  update charge set failures = failures + 1, last_error = $3, lease_token = null, leased_until = '-infinity',
    ask_at = ${nextAsk('make_interval(secs => $4 * power(2, least(failures, 2)))')}
  where id = $1 and lease_token = $2`
