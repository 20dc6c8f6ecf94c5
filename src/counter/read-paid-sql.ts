import { rowsOf, statement } from '../lib/statement.ts'

interface AskedRow {
  place: number
  account_id: number
  mode: string
  after: string
}

interface PaidRow {
  place: number
  id: string
  amount: number
  recorded_at: Date
  created_at: Date
}

const asked = rowsOf<AskedRow>('asked', {
  place: 'integer',
  account_id: 'bigint',
  mode: 'text',
  after: 'timestamptz',
})

/** Asked after every payment that ends somewhere, for all soundboxes of a process at once. */
export const paidSinceSql = statement<{ asked: AskedRow[]; most: number }, PaidRow>(`
  select asked.place, e.id, e.amount, e.recorded_at, e.created_at
  from ${asked} cross join lateral (
    select id, (payload ->> 'paidAmount')::bigint as amount, recorded_at, created_at from event
    where account_id = asked.account_id and mode = asked.mode and recorded_at > asked.after and type = 'payment.paid'
    order by recorded_at, id limit :most) e
  order by asked.place, e.recorded_at, e.id`)
