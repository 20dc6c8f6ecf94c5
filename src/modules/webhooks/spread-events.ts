import { statement } from '../../lib/statement.ts'
import type { Needs } from '../../needs.ts'

const atOnce = 500

/**
 * Creates the deliveries of events for their webhooks, for many events at once. Creating and paying thus write one row,
 * whatever the number of webhooks. Returns whether more may be left.
 */
export async function spreadEvents(app: Needs<'sql'>): Promise<boolean> {
  const [spread] = await app.sql.query(spreadSql, { atOnce })
  return spread!.events === atOnce
}

/**
 * Spreads all owed events, even if no process has capacity to send. Deliveries take turns among accounts only once they
 * are spread: until then the events of one account would wait behind the backlog of others.
 */
export async function spreadAllEvents(app: Needs<'sql'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) if (!(await spreadEvents(app))) return
}

// Rows of one object are numbered in its order, and each was written after the earlier ones were committed. Two
// processes that spread at once wait for one another at the first common row, so earlier events get their deliveries
// first.
const spreadSql = statement<{ atOnce: number }, { events: number }>(`
  with due as materialized (select id from owed_event order by id limit :atOnce::integer for update),
  taken as (
    delete from owed_event where id in (select id from due)
    returning id, event_id, account_id, mode, type, object, sequence, endpoints, body, created_at),
  written as (
    insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
    select event_id, account_id, mode, type, object, sequence, body, created_at from taken),
  spread as (
    insert into endpoint_delivery
      (endpoint_id, event_id, account_id, mode, type, object, sequence, next_at, created_at)
    select e.id, t.event_id, t.account_id, t.mode, t.type, t.object, t.sequence, t.created_at, t.created_at
    from taken t cross join unnest(t.endpoints) with ordinality wanting(endpoint_id, place)
    join endpoint e on e.id = wanting.endpoint_id
    order by t.id, wanting.place)
  select count(*)::integer as events from taken`)
