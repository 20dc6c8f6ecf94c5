import { wants } from '../../events/plan-created-sql.ts'
import { type Columns, rowsOf, statement } from '../../lib/statement.ts'

// Every event of every account passes through the first of them, most of which nobody wants to hear of.

export interface TellableRow {
  id: string
  account_id: number
  mode: string
  type: string
}

const tellableColumns: Columns<TellableRow> = { id: 'uuid', account_id: 'bigint', mode: 'text', type: 'text' }
const tellable = rowsOf<TellableRow>('told', tellableColumns)

/** Which of these events anybody wants to hear of. */
export const findWanted = statement<{ told: TellableRow[] }, { id: string }>(`
  select told.id from ${tellable} where exists (select from endpoint e where ${wants('e', 'told', 'told.type')})`)

export interface OutwardRow extends TellableRow {
  object: string
  sequence: number
  body: string
  at: Date
}

const outward = rowsOf<OutwardRow>('told', {
  ...tellableColumns,
  object: 'text',
  sequence: 'integer',
  body: 'text',
  at: 'timestamptz',
})

/** One delivery for each endpoint that wants an event. In their order: those of one object are sent in it. */
export const planDeliveries = statement<{ told: OutwardRow[] }>(`
  with told as materialized (select * from ${outward}),
  written as (
    insert into outward_event (id, account_id, mode, type, object, sequence, body, created_at)
    select id, account_id, mode, type, object, sequence, body, at from told)
  insert into endpoint_delivery (endpoint_id, event_id, account_id, mode, type, object, sequence, next_at, created_at)
  select e.id, told.id, told.account_id, told.mode, told.type, told.object, told.sequence, told.at, told.at
  from told join endpoint e on ${wants('e', 'told', 'told.type')}
  order by told.sequence, e.id`)
