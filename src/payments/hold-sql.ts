/**
 * Who held each amount at its moment, within the slack: $1 receiving account, $2 amounts and $3 moments in pairs, $4 slack in seconds. A pair that
 * nobody held is missing.
 */
export const holdersSql = `
  select asked.place::integer as place, h.invoice_id, h.method
  from unnest($2::bigint[], $3::timestamptz[]) with ordinality as asked(amount, moment, place)
  cross join lateral (
    select invoice_id, method from hold
    where receiving_account_id = $1 and final_amount = asked.amount
      and held_from <= asked.moment + make_interval(secs => $4) and held_until >= asked.moment - make_interval(secs => $4)
    order by held_from desc limit 1) h`

const restAfterDeadline = "interval '60 minutes'"

/** $1 invoices that just ended, $2 now. Their reservations end with their holds. */
export const endHoldsSql = `
  with ended as (
    update hold h set held_until = greatest($2::timestamptz, p.expires_at + ${restAfterDeadline})
    from payment p
    where p.invoice_id = h.invoice_id and h.invoice_id = any($1) and h.held_until = 'infinity'
    returning h.receiving_account_id, h.final_amount, h.invoice_id, h.held_until)
  update reservation r set held_until = ended.held_until from ended
  where r.receiving_account_id = ended.receiving_account_id and r.final_amount = ended.final_amount
    and r.invoice_id = ended.invoice_id`
