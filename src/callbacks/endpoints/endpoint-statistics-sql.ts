import { statement } from '../../lib/statement.ts'

interface Asked {
  endpointId: string
  from: Date
  to: Date
}

interface Counted {
  delivered: number
  failed: number
  p50: number | null
  p99: number | null
}

/** Attempts of a day, and how long the receiver took for those that it took. */
export const countAttempts = statement<Asked, Counted>(`
  select count(*) filter (where t.status between 200 and 299)::integer as delivered,
    count(*) filter (where t.status is null or t.status not between 200 and 299)::integer as failed,
    percentile_disc(0.5) within group (order by t.duration_ms) filter (where t.status between 200 and 299) as p50,
    percentile_disc(0.99) within group (order by t.duration_ms) filter (where t.status between 200 and 299) as p99
  from endpoint_delivery d join endpoint_attempt t on t.delivery_id = d.id
  where d.endpoint_id = :endpointId and d.created_at > :from::timestamptz - interval '4 days'
    and t.attempted_at >= :from and t.attempted_at < :to`)
