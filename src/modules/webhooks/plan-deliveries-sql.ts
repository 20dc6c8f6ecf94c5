import { rowsSql, statement } from '../../lib/statement.ts'

export interface OwedRow {
  event_id: string
  account_id: number
  mode: string
  type: string
  object: string
  sequence: number
  endpoints: string[]
  /** The body; null if it is written when it is sent. */
  body: string | null
  created_at: Date
}

const owed = rowsSql<OwedRow>('owed', {
  event_id: 'uuid',
  account_id: 'bigint',
  mode: 'text',
  type: 'text',
  object: 'text',
  sequence: 'integer',
  endpoints: 'text[]',
  body: 'text',
  created_at: 'timestamptz',
})

/** Stores deliveries in the order of each object, whose lock `countChanges` holds. */
export const planDeliveriesSql = statement<{ owed: OwedRow[] }>(`
  insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, body, created_at)
  select event_id, account_id, mode, type, object, sequence, endpoints, body, created_at
  from ${owed} order by sequence`)

/** Returns the condition for webhooks that want an event: `of` has its account and mode. */
const wants = (of: string, type: string) => `
  endpoint.account_id = ${of}.account_id and endpoint.mode = ${of}.mode and endpoint.deleted_at is null
  and endpoint.disabled_at is null and (endpoint.types is null or ${type} = any(endpoint.types))`

/**
 * Selects the events of `table` that have subscribers, each with the webhooks' ids as `wanting.receivers`. They are
 * looked up event by event, because a plan made when there were few would scan those of all accounts.
 */
export const wantedEventsSql = (table: string, type: string) => `
  ${table} cross join lateral (
    select array_agg(endpoint.id) as receivers from endpoint where ${wants(table, type)} offset 0) wanting
  where wanting.receivers is not null`

/**
 * Plans `payment.created` inside the single statement that creates the payments: `table` contains the subjects and
 * ids of the events. Their bodies are written when they are first sent, because all their content was fixed when the
 * payment was created.
 */
export const planCreatedSql = (table: string) => `
  owed as (
    insert into owed_event (event_id, account_id, mode, type, object, sequence, endpoints, created_at)
    select event_id, account_id, mode, 'payment.created', 'payment ' || invoice_id, 1, receivers, created_at
    from ${wantedEventsSql(table, `'payment.created'`)})`
