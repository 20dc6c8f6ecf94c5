import { rowsOf, statement } from '../lib/statement.ts'

/** Money of an amount that came at a moment, by its place among those that are asked about. */
export interface AmountRow {
  place: number
  amount: number
  moment: Date
}

interface Asking {
  asked: AmountRow[]
  receivingAccountId: number
  /** Seconds by which the provider's clock may be wrong. */
  slackS: number
}

const asked = rowsOf<AmountRow>('asked', { place: 'integer', amount: 'bigint', moment: 'timestamptz' })

/** The payment that held each amount at its moment, within the slack. An amount that nobody held is missing. */
export const holdersSql = statement<Asking, { place: number; invoice_id: string; method: string }>(`
  select asked.place, h.invoice_id, h.method
  from ${asked}
  cross join lateral (
    select invoice_id, method from hold
    where receiving_account_id = :receivingAccountId and final_amount = asked.amount
      and held_from <= asked.moment + make_interval(secs => :slackS)
      and held_until >= asked.moment - make_interval(secs => :slackS)
    order by held_from desc limit 1) h`)

const restAfterDeadline = "interval '60 minutes'"

/** The reservations of invoices that just ended end with their holds. */
export const endHoldsSql = statement<{ invoices: string[]; now: Date }>(`
  with ended as (
    update hold h set held_until = greatest(:now::timestamptz, p.expires_at + ${restAfterDeadline})
    from payment p
    where p.invoice_id = h.invoice_id and h.invoice_id = any(:invoices) and h.held_until = 'infinity'
    returning h.receiving_account_id, h.final_amount, h.invoice_id, h.held_until)
  update reservation r set held_until = ended.held_until from ended
  where r.receiving_account_id = ended.receiving_account_id and r.final_amount = ended.final_amount
    and r.invoice_id = ended.invoice_id`)
