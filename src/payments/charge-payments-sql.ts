import { columnsOf } from '../database/columns.ts'
import { Charge } from './charge.ts'

// Every payment by `qris` and `qris_platform` gets its code through these, claimed by several processes at once.

const lease = `lease_token = gen_random_uuid(), lease_holder = $4, leased_until = now() + make_interval(secs => $3)`
const free = `lease_token = null, leased_until = '-infinity'`

// Beside the charge: until when its payment can be paid, and whether that is still to come.
const claimed = (from: string) => `${columnsOf(Charge, 'g')}, ${from}.expires_at as deadline, ${from}.is_open as timely`

/** A charge waits for its code; `claimSql` may leave it waiting for its connection. */
export const isWaitingForCode = `from charge w
  where w.state = 'waiting' and w.ask_at <= now() and w.leased_until < now()`

/**
 * $1 how many, $2 business time, $3 seconds of the lease, $4 holder, $5 how many of one connection at once, $6 whether
 * of the operator's connections or of merchants' own; null: of all.
 */
export const claimSql = `
  update charge g set ${lease}
  from (
    select w.id, p.expires_at, p.status = 'pending' and p.expires_at > $2 as is_open
    from charge w join payment p on p.invoice_id = w.invoice_id
    join connection c on c.id = w.connection_id join account o on o.id = c.account_id
    join (
      select id, count(*) filter (where leased_until > now()) over (partition by connection_id) as under_way,
        row_number() over (partition by connection_id, leased_until > now() order by ask_at) as place
      from charge where state = 'waiting') ranked on ranked.id = w.id
    where w.state = 'waiting' and w.ask_at <= now() and w.leased_until < now() and ($6::boolean is null or o.is_operator = $6)
      and ranked.place + ranked.under_way <= $5
    order by w.ask_at limit $1
    for update of w skip locked) due
  where g.id = due.id
  returning ${claimed('due')}`

/** The one of a payment: $1 invoice, and the others as above. */
export const claimOneSql = `
  update charge g set ${lease}
  from (select invoice_id, expires_at, status = 'pending' and expires_at > $2 as is_open from payment where invoice_id = $1) p
  where g.invoice_id = p.invoice_id and g.state = 'waiting' and g.leased_until < now()
  returning ${claimed('p')}`

/** $1 charge, $2 token, $3 to $7 the code, $8 seconds until it is first asked about. A code that is stored already stays. */
export const codedSql = `
  update charge set state = 'coded', qris = $3, provider_invoice_id = $4, provider_nmid = $5, request_date = $6,
    payable_until = $7, last_error_kind = null, last_error = null, failures = 0, ${free}, ask_at = now() + make_interval(secs => $8)
  where id = $1 and lease_token = $2 and state = 'waiting'`

/** $1 charge, $2 token, $3 sentence, $4 the reference to ask with next where this one is taken, else null, $5 kind. */
export const failedSql = `
  update charge set failures = failures + 1, last_error_kind = $5, last_error = $3, reference = coalesce($4, reference), ${free},
    ask_at = now() + make_interval(secs => least(10, case when $4 is null then power(2, least(failures, 6)) else failures end))
  where id = $1 and lease_token = $2 and state = 'waiting'`
