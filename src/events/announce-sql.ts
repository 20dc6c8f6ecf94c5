import { rowsSql, statement } from '../lib/statement.ts'
import type { EventType } from './payloads.ts'

export interface EventRow {
  id: string
  account_id: number
  type: EventType
  subject: string
  payload: object
  created_at: Date
  mode: string | null
  month: string | null
}

const event = rowsSql<EventRow>('event', {
  id: 'uuid',
  account_id: 'bigint',
  type: 'text',
  subject: 'text',
  payload: 'jsonb',
  created_at: 'timestamptz',
  mode: 'text',
  month: 'text',
})

/**
 * Returns the SQL that stores events. Every payment, transfer and step of an order uses it, with all events of a change
 * at once. It returns which events have receivers: `wanted` is the SQL of `EventPlan.wantedOf`, undefined without a
 * plan.
 */
export const announceSql = (receiver: string | undefined) =>
  statement<{ event: EventRow[] }, { id: string; receivers: string[] }>(`
  with event as materialized (select * from ${event}),
  written as (
    insert into event (id, account_id, type, subject, payload, created_at, mode, month)
    select id, account_id, type, subject, payload, created_at, mode, month from event)
  select event.id, ${receiver ? 'wanting.receivers' : 'null::text[] as receivers'}
  from ${receiver ?? 'event where false'}`)
