import { selectColumns } from '../database/columns.ts'
import { statement } from '../lib/statement.ts'
import { Charge } from './charge.ts'

// Every payment by `qris` and `qris_platform` gets its code through these, claimed by several processes at once.

const lease = `lease_token = gen_random_uuid(), lease_holder = :holder,
    leased_until = now() + make_interval(secs => :leaseS)`

// Adds until when the charge's payment can be paid, and whether that is in the future.
const claimed = (from: string) =>
  `${selectColumns(Charge, 'g')}, ${from}.expires_at as deadline, ${from}.is_open as timely`

/** The condition that a charge waits for its code; `claimSql` may leave it waiting for its connection. */
export const waitingChargesSql = `from charge w
  where w.state = 'waiting' and w.ask_at <= now() and w.leased_until < now()`

/** A charge without a code, leased to this process. */
export type ClaimedCharge = Readonly<Charge> & {
  /** When its payment expires. */
  deadline: Date
  /** Whether its payment is still waiting for it. */
  timely: boolean
}

interface Claiming {
  now: Date
  leaseS: number
  holder: string
}

interface Claim {
  limit: number
  /** The maximum number of concurrent requests per connection. */
  perConnection: number
  /** Whether to claim those of the operator's connections or of merchants' own; null for all. */
  isOperators: boolean | null
}

/** Claims charges. A connection with fewer running requests comes first. */
export const claimSql = statement<Claiming & Claim, ClaimedCharge>(`
  update charge g set ${lease}
  from (
    select w.id, p.expires_at, p.status = 'pending' and p.expires_at > :now as is_open
    from charge w join payment p on p.invoice_id = w.invoice_id
    join connection c on c.id = w.connection_id join account o on o.id = c.account_id
    join (
      select id, count(*) filter (where leased_until > now()) over (partition by connection_id) as under_way,
        row_number() over (partition by connection_id, leased_until > now() order by ask_at) as place
      from charge where state = 'waiting') ranked on ranked.id = w.id
    where w.state = 'waiting' and w.ask_at <= now() and w.leased_until < now()
      and (:isOperators::boolean is null or o.is_operator = :isOperators)
      and ranked.place + ranked.under_way <= :perConnection
    order by ranked.place + ranked.under_way, w.ask_at limit :limit
    for no key update of w skip locked) due
  where g.id = due.id
  returning ${claimed('due')}`)

/** Claims the charge of one payment. */
export const claimOneSql = statement<Claiming & { invoiceId: string }, ClaimedCharge>(`
  update charge g set ${lease}
  from (
    select invoice_id, expires_at, status = 'pending' and expires_at > :now as is_open
    from payment where invoice_id = :invoiceId) p
  where g.invoice_id = p.invoice_id and g.state = 'waiting' and g.leased_until < now()
  returning ${claimed('p')}`)

interface Coded {
  chargeId: number
  token: string
  qris: string
  providerInvoiceId: string
  providerNmid: string | null
  requestDate: Date
  payableUntil: Date
  /** The seconds until its first check. */
  pollAfterS: number
  isAskedRarely: boolean
}

/** Stores a code, unless one is already stored. */
export const codedSql = statement<Coded>(`
  update charge set state = 'coded', qris = :qris, provider_invoice_id = :providerInvoiceId,
    provider_nmid = :providerNmid, request_date = :requestDate,
    payable_until = :payableUntil, is_asked_rarely = :isAskedRarely,
    last_error_kind = null, last_error = null, failures = 0,
    lease_token = null, leased_until = '-infinity',
    ask_at = now() + make_interval(secs => :pollAfterS)
  where id = :chargeId and lease_token = :token and state = 'waiting'`)
